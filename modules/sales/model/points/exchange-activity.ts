import { material } from '#data/model/goods/material.ts';
import { channel } from '#data/model/partner/channel.ts';
import { customer } from '#data/model/partner/customer.ts';
import { shortBillStates, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument } from '#platform/model/document.ts';
import { choice, date, price, quantity, ref, refs, text } from '#platform/model/field.ts';
import { name, remark } from '#platform/model/preset.ts';
import { activityStatus, promotionScope } from '#promotion/model/promotion-choices.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';

const anyOf = ['不限', '不限', 'Any'] as const;
const unlimited = { isNotSummed: true, none: ['不限', '不限', 'No limit'] } as const;

/**
 * What customers may have for their points, from a day to a day, and how much of it (domain §9). Approved it is in
 * force; closed, nobody exchanges by it any more.
 */
export const exchangeActivity = defineDocument({
  name: 'points:exchangeactivity',
  label: ['积分兑换活动', '積分兌換活動', 'Points exchange activity'],
  path: '/channelsale/points/activity',
  number: { prefix: 'EA', digits: 4 },
  head: {
    name: name(),
    startDate: date(['开始日期', '開始日期', 'Start date'], { required: true }),
    endDate: date(['结束日期', '結束日期', 'End date'], { required: true }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { none: everyOrganization }),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel, { none: anyOf }),
    customerCodes: refs(['指定客户', '指定客戶', 'Customers'], () => customer, { key: 'code', none: anyOf }),
    // Follows the two above: what the list shows of whom it is for.
    customerScope: choice(['客户范围', '客戶範圍', 'Customer scope'], promotionScope, { default: '0', kept: true }),
    // Told by the day it is: no column.
    activityStatus: choice(['活动状态', '活動狀態', 'Activity status'], activityStatus, {
      kept: true,
      virtual: true,
      byDays: { from: 'startDate', to: 'endDate' },
    }),
    remark: remark(),
  },
  lineLabel: ['兑换产品', '兌換產品', 'Exchange product'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', mainUnitName: 'mainUnitName' },
    }),
    exchangePointNum: quantity(['兑换积分', '兌換積分', 'Points each'], { required: true, isNotSummed: true }),
    // Paid beside the points, for each piece.
    price: price(['加价', '加價', 'Money each']),
    onceExchangeMaxNum: quantity(['单次最大数量', '單次最大數量', 'Most at once'], unlimited),
    customerMaxNum: quantity(['每客户限兑', '每客戶限兌', 'Most per customer'], unlimited),
    // What all customers together may have of it.
    number: quantity(['数量', '數量', 'Quantity'], { ...unlimited, unitFrom: 'mainUnitName' }),
    spec: text(['规格', '規格', 'Spec']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    remark: remark(),
  },
  isImported: true,
  states: shortBillStates,
  initial: 'saved',
  editable: ['saved'],
  verbs: shortBillVerbs,
  list: {
    columns: [
      'code',
      'billDate',
      'name',
      'startDate',
      'endDate',
      'channelCode',
      'customerScope',
      'activityStatus',
      'organizeName',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'name', 'startDate', 'endDate', 'activityStatus', 'billStatus'],
    filters: [
      'code',
      'name',
      'channelCode',
      'organizeCode',
      'customerScope',
      'activityStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: {
    area: 'points',
    url: 'points/exchangeactivity',
    sort: 113,
    title: ['积分兑换活动', '積分兌換活動', 'Exchange activities'],
  },
});
