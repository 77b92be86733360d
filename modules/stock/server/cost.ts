import { compare, isZero, minus, negated, plus, round, times } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Reads, type RowsOf } from '#platform/server/db/statement.ts';
import { seam } from '#platform/server/module/seam.ts';
import { post, reverse, type Source } from '#platform/server/ledger/post.ts';
import { cost } from '#stock/model/cost.ts';
import { averageOf, issue, stillThere } from '#stock/model/average.ts';
import type { Demand, Place } from './ledger.ts';

/**
 * Locks what the movements will change, in key order, and reads it: an average is taken from figures that stand still.
 * `keys` answers stock_organize_code and material_code.
 */
export function costReads(keys: string, values: readonly unknown[]) {
  return {
    heldCosts: statement(
      { locked: 'nothing' },
      `
        select app.cost_lock(
          jsonb_build_object(
            'entries',
            coalesce((
              select jsonb_agg(
                distinct
                jsonb_build_object('stock_organize_code', k.stock_organize_code, 'material_code', k.material_code)
              )
              from (${keys}) k
            ), '[]')
          )
        ) as locked`,
      values,
    ),
    costs: statement(
      { stockOrganizeCode: 'text', materialCode: 'text', number: 'decimal', amount: 'decimal' },
      `
        select c.stock_organize_code, c.material_code, c.number, c.amount
        from app.cost_balance c
        where (c.stock_organize_code, c.material_code) in (
          select k.stock_organize_code, k.material_code
          from (${keys}) k
        )`,
      values,
    ),
  } satisfies Reads;
}

type CostRow = RowsOf<ReturnType<typeof costReads>>['costs'][number];
interface Standing {
  number: string;
  amount: string;
}
const seen = new WeakMap<readonly CostRow[], Map<string, Standing>>();

/** Figures follow what the command posts: the second line of a material sees what the first one left. */
function standingsIn(rows: readonly CostRow[]): Map<string, Standing> {
  let standings = seen.get(rows);
  if (standings === undefined)
    seen.set(
      rows,
      (standings = new Map(
        rows.map((row) => [keyOf(row.stockOrganizeCode, row.materialCode), { number: row.number, amount: row.amount }]),
      )),
    );
  return standings;
}
const keyOf = (organizeCode: string, materialCode: string): string => JSON.stringify([organizeCode, materialCode]);

/** What a piece costs as things stand; null where none lies there. */
function averageNow(rows: readonly CostRow[], { place, materialCode }: Demand): string | null {
  const standing = standingsIn(rows).get(keyOf(place.stockOrganizeCode, materialCode));
  return standing === undefined || compare(standing.number, '0') <= 0 ? null : averageOf(standing);
}

export type CostedDemand = Demand & {
  /** What a piece cost; the average as it stands when nobody knows. */ readonly unitCost?: string | null;
};

/** Costs that come in with goods and go out with them. */
export function bookCost(
  ctx: Command,
  source: Source,
  rows: readonly CostRow[],
  demands: readonly CostedDemand[],
  way: 'IN' | 'OUT',
): void {
  const standings = standingsIn(rows);
  post(
    ctx,
    cost,
    source,
    demands
      .filter(({ number }) => !isZero(number))
      .flatMap(({ place, materialCode, number, lineId, unitCost }) => {
        const key = { stockOrganizeCode: place.stockOrganizeCode, materialCode };
        const standing = standings.get(keyOf(place.stockOrganizeCode, materialCode)) ?? { number: '0', amount: '0' };
        const add = (postType: string, changes: { readonly number?: string; readonly amount: string }) => {
          standing.number = plus(standing.number, changes.number);
          standing.amount = plus(standing.amount, changes.amount);
          return { ...key, changes, postType, lineId, guards: 'nothing' as const };
        };
        standings.set(keyOf(place.stockOrganizeCode, materialCode), standing);
        if (way === 'IN')
          return [add('IN', { number, amount: round(times(unitCost ?? averageOf(standing), number), 2) })];
        const taken = issue(standing, number);
        return [
          add('OUT', { number: negated(number), amount: negated(taken.amount) }),
          ...(isZero(taken.rest) ? [] : [add('COSTADJ', { amount: negated(taken.rest) })]),
        ];
      }),
    () => new Error('costs have no floor'),
  );
}

/**
 * Goods that a red movement takes back cost what they cost then, whatever the average says now. What is left over when
 * nothing is left, or would cost less than nothing, is an adjustment (I6).
 */
export function bookRedCost(
  ctx: Command,
  source: Source,
  rows: readonly CostRow[],
  demands: readonly (Demand & { readonly cost: string })[],
  way: 'IN' | 'OUT',
  postType: string = way,
): void {
  const standings = standingsIn(rows);
  post(
    ctx,
    cost,
    source,
    demands
      .filter(({ number }) => !isZero(number))
      .flatMap(({ place, materialCode, number, lineId, cost: amount }) => {
        const key = { stockOrganizeCode: place.stockOrganizeCode, materialCode };
        const standing = standings.get(keyOf(place.stockOrganizeCode, materialCode)) ?? { number: '0', amount: '0' };
        standings.set(keyOf(place.stockOrganizeCode, materialCode), standing);
        const changes = way === 'IN' ? { number, amount } : { number: negated(number), amount: negated(amount) };
        standing.number = plus(standing.number, changes.number);
        standing.amount = plus(standing.amount, changes.amount);
        const isOff = isZero(standing.number)
          ? !isZero(standing.amount)
          : compare(standing.number, '0') > 0 && compare(standing.amount, '0') < 0;
        const rest = isOff ? standing.amount : '0';
        standing.amount = minus(standing.amount, rest);
        const entry = (postType: string, changed: { readonly number?: string; readonly amount: string }) => ({
          ...key,
          changes: changed,
          postType,
          lineId,
          guards: 'nothing' as const,
        });
        return [entry(postType, changes), ...(isOff ? [entry('COSTADJ', { amount: negated(rest) })] : [])];
      }),
    () => new Error('costs have no floor'),
  );
}

/** Goods on their way to another warehouse: whose books they leave, and whose they come to. */
export type Sent = Demand & { readonly to: Place };

/**
 * Costs that go with goods to the books of another organisation, at the average of where they lay; inside one the
 * average stays as it is (B19). Answers what each took along.
 */
export function sendCost(ctx: Command, source: Source, rows: readonly CostRow[], sent: readonly Sent[]): string[] {
  const standings = standingsIn(rows);
  const left = new Map<string, Standing>();
  const amounts = sent.map(({ place, materialCode, number }) => {
    const key = keyOf(place.stockOrganizeCode, materialCode);
    const standing = left.get(key) ?? { ...(standings.get(key) ?? { number: '0', amount: '0' }) };
    const { amount, rest } = issue(standing, number);
    left.set(key, { number: minus(standing.number, number), amount: minus(standing.amount, plus(amount, rest)) });
    return isZero(number) ? '0.00' : amount;
  });
  const leaving = sent
    .map((demand, i) => ({ ...demand, cost: amounts[i] ?? '0' }))
    .filter(({ place, to }) => place.stockOrganizeCode !== to.stockOrganizeCode);
  bookCost(ctx, source, rows, leaving, 'OUT');
  bookRedCost(
    ctx,
    source,
    rows,
    leaving.map((demand) => ({ ...demand, place: demand.to })),
    'IN',
  );
  return amounts;
}

/** What goods that came in cost more or less than was thought, of so many of them. */
export interface CostAdjustment {
  readonly place: Place;
  readonly materialCode: string;
  readonly lineId: string;
  readonly number: string;
  readonly amount: string;
}
/** COSTADJ without goods; answers what of each went to goods that are still there. */
export function adjustCost(
  ctx: Command,
  source: Source,
  rows: readonly CostRow[],
  adjustments: readonly CostAdjustment[],
): string[] {
  const standings = standingsIn(rows);
  const parts = adjustments.map(({ place, materialCode, number, amount }) => {
    const standing = standings.get(keyOf(place.stockOrganizeCode, materialCode));
    if (standing === undefined) return '0';
    const part = stillThere(standing, number, amount);
    standing.amount = plus(standing.amount, part);
    return part;
  });
  post(
    ctx,
    cost,
    source,
    adjustments.flatMap(({ place: { stockOrganizeCode }, materialCode, lineId }, i) => {
      const amount = parts[i] ?? '0';
      const guards = 'nothing' as const;
      return isZero(amount)
        ? []
        : [{ stockOrganizeCode, materialCode, changes: { amount }, postType: 'COSTADJ', lineId, guards }];
    }),
    () => new Error('costs have no floor'),
  );
  return parts;
}

/** The same amounts, the other way: an undone receipt does not change what the others cost. */
export const unbookCost = (ctx: Command, source: Source): void => {
  reverse(ctx, cost, source, 'nothing', () => new Error('costs have no floor'));
};

export const noCost = refusal('E-COST-NONE', 20243, [
  '产品【{code}】没有成本，请先维护预估成本',
  '產品【{code}】沒有成本，請先維護預估成本',
  '{code} has no cost; enter its estimated cost first',
]);

/** SQL of what a material is expected to cost in an organisation, where a module knows. */
export type EstimatedCost = (place: { readonly organizeCode: string; readonly materialCode: string }) => string;
export const estimatedCosts = seam<EstimatedCost>('estimated costs');

/** What is expected of the material of line `l` of document `h`. */
export const estimateIn = (estimates: readonly EstimatedCost[]): string => {
  const asked = estimates.map((sql) => `(${sql({ organizeCode: 'h.organize_code', materialCode: 'l.product_code' })})`);
  return `coalesce(${['null::numeric', 'null', ...asked].join(', ')})`;
};

/** By line, of sales that come back of nobody knows which movement. */
export const expectedOf = (ids: readonly string[], estimates: readonly EstimatedCost[]) =>
  statement(
    { lineId: 'uuid', cost: 'decimal?' },
    `
      select l.id as line_id, ${estimateIn(estimates)} as cost
      from app.stock_inout h
      join app.stock_inout_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      where h.id = any($1::uuid[]) and h.move_type = '4' and h.red_flag = '1'`,
    [ids],
  );

/** Goods that come in and were never bought: at their average, else at what is expected of them (B20). */
export function costsOfUnsourced<D extends Demand>(
  demands: readonly D[],
  costs: readonly CostRow[],
  expected: RowsOf<{ readonly expected: ReturnType<typeof expectedOf> }>['expected'],
): readonly (D & CostedDemand)[] {
  const byLine = new Map(expected.map(({ lineId, cost }) => [lineId, cost]));
  return demands.map((demand) => {
    const unitCost = averageNow(costs, demand) ?? byLine.get(demand.lineId) ?? null;
    if (unitCost === null) throw noCost({ code: demand.materialCode });
    return { ...demand, unitCost };
  });
}
