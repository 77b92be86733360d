import { isZero } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { order } from '#sales/model/order/order.ts';
import { stockInout } from '#stock/model/inout.ts';
import { linkKinds } from './order-progress.ts';

/**
 * Freight is paid with the first goods of an order that leave. Which movement carries it is a link like any other:
 * taken back, it goes to the movement that then is the first, and back to the order when there is none. `orders` is SQL
 * of an array of their ids.
 */
export const freightReads = (orders: string, values: readonly unknown[]) => ({
  freights: statement(
    { orderId: 'uuid', freight: 'decimal', carrierId: 'uuid?' },
    `
      select o.id as order_id, coalesce(o.freight_amount, 0) as freight,
        (
          select k.to_id
          from app.doc_link k
          where k.from_id = o.id and k.kind = '${linkKinds.freight}' and k.is_active
          limit 1
        ) as carrier_id
      from app.order_order o
      where o.id = any(${orders})`,
    values,
  ),
  carriers: statement(
    { orderId: 'uuid', id: 'uuid', code: 'text', opSeq: 'integer' },
    `
      select k.from_id as order_id, m.id, m.code, m.op_seq
      from app.doc_link k
      join app.stock_inout m on m.tenant_code = k.tenant_code and m.id = k.to_id
      where k.kind = '${linkKinds.out}' and k.is_active and k.from_id = any(${orders})
      group by k.from_id, m.id, m.code, m.op_seq
      order by min(k.id)`,
    values,
  ),
});
type Read = RowsOf<ReturnType<typeof freightReads>>;
type Freight = Read['freights'][number];
interface FreightRows {
  readonly freights: readonly Freight[];
  readonly carriers: readonly (Read['carriers'][number] & { isGone?: boolean })[];
}

/** What the movement has to carry beside its goods: the freight, when nothing of the order has left before. */
export function takeFreight(
  ctx: Command,
  { freights }: Pick<FreightRows, 'freights'>,
  orderId: string,
  movementId: string,
): string {
  const row = freights.find((each) => each.orderId === orderId);
  if (row === undefined || row.carrierId !== null || isZero(row.freight)) return '0';
  carry(ctx, row, movementId);
  return row.freight;
}

/**
 * A movement is taken back: when it carried the freight and others have left, the first of those carries it from now
 * on. Null when nobody has to.
 */
export function handOnFreight(
  ctx: Command,
  { freights, carriers }: FreightRows,
  orderId: string,
  gone: Source,
): { readonly heir: Source; readonly freight: string } | null {
  const row = freights.find((each) => each.orderId === orderId);
  for (const each of carriers) if (each.id === gone.id) each.isGone = true;
  if (row === undefined || row.carrierId !== gone.id) return null;
  const heir = carriers.find((each) => each.orderId === orderId && each.isGone !== true);
  row.carrierId = null;
  if (heir === undefined) return null;
  carry(ctx, row, heir.id);
  // Its own day may lie in a period that is closed; it is the day of what was taken back on which this counts.
  return {
    heir: {
      type: stockInout.name,
      id: heir.id,
      code: heir.code,
      opSeq: heir.opSeq,
      date: gone.date,
    },
    freight: row.freight,
  };
}

/** Freight belongs to no line: the order stands for it, and the movement for its own. */
function carry(ctx: Command, row: Freight, movementId: string): void {
  const { orderId, freight } = row;
  row.carrierId = movementId;
  linkDocuments(ctx, stockInout, [
    {
      kind: linkKinds.freight,
      from: { type: order.name, id: orderId, lineId: orderId },
      to: { id: movementId, lineId: movementId },
      number: '0',
      amount: freight,
    },
  ]);
}
