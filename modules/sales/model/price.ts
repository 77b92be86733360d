import { compare, fixed, minus, over, plus, times } from '#platform/model/decimal.ts';

/** From the most specific to the least: where two strategies match, the first wins, never the cheaper. */
export const customerDimensions = [
  'customer',
  'group',
  'level',
  'customerClass',
  'channel',
  'area',
  'trade',
  'priceClass',
  'all',
] as const;
export const productDimensions = ['material', 'product', 'class', 'brand', 'all'] as const;
export type CustomerDimension = (typeof customerDimensions)[number];
export type ProductDimension = (typeof productDimensions)[number];

/** What the customer and the material are, by dimension: { level: 'L1', area: '330106' }. */
export type CustomerKeys = Readonly<Partial<Record<Exclude<CustomerDimension, 'all'>, string | null>>>;
export type ProductKeys = Readonly<Partial<Record<Exclude<ProductDimension, 'all'>, string | null>>>;

export type ScopeRow =
  | {
      readonly side: 'customer';
      readonly dimension: Exclude<CustomerDimension, 'all'>;
      readonly code: string;
      readonly isExcluded?: boolean;
    }
  | {
      readonly side: 'product';
      readonly dimension: Exclude<ProductDimension, 'all'>;
      readonly code: string;
      readonly isExcluded?: boolean;
    };

/** The wire codes of pricingMode. */
export const pricingModes = { fixed: '0', rate: '1', ladder: '2', costPlus: '3', amountOff: '4' } as const;
export type PricingMode = (typeof pricingModes)[keyof typeof pricingModes];

export interface Tier {
  readonly startNumber: string;
  readonly price: string;
}
export interface Ladder {
  readonly tiers: readonly Tier[];
  /** '0' the whole number at one price, '1' every band at its own. */ readonly mode: '0' | '1';
}
interface Dated {
  readonly startDate?: string | null;
  readonly endDate?: string | null;
}
interface Priced {
  readonly ladder?: Ladder | null;
  /** Per auxiliary unit: the main price is the price over the rate. */ readonly isPerAssist?: boolean;
}

export interface Strategy extends Dated, Priced {
  readonly code: string;
  readonly scope: readonly ScopeRow[];
  readonly mode: PricingMode;
  readonly value: string;
  readonly leastNumber?: string | null;
  readonly priority?: number | null;
}
export interface Benchmark extends Dated, Priced {
  readonly code: string;
  readonly priceClass: string;
  readonly material: string;
  readonly price: string;
  /** Null for every organisation. */ readonly organizeCode?: string | null;
}
export interface QueryRule {
  readonly customer: CustomerDimension;
  readonly product: ProductDimension;
  /** Looks only at strategies with a ladder. */
  readonly isLadderOnly?: boolean;
  /** The search ends here: no strategy after it, the benchmark prices. */
  readonly isEnd?: boolean;
}
export interface ColourFee {
  readonly code: string;
  readonly price: string;
  readonly ladder?: readonly Tier[] | null;
}

export interface PriceQuestion {
  readonly organizeCode?: string | null;
  readonly customer: CustomerKeys;
  readonly material: ProductKeys;
  /** Main units per auxiliary unit. */
  readonly rate: string;
  readonly floorPrice?: string | null;
  readonly cost?: string | null;
  readonly date: string;
  readonly number: string;
  /** What ladders look at where SD007 counts all lines of the material. */
  readonly ladderNumber?: string;
  readonly taxRate: string;
  readonly defaultPriceClass: string | null;
  readonly colour?: ColourFee | null;
}
/** What may decide the price. Only audited and enabled rows are asked for. */
export interface PriceBook {
  readonly strategies: readonly Strategy[];
  readonly benchmarks: readonly Benchmark[];
  readonly rules?: readonly QueryRule[];
  /** The node above an area, a product class or a customer class. */
  readonly parents: Readonly<Record<string, string>>;
}

/** One line of "why this price", in the order in which it happened. */
export type PriceStep =
  | {
      readonly kind: 'passed';
      readonly strategy: string;
      readonly why: 'date' | 'number' | 'excluded' | 'outranked' | 'rule';
    }
  | {
      readonly kind: 'strategy';
      readonly strategy: string;
      readonly customer: CustomerDimension;
      readonly product: ProductDimension;
      readonly mode: PricingMode;
      readonly value: string;
    }
  | {
      readonly kind: 'benchmark';
      readonly benchmark: string;
      readonly priceClass: string;
      readonly isDefaultClass: boolean;
      readonly price: string;
    }
  | { readonly kind: 'assist'; readonly price: string; readonly rate: string; readonly result: string }
  | {
      readonly kind: 'method';
      readonly mode: PricingMode;
      readonly base: string;
      readonly value: string;
      readonly result: string;
    }
  | { readonly kind: 'tier'; readonly startNumber: string; readonly number: string; readonly result: string }
  | {
      readonly kind: 'bands';
      readonly bands: readonly { readonly number: string; readonly price: string }[];
      readonly amount: string;
      readonly result: string;
    }
  | { readonly kind: 'colour'; readonly colour: string; readonly fee: string; readonly result: string }
  | { readonly kind: 'typed'; readonly price: string }
  | { readonly kind: 'floor'; readonly floor: string; readonly price: string }
  | { readonly kind: 'none' };

export interface Price {
  /** Main unit, tax included, 4 decimals. */
  readonly price: string;
  readonly amount: string;
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly netPrice: string;
  readonly source: `strategy:${string}` | `benchmark:${string}`;
  readonly isBelowFloor: boolean;
}
export interface PriceAnswer {
  readonly price: Price | null;
  readonly trace: readonly PriceStep[];
}

/** Null when nothing prices the material (E-PRICE-NONE): a price of zero is never guessed. */
export function resolvePrice(question: PriceQuestion, book: PriceBook): PriceAnswer {
  const trace: PriceStep[] = [];
  const found = strategyFor(question, book, trace);
  const base = benchmarkFor(question, book);
  const needsBase =
    found === null || found.strategy.mode === pricingModes.rate || found.strategy.mode === pricingModes.amountOff;
  if (needsBase && base === null) return { price: null, trace: [...trace, { kind: 'none' }] };
  if (found !== null)
    trace.push({
      kind: 'strategy',
      strategy: found.strategy.code,
      customer: found.customer,
      product: found.product,
      mode: found.strategy.mode,
      value: found.strategy.value,
    });
  const basis = needsBase && base !== null ? basePrice(question, base, trace) : null;
  const unit = found === null ? basis : strategyPrice(question, found.strategy, basis, trace);
  if (unit === null) return { price: null, trace: [...trace, { kind: 'none' }] };
  // A strategy without a ladder of its own also overrides the benchmark's.
  const ladder = found === null ? base?.ladder : found.strategy.ladder;
  const isPerAssist = (found === null ? base : found.strategy)?.isPerAssist === true;
  const climbed =
    ladder == null
      ? { price: unit, amount: null }
      : climb(
          question,
          ladder,
          { isPerAssist, own: found?.strategy.mode === pricingModes.ladder ? null : unit },
          trace,
        );
  const priced = withColour(question, climbed, trace);
  const isBelowFloor = question.floorPrice != null && compare(priced.price, question.floorPrice) < 0;
  if (isBelowFloor && question.floorPrice != null)
    trace.push({ kind: 'floor', floor: question.floorPrice, price: priced.price });
  return {
    price: {
      ...amountsOf(priced.price, question, priced.amount),
      source: found === null ? `benchmark:${base?.code ?? ''}` : `strategy:${found.strategy.code}`,
      isBelowFloor,
    },
    trace,
  };
}

/**
 * Tax is inside the price: the net amount is rounded once and the tax is the rest, so the two always sum to the amount.
 */
export function amountsOf(
  price: string,
  { number, taxRate }: Pick<PriceQuestion, 'number' | 'taxRate'>,
  whole: string | null = null,
): Omit<Price, 'source' | 'isBelowFloor'> {
  const divisor = plus('1', over(taxRate, '100'));
  const amount = fixed(whole ?? times(price, number), 2);
  const netAmount = fixed(over(amount, divisor), 2);
  return {
    price: fixed(price, 4),
    amount,
    netAmount,
    taxAmount: fixed(minus(amount, netAmount), 2),
    netPrice: fixed(over(price, divisor), 4),
  };
}

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

function strategyFor(
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

function basePrice(
  { rate, customer }: PriceQuestion,
  { code, price, priceClass, isPerAssist }: Benchmark,
  trace: PriceStep[],
): string {
  trace.push({
    kind: 'benchmark',
    benchmark: code,
    priceClass,
    isDefaultClass: priceClass !== customer.priceClass,
    price,
  });
  return isPerAssist === true ? perMain(price, rate, trace) : price;
}

function perMain(price: string, rate: string, trace: PriceStep[]): string {
  const result = fixed(over(price, rate), 4);
  trace.push({ kind: 'assist', price, rate, result });
  return result;
}

function strategyPrice(
  { rate, cost }: PriceQuestion,
  { mode, value, isPerAssist, ladder }: Strategy,
  basis: string | null,
  trace: PriceStep[],
): string | null {
  const settle = (base: string, result: string): string => {
    trace.push({ kind: 'method', mode, base, value, result: fixed(result, 4) });
    return fixed(result, 4);
  };
  switch (mode) {
    case pricingModes.fixed:
      return isPerAssist === true ? perMain(value, rate, trace) : fixed(value, 4);
    case pricingModes.rate:
      return basis === null ? null : settle(basis, times(basis, over(value, '100')));
    case pricingModes.amountOff: {
      if (basis === null) return null;
      const left = minus(basis, isPerAssist === true ? over(value, rate) : value);
      return settle(basis, compare(left, '0') < 0 ? '0' : left);
    }
    case pricingModes.costPlus:
      return cost == null ? null : settle(cost, times(cost, plus('1', over(value, '100'))));
    // Its tiers give the price; the value beside them says nothing.
    case pricingModes.ladder:
      return ladder == null || ladder.tiers.length === 0 ? null : fixed(value === '' ? '0' : value, 4);
  }
}

/**
 * `own` is what a piece costs below the first tier; null of a strategy that is nothing but its tiers: there the first
 * holds from the first piece on.
 */
function climb(
  { number, ladderNumber = number, rate }: PriceQuestion,
  { tiers, mode }: Ladder,
  { isPerAssist, own }: { readonly isPerAssist: boolean; readonly own: string | null },
  trace: PriceStep[],
): { readonly price: string; readonly amount: string | null } {
  const sorted = tiers
    .toSorted((a, b) => compare(a.startNumber, b.startNumber))
    .map((tier) => (isPerAssist ? { ...tier, price: fixed(over(tier.price, rate), 4) } : tier));
  const below = own === null || sorted[0] === undefined ? '0' : greater(minus(sorted[0].startNumber, '1'), '0');
  if (mode === '0') {
    const reached = sorted.findLast(({ startNumber }) => compare(startNumber, ladderNumber) <= 0);
    if (reached === undefined && own !== null) return { price: own, amount: null };
    const tier = reached ?? sorted[0];
    const result = fixed(tier?.price ?? '0', 4);
    trace.push({ kind: 'tier', startNumber: tier?.startNumber ?? '0', number: ladderNumber, result });
    return { price: result, amount: null };
  }
  if (own !== null && compare(number, below) <= 0) return { price: own, amount: null };
  const bands = sorted.flatMap(({ startNumber, price }, i) => {
    const from = i === 0 ? below : minus(startNumber, '1');
    const next = sorted[i + 1];
    const to = next === undefined ? number : lesser(minus(next.startNumber, '1'), number);
    return compare(to, from) > 0 ? [{ number: minus(to, from), price }] : [];
  });
  if (own !== null && compare(below, '0') > 0) bands.unshift({ number: below, price: own });
  const amount = fixed(plus(...bands.map((band) => times(band.number, band.price))), 2);
  const result = fixed(over(amount, number), 4);
  trace.push({ kind: 'bands', bands, amount, result });
  return { price: result, amount };
}
const greater = (a: string, b: string): string => (compare(a, b) >= 0 ? a : b);
const lesser = (a: string, b: string): string => (compare(a, b) <= 0 ? a : b);

/** Mixing a colour costs per main unit; no strategy discounts it. */
function withColour(
  { colour, number, ladderNumber = number }: PriceQuestion,
  { price, amount }: { readonly price: string; readonly amount: string | null },
  trace: PriceStep[],
): { readonly price: string; readonly amount: string | null } {
  if (colour == null) return { price, amount };
  const tiers = (colour.ladder ?? []).toSorted((a, b) => compare(a.startNumber, b.startNumber));
  const fee = tiers.findLast(({ startNumber }) => compare(startNumber, ladderNumber) <= 0)?.price ?? colour.price;
  const result = fixed(plus(price, fee), 4);
  trace.push({ kind: 'colour', colour: colour.code, fee, result });
  return { price: result, amount: amount === null ? null : plus(amount, fixed(times(fee, number), 2)) };
}
