import type { DraftOf } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt } from '#platform/model/refusal.ts';
import { statement, type Row, type RowOf } from '#platform/server/db/statement.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';

type Draft = DraftOf<typeof order>;
type Order = LockedBill<typeof order>;

const ownCustomer = {
  salesmanCode: 'text?',
  salesmanName: 'text?',
  deptCode: 'text?',
  deptName: 'text?',
  channelCode: 'text?',
  channelName: 'text?',
  saleTypeCode: 'text?',
  saleTypeName: 'text?',
  shippingLocationCode: 'text?',
  shippingLocationName: 'text?',
  consignee: 'text?',
  phone: 'text?',
  address: 'text?',
  storageCode: 'text?',
  isServed: 'boolean',
} as const;

/**
 * What an order takes over from its customer, as far as it is still in use: who looks after him, and his usual place of
 * delivery. And whether he buys from the organisation, or from one above it.
 */
export const customerRead = (customerCode: string | null, organizeCode: string | null) =>
  statement(
    ownCustomer,
    `
      select p.code as salesman_code, p.name as salesman_name, d.code as dept_code, d.name as dept_name,
        h.code as channel_code, h.name as channel_name, t.code as sale_type_code, t.name as sale_type_name,
        s.code as shipping_location_code, s.name as shipping_location_name, s.consignee, s.phone, s.address,
        s.storage_code,
        c.organize_code is null
          or c.organize_code in (
            with recursive up as (
              select o.pid, o.code
              from app.sys_organization o
              where o.code = $2
              union
              select o.pid, o.code
              from app.sys_organization o
              join up on o.id = up.pid
            )
            select code
            from up
          ) as is_served
      from app.data_customer c
      left join app.data_personnel p on p.code = c.salesman_code and p.status = '1'
      left join app.data_dept d on d.code = c.dept_code and d.status = '1'
      left join app.data_channel h on h.code = c.channel_code and h.status = '1'
      left join app.data_saletype t on t.code = c.sale_type_code and t.status = '1'
      left join lateral (
        select x.*
        from app.data_site x
        where x.customer_code = c.code and x.default_flag = '1' and x.status = '1'
        order by x.code
        limit 1
      ) s on true
      where c.code = $1`,
    [customerCode, organizeCode],
  );

/** Each stands for itself, but a place of delivery is one: a consignee somewhere else is nobody's address. */
const taken = [
  ['salesmanCode'],
  ['deptCode'],
  ['channelCode'],
  ['saleTypeCode'],
  ['shippingLocationCode', 'consignee', 'phone', 'address'],
] as const;

/** Fills in what nobody wrote: what is empty in a new order, and what came from the customer before. */
export function fillFromCustomer(draft: Draft, own: Row | undefined, before: Row | undefined): void {
  for (const keys of taken) {
    if (keys.some((key) => (draft[key] ?? null) !== (before?.[key] ?? null))) continue;
    for (const key of keys)
      Object.assign(draft, {
        [key]: own?.[key] ?? null,
        ...(order.head[key].kind === 'ref' ? { [nameKeyOf(key)]: own?.[nameKeyOf(key)] ?? null } : {}),
      });
  }
}

/** An order that was already whole keeps its customer, wherever he went since. */
export function refuseStranger(
  { customerCode, organizeCode }: Draft,
  own: RowOf<typeof ownCustomer> | undefined,
  previous: Order | null,
): void {
  const isKept =
    previous !== null &&
    previous.billStatus !== order.states.stashed.code &&
    previous.customerCode === customerCode &&
    previous.organizeCode === organizeCode;
  if (!isKept && own?.isServed === false)
    throw invalidAt([{ path: 'customerCode', field: order.head.customerCode.label, reason: ofAnother }]);
}

const ofAnother: Label = ['不属于该组织', '不屬於該組織', 'belongs to another organisation'];
