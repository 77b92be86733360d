import { compare, minus, plus, round, times } from '#platform/model/decimal.ts';
import { cents, shares } from '#platform/model/share.ts';

/** What a customer's accounts can give to an order, and what binds it. */
export interface Means {
  readonly amount: string;
  readonly rebateAvailable: string;
  readonly cashAvailable: string;
  readonly creditAvailable: string;
  /** SD021: how much of an order rebate may pay, in percent. */
  readonly rebateShare?: string;
  /** Less rebate than there is: the customer keeps it for later. */
  readonly rebateWanted?: string | null;
  readonly isCreditControlled: boolean;
  /** Cash before delivery: nothing may be taken on credit. */
  readonly isCashOnly?: boolean;
  /** Released by finance for this order alone. */
  readonly waiver?: string;
}
export interface Split {
  readonly rebate: string;
  readonly cash: string;
  readonly credit: string;
  /** What is missing; null when the order is covered. */ readonly shortage: string | null;
}

/**
 * Rebate first up to its share of the order, then cash, then credit (domain §4.2). Cash that is owed counts as none.
 */
export function splitOrder({
  amount,
  rebateAvailable,
  cashAvailable,
  creditAvailable,
  rebateShare = '30',
  rebateWanted = null,
  isCreditControlled,
  isCashOnly = false,
  waiver = '0',
}: Means): Split {
  const cap = round(times(amount, times(rebateShare, '0.01')), 2);
  const rebate = least(
    atLeastZero(rebateAvailable),
    cap,
    ...(rebateWanted === null ? [] : [atLeastZero(rebateWanted)]),
  );
  const cash = least(atLeastZero(cashAvailable), minus(amount, rebate));
  const credit = minus(amount, plus(rebate, cash));
  const mayOwe = isCashOnly ? '0' : atLeastZero(creditAvailable);
  const missing = minus(credit, plus(mayOwe, waiver));
  return {
    rebate: cents(rebate),
    cash: cents(cash),
    credit: cents(credit),
    shortage: isCreditControlled && compare(missing, '0') > 0 ? cents(missing) : null,
  };
}

export const atLeastZero = (value: string): string => (compare(value, '0') < 0 ? '0' : value);
export const least = (first: string, ...others: readonly string[]): string =>
  others.reduce((a, b) => (compare(b, a) < 0 ? b : a), first);

/** One account's part in an order. */
export interface Settlement {
  readonly accountId: string;
  readonly occupied: string;
  readonly deducted: string;
  readonly released: string;
  readonly returned: string;
}

/**
 * A shipment takes from each account pro rata to what it still holds for the order; the last one takes all that
 * remains.
 */
export function deductionsOf(
  rows: readonly Settlement[],
  amount: string,
  isLast: boolean,
): readonly { readonly accountId: string; readonly amount: string }[] {
  const open = rows.map((row) => minus(row.occupied, plus(row.deducted, row.released)));
  const taken = isLast ? open.map(cents) : shares(amount, open);
  return rows.map(({ accountId }, i) => ({ accountId, amount: taken[i] ?? '0.00' }));
}

/** A return gives back pro rata to what each account paid and has not got back. */
export function refundsOf(
  rows: readonly Settlement[],
  amount: string,
): readonly { readonly accountId: string; readonly amount: string }[] {
  const paid = rows.map((row) => minus(row.deducted, row.returned));
  const given = shares(amount, paid);
  return rows.map(({ accountId }, i) => ({ accountId, amount: given[i] ?? '0.00' }));
}
