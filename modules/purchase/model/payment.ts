import { taxRate } from '#data/model/value/choices.ts';
import { billStates } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { amount, choice, flag, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { paidJourney, paidVerbs } from '#funds/model/payout/payout.ts';
import { purchase } from './purchase.ts';
import { askedFields, docTypeOf, endFields } from './payment-asked.ts';
import { prepayment } from './prepayment.ts';

const name = 'reimbursement:payment';

/**
 * What a supplier is paid for what he brought: lines name receipts and the invoice that came for them, and from the day
 * it is sent in never more than was received (B14, B14a). What was prepaid is offset first.
 */
export const payment = defineDocument({
  name,
  label: ['付款单', '付款單', 'Payment'],
  path: '/reimbursement/payment',
  number: { prefix: 'PY', digits: 4 },
  owner: { supplier: 'supplierCode' },
  head: {
    docType: docTypeOf('payment'),
    ...askedFields,
    purchaseCode: ref(['采购订单编码', '採購訂單編碼', 'Purchase order no.'], () => referTo(purchase)),
    prepaymentCode: ref(['预付款单编码', '預付款單編碼', 'Prepayment no.'], () => referTo(prepayment)),
    offsetAmount: amount(['冲抵金额', '沖抵金額', 'Offset']),
    payAmount: amount(['应付金额', '應付金額', 'To pay'], { kept: true }),
    // An invoice that differs from its receipt by more than PU004 was accepted, or is about to be.
    mismatchFlag: flag(['发票不符', '發票不符', 'Invoice differs'], { kept: true, tone: 'red' }),
    ...endFields,
  },
  lineLabel: ['付款明细', '付款明細', 'Payment line'],
  lines: {
    // The receipt, or the opening balance, that is paid.
    sourceCode: text(['来源单据编码', '來源單據編碼', 'Source no.'], { max: 50, isNumber: true, required: true }),
    // Left empty it is the one that was matched with the receipt.
    invoiceNumber: text(['发票号码', '發票號碼', 'Invoice no.'], { max: 50, filled: true }),
    amount: amount(['金额', '金額', 'Amount'], { required: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    taxAmount: amount(['税额', '稅額', 'Tax'], { kept: true }),
    // What was open of the source as the line was written.
    openAmount: amount(['未付金额', '未付金額', 'Open'], { kept: true, isNotSummed: true }),
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
      'supplierName',
      'totalAmount',
      'payAmount',
      'mismatchFlag',
      'payFlag',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'supplierName', 'totalAmount', 'billStatus', 'payFlag', 'payAmount'],
    filters: [
      'code',
      'applicantCode',
      'deptCode',
      'supplierCode',
      'bankAccountCode',
      'docType',
      'currency',
      'payMode',
      'payFlag',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'reimbursement', url: 'reimbursement/payment', sort: 125, title: ['付款单', '付款單', 'Payments'] },
  attachments: true,
  print: {
    isVoucher: true,
    also: ['totalAmount', 'payAmount'],
    without: ['docType', 'bankSerialNo', 'payerName', 'mismatchFlag', 'openAmount'],
    sums: ['totalAmount', 'offsetAmount', 'payAmount'],
    amount: 'payAmount',
    signatures: [
      ['申请人', '申請人', 'Applicant'],
      ['出纳', '出納', 'Cashier'],
    ],
  },
});
