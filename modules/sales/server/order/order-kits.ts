import { plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { componentsIn } from '#data/model/goods/combination.ts';
import { explode } from '#price/model/kit.ts';
import { kitsRead, valuedItem, type KitRow } from '#price/server/kit-reads.ts';
import { payableOf } from '#sales/model/order/order-charge.ts';
import type { order } from '#sales/model/order/order.ts';

type Order = LockedBill<typeof order>;

/** Kits among the lines of orders, read with the write that opens their audit. */
export const kitsOf = (ids: readonly string[]) =>
  kitsRead(
    `
      select l.id as line_id, l.product_code as material_code, c.price_class_code, h.organize_code, h.bill_date as day
      from app.order_order h
      join app.order_order_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      join app.data_customer c on c.tenant_code = h.tenant_code and c.code = h.customer_code
      where h.id = any($1::uuid[])`,
    [ids],
  );

/**
 * What a kit holds is settled with the audit of its order (A15): a combination that changes later is for later orders.
 */
export function keepKits(ctx: Command, bill: Order, rows: readonly KitRow[], defaultClass: string): void {
  const byLine = Map.groupBy(rows, ({ lineId }) => lineId);
  const kits = bill.lines.flatMap((line) => {
    const items = byLine.get(line.id);
    if (items === undefined) return [];
    const { components } = explode(
      plus(payableOf(line)),
      items.map((row) => valuedItem(row, defaultClass)),
    );
    line.components = components;
    return [{ id: line.id, components }];
  });
  writeComponents(ctx, kits);
}

/** What kits of order lines hold, and what of it came back alone. */
export function writeComponents(
  ctx: Command,
  kits: readonly { readonly id: string; readonly components: readonly object[] }[],
): void {
  if (kits.length === 0) return;
  ctx.later({
    text: `
      update app.order_order_line l
      set components = x.components::jsonb
      from unnest($1::uuid[], $2::text[]) as x(id, components)
      where l.id = x.id`,
    values: [kits.map(({ id }) => id), kits.map(({ components }) => JSON.stringify(components))],
  });
}

/** An order whose audit is taken back holds nothing, and its kits may change. */
export function forgetKits(ctx: Command, bill: Order): void {
  if (!bill.lines.some(({ components }) => componentsIn(components).length > 0)) return;
  ctx.later({
    text: 'update app.order_order_line set components = null where parent_id = $1 and components is not null',
    values: [bill.id],
  });
}
