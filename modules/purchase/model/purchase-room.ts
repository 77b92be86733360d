import { compare, cut, minus, over, plus, times } from '#platform/model/decimal.ts';

/** A line of a purchase, counted: what was ordered, given up, has come, and went back. */
export interface PurchaseCount {
  readonly number: string;
  readonly closedNumber: string | null;
  readonly arrivedNumber: string | null;
  readonly returnedNumber: string | null;
}

/** What is there of a line. */
export const keptOf = ({ arrivedNumber, returnedNumber }: PurchaseCount): string =>
  minus(arrivedNumber ?? '0', returnedNumber ?? '0');

/** What is still awaited of a line; nothing when more than that has come. */
export const awaitedOf = (line: PurchaseCount): string => {
  const rest = minus(line.number, plus(line.closedNumber ?? '0', keptOf(line)));
  return compare(rest, '0') > 0 ? rest : '0';
};

/**
 * How much may still come in: the tolerance is on what the line asks for as a whole and not on each rest (B14a), in
 * whole units of what the goods are counted in.
 */
export function roomOf(line: PurchaseCount, tolerance: string, decimals: number): string {
  const asked = minus(line.number, line.closedNumber ?? '0');
  const most = floored(over(times(asked, plus('100', tolerance)), '100'), decimals);
  return minus(compare(most, asked) > 0 ? most : asked, keptOf(line));
}

function floored(number: string, decimals: number): string {
  const unit = `1${'0'.repeat(decimals)}`;
  return over(cut(times(number, unit)), unit);
}

/** What goods cost without the tax that the price includes. */
export const netPrice = (price: string, taxRate: string | null): string =>
  over(times(price, '100'), plus('100', taxRate ?? '0'));
