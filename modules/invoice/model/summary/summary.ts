import { customer } from '#data/model/partner/customer.ts';
import { amount, dict, integer, ref, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';

/**
 * 开票汇总: what each customer was invoiced in a month, red invoices against blue ones. What of a month's goods is on
 * no invoice yet has no type: a row of its own.
 */
export const invoiceSummary = defineReport({
  name: 'invoice:summary',
  label: ['开票汇总', '開票彙總', 'Invoice summary'],
  path: '/invoice/summary',
  fields: {
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    month: text(['月份', '月份', 'Month']),
    invoiceType: dict(['发票类型', '發票類型', 'Invoice type'], 'invoice_type'),
    invoiceCount: integer(['发票张数', '發票張數', 'Invoices']),
    totalTax: amount(['税额合计', '稅額合計', 'Total tax']),
    uninvoicedAmount: amount(['未开票金额', '未開票金額', 'Not invoiced']),
    totalAmount: amount(['价税合计', '價稅合計', 'Total with tax']),
  },
  list: {
    columns: ['customerName', 'month', 'invoiceType', 'invoiceCount', 'totalTax', 'uninvoicedAmount', 'totalAmount'],
    filters: ['customerCode', 'invoiceType'],
  },
  screen: { area: 'invoice', url: 'invoice/summary', sort: 75, title: ['开票汇总', '開票彙總', 'Invoice summaries'] },
});
