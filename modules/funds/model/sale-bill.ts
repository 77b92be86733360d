import { accountType } from '#data/model/money/account-type.ts';
import { balanceType } from '#data/model/partner/balance-type.ts';
import { bankAccount } from '#data/model/money/bank-account.ts';
import { costSubject } from '#data/model/money/cost-subject.ts';
import { customer } from '#data/model/partner/customer.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, files, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { pushStatus } from '#stock/model/choices.ts';
import { organization } from '#system/model/organization.ts';
import { cashAccount } from './account-words.ts';
import { capitalAccount } from './capital-account.ts';
import { saleBillType, settleStatus } from './choices.ts';
import { orderAbove } from './order-above.ts';

/** Money that a customer brings, gets back or moves, and money that we hold or adjust (domain §3.6, CB). */
export const saleBill = defineDocument({
  name: 'sale:bill',
  label: ['销售单据', '銷售單據', 'Sales bill'],
  path: '/channelsale/bill',
  number: { prefix: 'SB', digits: 5 },
  isImported: true,
  isAccounted: true,
  // Lines say which orders a receipt pays; most name none.
  mayLackLines: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    billType: choice(['单据类型', '單據類型', 'Document type'], saleBillType, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true, mayRest: true }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    // Left empty it is the customer's cash: a receipt then also repays used credit (FD003).
    accountCode: ref(['账户编码', '帳戶編碼', 'Account code'], () => capitalAccount, {
      none: cashAccount,
      pickedAs: 'account',
    }),
    accountType: ref(['账户类型', '帳戶類型', 'Account type'], () => accountType, { kept: true, none: cashAccount }),
    // Rebate that is given lapses after it; left empty after the months of FD004 (A9a).
    expireDate: date(['返利有效期至', '返利有效期至', 'Rebate valid until']),
    toAccountCode: ref(['转入账户', '轉入帳戶', 'To account'], () => capitalAccount),
    bankAccountCode: ref(['银行账户编码', '銀行帳戶編碼', 'Bank account code'], () => bankAccount),
    balanceTypeCode: ref(['结算方式编码', '結算方式編碼', 'Settlement method code'], () => balanceType),
    bankSerialNo: text(['银行流水号', '銀行流水號', 'Bank line no.'], { max: 50 }),
    sourceCode: text(['来源单据编码', '來源單據編碼', 'Source no.'], { max: 50, isNumber: true }),
    settledAmount: amount(['已结金额', '已結金額', 'Settled'], { kept: true }),
    settleStatus: choice(['结清状态', '結清狀態', 'Settlement status'], settleStatus, { default: '0', kept: true }),
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    attachments: files(['附件', '附件', 'Attachments'], { kept: true, virtual: true }),
    remark: remark(),
  },
  lineLabel: ['销售单据明细', '銷售單據明細', 'Sales bill line'],
  lines: {
    summary: text(['摘要', '摘要', 'Summary'], { required: true }),
    // Designated settlement: the receivable that this part pays; without one the oldest that is due.
    orderCode: ref(['订单编码', '訂單編碼', 'Order no.'], orderAbove.target),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    costSubjectCode: ref(['费用科目编码', '費用科目編碼', 'Expense item code'], () => costSubject),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'customerCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'billType',
      'customerName',
      'accountCode',
      'accountType',
      'sourceCode',
      'settledAmount',
      'settleStatus',
      'organizeName',
      'amount',
      'pushStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'customerCode',
      'accountCode',
      'accountType',
      'organizeCode',
      'billType',
      'settleStatus',
      'pushStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'sale', url: 'sale/bill', sort: 138, title: ['销售单据', '銷售單據', 'Sales bills'] },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  attachments: true,
  print: { sums: ['amount'], amount: 'amount', signatures: [['出纳', '出納', 'Cashier']] },
});
