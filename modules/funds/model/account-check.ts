import { customer } from '#data/model/partner/customer.ts';
import { shortBillStates } from '#platform/model/bill.ts';
import { defineDocument, type Verbs } from '#platform/model/document.ts';
import { amount, choice, date, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { confirmFlag, reconcileStatus, statementBillType } from './choices.ts';

/** Sent to the customer, who confirms it or says why not (domain §3.6, AC). */
const verbs = {
  submit: { label: ['提交对账', '提交對帳', 'Submit'], from: ['saved'], to: 'audited', sets: 'audited' },
  confirm: { label: ['确认', '確認', 'Confirm'], from: ['audited'], to: 'closed' },
  unconfirm: { label: ['取消确认', '取消確認', 'Unconfirm'], from: ['closed'], to: 'audited' },
  reject: {
    label: ['驳回', '駁回', 'Reject'],
    from: ['audited'],
    to: 'saved',
    asksReason: true,
    needsReason: true,
    grantedBy: 'approve',
  },
} as const satisfies Verbs<keyof typeof shortBillStates>;

/**
 * What a customer and we say of the same months: what stood open, what was sold, what was paid, what stands open now.
 */
export const accountCheck = defineDocument({
  name: 'sale:accountcheck',
  label: ['对账单', '對帳單', 'Statement'],
  path: '/channelsale/accountcheck',
  number: { prefix: 'AC', digits: 4 },
  // The lines are the books': they come with the save.
  mayLackLines: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true, mayRest: true }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    beginAmount: amount(['期初金额', '期初金額', 'Opening amount'], { kept: true }),
    inAmount: amount(['收入金额', '收入金額', 'In'], { kept: true }),
    outAmount: amount(['支出金额', '支出金額', 'Out'], { kept: true }),
    endAmount: amount(['期末金额', '期末金額', 'Closing amount'], { kept: true }),
    reconcileStatus: choice(['对账状态', '對帳狀態', 'Reconciliation status'], reconcileStatus, {
      default: '0',
      kept: true,
    }),
    confirmFlag: choice(['确认标志', '確認標誌', 'Confirmed'], confirmFlag, { default: '0', kept: true }),
    rejectReason: text(['驳回原因', '駁回原因', 'Reject reason'], { kept: true, max: 500, format: 'multiline' }),
    remark: remark(),
  },
  lineLabel: ['对账明细', '對帳明細', 'Statement line'],
  lines: {
    billDate: date(['单据日期', '單據日期', 'Document date'], { kept: true }),
    billType: choice(['单据类型', '單據類型', 'Document type'], statementBillType, { kept: true }),
    billCode: text(['单据编号', '單據編號', 'Document no.'], { kept: true, isNumber: true }),
    summary: text(['摘要', '摘要', 'Summary'], { kept: true }),
    inAmount: amount(['收入金额', '收入金額', 'In'], { kept: true }),
    outAmount: amount(['支出金额', '支出金額', 'Out'], { kept: true }),
    balanceAmount: amount(['余额', '餘額', 'Balance'], { kept: true, isNotSummed: true }),
  },
  states: shortBillStates,
  initial: 'saved',
  stage: 'reconcileStatus',
  editable: ['saved'],
  verbs,
  grants: { approve: ['审批', '審批', 'Approve'] },
  list: {
    columns: [
      'code',
      'billDate',
      'customerName',
      'startDate',
      'endDate',
      'beginAmount',
      'inAmount',
      'outAmount',
      'endAmount',
      'reconcileStatus',
      'confirmFlag',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'customerCode', 'organizeCode', 'reconcileStatus', 'confirmFlag', 'billStatus', 'billDate'],
  },
  screen: { area: 'sale', url: 'sale/accountcheck', sort: 132, title: ['对账单', '對帳單', 'Statement'] },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  print: {
    sums: ['beginAmount', 'outAmount', 'inAmount', 'endAmount'],
    amount: 'endAmount',
    signatures: [['客户确认', '客戶確認', 'Customer']],
  },
});
