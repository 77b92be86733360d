import { compare, fixed, isZero, minus, over, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount, shares } from '#platform/model/share.ts';

/** A line of what the seller sent: how many, and what they are sold for before rebate and freight. */
export interface SentLine {
  readonly number: string;
  readonly amount: string;
}

/**
 * What each line of a shipment is to be paid: its amount, less its share of the rebate that the seller took from the
 * buyer's account, plus its share of the freight, by largest remainder (B16a). Gifts weigh nothing and cost nothing.
 */
export function payableOf(
  lines: readonly SentLine[],
  { rebate, freight }: { readonly rebate: string; readonly freight: string },
): readonly string[] {
  const weights = lines.map(({ amount }) => amount);
  const less = shares(rebate, weights);
  const more = shares(freight, weights);
  return lines.map(({ amount }, i) => cents(plus(minus(amount, less[i] ?? '0'), more[i] ?? '0')));
}

/** What arrived of a line: its part of what is to be paid, and what that is without the tax. */
export interface Arrived {
  readonly payable: string;
  readonly cost: string;
  readonly short: string;
}

/** Between tenants never more arrives than was sent, whatever PU003 allows (B17a): `null` where it would. */
export function arrivedOf(
  sent: { readonly number: string; readonly payable: string; readonly taxRate: string | null },
  received: string,
): Arrived | null {
  if (compare(received, sent.number) > 0) return null;
  const payable = partAmount({ number: sent.number, amount: sent.payable }, { number: '0', amount: '0' }, received);
  return { payable, cost: netOf(payable, sent.taxRate), short: minus(sent.number, received) };
}

const netOf = (amount: string, taxRate: string | null): string =>
  fixed(over(times(amount, '100'), plus('100', taxRate ?? '0')), 2);

/** A line of the purchase beside what the seller asks for it, and the amounts that the buyer has agreed to. */
export interface PricedPair {
  readonly purchase: string;
  readonly upstream: string;
  readonly confirmed: string | null;
}

/** Any difference of a line waits for the buyer, and what he confirmed holds for exactly that amount (B16a). */
export const isUnconfirmed = ({ purchase, upstream, confirmed }: PricedPair): boolean =>
  compare(purchase, upstream) !== 0 && (confirmed === null || compare(confirmed, upstream) !== 0);

/** What the buyer took off for pieces that are missing or went back, as far as the seller has given back for them. */
export interface TakenOff {
  readonly takenNumber: string;
  readonly takenAmount: string;
  readonly givenNumber: string;
  readonly givenAmount: string;
}

/** The part of what was taken off that belongs to pieces which the seller has just given back for. */
export function givenFor(line: TakenOff, number: string): { readonly number: string; readonly amount: string } {
  const left = minus(line.takenNumber, line.givenNumber);
  const counted = compare(number, left) > 0 ? left : number;
  if (isZero(line.takenNumber) || compare(counted, '0') <= 0) return { number: '0', amount: cents('0') };
  return {
    number: counted,
    amount: partAmount(
      { number: line.takenNumber, amount: line.takenAmount },
      { number: line.givenNumber, amount: line.givenAmount },
      counted,
    ),
  };
}
