import { compare, isZero, minus, times } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { Charged } from './order-charge.ts';

/** A line as the floor looks at it. Gifts and exchange goods have none. */
export interface FlooredLine {
  /** What it costs before promotions: the typed price, else the book's, times its number. */
  readonly amount: string;
  readonly number: string;
  readonly floor: string | null;
}

/** What hands leave of a line: its share of what was typed off the whole order counts against its floor too. */
export interface Floored {
  readonly share: string;
  readonly left: string;
  readonly isBelow: boolean;
}

/**
 * Floors hold against hand-typed allowance and rounding-off, promotions may go below them (A3a). Compared without a
 * division, which would round a cent away: what is left against the floor of all pieces.
 */
export function flooredBy(lines: readonly FlooredLine[], shares: readonly string[]): readonly Floored[] {
  return lines.map(({ amount, number, floor }, at) => {
    const share = shares[at] ?? '0';
    const left = minus(amount, share);
    return {
      share: cents(share),
      left: cents(left),
      isBelow: floor !== null && compare(left, times(floor, number)) < 0,
    };
  });
}

/** Goods that only rules may give away for nothing: hands brought what is paid for them to zero (A3). */
export function isGivenAwayByHand(
  lines: readonly { readonly isTyped: boolean; readonly isFree: boolean }[],
  { goods, discount }: Pick<Charged, 'goods' | 'discount'>,
): boolean {
  const bought = lines.filter(({ isFree }) => !isFree);
  const byHand = compare(discount, '0') > 0 || bought.some(({ isTyped }) => isTyped);
  return bought.length > 0 && byHand && isZero(minus(goods, discount));
}
