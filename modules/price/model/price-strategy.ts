import { channel } from '#data/model/partner/channel.ts';
import { priceScope } from '#data/model/value/choices.ts';
import { customerClass } from '#data/model/partner/customer.ts';
import { material } from '#data/model/goods/material.ts';
import { scopeColumns } from '#data/model/scope/scope-columns.ts';
import { priceClass } from '#data/model/partner/price-class.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { choice, date, decimal, dict, integer, json, price, quantity, rate, ref, text } from '#platform/model/field.ts';
import { enabled, name, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { anyOf, priceUnit } from './price-choices.ts';

/**
 * A price for some customers and some products. Who and what are the scope rows; the materials of its lines are rows of
 * the product's side.
 */
export const priceStrategy = defineDocument({
  name: 'sale:pricestrategy',
  label: ['价格策略', '價格策略', 'Price policy'],
  path: '/channelsale/price/strategy',
  number: { prefix: 'PS', digits: 5 },
  isToggled: true,
  isImported: true,
  // Its materials are its lines.
  importedAs: scopeColumns({ customer: true }),
  head: {
    name: name(),
    pricingMode: dict(['定价方式', '定價方式', 'Pricing mode'], 'pricing_mode', { required: true }),
    value: decimal(['值', '值', 'Value']),
    leastNumber: quantity(['最低数量', '最低數量', 'Minimum quantity'], { isNotSummed: true }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    priority: integer(['优先级', '優先順序', 'Priority']),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
    unitType: choice(['计价单位', '計價單位', 'Priced per'], priceUnit, { default: '0' }),
    status: enabled(),
    scopes: json(['适用范围', '適用範圍', 'Scope']),
    // The list and its filters see the customer's side as these four; they follow the scope rows.
    scope: choice(['适用范围', '適用範圍', 'Scope'], priceScope, { default: '0', kept: true }),
    customerClassCode: ref(['客户分类编码', '客戶分類編碼', 'Customer class code'], () => customerClass, {
      kept: true,
      none: anyOf,
    }),
    customerCodes: json(['指定客户', '指定客戶', 'Customers'], { kept: true, hidden: true }),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel, { kept: true, none: anyOf }),
    priceClassCode: ref(['价格级别编码', '價格級別編碼', 'Price level code'], () => priceClass, {
      kept: true,
      none: anyOf,
    }),
    remark: remark(),
  },
  lineLabel: ['价格策略明细', '價格策略明細', 'Price policy line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', model: 'model', mainUnitName: 'mainUnitName' },
    }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit']),
    benchmarkPrice: price(['基准价', '基準價', 'Base price'], { kept: true }),
    price: price(['单价', '單價', 'Unit price']),
    discountRate: rate(['折扣率', '折扣率', 'Discount rate']),
    minNumber: quantity(['最小数量', '最小數量', 'Minimum quantity'], { isNotSummed: true }),
    remark: remark(),
  },
  mayLackLines: true,
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['name'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'name',
      'scope',
      'customerClassCode',
      'channelCode',
      'priceClassCode',
      'pricingMode',
      'currency',
      'startDate',
      'endDate',
      'priority',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'name',
      'customerClassCode',
      'channelCode',
      'priceClassCode',
      'organizeCode',
      'scope',
      'pricingMode',
      'currency',
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'sale', url: 'sale/pricestrategy', sort: 133, title: ['价格策略', '價格策略', 'Price policies'] },
});
