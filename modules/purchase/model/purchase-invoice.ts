import { material } from '#data/model/goods/material.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import { taxRate } from '#data/model/value/choices.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, date, flag, integer, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';

/**
 * What a supplier invoices, line by line beside what came in and at which price it was ordered. Its audit accepts the
 * difference: it goes to what is owed and, without the tax, to what the goods cost (B14, B14a).
 */
export const purchaseInvoice = defineDocument({
  name: 'order:purchaseinvoice',
  label: ['采购发票', '採購發票', 'Supplier invoice'],
  path: '/channelsale/purchaseinvoice',
  number: { prefix: 'PV', digits: 5 },
  isAccounted: true,
  owner: { supplier: 'supplierCode' },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier, { required: true, mayRest: true }),
    invoiceNumber: text(['发票号码', '發票號碼', 'Invoice no.'], { max: 50, required: true }),
    invoiceDate: date(['开票日期', '開票日期', 'Invoiced on'], { required: true }),
    receiptAmount: amount(['入库金额', '入庫金額', 'Receipt amount'], { kept: true }),
    totalAmount: amount(['发票金额', '發票金額', 'Invoice amount'], { kept: true }),
    taxAmount: amount(['税额', '稅額', 'Tax'], { kept: true }),
    differenceAmount: amount(['差异金额', '差異金額', 'Difference'], { kept: true }),
    // More apart than PU004 allows: whoever approves it is told.
    mismatchFlag: flag(['发票不符', '發票不符', 'Invoice differs'], { kept: true, tone: 'red' }),
    remark: remark(),
  },
  lineLabel: ['发票明细', '發票明細', 'Invoice line'],
  lines: {
    sourceCode: text(['入库单号', '入庫單號', 'Receipt no.'], { max: 50, isNumber: true, required: true }),
    sourceLineNo: integer(['入库行号', '入庫行號', 'Receipt line'], { required: true }),
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { kept: true }),
    receiptNumber: quantity(['入库数量', '入庫數量', 'Received'], { kept: true }),
    number: quantity(['开票数量', '開票數量', 'Quantity'], { required: true }),
    receiptAmount: amount(['入库金额', '入庫金額', 'Receipt amount'], { kept: true }),
    // Left empty it is what the receipt says.
    amount: amount(['发票金额', '發票金額', 'Invoice amount'], { filled: true }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    taxAmount: amount(['税额', '稅額', 'Tax'], { kept: true }),
    differenceAmount: amount(['差异金额', '差異金額', 'Difference'], { kept: true }),
    // What of it went to goods that were still there.
    costAmount: amount(['计入成本', '計入成本', 'Into cost'], { kept: true }),
    remark: remark(),
  },
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['organizeCode', 'supplierCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'supplierName',
      'invoiceNumber',
      'invoiceDate',
      'receiptAmount',
      'totalAmount',
      'taxAmount',
      'differenceAmount',
      'mismatchFlag',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'supplierName', 'totalAmount', 'billStatus', 'invoiceNumber', 'differenceAmount'],
    filters: ['code', 'supplierCode', 'invoiceNumber', 'organizeCode', 'mismatchFlag', 'billStatus', 'billDate'],
  },
  screen: {
    area: 'order',
    url: 'order/purchaseinvoice',
    sort: 89,
    title: ['采购发票', '採購發票', 'Supplier invoices'],
  },
  attachments: true,
  print: { sums: ['totalAmount', 'taxAmount'], amount: 'totalAmount' },
});
