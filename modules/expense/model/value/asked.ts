import { dept, personnel } from '#data/model/staff/staff.ts';
import { amount, choice, date, dict, integer, ref, text, type Fields } from '#platform/model/field.ts';
import { organization } from '#system/model/organization.ts';
import { docType } from './choices.ts';

/** What every document begins with by which somebody of the house asks for money, or brings it back. */
export const askedFields = {
  organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
  applicantCode: ref(['申请人编码', '申請人編碼', 'Applicant code'], () => personnel, { required: true }),
  // Left open it is the applicant's.
  deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept, { filled: true }),
  applyDate: date(['申请日期', '申請日期', 'Applied on'], { required: true }),
  reason: text(['事由', '事由', 'Reason'], { max: 500, format: 'multiline', required: true }),
  currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
  payMode: dict(['付款方式', '付款方式', 'Pay mode'], 'pay_mode', { default: 'transfer' }),
  // Left empty it is the applicant.
  payeeName: text(['收款人', '收款人', 'Payee'], { filled: true }),
  payeeBank: text(['收款银行', '收款銀行', 'Payee bank']),
  payeeAccount: text(['收款账号', '收款帳號', 'Payee account']),
  invoiceCount: integer(['发票张数', '發票張數', 'Invoices'], { kept: true }),
  totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
} as const satisfies Fields;

export const docTypeOf = (type: keyof typeof docType) =>
  choice(['单据类型', '單據類型', 'Document type'], docType, { default: type, kept: true });
