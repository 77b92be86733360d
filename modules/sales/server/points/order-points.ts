import { compare, isZero, lesser, minus, over, plus, times } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import { partAmount } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { reverse, type Source } from '#platform/server/ledger/post.ts';
import { earnedPoints, type EarningLine, type PointsRule } from '#promotion/model/points/earned-points.ts';
import { points } from '#promotion/model/points/points-ledger.ts';
import { lapseDate } from '#promotion/model/points/points-life.ts';
import { earnPoints, pointsReads } from '#promotion/server/points/points-book.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';

const specialOrder = '1';

export const pointsTaken = refusal('E-POINT-TAKEN', 20604, [
  '【{code}】获得的积分已被使用，不能撤销',
  '【{code}】取得的積分已被使用，不能撤銷',
  'Points that {code} brought were used; it cannot be undone',
]);

/** When points are earned (JF001). */
export const earnsAt = { out: '0', signing: '1' } as const;

const earningLinesOf = (orders: string, values: readonly unknown[]) =>
  statement(
    {
      id: 'uuid',
      orderId: 'uuid',
      lineNo: 'integer',
      productCode: 'text',
      classCode: 'text?',
      brandCode: 'text?',
      lineType: 'text',
      ruleNo: 'integer?',
      number: 'decimal',
      payable: 'decimal',
      outNumber: 'decimal',
      signedNumber: 'decimal',
      shortNumber: 'decimal',
      returnedNumber: 'decimal',
    },
    `
      select l.id, l.parent_id as order_id, l.line_no, l.product_code, m.class_code, m.brand_code, l.line_type,
        l.rule_no, l.number, coalesce(l.amount, 0) - coalesce(l.discount_amount, 0) as payable,
        coalesce(l.out_number, 0) as out_number, coalesce(l.signed_number, 0) as signed_number,
        coalesce(l.short_number, 0) as short_number, coalesce(l.returned_number, 0) as returned_number
      from app.order_order_line l
      left join app.data_material m on m.tenant_code = l.tenant_code and m.code = l.product_code
      where l.parent_id = any(${orders})
      order by l.parent_id, l.line_no`,
    values,
  );

const classesAboveOf = (orders: string, values: readonly unknown[]) =>
  statement(
    { code: 'text', parentCode: 'text' },
    `
      with recursive up as (
        select c.id, c.code, c.pid
        from app.data_materialclass c
        where c.code = any(array(
          select m.class_code
          from app.order_order_line l
          join app.data_material m on m.tenant_code = l.tenant_code and m.code = l.product_code
          where l.parent_id = any(${orders})
        ))
        union
        select p.id, p.code, p.pid
        from up
        join app.data_materialclass p on p.id = up.pid
      )
      select up.code, p.code as parent_code
      from up
      join up p on p.id = up.pid`,
    values,
  );

const pointsRulesOf = (orders: string, values: readonly unknown[]) =>
  statement(
    {
      code: 'text',
      organizeCode: 'text?',
      productScope: 'text',
      productClassCode: 'text?',
      brandCode: 'text?',
      productCode: 'text?',
      amountPerPoint: 'decimal?',
      pointsPerUnit: 'decimal?',
      startDate: 'date',
      endDate: 'date',
    },
    `
      select r.code, r.organize_code, r.product_scope, r.product_class_code, r.brand_code, r.product_code,
        r.amount_per_point, r.points_per_unit, r.start_date, r.end_date
      from app.promotion_points r
      where r.status = '1'
        and exists (
          select from app.order_order o
          where o.id = any(${orders}) and o.bill_date between r.start_date and r.end_date
        )
      order by r.code`,
    values,
  );

/**
 * Orders with what their goods may earn: lines, the classes above their products, and the rules of their day. `orders`
 * is SQL of an array of their ids, its values $1 and on.
 */
export const earningReads = (orders: string, values: readonly unknown[]) => ({
  ...pointsReads(`select o.customer_code from app.order_order o where o.id = any(${orders})`, values),
  earners: statement(
    {
      id: 'uuid',
      code: 'text',
      customerCode: 'text',
      organizeCode: 'text?',
      orderType: 'text?',
      pointsOrderCode: 'text?',
      billDate: 'date',
    },
    `
      select id, code, customer_code, organize_code, order_type, points_order_code, bill_date
      from app.order_order
      where id = any(${orders})`,
    values,
  ),
  earningLines: earningLinesOf(orders, values),
  classesAbove: classesAboveOf(orders, values),
  pointsRules: pointsRulesOf(orders, values),
  pointsParams: paramStatement(['JF001', 'JF002', 'JF003', 'JF004']),
});
export type Earning = RowsOf<ReturnType<typeof earningReads>>;

/** Pieces of an order line that a customer has now. */
export interface Had {
  readonly orderLineId: string;
  readonly number: string;
}

/**
 * EARN: what a signing, or a movement out, brings in points (B12): its pieces at what they cost after promotions and
 * typed discount. Special orders earn nothing.
 */
export function earnFor(
  ctx: Command,
  source: Source,
  orderId: string,
  { had, rows, at }: { readonly had: readonly Had[]; readonly rows: Earning; readonly at: string },
): void {
  const earner = rows.earners.find(({ id }) => id === orderId);
  if (earner === undefined || paramIn(rows.pointsParams, 'JF001', earner.organizeCode) !== at) return;
  const lines = had.flatMap(({ orderLineId, number }): EarningLine[] => {
    const line = rows.earningLines.find(({ id }) => id === orderLineId);
    if (line === undefined || isZero(number)) return [];
    const before = at === earnsAt.out ? line.outNumber : line.signedNumber;
    const whole = { amount: line.payable, number: line.number };
    const taken = { number: before, amount: partAmount(whole, { number: '0', amount: '0' }, before) };
    return [{ ...line, number, amount: partAmount(whole, taken, number) }];
  });
  const earned = pointsFor(earner, lines, rows);
  if (isZero(earned)) return;
  const life = {
    mode: paramIn(rows.pointsParams, 'JF003', earner.organizeCode),
    months: Number.parseInt(paramIn(rows.pointsParams, 'JF004', earner.organizeCode), 10),
  };
  earnPoints(
    ctx,
    source,
    { customerCode: earner.customerCode, rows: rows.points },
    { earned, expireDate: lapseDate(source.date, life) },
  );
}

/** What lines of an order are worth in points, whole ones. */
function pointsFor(earner: Earning['earners'][number], lines: readonly EarningLine[], rows: Earning): string {
  if (earner.orderType === specialOrder || earner.pointsOrderCode !== null) return '0';
  const { organizeCode } = earner;
  return earnedPoints({
    date: earner.billDate,
    amountPerPoint: paramIn(rows.pointsParams, 'JF002', organizeCode),
    parents: Object.fromEntries(rows.classesAbove.map(({ code, parentCode }) => [code, parentCode])),
    rules: rows.pointsRules.filter(
      (rule): rule is typeof rule & PointsRule => rule.organizeCode === null || rule.organizeCode === organizeCode,
    ),
    lines,
  }).points;
}

/**
 * What is kept of an order would earn: of its lines at what is owed for them, the pieces that the customer has. What he
 * still awaits earns when it comes, so that earned less clawed back depends on what he keeps and on nothing else.
 */
export function earnableOf(
  orderId: string,
  kept: readonly { readonly id: string; readonly number: string; readonly amount: string }[],
  { rows, back }: { readonly rows: Earning; readonly back: ReadonlyMap<string, string> },
): string {
  const earner = rows.earners.find(({ id }) => id === orderId);
  if (earner === undefined) return '0';
  const isAtOut = paramIn(rows.pointsParams, 'JF001', earner.organizeCode) === earnsAt.out;
  const lines = kept.flatMap(({ id, number, amount }): EarningLine[] => {
    const line = rows.earningLines.find((each) => each.id === id);
    if (line === undefined || compare(number, '0') <= 0) return [];
    const returned = plus(line.returnedNumber, back.get(id) ?? '0');
    const has = lesser(number, isAtOut ? minus(line.outNumber, returned) : signedKept(line, returned));
    if (compare(has, '0') <= 0) return [];
    return [{ ...line, number: has, amount: over(times(amount, has), number) }];
  });
  return pointsFor(earner, lines, rows);
}

/** What was never signed for comes back first: it had earned nothing. */
function signedKept(line: Earning['earningLines'][number], returned: string): string {
  const ofSigned = minus(returned, line.shortNumber);
  return compare(ofSigned, '0') > 0 ? minus(line.signedNumber, ofSigned) : line.signedNumber;
}

/** What a signing or a movement had brought is taken back whole: refused once some of it was spent, or has lapsed. */
export function unearn(ctx: Command, source: Source, used: () => Error): void {
  reverse(ctx, points, source, 'available', used);
}
