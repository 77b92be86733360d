import { compare } from '#platform/model/decimal.ts';
import {
  customerDimensions,
  productDimensions,
  type Benchmark,
  type CustomerDimension,
  type CustomerKeys,
  type Dated,
  type PriceBook,
  type PriceQuestion,
  type ProductDimension,
  type QueryRule,
  type ScopeRow,
  type Strategy,
} from './price-book.ts';
import type { PriceStep } from './price-trace.ts';

interface Match {
  readonly strategy: Strategy;
  readonly customer: CustomerDimension;
  readonly product: ProductDimension;
  readonly customerDistance: number;
  readonly productDistance: number;
}

const defaultRules: readonly QueryRule[] = customerDimensions.flatMap((customer) =>
  productDimensions.map((product) => ({ customer, product })),
);

export function strategyFor(
  question: PriceQuestion,
  { strategies, rules = defaultRules, parents }: PriceBook,
  trace: PriceStep[],
): Match | null {
  const matches: Match[] = [];
  for (const strategy of strategies) {
    const fit = fitOf(strategy, question, parents);
    if (fit === null) continue;
    const why =
      fit === 'excluded'
        ? ('excluded' as const)
        : !isCurrent(strategy, question.date)
          ? ('date' as const)
          : strategy.leastNumber != null && compare(question.number, strategy.leastNumber) < 0
            ? ('number' as const)
            : null;
    if (why !== null) trace.push({ kind: 'passed', strategy: strategy.code, why });
    else if (fit !== 'excluded') matches.push({ strategy, ...fit });
  }
  for (const rule of rules) {
    if (rule.isEnd === true) break;
    const [winner, ...others] = matches
      .filter(
        ({ customer, product, strategy }) =>
          customer === rule.customer &&
          product === rule.product &&
          (rule.isLadderOnly !== true || strategy.ladder != null),
      )
      .toSorted(byRank);
    if (winner === undefined) continue;
    for (const { strategy } of [...others, ...matches.filter((match) => match !== winner && !others.includes(match))])
      trace.push({ kind: 'passed', strategy: strategy.code, why: 'outranked' });
    return winner;
  }
  for (const { strategy } of matches) trace.push({ kind: 'passed', strategy: strategy.code, why: 'rule' });
  return null;
}

/** What of a book can decide this price, also at another number: enough to be kept with an order line. */
export function relevantTo(
  { customer, material, ...question }: PriceQuestion,
  { strategies, benchmarks, rules, parents }: PriceBook,
): PriceBook {
  const keys: Readonly<Record<ScopeRow['side'], Readonly<Partial<Record<string, string | null>>>>> = {
    customer,
    product: material,
  };
  const near = ({ side, dimension, code }: ScopeRow): boolean =>
    distanceOf(keys[side][dimension] ?? null, code, trees.has(dimension) ? parents : {}) !== null;
  const above: Record<string, string> = {};
  for (const start of [customer.area, customer.customerClass, material.class]) {
    for (
      let node = start ?? undefined, next = node === undefined ? undefined : parents[node];
      node !== undefined && next !== undefined && above[node] === undefined;
      node = next, next = parents[node]
    )
      above[node] = next;
  }
  const fitting = strategies.flatMap((strategy) => {
    const fit = fitOf(strategy, { customer, material, ...question }, parents);
    return fit === null || fit === 'excluded' || !isCurrent(strategy, question.date) ? [] : [{ strategy, fit }];
  });
  return {
    strategies: fitting.map(({ strategy }) => ({
      ...strategy,
      scope: strategy.scope.filter((row) => row.isExcluded !== true && near(row)),
    })),
    benchmarks: benchmarks.filter(
      (row) =>
        row.material === material.material &&
        isCurrent(row, question.date) &&
        (row.priceClass === customer.priceClass || row.priceClass === question.defaultPriceClass),
    ),
    // Steps of the search that none of them stands on change nothing.
    ...(rules === undefined
      ? {}
      : {
          rules: rules.filter(
            (rule) =>
              rule.isEnd === true ||
              fitting.some(({ fit }) => fit.customer === rule.customer && fit.product === rule.product),
          ),
        }),
    parents: above,
  };
}

/**
 * The tie inside a rule: nearest ancestor of the customer's side, then of the product's, smaller priority, later start,
 * smaller code.
 */
function byRank(a: Match, b: Match): number {
  return (
    a.customerDistance - b.customerDistance ||
    a.productDistance - b.productDistance ||
    (a.strategy.priority ?? 100) - (b.strategy.priority ?? 100) ||
    descending(a.strategy.startDate ?? '', b.strategy.startDate ?? '') ||
    -descending(a.strategy.code, b.strategy.code)
  );
}
const descending = (a: string, b: string): number => (a === b ? 0 : a > b ? -1 : 1);

const isCurrent = ({ startDate, endDate }: Dated, date: string): boolean =>
  (startDate == null || startDate <= date) && (endDate == null || date <= endDate);

type Fit = Pick<Match, 'customer' | 'product' | 'customerDistance' | 'productDistance'>;

/** Null when a dimension that the strategy names does not hold the customer or the material. */
function fitOf(
  { scope }: Strategy,
  { customer, material }: PriceQuestion,
  parents: PriceBook['parents'],
): Fit | 'excluded' | null {
  const onCustomer = sideOf(
    scope.filter((row) => row.side === 'customer'),
    customer,
    customerDimensions,
    parents,
  );
  const onProduct = sideOf(
    scope.filter((row) => row.side === 'product'),
    material,
    productDimensions,
    parents,
  );
  if (onCustomer === null || onProduct === null) return null;
  if (onCustomer === 'excluded' || onProduct === 'excluded') return 'excluded';
  return {
    customer: onCustomer.dimension,
    customerDistance: onCustomer.distance,
    product: onProduct.dimension,
    productDistance: onProduct.distance,
  };
}

/**
 * Whether a scope may be about this customer at all, whatever the product. One that leaves him out is: the trace says
 * so.
 */
export const mayMean = (scope: readonly ScopeRow[], customer: CustomerKeys, parents: PriceBook['parents']): boolean =>
  sideOf(
    scope.filter((row) => row.side === 'customer'),
    customer,
    customerDimensions,
    parents,
  ) !== null;

/** Dimensions in which a node stands for everything below it. */
const trees: ReadonlySet<string> = new Set(['area', 'class', 'customerClass']);

function sideOf<D extends string>(
  rows: readonly { readonly dimension: Exclude<D, 'all'>; readonly code: string; readonly isExcluded?: boolean }[],
  keys: Readonly<Partial<Record<string, string | null>>>,
  order: readonly D[],
  parents: PriceBook['parents'],
): { readonly dimension: D; readonly distance: number } | 'excluded' | null {
  const near = (dimension: string, code: string): number | null =>
    distanceOf(keys[dimension] ?? null, code, trees.has(dimension) ? parents : {});
  const included = rows.filter((row) => row.isExcluded !== true);
  for (const dimension of new Set(included.map((row) => row.dimension))) {
    if (included.every((row) => row.dimension !== dimension || near(dimension, row.code) === null)) return null;
  }
  if (rows.some((row) => row.isExcluded === true && near(row.dimension, row.code) !== null)) return 'excluded';
  const best =
    order.find((dimension) => included.some((row) => row.dimension === dimension)) ?? order[order.length - 1];
  if (best === undefined) return null;
  const distances = included
    .filter((row) => row.dimension === best)
    .map((row) => near(best, row.code))
    .filter((distance) => distance !== null);
  return { dimension: best, distance: distances.length === 0 ? 0 : Math.min(...distances) };
}

/**
 * Steps up from a node to the code; null when the code is neither the node nor above it. A circle in the tree ends the
 * walk.
 */
function distanceOf(from: string | null, code: string, parents: PriceBook['parents']): number | null {
  const seen = new Set<string>();
  for (
    let node: string | undefined = from ?? undefined, steps = 0;
    node !== undefined && !seen.has(node);
    node = parents[node], steps += 1
  ) {
    if (node === code) return steps;
    seen.add(node);
  }
  return null;
}

/** The customer's class before the default one, the organisation's row before everybody's, the latest start. */
export function benchmarkFor(
  { customer, material, date, defaultPriceClass, organizeCode }: PriceQuestion,
  { benchmarks }: PriceBook,
): Benchmark | null {
  const current = benchmarks.filter(
    (row) =>
      row.material === material.material &&
      isCurrent(row, date) &&
      (row.organizeCode == null || row.organizeCode === organizeCode),
  );
  for (const priceClass of [customer.priceClass, defaultPriceClass]) {
    const [best] = current
      .filter((row) => row.priceClass === priceClass)
      .toSorted(
        (a, b) =>
          Number(a.organizeCode == null) - Number(b.organizeCode == null) || // not money
          descending(a.startDate ?? '', b.startDate ?? '') ||
          -descending(a.code, b.code),
      );
    if (best !== undefined) return best;
  }
  return null;
}
