import { material } from '#data/model/goods/material.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { dict, integer, price, ref } from '#platform/model/field.ts';
import { enabled, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';

/**
 * What a material is expected to cost in a month: margins of what has no cost yet, and prices that are cost plus
 * something.
 */
export const estimatedCost = defineDocument({
  name: 'sale:estimatedcost',
  label: ['预估成本', '預估成本', 'Estimated cost'],
  path: '/channelsale/price/cost',
  number: { prefix: 'EC', digits: 3 },
  isToggled: true,
  isImported: true,
  head: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { required: true }),
    year: integer(['年度', '年度', 'Year'], { required: true }),
    month: integer(['月份', '月份', 'Month'], { required: true }),
    cost: price(['成本', '成本', 'Cost'], { required: true }),
    currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    status: enabled(),
    remark: remark(),
  },
  lineLabel: ['预估成本', '預估成本', 'Estimated cost'],
  lines: {},
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: shortBillVerbs,
  list: {
    columns: [
      'productName',
      'year',
      'month',
      'cost',
      'currency',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['productCode', 'organizeCode', 'currency', 'status'],
  },
  screen: { area: 'sale', url: 'sale/estimatedcost', sort: 136, title: ['预估成本', '預估成本', 'Estimated cost'] },
});
