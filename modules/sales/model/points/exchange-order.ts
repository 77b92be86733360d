import { material } from '#data/model/goods/material.ts';
import { customer } from '#data/model/partner/customer.ts';
import { shippingLocation } from '#data/model/partner/shipping-location.ts';
import { billStates, billVerbs, shortBillVerbs } from '#platform/model/bill.ts';
import { defineDocument, referTo } from '#platform/model/document.ts';
import { amount, choice, json, price, quantity, ref, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { exchangeActivity } from '#sales/model/points/exchange-activity.ts';
import { orderStatus } from '#sales/model/order/choices.ts';
import { organization } from '#system/model/organization.ts';

const { audit, unaudit } = billVerbs;
const { cancel } = shortBillVerbs;
const { stashed: _none, ...states } = billStates;

/**
 * Goods for points (domain §9). Saved it holds the points and what of the activity it takes; approved it spends them
 * and becomes an order of goods that cost nothing, or what is paid beside the points.
 */
export const exchangeOrder = defineDocument({
  name: 'points:exchangeorder',
  label: ['积分兑换单', '積分兌換單', 'Points exchange order'],
  path: '/channelsale/points/exchange',
  number: { prefix: 'EO', digits: 5 },
  head: {
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization, { required: true }),
    activityCode: ref(['兑换活动编码', '兌換活動編碼', 'Activity no.'], () => referTo(exchangeActivity), {
      required: true,
    }),
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer, { required: true }),
    shippingLocationCode: ref(['收货地点编码', '收貨地點編碼', 'Delivery site code'], () => shippingLocation, {
      pickedAs: 'shipping',
    }),
    totalPoints: quantity(['总积分', '總積分', 'Total points'], { kept: true }),
    totalAmount: amount(['加价金额', '加價金額', 'Money'], { kept: true }),
    // Where the order stands that was made of it.
    orderStatus: choice(['订单状态', '訂單狀態', 'Order status'], orderStatus, { default: '0', kept: true }),
    newOrderCode: text(['销售订单', '銷售訂單', 'Order'], { max: 50, kept: true, isNumber: true }),
    // HeldPoints: the batches that it holds, or has spent.
    held: json(['占用批次', '佔用批次', 'Held batches'], { kept: true, hidden: true }),
    remark: remark(),
  },
  lineLabel: ['兑换明细', '兌換明細', 'Exchange order line'],
  lines: {
    productCode: ref(['产品编码', '產品編碼', 'Product code'], () => material, {
      required: true,
      copies: { spec: 'spec', mainUnitName: 'mainUnitName' },
    }),
    number: quantity(['数量', '數量', 'Quantity'], { required: true, unitFrom: 'mainUnitName' }),
    exchangePointNum: quantity(['兑换积分', '兌換積分', 'Points each'], { kept: true, isNotSummed: true }),
    points: quantity(['积分', '積分', 'Points'], { kept: true }),
    price: price(['加价', '加價', 'Money each'], { kept: true }),
    amount: amount(['加价金额', '加價金額', 'Money'], { kept: true }),
    // Closed unshipped or come back: its points are the customer's again.
    returnedNumber: quantity(['已退数量', '已退數量', 'Returned'], { kept: true }),
    spec: text(['规格', '規格', 'Spec']),
    mainUnitName: text(['主单位名称', '主單位名稱', 'Unit'], { columnBy: ['SYS007', '2'] }),
    remark: remark(),
  },
  isImported: true,
  states,
  initial: 'saved',
  editable: ['saved'],
  verbs: { audit, unaudit, cancel },
  stage: 'orderStatus',
  list: {
    columns: [
      'code',
      'billDate',
      'activityCode',
      'customerName',
      'totalPoints',
      'shippingLocationCode',
      'organizeName',
      'orderStatus',
      'billStatus',
      'auditPersonName',
      'auditDate',
      'creatorName',
      'createDate',
    ],
    lead: ['code', 'billDate', 'customerName', 'totalPoints', 'orderStatus', 'billStatus'],
    filters: [
      'code',
      'activityCode',
      'customerCode',
      'shippingLocationCode',
      'organizeCode',
      'orderStatus',
      'billStatus',
      'billDate',
    ],
  },
  screen: {
    area: 'points',
    url: 'points/exchangeorder',
    sort: 114,
    title: ['积分兑换单', '積分兌換單', 'Exchange orders'],
  },
  owner: { customer: 'customerCode', salesmanOf: 'customerCode' },
  print: {
    also: ['customerCode'],
    without: ['spec'],
    sums: ['totalPoints', 'totalAmount'],
    signatures: [['客户', '客戶', 'Customer']],
  },
});

/** What an exchange holds of its customer's points: `id` names the hold, the parts come in the order of spending. */
export interface HeldPoints {
  readonly id: string;
  readonly parts: readonly { readonly id: string; readonly number: string; readonly expireDate: string | null }[];
}
