import { compare, cut, fixed, isZero, minus, over, plus, times } from '#platform/model/decimal.ts';

/** What lies there and what it cost. */
export interface Costed {
  readonly number: string;
  readonly amount: string;
}

/** The average price, four decimals; nothing costs nothing. */
export const averageOf = ({ number, amount }: Costed): string =>
  compare(number, '0') <= 0 ? '0' : fixed(over(amount, number), 4);

/**
 * What goods take with them at the average. The last piece leaves nothing behind: what rounding had kept goes as an
 * adjustment (I6).
 */
export function issue(
  costed: Costed,
  number: string,
): { readonly unitCost: string; readonly amount: string; readonly rest: string } {
  const unitCost = averageOf(costed);
  const amount = fixed(times(unitCost, number), 2);
  const isLast = isZero(minus(costed.number, number));
  return { unitCost, amount, rest: isLast ? fixed(minus(costed.amount, amount), 2) : '0.00' };
}

/**
 * The part of a difference that goes with goods that are still there, and never more than they cost; what was issued
 * meanwhile took its cost along.
 */
export function stillThere(standing: Costed, number: string, difference: string): string {
  if (compare(number, '0') <= 0 || compare(standing.number, '0') <= 0) return '0';
  const part =
    compare(standing.number, number) >= 0
      ? difference
      : over(cut(over(times(times(difference, '100'), standing.number), number)), '100');
  return compare(plus(standing.amount, part), '0') < 0 ? minus('0', standing.amount) : part;
}
