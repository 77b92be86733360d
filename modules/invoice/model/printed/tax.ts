import { compare, minus, negated, over, plus, round, times } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';

/** An amount with its tax, taken apart: the three always fit each other to the cent. */
export interface Taxed {
  readonly amount: string;
  readonly netAmount: string;
  readonly taxAmount: string;
}

/** Prices include the tax: what is left without it, and the tax as the difference (domain §7.3). */
export function taxed(amount: string, taxRate: string): Taxed {
  const netAmount = cents(over(times(amount, '100'), plus('100', taxRate)));
  return { amount: cents(amount), netAmount, taxAmount: cents(minus(amount, netAmount)) };
}

/** The unit price on paper: without tax, up to 13 decimals (C3). */
export const unitPriceOf = (netAmount: string, number: string): string => round(over(netAmount, number), 13);

/** A line may be off its rate by six cents, as the tax office checks it (C3). */
export function isWithinTax(
  { netAmount, taxAmount }: Pick<Taxed, 'netAmount' | 'taxAmount'>,
  taxRate: string,
): boolean {
  const apart = minus(over(times(netAmount, taxRate), '100'), taxAmount);
  return compare(compare(apart, '0') < 0 ? negated(apart) : apart, '0.06') <= 0;
}
