import type { Label } from '#platform/model/label.ts';

export const priceChangeTexts = {
  oldPrice: ['原价', '原價', 'Old price'],
  difference: ['差额', '差額', 'Difference'],
  margin: ['毛利率', '毛利率', 'Margin'],
  orders: ['未审核订单', '未審核訂單', 'Open orders'],
  ordersOf: ['含 {product} 的未审核订单', '含 {product} 的未審核訂單', 'Open orders with {product}'],
  showOrders: ['查看这 {count} 张订单', '檢視這 {count} 張訂單', 'Show {count} {count:order|orders}'],
} as const satisfies Readonly<Record<string, Label>>;
