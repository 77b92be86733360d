import { customer } from '#data/model/partner/customer.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { order } from '#sales/model/order/order.ts';
import { customerRead } from './order-customer.ts';

/** The warehouse that serves the usual place of delivery of a customer: all of his order leaves from there. */
const warehouseOf = (customerCode: string) =>
  statement(
    { storageCode: 'text', storageName: 'text' },
    `
      select d.code as storage_code, d.name as storage_name
      from app.data_site s
      join app.data_depot d on d.code = s.storage_code and d.status = '1'
      where s.customer_code = $1 and s.default_flag = '1' and s.status = '1'
      order by s.code
      limit 1`,
    [customerCode],
  );

/** What the head of an order takes over from its customer: asked while it is written, decided when it is saved. */
async function readHead(call: Call): Promise<Readonly<Record<string, unknown>>> {
  const { customerCode = '', organizeCode = '' } = call.query;
  const {
    rows: { known, own, houses },
  } = await call.read({
    known: recordsBy(customer, 'code', [customerCode]),
    own: customerRead(customerCode, organizeCode),
    houses: warehouseOf(customerCode),
  });
  const [taken] = own;
  // Whoever may not see the customer learns nothing of him.
  if (known.length === 0 || taken === undefined) return {};
  const { isServed: _isServed, storageCode: _storageCode, ...head } = taken;
  return Object.fromEntries(Object.entries({ ...head, ...houses[0] }).filter(([, value]) => value !== null));
}

export const orderHeadRoute: Route = {
  method: 'GET',
  path: `${order.path}/head`,
  permission: [permissionOf(order, 'save'), permissionOf(order, 'update')],
  effect: 'none',
  summary: 'Order: what its head takes over from the customer (?customerCode=&organizeCode=)',
  handle: readHead,
};
