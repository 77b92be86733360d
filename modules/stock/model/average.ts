import { compare, fixed, isZero, minus, over, times } from '#platform/model/decimal.ts';

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
