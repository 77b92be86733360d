import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { cents, shares } from '#platform/model/share.ts';
import { least } from '#funds/model/settlement.ts';

/** What is typed on the head of an order beside its goods; empty is nothing. */
export interface Charges {
  readonly freightAmount: string | null;
  readonly allowanceAmount: string | null;
  readonly roundingAmount: string | null;
}

export interface Charged {
  /** The lines at their prices. */
  readonly goods: string;
  /** Whole-order discount and rounding-off together. */
  readonly discount: string;
  readonly freight: string;
  readonly payable: string;
  /** In the order of the lines: its share of the discount, and what is paid for it. */
  readonly lines: readonly { readonly discount: string; readonly payable: string }[];
  /**
   * By how much the discount is larger than the goods; null when it is not. What is beyond the goods is taken off
   * nothing.
   */
  readonly excess: string | null;
  readonly trace: readonly ChargeStep[];
}

/** How the goods became what is paid: each step with what stands after it. */
export interface ChargeStep {
  readonly kind: 'goods' | 'allowance' | 'rounding' | 'freight';
  readonly amount: string;
  readonly total: string;
}

/**
 * What is paid for an order (domain §3.2). The discount is spread over the lines by what they cost, to the cent; the
 * dearest lines come first where cents are left over, so that it does not matter in which order the lines were written.
 * Freight is paid for no line.
 */
export function chargesOf(
  amounts: readonly string[],
  { freightAmount, allowanceAmount, roundingAmount }: Charges,
): Charged {
  const goods = plus(...amounts);
  const discount = plus(allowanceAmount, roundingAmount);
  const freight = freightAmount ?? '0';
  const dearestFirst = amounts.map((amount, at) => ({ amount, at })).toSorted((a, b) => compare(b.amount, a.amount));
  const parts = shares(
    least(discount, goods),
    dearestFirst.map(({ amount }) => amount),
  );
  const discounts = new Map(dearestFirst.map(({ at }, i) => [at, parts[i] ?? '0.00']));
  const lines = amounts.map((amount, at) => ({
    discount: discounts.get(at) ?? '0.00',
    payable: cents(minus(amount, discounts.get(at) ?? '0')),
  }));
  return {
    goods: cents(goods),
    discount: cents(discount),
    freight: cents(freight),
    payable: cents(plus(...lines.map(({ payable }) => payable), freight)),
    lines,
    excess: compare(discount, goods) > 0 ? cents(minus(discount, goods)) : null,
    trace: stepsOf([
      ['goods', goods],
      ['allowance', minus('0', allowanceAmount ?? '0')],
      ['rounding', minus('0', roundingAmount ?? '0')],
      ['freight', freight],
    ]),
  };
}

function stepsOf(moves: readonly (readonly [kind: ChargeStep['kind'], amount: string])[]): readonly ChargeStep[] {
  let total = '0';
  return moves
    .filter(([kind, amount]) => kind === 'goods' || !isZero(amount))
    .map(([kind, amount]) => {
      total = plus(total, amount);
      return { kind, amount: cents(amount), total: cents(total) };
    });
}

/**
 * What is paid for a line that is kept. Shipping, closing and returning take parts of this, never of its amount (C11).
 */
export const payableOf = ({
  amount,
  discountAmount,
}: {
  readonly amount: string | null;
  readonly discountAmount: string | null;
}): string => minus(amount ?? '0', discountAmount ?? '0');
