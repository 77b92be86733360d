import { billStates } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { amount, choice, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { settleStatus } from '#funds/model/choices.ts';
import { paidJourney, paidVerbs } from '#funds/model/payout/payout.ts';
import { purchase } from './purchase.ts';
import { askedFields, docTypeOf, endFields } from './payment-asked.ts';

const name = 'reimbursement:prepayment';

/** Money that a supplier gets before his goods come; payments offset it (B13). */
export const prepayment = defineDocument({
  name,
  label: ['预付款单', '預付款單', 'Prepayment'],
  path: '/reimbursement/prepayment',
  number: { prefix: 'PP', digits: 4 },
  owner: { supplier: 'supplierCode' },
  head: {
    docType: docTypeOf('prepayment'),
    ...askedFields,
    purchaseCode: ref(['采购订单编码', '採購訂單編碼', 'Purchase order no.'], () => referTo(purchase)),
    ...endFields,
    offsetAmount: amount(['已冲抵金额', '已沖抵金額', 'Offset'], { kept: true }),
    balanceAmount: amount(['预付余额', '預付餘額', 'Left'], { kept: true }),
    settleStatus: choice(['结清状态', '結清狀態', 'Settlement status'], settleStatus, { default: '0', kept: true }),
  },
  lineLabel: ['预付款明细', '預付款明細', 'Prepayment line'],
  lines: {
    summary: text(['摘要', '摘要', 'Summary'], { required: true }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'supplierCode'],
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
      'payFlag',
      'settleStatus',
      'organizeName',
      'supplierName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'supplierName', 'totalAmount', 'billStatus', 'payFlag', 'balanceAmount'],
    filters: [
      'code',
      'applicantCode',
      'deptCode',
      'supplierCode',
      'purchaseCode',
      'docType',
      'currency',
      'payMode',
      'payFlag',
      'billStatus',
      'billDate',
    ],
  },
  screen: {
    area: 'reimbursement',
    url: 'reimbursement/prepayment',
    sort: 126,
    title: ['预付款单', '預付款單', 'Prepayments'],
  },
  attachments: true,
  print: {
    isVoucher: true,
    also: ['totalAmount'],
    without: ['docType', 'bankSerialNo', 'payerName'],
    sums: ['totalAmount'],
    amount: 'totalAmount',
    signatures: [
      ['申请人', '申請人', 'Applicant'],
      ['出纳', '出納', 'Cashier'],
    ],
  },
});
