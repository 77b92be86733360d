import { customer } from '#data/model/partner/customer.ts';
import { shortBillStates } from '#platform/model/bill.ts';
import { defineDocument, type Verbs } from '#platform/model/document.ts';
import { amount, choice, date, dict, rate, ref } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { financingStatus, paymentTerm } from './choices.ts';
import { orderAbove } from './order-above.ts';

/**
 * Company, bank, loan: where it stands is the financing status; the bill is closed when the money has come (domain
 * §3.6, FI).
 */
const verbs = {
  companyAudit: {
    label: ['公司审核', '公司審核', 'Company approval'],
    from: ['saved'],
    to: 'audited',
    sets: 'audited',
    grantedBy: 'audit',
  },
  companyUnaudit: {
    label: ['撤销公司审核', '撤銷公司審核', 'Revoke company approval'],
    from: ['audited'],
    to: 'saved',
    sets: 'unaudited',
    when: { financingStatus: ['1'] },
    grantedBy: 'audit',
  },
  submitBank: {
    label: ['提交银行', '提交銀行', 'Submit to bank'],
    from: ['audited'],
    to: 'audited',
    when: { financingStatus: ['1'] },
    grantedBy: 'submit',
  },
  bankAudit: {
    label: ['银行审核', '銀行審核', 'Bank approval'],
    from: ['audited'],
    to: 'audited',
    when: { financingStatus: ['2'] },
    grantedBy: 'bankaudit',
  },
  bankReject: {
    label: ['银行退回', '銀行退回', 'Bank rejects'],
    from: ['audited'],
    to: 'audited',
    when: { financingStatus: ['2'] },
    asksReason: true,
    grantedBy: 'bankaudit',
  },
  release: {
    label: ['放款', '放款', 'Release loan'],
    from: ['audited'],
    to: 'closed',
    when: { financingStatus: ['3'] },
    posts: true,
  },
} as const satisfies Verbs<keyof typeof shortBillStates>;

/** A bank lends to the customer what he owes us. */
export const financing = defineDocument({
  name: 'sale:financing',
  label: ['融资申请', '融資申請', 'Financing application'],
  path: '/channelsale/financing',
  number: { prefix: 'FN', digits: 4 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true }),
    financingStatus: choice(['融资状态', '融資狀態', 'Financing status'], financingStatus, {
      default: '0',
      kept: true,
    }),
    bankType: dict(['银行类别', '銀行類別', 'Bank type'], 'bank_type', { required: true }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    paymentTerm: choice(['付款期限', '付款期限', 'Payment term'], paymentTerm, { required: true }),
    loanRate: rate(['贷款利率', '貸款利率', 'Loan rate']),
    loanDate: date(['放款日期', '放款日期', 'Loan date']),
    orderCode: ref(['订单编码', '訂單編碼', 'Order no.'], orderAbove.target),
    remark: remark(),
  },
  lineLabel: ['融资申请明细', '融資申請明細', 'Financing line'],
  lines: {},
  states: shortBillStates,
  initial: 'saved',
  stage: 'financingStatus',
  editable: ['saved'],
  verbs,
  grants: {
    audit: ['公司审核', '公司審核', 'Company approval'],
    submit: ['提交银行', '提交銀行', 'Submit to bank'],
    bankaudit: ['银行审核', '銀行審核', 'Bank approval'],
  },
  list: {
    columns: [
      'code',
      'billDate',
      'customerName',
      'financingStatus',
      'bankType',
      'paymentTerm',
      'loanRate',
      'loanDate',
      'orderCode',
      'organizeName',
      'amount',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'customerCode',
      'orderCode',
      'organizeCode',
      'financingStatus',
      'bankType',
      'paymentTerm',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'sale', url: 'sale/financing', sort: 145, title: ['融资申请', '融資申請', 'Financing'] },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
});
