import { dept, personnel } from '#data/model/staff/staff.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { amount, choice, date, dict, integer, ref, text, type Choices, type Fields } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { payoutFields } from '#funds/model/payout/payout.ts';
import { organization } from '#system/model/organization.ts';

/** The codes of the specification for documents of this kind; those of employees are the module of reimbursement's. */
export const supplierDocType = {
  payment: ['付款单', '付款單', 'Payment'],
  prepayment: ['预付款单', '預付款單', 'Prepayment'],
} as const satisfies Choices;

/** What somebody asks for who wants a supplier paid: who asks, for whom, why and to which account of the supplier. */
export const askedFields = {
  organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
  applicantCode: ref(['申请人编码', '申請人編碼', 'Applicant code'], () => personnel, { required: true }),
  deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept, { required: true }),
  applyDate: date(['申请日期', '申請日期', 'Applied on'], { required: true }),
  // Whoever is served no more is still paid.
  supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier, { required: true, mayRest: true }),
  reason: text(['事由', '事由', 'Reason'], { max: 500, format: 'multiline', required: true }),
  currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
  payMode: dict(['付款方式', '付款方式', 'Pay mode'], 'pay_mode', { default: 'transfer' }),
  // Left empty they are the supplier's own.
  payeeName: text(['收款人', '收款人', 'Payee'], { filled: true }),
  payeeBank: text(['收款银行', '收款銀行', 'Payee bank'], { filled: true }),
  payeeAccount: text(['收款账号', '收款帳號', 'Payee account'], { filled: true }),
  invoiceCount: integer(['发票张数', '發票張數', 'Invoices'], { kept: true }),
  totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
} as const satisfies Fields;

export const endFields = { ...payoutFields, remark: remark() } as const satisfies Fields;

export const docTypeOf = (type: keyof typeof supplierDocType) =>
  choice(['单据类型', '單據類型', 'Document type'], supplierDocType, { default: type, kept: true });
