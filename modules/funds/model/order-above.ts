import { documentAbove } from '#platform/model/noun-above.ts';

/** Orders as funds know them: a receipt says which it pays, an application for a loan which the bank pays. */
export const orderAbove = documentAbove({
  name: 'order:order',
  path: '/channelsale/order',
  label: ['销售订单', '銷售訂單', 'Order'],
});
