import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';

/**
 * How lines of an order are counted: what a delivery took up, what a movement of that delivery carries, what of the
 * order has left, and what came back; which return asks for it and which movement brings that; which one carries the
 * freight; which order an exchange made, of goods or of points; and which application asks to invoice its goods.
 */
export const linkKinds = {
  release: 'release',
  ship: 'ship',
  out: 'out',
  returned: 'return',
  freight: 'freight',
  refund: 'refund',
  inbound: 'inbound',
  lost: 'lost',
  exchange: 'exchange',
  points: 'points',
  invoice: 'invoice',
} as const;

/** A counter is the sum of the links of its kind (domain C8). */
export function refreshReleased(ctx: Command, orderIds: readonly string[]): void {
  ctx.later({
    text: `
      update app.order_order_line l
      set released_number = coalesce((
        select sum(k.number)
        from app.doc_link k
        where k.kind = '${linkKinds.release}' and k.is_active and k.from_line_id = l.id
      ), 0)
      where l.parent_id = any($1::uuid[])`,
    values: [orderIds],
  });
}

/** What of the goods that left, less what came back, somebody was granted to invoice (C1). */
export function refreshInvoiced(ctx: Command, orderIds: readonly string[]): void {
  ctx.later({
    text: `
      update app.order_order_line l
      set invoiced_number = coalesce((
        select sum(k.number)
        from app.doc_link m
        join app.doc_link k on k.tenant_code = m.tenant_code
          and k.kind = '${linkKinds.invoice}'
          and k.is_active
          and k.from_line_id = m.to_line_id
        where m.kind in ('${linkKinds.out}', '${linkKinds.returned}') and m.is_active and m.from_line_id = l.id
      ), 0)
      where l.parent_id = any($1::uuid[])`,
    values: [orderIds],
  });
}

/**
 * Where an order stands follows from its lines and is never set by hand (domain §3.2). `becomes` is the state that a
 * verb under way leaves it in.
 */
export function refreshOrders(ctx: Command, orderIds: readonly string[], becomes: string | null = null): void {
  ctx.later({
    text: `
      update app.order_order o
      set order_status = case
        when coalesce($2::text, o.bill_status) in ('0', '3', '4') then '0'
        when coalesce($2::text, o.bill_status) = '1' and s.to_ship > 0 then '1'
        when s.shipped > 0 and s.to_sign > 0 then '2'
        else '3'
      end,
        delivery_status = case when s.shipped = 0 then '0' when s.to_ship > 0 then '1' else '2' end,
        receipt_status = case when s.shipped > 0 and s.to_sign = 0 then '1' else '0' end
      from (
        select parent_id, sum(number - coalesce(closed_number, 0) - coalesce(out_number, 0)) as to_ship,
          sum(coalesce(out_number, 0)) as shipped,
          sum(coalesce(out_number, 0) - coalesce(signed_number, 0) - coalesce(short_number, 0)) as to_sign
        from app.order_order_line
        where parent_id = any($1::uuid[])
        group by parent_id
      ) s
      where o.id = s.parent_id`,
    values: [orderIds, becomes],
  });
  ctx.later({
    text: `
      update app.points_exchangeorder e
      set order_status = o.order_status
      from app.order_order o
      where o.id = any($1::uuid[]) and o.points_order_code is not null and e.code = o.points_order_code`,
    values: [orderIds],
  });
}

/** Movements of these deliveries, held: a movement is always held before its delivery. */
export const movementsHeld = (ids: readonly string[]) =>
  statement(
    { id: 'uuid', code: 'text', billStatus: 'text', fromId: 'uuid?' },
    `
      select m.id, m.code, m.bill_status,
        (
          select k.from_id
          from app.doc_link k
          where k.to_id = m.id and k.kind = '${linkKinds.ship}' and k.is_active
          limit 1
        ) as from_id
      from app.stock_inout m
      where m.id = any(array(
        select k.to_id
        from app.doc_link k
        where k.kind = '${linkKinds.ship}' and k.is_active and k.from_id = any($1::uuid[])
      ))
      order by m.id
      for update of m`,
    [ids],
  );

/** Movement, delivery, order: whoever needs several of them holds them in this order, before their lines. */
export const ordersHeld = (deliveryIds: readonly string[]) =>
  statement(
    { id: 'uuid', code: 'text', peerCode: 'text?' },
    `
      select id, code, peer_code
      from app.order_order
      where code = any(array(select order_code from app.order_delivery where id = any($1::uuid[])))
      order by id
      for update`,
    [deliveryIds],
  );
