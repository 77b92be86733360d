import { taxRate } from '#data/model/value/choices.ts';
import { material } from '#data/model/goods/material.ts';
import { priceClass } from '#data/model/partner/price-class.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { choice, date, dict, price, ref } from '#platform/model/field.ts';
import { enabled, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { priceUnit } from './price-choices.ts';

/**
 * What a material costs a class of customers while nobody says otherwise. Without an organisation it holds for all of
 * them.
 */
export const benchmarkPrice = defineDocument({
  name: 'sale:benchmarkprice',
  label: ['基准价', '基準價', 'Base price'],
  path: '/channelsale/price/benchmark',
  number: { prefix: 'BP', digits: 5 },
  isToggled: true,
  isImported: true,
  head: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { required: true }),
    // Left empty it is of the default class (SD004).
    priceClassCode: ref(['价格级别编码', '價格級別編碼', 'Price level code'], () => priceClass),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    currency: dict(['币种', '幣種', 'Currency'], 'currency', { default: 'CNY' }),
    price: price(['单价', '單價', 'Unit price'], { required: true }),
    // In the unit of the price: below it only a special order sells.
    floorPrice: price(['最低限价', '最低限價', 'Floor price']),
    unitType: choice(['计价单位', '計價單位', 'Priced per'], priceUnit, { default: '0' }),
    // Without one it is the product's own.
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate, { none: ['按产品', '按產品', 'As product'] }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { none: ['长期', '長期', 'No end'] }),
    status: enabled(),
    remark: remark(),
  },
  lineLabel: ['基准价', '基準價', 'Base price'],
  lines: {},
  states: billStates,
  initial: 'saved',
  stashed: 'stashed',
  stashNeeds: ['productCode'],
  editable: ['saved', 'stashed'],
  verbs: billVerbs,
  list: {
    columns: [
      'productName',
      'priceClassName',
      'currency',
      'price',
      'taxRate',
      'startDate',
      'endDate',
      'organizeName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['productCode', 'priceClassCode', 'organizeCode', 'currency', 'taxRate', 'status'],
  },
  screen: { area: 'sale', url: 'sale/benchmarkprice', sort: 135, title: ['基准价', '基準價', 'Base prices'] },
});
