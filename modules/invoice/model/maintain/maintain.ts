import { taxCode } from '#data/model/goods/tax-code.ts';
import { customer } from '#data/model/partner/customer.ts';
import { taxRate } from '#data/model/value/choices.ts';
import { defineDocument, type States, type Verbs } from '#platform/model/document.ts';
import {
  amount,
  choice,
  date,
  dict,
  flag,
  instant,
  integer,
  price,
  quantity,
  ref,
  text,
} from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import {
  buyerUsed,
  invoiceKind,
  issueStatus,
  pushStatus,
  redConfirmStage,
  redConfirmStatus,
  redReason,
} from '#invoice/model/value/choices.ts';

const states = {
  saved: { code: '0', label: ['待开具', '待開具', 'To be issued'], tone: 'blue' },
  audited: { code: '1', label: ['已开具', '已開具', 'Issued'], tone: 'green' },
  // It is with the provider: nobody changes what may already stand on an invoice.
  issuing: { code: '4', label: ['开具中', '開具中', 'Being issued'], tone: 'orange' },
} as const satisfies States;

const verbs = {
  number: {
    label: ['录入票号', '錄入票號', 'Enter number'],
    // Out of the provider's hands only once its request was given up.
    from: ['saved', 'issuing'],
    to: 'audited',
    sets: 'audited',
    when: { issueStatus: ['0', '4'] },
    asks: { invoiceNumber: 'required', invoiceDate: 'required', invoiceCode: 'optional' },
    posts: true,
  },
  unnumber: {
    label: ['撤销票号', '撤銷票號', 'Undo number'],
    from: ['audited'],
    to: 'saved',
    sets: 'unaudited',
    when: { issueStatus: ['1'] },
    asksReason: true,
    posts: true,
  },
} as const satisfies Verbs<keyof typeof states>;

/**
 * An invoice as it is printed: lines are merged and cut, and need not be those of the goods. A confirmation makes it;
 * one that was written elsewhere is entered by hand. With its number it is issued (domain §7.1).
 */
export const invoiceMaintain = defineDocument({
  name: 'invoice:maintain',
  label: ['发票', '發票', 'Invoice'],
  path: '/invoice/electronmain',
  number: { prefix: 'IV', digits: 5 },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true, mayRest: true }),
    applyCode: text(['申请单号', '申請單號', 'Application no.'], { max: 50, kept: true, isNumber: true }),
    kind: choice(['发票性质', '發票性質', 'Invoice kind'], invoiceKind, { default: '0', kept: true }),
    invoiceType: dict(['发票类型', '發票類型', 'Invoice type'], 'invoice_type', { required: true }),
    // An invoice on paper has a code beside its number, a 数电票 only its twenty digits (C2).
    invoiceCode: text(['发票代码', '發票代碼', 'Invoice code'], { max: 20, kept: true }),
    invoiceNumber: text(['发票号码', '發票號碼', 'Tax invoice no.'], { max: 30, kept: true }),
    invoiceDate: date(['开票日期', '開票日期', 'Invoiced on'], { kept: true }),
    title: text(['发票抬头', '發票抬頭', 'Invoice title'], { max: 100, required: true }),
    taxNumber: text(['纳税人识别号', '納稅人識別號', 'Tax number'], { max: 50 }),
    email: text(['邮箱', '電子郵件', 'Email'], { max: 100, format: 'email' }),
    totalAmount: amount(['价税合计', '價稅合計', 'Total with tax'], { kept: true }),
    totalNet: amount(['不含税金额', '不含稅金額', 'Net amount'], { kept: true }),
    totalTax: amount(['税额合计', '稅額合計', 'Total tax'], { kept: true }),
    issueStatus: choice(['开具状态', '開具狀態', 'Issue status'], issueStatus, { default: '0', kept: true }),
    // Why the provider issued nothing.
    failMsg: text(['失败原因', '失敗原因', 'Why it failed'], { max: 500, kept: true, isRare: true }),
    drawer: text(['开票人', '開票人', 'Drawn by'], { max: 50, kept: true }),
    pushStatus: choice(['推送状态', '推送狀態', 'Push status'], pushStatus, { default: '0', kept: true }),
    // Of a red invoice: what it takes back. Its confirmation stands on both (C4, C5).
    originalCode: text(['原发票单号', '原發票單號', 'Reversed document'], {
      max: 50,
      kept: true,
      isRare: true,
      isNumber: true,
    }),
    originalInvoiceNumber: text(['原发票号码', '原發票號碼', 'Reversed invoice no.'], {
      max: 30,
      kept: true,
      isRare: true,
    }),
    redReason: choice(['红冲原因', '紅沖原因', 'Why it is reversed'], redReason, { kept: true, isRare: true }),
    buyerUsedFlag: choice(['购方用途确认', '購方用途確認', 'Used by the buyer'], buyerUsed, {
      default: '0',
      kept: true,
      isRare: true,
    }),
    redConfirmNo: text(['红字确认单编号', '紅字確認單編號', 'Red confirmation no.'], {
      max: 50,
      kept: true,
      isRare: true,
    }),
    redConfirmStatus: choice(['红字确认状态', '紅字確認狀態', 'Red confirmation'], redConfirmStatus, {
      default: '0',
      kept: true,
      isRare: true,
    }),
    redConfirmStage: choice(['确认单办理', '確認單辦理', 'Confirmation handled'], redConfirmStage, {
      default: '0',
      kept: true,
      isRare: true,
    }),
    // What its provider or its buyer said.
    redConfirmMsg: text(['确认单说明', '確認單說明', 'About the confirmation'], { max: 500, kept: true, isRare: true }),
    redConfirmDeadline: instant(['购方确认期限', '購方確認期限', 'Buyer answers by'], { kept: true, isRare: true }),
    redAmount: amount(['已红冲金额', '已紅沖金額', 'Reversed so far'], { kept: true, isRare: true }),
    remark: remark(),
  },
  lineLabel: ['发票明细', '發票明細', 'Invoice line'],
  lines: {
    productName: text(['项目名称', '項目名稱', 'Goods or service'], { max: 200, required: true }),
    spec: text(['规格', '規格', 'Spec'], { max: 100 }),
    unitName: text(['单位', '單位', 'Unit'], { max: 20 }),
    // Freight, charges and discounts print without one.
    number: quantity(['数量', '數量', 'Quantity']),
    price: price(['单价（不含税）', '單價（不含稅）', 'Net price'], { kept: true }),
    // The same with up to 13 decimals (C3): more than a price has.
    printedAs: text(['票面单价', '票面單價', 'Price on paper'], { max: 40, kept: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate, { required: true }),
    amount: amount(['金额（含税）', '金額（含稅）', 'Amount with tax'], { required: true }),
    netAmount: amount(['不含税金额', '不含稅金額', 'Net amount'], { kept: true }),
    taxAmount: amount(['税额', '稅額', 'Tax'], { kept: true }),
    taxCode: ref(['税收编码', '稅收編碼', 'Tax code'], () => taxCode),
    // It gives away a part of the line before it.
    discountFlag: flag(['折扣行', '折扣行', 'Discount line'], { kept: true }),
    originalLineNo: integer(['原发票行号', '原發票行號', 'Reversed line'], { kept: true, hidden: true }),
    remark: remark(),
  },
  states,
  initial: 'saved',
  stage: 'issueStatus',
  editable: ['saved'],
  verbs,
  grants: {
    issue: ['开具', '開具', 'Issue'],
    push: ['推送', '推送', 'Push'],
    redreverse: ['红冲', '紅沖', 'Red-reverse'],
  },
  list: {
    columns: [
      'code',
      'billDate',
      'invoiceCode',
      'invoiceNumber',
      'invoiceDate',
      'kind',
      'applyCode',
      'customerName',
      'invoiceType',
      'title',
      'taxNumber',
      'totalTax',
      'totalAmount',
      'pushStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerName', 'totalAmount', 'billStatus', 'invoiceNumber', 'invoiceDate'],
    filters: [
      'code',
      'title',
      'applyCode',
      'customerCode',
      'organizeCode',
      'kind',
      'invoiceType',
      'issueStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: {
    area: 'invoice',
    url: 'invoice/maintain',
    sort: 73,
    title: ['发票维护', '發票維護', 'Invoice maintenance'],
  },
  attachments: true,
  isImported: true,
  print: { sums: ['totalNet', 'totalTax', 'totalAmount'], amount: 'totalAmount' },
});
