import { fixed, over, times } from '#platform/model/decimal.ts';
import { scaled, written, type Scaled } from '#promotion/model/engine/scaled.ts';
import type { Rule } from '#promotion/model/engine/rule.ts';
import type { Judged } from './judged-order.ts';
import { mostRows, type Costs, type SimulatedOrder, type Tier, type Touched } from './simulation.ts';

/** Sums on their way: of a whole period, of a tier, of an alternative. */
export interface Sum {
  orders: number;
  sales: Scaled;
  off: Scaled;
  gifts: Scaled;
  credit: Scaled;
  cost: Scaled;
}
export const emptySum = (): Sum => ({ orders: 0, sales: 0n, off: 0n, gifts: 0n, credit: 0n, cost: 0n });

export function addJudged(to: Sum, { basis, off, gifts, credit, cost }: Judged): void {
  to.orders += 1;
  to.sales += basis;
  to.off += off;
  to.gifts += gifts;
  to.credit += credit;
  to.cost += cost;
}

export const money = (value: Scaled): string => written(value, 2);
export const percentOf = (value: Scaled, of: Scaled): string | null =>
  of === 0n ? null : fixed(times(over(written(value, 6), written(of, 6)), '100'), 1);

export const costsOf = ({ off, gifts, credit, cost }: Omit<Sum, 'orders' | 'sales'>): Costs => ({
  off: money(off),
  gifts: money(gifts),
  credit: money(credit),
  cost: money(cost),
});

export const touchedOf = (sum: Sum): Touched => ({
  orders: sum.orders,
  sales: money(sum.sales),
  ratio: percentOf(sum.cost, sum.sales),
  ...costsOf(sum),
});

/** Below the first tier, then the tiers of the activity from the lowest on; rules of one threshold are one tier. */
export function tiersOf(rules: readonly Rule[], sums: ReadonlyMap<number | null, Sum>): readonly Tier[] {
  const numbers = [null, ...rules.map(({ ruleNo }) => ruleNo)];
  return numbers
    .filter((ruleNo) => sums.has(ruleNo) || ruleNo === null || rules.length > 1 || rules[0]?.ruleNo === ruleNo)
    .map((ruleNo) => {
      const { orders, sales, cost, ratio } = touchedOf(sums.get(ruleNo) ?? emptySum());
      return { ruleNo, orders, sales, cost, ratio };
    });
}

export interface Margin {
  /** Of lines whose cost is known: what they were sold for, and what they cost. */
  sold: Scaled;
  cost: Scaled;
  all: Scaled;
}

/**
 * What must be sold on top: extra sales earn what is left of the margin under the activity. Lines without a cost are
 * taken to earn as much as those with one.
 */
export function breakEvenOf({ sold, cost, all }: Margin, sales: Scaled, net: Scaled) {
  if (sold === 0n || sales === 0n) return null;
  const known = percentOf(sold, all) ?? '0.0';
  // Margin under the activity = (sold − cost) / sold − net / sales, over one denominator.
  const earned = (sold - cost) * sales - net * sold;
  if (net <= 0n) return { extraSales: '0.00', extraPercent: '0.0', known };
  if (earned <= 0n) return { extraSales: null, extraPercent: null, known };
  const extra = (net * sold * sales) / earned;
  return { extraSales: money(extra), extraPercent: percentOf(extra, sales), known };
}

/** Rows with what they are sorted by; ties go by number, so that two calls answer the same. */
export function topRows(
  rows: readonly SimulatedOrder[],
  by: (row: SimulatedOrder) => Scaled | number,
): readonly SimulatedOrder[] {
  return rows
    .map((row) => ({ row, key: by(row) }))
    .toSorted((a, b) => (a.key === b.key ? (a.row.code < b.row.code ? -1 : 1) : a.key > b.key ? -1 : 1))
    .slice(0, mostRows)
    .map(({ row }) => row);
}

export const byCost = ({ cost }: SimulatedOrder): Scaled => scaled(cost);
export const byReplaced = ({ replaced }: SimulatedOrder): Scaled => scaled(replaced);
