import { material } from '#data/model/goods/material.ts';
import { taxCode } from '#data/model/goods/tax-code.ts';
import { customer } from '#data/model/partner/customer.ts';
import { customerInvoice } from '#data/model/partner/customer-invoice.ts';
import { taxRate } from '#data/model/value/choices.ts';
import { confirmFlag } from '#funds/model/choices.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, dict, instant, integer, price, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { invoicingStatus } from '#sales/model/order/choices.ts';
import { organization } from '#system/model/organization.ts';
import { issueStatus, sourceKind } from '#invoice/model/value/choices.ts';

/**
 * What of the goods that left a customer wants invoiced, to whom and on which kind of paper. It is asked for by a clerk
 * or by the customer; its audit holds what it asks for, so nothing is invoiced twice (domain §7.1).
 */
export const invoiceApply = defineDocument({
  name: 'invoice:apply',
  label: ['开票申请', '開票申請', 'Invoice application'],
  path: '/invoice/apply',
  number: { prefix: 'IA', digits: 5 },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true }),
    invoiceInfoId: ref(['开票信息', '開票資訊', 'Invoice info'], () => customerInvoice, {
      key: 'id',
      required: true,
      copies: {
        title: 'name',
        taxNumber: 'taxNumber',
        address: 'address',
        openingBank: 'openingBank',
        bankAccount: 'bankAccount',
        email: 'email',
      },
    }),
    invoiceType: dict(['发票类型', '發票類型', 'Invoice type'], 'invoice_type', { required: true }),
    industryInvoice: dict(['行业发票', '行業發票', 'Industry invoice'], 'industry_invoice'),
    // Whom the paper names: as the invoice info says when the application is saved.
    title: text(['发票抬头', '發票抬頭', 'Invoice title'], { max: 100, kept: true }),
    taxNumber: text(['纳税人识别号', '納稅人識別號', 'Tax number'], { max: 50, kept: true }),
    address: text(['地址', '地址', 'Address'], { max: 200, kept: true }),
    openingBank: text(['开户行', '開戶行', 'Bank branch'], { max: 100, kept: true }),
    bankAccount: text(['银行账号', '銀行帳號', 'Bank account number'], { max: 50, kept: true }),
    email: text(['邮箱', '電子郵件', 'Email'], { max: 100, format: 'email', kept: true }),
    totalAmount: amount(['开票金额', '開票金額', 'Invoice amount'], { kept: true }),
    totalTax: amount(['税额合计', '稅額合計', 'Total tax'], { kept: true }),
    confirmFlag: choice(['确认标志', '確認標誌', 'Confirmed'], confirmFlag, { default: '0', kept: true }),
    confirmDate: instant(['确认时间', '確認時間', 'Confirmed at'], { kept: true }),
    confirmerName: text(['确认人', '確認人', 'Confirmed by'], { kept: true }),
    invoicingStatus: choice(['开票状态', '開票狀態', 'Invoicing status'], invoicingStatus, {
      default: '0',
      kept: true,
    }),
    issueStatus: choice(['开具状态', '開具狀態', 'Issue status'], issueStatus, { default: '0', kept: true }),
    remark: remark(),
  },
  lineLabel: ['开票明细', '開票明細', 'Invoice line'],
  lines: {
    sourceCode: text(['出入库单号', '出入庫單號', 'Movement no.'], { max: 50, isNumber: true, required: true }),
    sourceKind: choice(['开票内容', '開票內容', 'What is invoiced'], sourceKind, { default: '0' }),
    // Freight and what was kept back are of the movement as a whole: line 0.
    sourceLineNo: integer(['出入库行号', '出入庫行號', 'Movement line'], { default: '0' }),
    orderCode: text(['订单编码', '訂單編碼', 'Order no.'], { max: 50, kept: true, isNumber: true }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { kept: true }),
    spec: text(['规格', '規格', 'Spec'], { kept: true }),
    model: text(['型号', '型號', 'Model'], { kept: true }),
    unitName: text(['单位', '單位', 'Unit'], { kept: true }),
    // What came back is negative.
    number: quantity(['开票数量', '開票數量', 'Quantity'], { required: true }),
    price: price(['含税单价', '含稅單價', 'Price with tax'], { kept: true }),
    amount: amount(['金额', '金額', 'Amount'], { kept: true }),
    // What rebate paid of it: a line of its own on the paper (C1a).
    discountAmount: amount(['折扣金额', '折扣金額', 'Discount'], { kept: true }),
    // What a wrong issue gave free again, to be asked for anew (C5).
    freedNumber: quantity(['红冲释放数量', '紅沖釋放數量', 'Freed by a reversal'], { kept: true, hidden: true }),
    freedAmount: amount(['红冲释放金额', '紅沖釋放金額', 'Amount freed'], { kept: true, hidden: true }),
    freedDiscount: amount(['红冲释放折扣', '紅沖釋放折扣', 'Discount freed'], { kept: true, hidden: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate, { kept: true }),
    taxAmount: amount(['税额', '稅額', 'Tax'], { kept: true }),
    taxCode: ref(['税收编码', '稅收編碼', 'Tax code'], () => taxCode, { kept: true }),
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
      'customerName',
      'invoiceType',
      'industryInvoice',
      'title',
      'taxNumber',
      'email',
      'totalTax',
      'confirmFlag',
      'issueStatus',
      'organizeName',
      'totalAmount',
      'invoicingStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerName', 'totalAmount', 'billStatus', 'invoiceType', 'title'],
    filters: [
      'code',
      'title',
      'customerCode',
      'organizeCode',
      'invoiceType',
      'industryInvoice',
      'confirmFlag',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'invoice', url: 'invoice/apply', sort: 71, title: ['开票申请', '開票申請', 'Invoice applications'] },
  attachments: true,
  isImported: true,
  print: { sums: ['totalAmount', 'totalTax'], amount: 'totalAmount' },
});
