import { compare, minus, negated, over, plus, round, times } from '#platform/model/decimal.ts';

/** What is known of a receipt before somebody asks to pay it. */
export interface Payable {
  readonly received: string;
  readonly returned: string;
  readonly paid: string;
  /** Asked for by others and not decided yet, or decided and not paid: it counts from submit on (B14a). */
  readonly inApproval: string;
}

/** What may still be asked for of a receipt. */
export function payRoom({ received, returned, paid, inApproval }: Payable): string {
  const room = minus(received, plus(returned, paid, inApproval));
  return compare(room, '0') > 0 ? room : '0';
}

/** How an invoice fits the receipt it is for: more than the tolerance apart is told (B14, PU004 in percent). */
export function matchOf(
  { invoice, receipt }: { readonly invoice: string; readonly receipt: string },
  tolerance: string,
): { readonly adjust: string; readonly mismatch: boolean } {
  const adjust = minus(invoice, receipt);
  const apart = compare(adjust, '0') < 0 ? negated(adjust) : adjust;
  // Without division: exactly the tolerance is no mismatch.
  return { adjust, mismatch: compare(times(apart, '100'), times(receipt, tolerance)) > 0 };
}

/** A difference without the tax that it includes: what goods cost more or less than the receipt said. */
export const netDifference = (difference: string, taxRate: string | null): string =>
  round(over(times(difference, '100'), plus('100', taxRate ?? '0')), 2);

/** The tax within an amount. */
export const taxWithin = (amount: string, taxRate: string | null): string =>
  minus(amount, netDifference(amount, taxRate));

/** How much of each line is offset before the rest is paid: the lines in their order, until nothing is left. */
export function offsetParts(amounts: readonly string[], offset: string): readonly string[] {
  let left = offset;
  return amounts.map((amount) => {
    const part = compare(amount, left) < 0 ? amount : left;
    left = minus(left, part);
    return part;
  });
}
