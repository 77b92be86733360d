import { compare, minus, plus } from '#platform/model/decimal.ts';
import { partAmount } from '#platform/model/share.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { redLink } from '#stock/model/inout.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';

/**
 * Goods of an order line that left with one movement: how many, for how much, and what came back or is asked back of
 * them.
 */
const source = {
  orderLineId: 'uuid',
  movementId: 'uuid',
  movementLineId: 'uuid',
  number: 'decimal',
  amount: 'decimal',
  asked: 'decimal',
  takenNumber: 'decimal',
  takenAmount: 'decimal',
} as const;
export type Source = RowOf<typeof source>;

/** Movements that carried goods of these orders, those that left first in front. */
export const sourcesOf = (orders: readonly string[]) =>
  statement(
    source,
    `
      select k.from_line_id as order_line_id, k.to_id as movement_id, k.to_line_id as movement_line_id, k.number,
        k.amount, coalesce(r.asked, 0) as asked, coalesce(r.taken_number, 0) as taken_number,
        coalesce(r.taken_amount, 0) as taken_amount
      from app.doc_link k
      left join lateral (
        select sum(x.number) as asked, sum(x.number) filter (where h.bill_status <> '0') as taken_number,
          sum(x.amount) filter (where h.bill_status <> '0') as taken_amount
        from app.doc_link x
        join app.stock_inout h on h.tenant_code = x.tenant_code and h.id = x.to_id
        where x.tenant_code = k.tenant_code
          and x.kind = '${redLink}'
          and x.is_active
          and x.from_id = k.to_id
          and x.from_line_id = k.to_line_id
      ) r on true
      where k.kind = '${linkKinds.out}' and k.is_active and k.from_id = any($1::uuid[])
      order by k.to_code, k.to_line_id`,
    [orders],
  );

/** A part of what left with one movement. */
export interface Taken {
  readonly source: Source;
  readonly number: string;
  /** What these pieces were sold for (C11). */
  readonly share: string;
}

/**
 * So many pieces of an order line, of the movements they left with: first in, first back. Goods that another return has
 * asked for already are not asked for twice; `sources` counts on.
 */
export function takeFrom(sources: Source[], orderLineId: string, number: string): readonly Taken[] {
  const taken: Taken[] = [];
  let open = number;
  sources.forEach((each, at) => {
    if (each.orderLineId !== orderLineId || compare(open, '0') <= 0) return;
    const left = minus(each.number, each.asked);
    const part = compare(left, open) < 0 ? left : open;
    if (compare(part, '0') <= 0) return;
    const share = partAmount(each, { number: each.takenNumber, amount: each.takenAmount }, part);
    taken.push({ source: each, number: part, share });
    sources[at] = {
      ...each,
      asked: plus(each.asked, part),
      takenNumber: plus(each.takenNumber, part),
      takenAmount: plus(each.takenAmount, share),
    };
    open = minus(open, part);
  });
  return taken;
}
