import { defineModule } from '#platform/model/module.ts';
import * as nouns from './nouns.ts';
import { orderAbove } from '#funds/model/order-above.ts';

export const sales = defineModule({
  name: 'sales',
  label: ['销售', '銷售', 'Sales'],
  areas: [{ key: 'order', label: ['订单管理', '訂單管理', 'Orders'], sort: 70, icon: 'ShoppingCartOutlined' }],
  nouns,
  brings: [[orderAbove, nouns.order]],
});
