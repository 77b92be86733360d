import { greater, isZero, lesser, minus, negated, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { clawedPoints } from '#promotion/model/points/taken-points.ts';
import { batchNamed, bookIn, movePoints, pointsReads } from '#promotion/server/points/points-book.ts';
import type { PointsBack } from '#sales/model/refund/refund-record.ts';
import { owedFor } from '#sales/server/order/order-clawback.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { earnableOf, earningReads, type Earning } from '#sales/server/points/order-points.ts';
import { withBack, type Back } from './reckon.ts';
import type { Sold } from './refund-order.ts';

/** What earned points for an order: its signatures, or what left for it (JF001). */
const earnersOf = `
  array(
    select d.id
    from app.order_delivery d
    where d.order_code = (select o.code from app.order_order o where o.id = $1)
    union
    select k.to_id
    from app.doc_link k
    where k.from_id = $1 and k.kind = '${linkKinds.out}'
  )`;

/** What an order has earned and lost in points so far, with the batches that it brought. */
export const pointsBackReads = (orderId: string) => ({
  ...earningReads('array[$1::uuid]', [orderId]),
  earnedPoints: statement(
    {
      expireDate: 'text',
      batchNo: 'text',
      earned: 'decimal',
      balance: 'decimal',
      locked: 'decimal',
      expired: 'decimal',
    },
    `
      select b.expire_date, b.batch_no, x.earned, b.balance, b.locked,
        coalesce((
          select -sum(e.d_balance)
          from app.points_entry e
          where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.post_type = 'EXPIRE'
        ), 0) as expired
      from (
        select e.balance_id, sum(e.d_balance - e.d_debt) as earned
        from app.points_entry e
        where e.doc_id = any(${earnersOf}) and e.post_type = 'EARN'
        group by e.balance_id
      ) x
      join app.points_balance b on b.id = x.balance_id`,
    [orderId],
  ),
  clawedPoints: statement(
    { claw: 'decimal', lapsed: 'decimal' },
    `
      select coalesce(sum((r.record -> 'points' ->> 'claw')::numeric), 0) as claw,
        coalesce(sum((r.record -> 'points' ->> 'lapsed')::numeric), 0) as lapsed
      from app.order_refund t
      cross join lateral jsonb_to_recordset(coalesce(t.receipts, '[]')) as r(record jsonb)
      where t.order_code = (select o.code from app.order_order o where o.id = $1) and t.deleted_flag = '0'`,
    [orderId],
  ),
});
export type PointsBackRows = RowsOf<ReturnType<typeof pointsBackReads>>;

/**
 * CLAW: what an order has earned in points beyond what is kept of it (B12b), on all that came back so far. Null where
 * it has earned none.
 */
export function pointsBackOf({ bill, lines }: Sold, back: readonly Back[], rows: PointsBackRows): PointsBack | null {
  const own = rows.earnedPoints.filter(({ batchNo }) => batchNo !== '');
  const earned = plus(...rows.earnedPoints.filter(({ batchNo }) => batchNo === '').map((row) => row.earned));
  if (isZero(earned)) return null;
  const [before = { claw: '0', lapsed: '0' }] = rows.clawedPoints;
  const earnable = earnableOf(bill.id, owedFor(bill, withBack(lines, back)).trace, {
    rows,
    back: backNumbers(back),
  });
  const mine = new Map(own.map((row) => [batchNamed(row.expireDate, row.batchNo), row]));
  const held = bookIn(rows.points, bill.customerCode).batches.map((batch) => ({ ...batch, isOwn: mine.has(batch.id) }));
  const batches = [
    ...held.map((batch) => ({ ...batch, expired: mine.get(batch.id)?.expired ?? '0' })),
    // Emptied meanwhile: only what has lapsed of it counts.
    ...[...mine]
      .filter(([id]) => held.every((batch) => batch.id !== id))
      .map(([id, { expired }]) => ({ id, remaining: '0', expireDate: null, isOwn: true, expired })),
  ];
  const { claw, expiredBefore, taken, debt } = clawedPoints(
    { points: earned, clawed: before.claw, earnable, lapsed: before.lapsed },
    batches,
  );
  return { earned, clawedBefore: before.claw, earnable, claw, lapsed: expiredBefore, taken, debt };
}

function backNumbers(back: readonly Back[]): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  for (const { lineId, number } of back) numbers.set(lineId, plus(numbers.get(lineId) ?? '0', number));
  return numbers;
}

export function takePointsBack(
  ctx: Command,
  source: Source,
  customerCode: string,
  { claw, rows }: { readonly claw: PointsBack | null; readonly rows: Pick<Earning, 'points'> },
): void {
  if (claw === null) return;
  movePoints(
    ctx,
    source,
    { customerCode, rows: rows.points },
    {
      postType: 'CLAW',
      moves: [{ id: null, debt: claw.debt }, ...claw.taken.map(({ id, number }) => ({ id, balance: negated(number) }))],
    },
  );
}

/**
 * A receipt that is taken back gives its points back to where they came from. What was owed and is paid meanwhile comes
 * back as points of the order.
 */
export async function returnPoints(
  ctx: Command,
  source: Source,
  customerCode: string,
  claw: PointsBack | null | undefined,
): Promise<void> {
  if (claw == null || isZero(plus(claw.debt, ...claw.taken.map(({ number }) => number)))) return;
  const { points: rows } = await ctx.all(pointsReads('select $1::text as customer_code', [customerCode]));
  const owed = lesser(bookIn(rows, customerCode).debt, claw.debt);
  const paid = greater(minus(claw.debt, owed), '0');
  movePoints(
    ctx,
    source,
    { customerCode, rows },
    {
      postType: 'CLAW',
      moves: [
        { id: null, debt: negated(owed) },
        ...claw.taken.map(({ id, number }) => ({ id, balance: number })),
        { id: batchNamed(null, source.code), balance: paid },
      ],
    },
  );
}
