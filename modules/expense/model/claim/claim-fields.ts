import { budgetAccount, costSubject } from '#data/model/money/cost-subject.ts';
import { dept } from '#data/model/staff/staff.ts';
import type { billStates } from '#platform/model/bill.ts';
import { referTo, type Document } from '#platform/model/document.ts';
import { amount, flag, json, ref, text, type Fields } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { remark } from '#platform/model/preset.ts';
import { type paidVerbs, payoutFields } from '#funds/model/payout/payout.ts';
import { application } from '#expense/model/application/application.ts';
import { loan } from '#expense/model/loan/loan.ts';
import { askedFields, docTypeOf } from '#expense/model/value/asked.ts';

/**
 * What a claim is, once for all kinds of it: who claims by which application, his invoices, what the house grants, what
 * of that he owes from loans, and what he is paid. A kind adds what only it has, and says which costs its lines are
 * (`expense/server/claim/claim-kind.ts`).
 */
export const claimFields = {
  ...askedFields,
  applicationCode: ref(['费用申请编码', '費用申請編碼', 'Application no.'], () => referTo(application)),
  invoices: json(['发票', '發票', 'Invoices']),
  allowedAmount: amount(['核准金额', '核准金額', 'Granted'], { kept: true }),
  taxAmount: amount(['可抵扣税额', '可抵扣稅額', 'Deductible tax'], { kept: true }),
  // The oldest of the loans that it offsets.
  loanCode: ref(['冲销借款单', '沖銷借款單', 'Offset loan no.'], () => referTo(loan), { kept: true }),
  // Worked out where claims settle open loans first (RB004); else as it was typed, and never more than is open.
  offsetAmount: amount(['冲借款金额', '沖借款金額', 'Offset'], { filled: true }),
  payAmount: amount(['应付金额', '應付金額', 'To pay'], { kept: true }),
  overBudget: flag(['超预算', '超預算', 'Over budget'], { kept: true, tone: 'red' }),
  overPolicy: flag(['超标准', '超標準', 'Over policy'], { kept: true, tone: 'red' }),
  // Its costs as they were judged: what undoes it undoes exactly these.
  parts: json(['费用分项', '費用分項', 'Costs'], { kept: true, hidden: true }),
  ...payoutFields,
} as const satisfies Fields;

/** Of every line: who bears it, and what became of it. */
export const borneFields = {
  deptCode: ref(['承担部门编码', '承擔部門編碼', 'Charged department code'], () => dept, { filled: true }),
  projectCode: text(['项目编码', '項目編碼', 'Project code'], { max: 50 }),
} as const satisfies Fields;
export const grantedFields = {
  invoiceNumber: text(['发票号码', '發票號碼', 'Invoice no.'], { kept: true, max: 500 }),
  taxAmount: amount(['可抵扣税额', '可抵扣稅額', 'Deductible tax'], { kept: true }),
  allowedAmount: amount(['核准金额', '核准金額', 'Granted'], { isUsual: true, kept: true }),
  // Whoever gets less than he claimed reads why.
  cutReason: text(['核减原因', '核減原因', 'Why less'], { isUsual: true, kept: true, max: 500 }),
  remark: remark(),
} as const satisfies Fields;
/** Of a line that is one cost. */
export const accountFields = {
  costSubjectCode: ref(['费用科目编码', '費用科目編碼', 'Expense item code'], () => costSubject, { kept: true }),
  budgetAccountCode: ref(['预算科目编码', '預算科目編碼', 'Budget account code'], () => budgetAccount, { kept: true }),
} as const satisfies Fields;

const head = { docType: docTypeOf('expense'), ...claimFields, remark: remark() };
const lines = { ...borneFields, ...grantedFields };
/** What all claims have. */
export type ClaimDocument = Document<string, typeof head, typeof lines, typeof billStates, typeof paidVerbs>;

/** Columns of the lists of claims, those of the contract before ours. */
export const claimColumns = [
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
] as const;
export const claimEnds = [
  'overBudget',
  'overPolicy',
  'payFlag',
  'billStatus',
  'auditPersonName',
  'auditDate',
  'creatorName',
  'createDate',
] as const;
export const claimFilters = [
  'code',
  'applicantCode',
  'deptCode',
  'organizeCode',
  'docType',
  'currency',
  'payMode',
  'payFlag',
  'billStatus',
  'billDate',
] as const;

/** Whoever has a claim in hand may grant less of it. */
export const claimGrants = { cut: ['核减', '核減', 'Grant less'] } as const satisfies Readonly<Record<string, Label>>;

export const claimSignatures: readonly Label[] = [
  ['报销人', '報銷人', 'Claimant'],
  ['部门负责人', '部門負責人', 'Head of department'],
  ['出纳', '出納', 'Cashier'],
];
/** What the voucher leaves out, and its sums. */
export const claimPrint = {
  isVoucher: true,
  without: [
    'docType',
    'invoices',
    'bankSerialNo',
    'payerName',
    'overBudget',
    'overPolicy',
    'offsetAmount',
    'cutReason',
  ],
  sums: ['totalAmount', 'allowedAmount', 'offsetAmount', 'payAmount'],
  amount: 'allowedAmount',
  signatures: claimSignatures,
} as const;
