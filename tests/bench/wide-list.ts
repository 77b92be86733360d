/**
 * Read before the product: its list of orders shows forty columns. The bars mean so many; the shipped list has fewer,
 * all columns are seventy.
 */
import { order } from '#sales/model/order/order.ts';

const added = [
  'organizeCode',
  'organizeName',
  'customerCode',
  'channelCode',
  'brandCode',
  'brandName',
  'salesmanCode',
  'deptCode',
  'storageCode',
  'consignee',
  'phone',
  'address',
  'updaterName',
  'updateDate',
];
Object.assign(order.list, { columns: [...order.list.columns, ...added] });
