import { compare, isZero, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';

/** A line of goods that left, or came back; negative where it came back. */
export interface SourceLine {
  readonly number: string;
  readonly amount: string;
  /** What applications that are not void already ask for, and what of it only a wrong issue gave free again. */
  readonly takenNumber: string;
  readonly takenAmount: string;
}

/** What of a source no application is for. */
export const leftOf = ({ number, amount, takenNumber, takenAmount }: SourceLine) => ({
  number: minus(number, takenNumber),
  amount: cents(minus(amount, takenAmount)),
});

/** An amount is asked for within what is left, in the direction of the source and never across zero. */
export function isWithin(asked: string, left: string): boolean {
  if (isZero(asked)) return true;
  return compare(left, '0') > 0
    ? compare(asked, '0') > 0 && compare(asked, left) <= 0
    : compare(asked, '0') < 0 && compare(asked, left) >= 0;
}

/** What a part of a source comes to: parts always sum to it (C11). */
export const askedAmount = (line: SourceLine, number: string): string =>
  partAmount(line, { number: line.takenNumber, amount: line.takenAmount }, number);

/** Goods of one order line that come back, beside what of the line was shipped and invoiced. */
export interface ReturnedGoods {
  readonly shipped: string;
  readonly invoiced: string;
  readonly returned: string;
  /** Of the order line. */
  readonly number: string;
  readonly amount: string;
  /** What the customer gets for them. */
  readonly refund: string;
}

/**
 * A return nets first against pieces that are on no invoice yet; the rest asks for a red of what was paid for the
 * pieces. What the refund kept back of it is a source of its own (C1b).
 */
export function redNeedOf({ shipped, invoiced, returned, number, amount, refund }: ReturnedGoods) {
  const open = minus(shipped, invoiced);
  const netted = compare(open, '0') > 0 ? lesser(open, returned) : '0';
  const share = partAmount({ amount, number }, { number: '0', amount: '0' }, returned);
  const clawbackSource = cents(minus(share, refund));
  return {
    netted,
    red: minus(returned, netted),
    share,
    clawbackSource,
    invoiceEffect: cents(plus(minus('0', share), clawbackSource)),
  };
}
