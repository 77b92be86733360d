import { compare, isZero, lesser, minus, over, plus, times } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';

/**
 * What a rebate is a percentage of: net sales, money that came in, or net sales once so much of a target is reached.
 */
export type RebateBasis = 'netSales' | 'collected' | 'target';
export interface RebateTier {
  /** It counts from here on: yuan, or percent of the target. */
  readonly start: string;
  readonly rate: string;
}
export interface RebateTerms {
  readonly basis: RebateBasis;
  /** Whether each band has its own rate; else all of it has that of the tier that was reached. */
  readonly isProgressive: boolean;
  readonly tiers: readonly RebateTier[];
}

/** A customer's period, tax included and without freight (B11a). */
export interface RebatePeriod {
  readonly sales?: string;
  readonly returns?: string;
  /** What was paid with rebate. */
  readonly rebateUsed?: string;
  /** 促销扣回: promotions that returns and closes lost. */
  readonly clawback?: string;
  readonly collected?: string;
  readonly refunded?: string;
  readonly target?: string | null;
  /** Below nothing: what the settlement before could not take off. */
  readonly carried?: string;
}

export interface SettledRebate {
  readonly basis: string;
  /** Percent of the target; null where nobody asks for it. */
  readonly achieved: string | null;
  /** Of the tier that was reached; nothing below the first. */
  readonly rate: string;
  readonly rebate: string;
  /** Zero or below: taken off the programme's next settlement. */
  readonly carry: string;
  /** How the rebate comes about, band by band. */
  readonly trace: readonly { readonly start: string; readonly rate: string; readonly amount: string }[];
}

/** One customer's rebate. It is rounded once, at the end. */
export function settledRebate({ basis: kind, isProgressive, tiers }: RebateTerms, period: RebatePeriod): SettledRebate {
  const basis = plus(kind === 'collected' ? collectedIn(period) : netSalesIn(period), period.carried);
  const achieved = kind === 'target' ? percentOf(basis, period.target) : null;
  const measure = achieved ?? basis;
  const reached = tiers
    .filter(({ start }) => compare(measure, start) >= 0)
    .toSorted((a, b) => compare(a.start, b.start));
  const top = compare(basis, '0') <= 0 ? undefined : reached.at(-1);
  const bands =
    top === undefined ? [] : isProgressive && kind !== 'target' ? bandsOf(reached, basis) : [{ ...top, amount: basis }];
  return {
    basis: cents(basis),
    achieved: achieved === null ? null : cents(achieved),
    rate: top?.rate ?? '0',
    rebate: cents(over(plus(...bands.map(({ amount, rate }) => times(amount, rate))), '100')),
    carry: cents(lesser(basis, '0')),
    trace: bands,
  };
}

const netSalesIn = ({ sales, returns, rebateUsed, clawback }: RebatePeriod): string =>
  minus(plus(sales, clawback), plus(returns, rebateUsed));
const collectedIn = ({ collected, refunded }: RebatePeriod): string => minus(plus(collected), plus(refunded));

/** Without a target nothing of it is reached. */
const percentOf = (amount: string, target: string | null | undefined): string =>
  target == null || isZero(target) ? '0' : over(times(amount, '100'), target);

const bandsOf = (reached: readonly RebateTier[], basis: string): SettledRebate['trace'] =>
  reached.map(({ start, rate }, at) => ({ start, rate, amount: minus(reached[at + 1]?.start ?? basis, start) }));
