import { brand } from '#data/model/goods/brand.ts';
import { customer } from '#data/model/partner/customer.ts';
import { materialClass } from '#data/model/goods/material.ts';
import { dept, personnel } from '#data/model/staff/staff.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { amount, choice, integer, quantity, rate, ref } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { objectivePeriod } from '#price/model/price-choices.ts';

/** What somebody is to sell in a year, month by month. What was sold is for the reports to say. */
export const salesObjective = defineDocument({
  name: 'sale:objective',
  label: ['销售目标', '銷售目標', 'Sales target'],
  path: '/channelsale/objective',
  number: { prefix: 'OB', digits: 3 },
  isImported: true,
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    year: integer(['年度', '年度', 'Year'], { required: true }),
    period: choice(['周期', '週期', 'Period'], objectivePeriod, { default: '2' }),
    deptCode: ref(['部门编码', '部門編碼', 'Department code'], () => dept),
    salesmanCode: ref(['业务员编码', '業務員編碼', 'Salesperson code'], () => personnel),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    totalAmount: amount(['总金额', '總金額', 'Total amount'], { kept: true }),
    finishedAmount: amount(['完成金额', '完成金額', 'Achieved'], { kept: true }),
    finishRate: rate(['完成率', '完成率', 'Achievement rate'], { kept: true }),
    remark: remark(),
  },
  lineLabel: ['销售目标明细', '銷售目標明細', 'Sales target line'],
  lines: {
    month: integer(['月份', '月份', 'Month'], { required: true }),
    productClassCode: ref(['产品分类编码', '產品分類編碼', 'Product class code'], () => materialClass),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand),
    targetNumber: quantity(['目标数量', '目標數量', 'Target quantity']),
    targetAmount: amount(['目标金额', '目標金額', 'Target amount'], { required: true }),
    finishedAmount: amount(['完成金额', '完成金額', 'Achieved'], { kept: true }),
  },
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: shortBillVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'year',
      'period',
      'deptName',
      'salesmanName',
      'customerName',
      'finishedAmount',
      'finishRate',
      'organizeName',
      'totalAmount',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'deptCode', 'salesmanCode', 'customerCode', 'organizeCode', 'period', 'billStatus', 'billDate'],
  },
  owner: { customer: 'customerCode', salesman: 'salesmanCode' },
  screen: { area: 'sale', url: 'sale/objective', sort: 137, title: ['销售目标', '銷售目標', 'Sales targets'] },
});
