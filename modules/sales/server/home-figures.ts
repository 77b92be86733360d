import type { HomeFigure } from '#platform/server/list/home-figure.ts';
import { delivery } from '#sales/model/delivery.ts';
import { order } from '#sales/model/order/order.ts';
import { refund } from '#sales/model/refund/refund.ts';

/** Orders as the list of orders shows them: a figure counts what stands behind it, and nothing else. */
export const salesFigures: readonly HomeFigure[] = [
  {
    key: 'ordersOfMonth',
    place: 'money',
    label: ['本月订单', '本月訂單', 'Orders this month'],
    of: order,
    where: { billStatus: '1' },
    span: { field: 'billDate', days: 'month' },
    sum: 'payableAmount',
  },
  {
    key: 'ordersOfToday',
    place: 'money',
    label: ['今天订单', '今天訂單', 'Orders today'],
    of: order,
    span: { field: 'billDate', days: 'today' },
    sum: 'payableAmount',
  },
  {
    key: 'ordersToShip',
    place: 'waiting',
    label: ['待出库订单', '待出庫訂單', 'Orders to ship'],
    of: order,
    where: { billStatus: '1', orderStatus: '1' },
    sum: 'payableAmount',
    since: 'billDate',
  },
  {
    key: 'ordersToSign',
    place: 'waiting',
    label: ['待签收订单', '待簽收訂單', 'Orders to be received'],
    of: order,
    where: { billStatus: '1', orderStatus: '2' },
    sum: 'payableAmount',
    since: 'billDate',
  },
  {
    key: 'deliveriesToRelease',
    place: 'waiting',
    label: ['待放行发货', '待放行發貨', 'Deliveries to release'],
    of: delivery,
    where: { billStatus: '1', releaseStatus: '0' },
    since: 'billDate',
  },
  {
    key: 'returnsToReceive',
    place: 'waiting',
    label: ['待收货退货', '待收貨退貨', 'Returns to take in'],
    of: refund,
    where: { billStatus: '1', receiptStatus: '0' },
    since: 'billDate',
  },
];
