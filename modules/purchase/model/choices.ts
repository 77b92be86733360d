import type { Choices } from '#platform/model/field.ts';

/** How far the goods of a purchase have come. */
export const purchaseStatus = {
  0: ['待到货', '待到貨', 'Awaiting arrival', 'orange'],
  1: ['部分到货', '部分到貨', 'Partly arrived', 'blue'],
  2: ['全部到货', '全部到貨', 'Fully arrived', 'green'],
} as const satisfies Choices;

/** Where the price of a line comes from. */
export const purchasePriceSource = {
  0: ['手工录入', '手工錄入', 'Typed'],
  1: ['协议价', '協議價', 'Agreement'],
  2: ['最近采购价', '最近採購價', 'Last purchase'],
  3: ['上级报价', '上級報價', 'Upstream quote'],
} as const satisfies Choices;

/** Whose idea a demand was. */
export const demandSource = {
  0: ['手工录入', '手工錄入', 'Manual'],
  1: ['订单缺货', '訂單缺貨', 'Order shortage'],
  2: ['最低库存', '最低庫存', 'Minimum stock'],
} as const satisfies Choices;
