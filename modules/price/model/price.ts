import { compare, fixed, greater, lesser, minus, over, plus, times } from '#platform/model/decimal.ts';
import {
  pricingModes,
  type Benchmark,
  type Ladder,
  type PriceBook,
  type PriceQuestion,
  type Strategy,
} from './price-book.ts';
import { benchmarkFor, strategyFor } from './price-search.ts';
import type { PriceStep } from './price-trace.ts';

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
    ladder == null || ladder.tiers.length === 0
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
      return ladder == null || ladder.tiers.length === 0 ? null : value;
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
