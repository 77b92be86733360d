import { compare, minus, plus } from '#platform/model/decimal.ts';
import { cents, shares } from '#platform/model/share.ts';
import { atLeastZero, least } from '#funds/model/settlement.ts';

/** What an exchange brings and what it costs (B6a). */
export interface Exchange {
  /** Goods that go out, at what they cost today. */
  readonly newAmount: string;
  /** What the goods that come back are thought to be worth. */
  readonly backEstimate: string;
  /** SD027: the new goods may leave before the old ones are back. */
  readonly isReleasedFirst: boolean;
}

/** What the audit occupies: the difference, or everything where nobody waits for the goods. */
export const occupiedAtAudit = ({ newAmount, backEstimate, isReleasedFirst }: Exchange): string =>
  cents(isReleasedFirst ? newAmount : atLeastZero(minus(newAmount, backEstimate)));

/** A refund, by the accounts that it came to. */
export interface Refund {
  readonly parts: readonly { readonly account: string; readonly amount: string }[];
}
export interface Received {
  /** Held for the new goods, on the accounts that the refund came to. */
  readonly occupied: readonly { readonly account: string; readonly amount: string }[];
  readonly occupiedTotal: string;
  /** What the customer is free to use. */
  readonly free: string;
}

/**
 * Goods came back: what their refund brought pays for the new ones as far as they still need it, on each account by its
 * share; the rest is the customer's. Rebate comes back as rebate whatever part of an order it may pay.
 */
export function receive(exchange: Exchange, occupiedBefore: string, { parts }: Refund): Received {
  const refund = plus(...parts.map(({ amount }) => amount));
  const needed = exchange.isReleasedFirst ? '0' : atLeastZero(minus(exchange.newAmount, occupiedBefore));
  const held = least(refund, needed);
  const split = shares(
    held,
    parts.map(({ amount }) => amount),
  );
  return {
    occupied: parts.map(({ account }, at) => ({ account, amount: split[at] ?? '0.00' })),
    occupiedTotal: cents(plus(occupiedBefore, held)),
    free: cents(minus(refund, held)),
  };
}

export interface Release {
  /** 'wait': goods are still to come back. 'cover': they are all back and worth less than thought. */
  readonly answer: 'free' | 'wait' | 'cover';
  readonly toCover: string;
}

/** Whether the new goods may leave: what is missing is waited for, then covered like the rise of an order. */
export function releaseOf({ newAmount }: Exchange, occupied: string, isAllReceived: boolean): Release {
  const toCover = cents(atLeastZero(minus(newAmount, occupied)));
  if (compare(toCover, '0') === 0) return { answer: 'free', toCover };
  return { answer: isAllReceived ? 'cover' : 'wait', toCover };
}
