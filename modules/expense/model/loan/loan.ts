import { budgetAccount } from '#data/model/money/cost-subject.ts';
import { billStates } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, ref } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { settleStatus } from '#funds/model/choices.ts';
import { paidJourney, paidVerbs, payoutFields } from '#funds/model/payout/payout.ts';
import { reimbursementItem } from '#expense/model/item/reimbursement-item.ts';
import { askedFields, docTypeOf } from '#expense/model/value/asked.ts';

const name = 'reimbursement:loan';

/**
 * Money that somebody of the house gets ahead (domain §8.2). From the day it is paid he owes it, until claims offset it
 * or he brings it back.
 */
export const loan = defineDocument({
  name,
  label: ['借款单', '借款單', 'Loan'],
  path: '/reimbursement/loan',
  number: { prefix: 'LN', digits: 4 },
  head: {
    docType: docTypeOf('loan'),
    ...askedFields,
    repayDate: date(['预计还款日期', '預計還款日期', 'Repay by']),
    repaidAmount: amount(['已还金额', '已還金額', 'Repaid'], { kept: true }),
    // What claims in approval are about to offset of it.
    lockedAmount: amount(['冲销中金额', '沖銷中金額', 'Being offset'], { kept: true }),
    balanceAmount: amount(['未还余额', '未還餘額', 'Owed'], { kept: true }),
    settleStatus: choice(['结清状态', '結清狀態', 'Settlement status'], settleStatus, { default: '0', kept: true }),
    ...payoutFields,
    remark: remark(),
  },
  lineLabel: ['借款明细', '借款明細', 'Loan line'],
  lines: {
    itemCode: ref(['报销项目编码', '報銷項目編碼', 'Item code'], () => reimbursementItem, { required: true }),
    budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount, {
      kept: true,
    }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'applicantCode'],
  editable: ['saved', 'stashed'],
  stage: 'payFlag',
  journey: paidJourney(name),
  verbs: paidVerbs,
  isImported: true,
  list: {
    columns: [
      'code',
      'billDate',
      'docType',
      'applicantName',
      'deptName',
      'applyDate',
      'currency',
      'payeeName',
      'payeeBank',
      'payeeAccount',
      'payMode',
      'invoiceCount',
      'totalAmount',
      'balanceAmount',
      'repayDate',
      'payFlag',
      'settleStatus',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'applicantName', 'totalAmount', 'balanceAmount', 'billStatus', 'payFlag', 'repayDate'],
    filters: [
      'code',
      'applicantCode',
      'deptCode',
      'organizeCode',
      'docType',
      'currency',
      'payMode',
      'payFlag',
      'settleStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'reimbursement', url: 'reimbursement/loan', sort: 102, title: ['借款单', '借款單', 'Loans'] },
  attachments: true,
  print: {
    isVoucher: true,
    also: ['totalAmount'],
    without: ['docType', 'bankSerialNo', 'payerName', 'repaidAmount', 'lockedAmount', 'settleStatus'],
    sums: ['totalAmount'],
    amount: 'totalAmount',
    signatures: [
      ['借款人', '借款人', 'Borrower'],
      ['出纳', '出納', 'Cashier'],
    ],
  },
});
