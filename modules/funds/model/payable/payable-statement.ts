import { supplier } from '#data/model/partner/supplier.ts';
import { amount, ref, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { organization } from '#system/model/organization.ts';

/**
 * 供应商对账: what was owed as a month began, what came, went back and was paid in it, and what was owed at its end.
 */
export const payableStatement = defineReport({
  name: 'sale:payablestatement',
  label: ['供应商对账', '供應商對帳', 'Supplier statement'],
  path: '/channelsale/payablestatement',
  fields: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    supplierCode: ref(['供应商编码', '供應商編碼', 'Supplier code'], () => supplier),
    month: text(['月份', '月份', 'Month'], { max: 7 }),
    openingAmount: amount(['期初应付', '期初應付', 'Opening']),
    purchaseAmount: amount(['本期采购', '本期採購', 'Purchased']),
    returnAmount: amount(['本期退货', '本期退貨', 'Returned']),
    adjustAmount: amount(['本期调整', '本期調整', 'Adjusted']),
    paidAmount: amount(['本期付款', '本期付款', 'Paid']),
    offsetAmount: amount(['本期冲抵', '本期沖抵', 'Offset']),
    closingAmount: amount(['期末应付', '期末應付', 'Closing']),
    prepaidAmount: amount(['期末预付', '期末預付', 'Prepaid at the end']),
  },
  list: {
    columns: [
      'organizeName',
      'supplierName',
      'month',
      'openingAmount',
      'purchaseAmount',
      'returnAmount',
      'adjustAmount',
      'paidAmount',
      'offsetAmount',
      'closingAmount',
      'prepaidAmount',
    ],
    lead: ['supplierName', 'month', 'openingAmount', 'purchaseAmount', 'paidAmount', 'closingAmount'],
    filters: ['organizeCode', 'supplierCode', 'month'],
  },
  screen: {
    area: 'sale',
    url: 'sale/payablestatement',
    sort: 137,
    title: ['供应商对账', '供應商對帳', 'Supplier statements'],
  },
});
