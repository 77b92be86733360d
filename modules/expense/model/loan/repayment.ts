import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { amount, dict, ref } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { askedFields, docTypeOf } from '#expense/model/value/asked.ts';
import { loan } from './loan.ts';

/** What somebody brings back of what he was lent: approved it is no longer owed (domain §8.2). */
export const repayment = defineDocument({
  name: 'reimbursement:repayment',
  label: ['还款单', '還款單', 'Repayment'],
  path: '/reimbursement/repayment',
  number: { prefix: 'RP', digits: 4 },
  head: {
    docType: docTypeOf('repayment'),
    ...askedFields,
    loanCode: ref(['借款单编码', '借款單編碼', 'Loan no.'], () => referTo(loan), { required: true }),
    repayMode: dict(['还款方式', '還款方式', 'Repaid by'], 'pay_mode', { default: 'transfer' }),
    remark: remark(),
  },
  lineLabel: ['还款明细', '還款明細', 'Repayment line'],
  lines: {
    // Left open it is the one that the head names.
    loanCode: ref(['借款单编码', '借款單編碼', 'Loan no.'], () => referTo(loan), { filled: true }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'applicantCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
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
      'loanCode',
      'totalAmount',
      'repayMode',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'applicantName', 'loanCode', 'totalAmount', 'repayMode', 'billStatus'],
    filters: [
      'code',
      'applicantCode',
      'deptCode',
      'loanCode',
      'organizeCode',
      'docType',
      'currency',
      'payMode',
      'billStatus',
      'billDate',
    ],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/repayment',
    sort: 103,
    title: ['还款单', '還款單', 'Repayments'],
  },
  attachments: true,
  print: {
    isVoucher: true,
    also: ['totalAmount'],
    without: ['docType', 'payMode', 'payeeName', 'payeeBank', 'payeeAccount'],
    sums: ['totalAmount'],
    amount: 'totalAmount',
    signatures: [
      ['还款人', '還款人', 'Repaid by'],
      ['出纳', '出納', 'Cashier'],
    ],
  },
});
