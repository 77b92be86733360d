import { channel } from '#data/model/partner/channel.ts';
import { priceScope } from '#data/model/value/choices.ts';
import { customerClass } from '#data/model/partner/customer.ts';
import { material } from '#data/model/goods/material.ts';
import { priceClass } from '#data/model/partner/price-class.ts';
import { billStates, billVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { choice, date, json, price, quantity, rate, ref, text } from '#platform/model/field.ts';
import { enabled, name, remark } from '#platform/model/preset.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { anyOf, ladderMode, ladderSource } from './price-choices.ts';

/**
 * Tiers that hang on one benchmark or one strategy: from so many on, so much for each. Whom they are for is what that
 * one says.
 */
export const ladderPrice = defineDocument({
  name: 'sale:ladderprice',
  label: ['阶梯价', '階梯價', 'Tier price'],
  path: '/channelsale/price/ladder',
  number: { prefix: 'LP', digits: 5 },
  isToggled: true,
  isImported: true,
  importedAs: { titles: { sourceId: ['来源单号', '來源單號', 'Source no.'] } },
  head: {
    name: name(),
    sourceType: text(['来源类型', '來源類型', 'Source type'], { max: 20, words: ladderSource }),
    sourceId: text(['来源', '來源', 'Source'], { max: 36 }),
    ladderMode: text(['阶梯方式', '階梯方式', 'Tier mode'], { max: 1, default: '0', words: ladderMode }),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    status: enabled(),
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
  lineLabel: ['阶梯价明细', '階梯價明細', 'Price tier'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, { required: true }),
    startNumber: quantity(['起始数量', '起始數量', 'From quantity'], { required: true, isNotSummed: true }),
    // Where the next tier starts: told, not typed.
    endNumber: quantity(['截止数量', '截止數量', 'To quantity'], { kept: true, isNotSummed: true }),
    price: price(['单价', '單價', 'Unit price'], { required: true }),
    discountRate: rate(['折扣率', '折扣率', 'Discount rate']),
  },
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
      'startDate',
      'endDate',
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
      'billStatus',
      'billDate',
    ],
  },
  screen: { area: 'sale', url: 'sale/ladderprice', sort: 134, title: ['阶梯价', '階梯價', 'Tier prices'] },
});
