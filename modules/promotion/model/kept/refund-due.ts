import { compare, minus, negated, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';

/** How an order stands once pieces of it have come back. */
export interface Returned {
  /** What the pieces that come back were sold for. */
  readonly share: string;
  /** What the pieces that stay were sold for. */
  readonly paid: string;
  /** What closes have charged and returns have withheld so far. */
  readonly withheld: string;
  /** What is owed for what is kept: goods, and gifts that it does not earn. */
  readonly owed: string;
}

export interface RefundDue {
  readonly refund: string;
  /** What is missing beyond the refund: it is charged (RT21). */
  readonly charge: string;
  /** By how much what was withheld grows; below nothing where a return gives back what was withheld before. */
  readonly withheld: string;
  /** What the customer has paid, less what came back to him before. */
  readonly position: string;
  readonly owed: string;
}

/**
 * What a return gives back: all that the customer paid beyond what he owes for what he keeps (A10, B4). It goes by the
 * whole order, so it does not matter in how many steps pieces come back.
 */
export function refundDue({ share, paid, withheld, owed }: Returned): RefundDue {
  const position = plus(paid, share, withheld);
  const due = minus(position, owed);
  const isOwed = compare(due, '0') < 0;
  return {
    refund: cents(isOwed ? '0' : due),
    charge: cents(isOwed ? negated(due) : '0'),
    withheld: cents(minus(share, due)),
    position: cents(position),
    owed: cents(owed),
  };
}

/** Goods that we sent badly or not at all: what they were sold for comes back, whatever they had earned (B5, RT11). */
export const paidShare = ({ share, paid, withheld, owed }: Returned): RefundDue => ({
  refund: cents(share),
  charge: '0.00',
  withheld: '0.00',
  position: cents(plus(paid, share, withheld)),
  owed: cents(owed),
});
