import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { accountKinds } from './capital.ts';
import { atLeastZero, least, refundsOf, type Settlement } from './settlement.ts';

/** Money that was meant for the credit account, as it is split between that account and the customer's cash. */
export interface Raised {
  readonly credit: string;
  readonly cash: string;
}

/** Credit that is used; an account of credit never stands above nothing (I16). */
export const usedCredit = (creditBalance: string): string => atLeastZero(negated(creditBalance));

/** Credit rises until nothing of it is used and no further: the rest is the customer's cash (A1). */
export function raisedCredit(amount: string, creditBalance: string): Raised {
  const credit = least(amount, usedCredit(creditBalance));
  return { credit, cash: minus(amount, credit) };
}

/** A receipt repays used credit first where the tenant wants it so (FD003), or where it names the credit account. */
export const receiptOf = (
  amount: string,
  { target, creditBalance, repaysFirst }: { target: string; creditBalance: string; repaysFirst: boolean },
): Raised =>
  target === accountKinds.credit || repaysFirst ? raisedCredit(amount, creditBalance) : { credit: '0', cash: amount };

/** No money leaves while credit is owed: what can be paid out of cash is what is free of it less the used credit. */
export const payoutRoom = (cashAvailable: string, creditBalance: string): string =>
  atLeastZero(minus(cashAvailable, usedCredit(creditBalance)));

/** Moves money to an account; what the used credit cannot take becomes cash. */
export const transferOf = (
  amount: string,
  target: string,
  creditBalance: string,
): Raised & { readonly other: string } =>
  target === accountKinds.credit
    ? { ...raisedCredit(amount, creditBalance), other: '0' }
    : { credit: '0', cash: '0', other: amount };

/** Charges take free cash first, the rest is owed on credit even beyond its limit (A1c). */
export function chargeOf(amount: string, cashAvailable: string): Raised {
  const cash = least(amount, atLeastZero(cashAvailable));
  return { cash, credit: minus(amount, cash) };
}

/**
 * A charge that comes back goes where it was taken from, what was taken last first, which is credit; so a close that is
 * taken back leaves no trace. What is beyond it, or repaid meanwhile, is money like any other (A1b).
 */
export function chargeGivenBack(
  amount: string,
  charged: { readonly cash: string; readonly credit: string },
  creditBalance: string,
): Raised {
  const cash = least(atLeastZero(charged.cash), atLeastZero(minus(amount, atLeastZero(charged.credit))));
  const { credit } = raisedCredit(minus(amount, cash), creditBalance);
  return { credit, cash: minus(amount, credit) };
}

/** What a refund gives to each account that paid, and how it is posted. */
export interface Refund {
  readonly rows: readonly { readonly accountId: string; readonly amount: string }[];
  /** What the credit rows get back beyond used credit: it is moved to cash, so that it can be paid out. */
  readonly spilled: ReadonlyMap<string, string>;
  /** A refund beyond what the rows still have is a charge given back: it is posted as an adjustment of cash. */
  readonly beyond: string;
}

/** Goes over the rows by what each paid and has not got back; the last refund empties them (A1c). */
export function refundOf(
  rows: readonly Settlement[],
  amount: string,
  creditBalanceOf: (accountId: string) => string | null,
): Refund {
  const open = plus(...rows.map((row) => minus(row.deducted, row.returned)));
  const returned = least(amount, open);
  const given = refundsOf(rows, returned);
  const spilled = new Map<string, string>();
  for (const { accountId, amount: part } of given) {
    const balance = creditBalanceOf(accountId);
    const { cash } = balance === null ? { cash: '0' } : raisedCredit(part, balance);
    if (!isZero(cash)) spilled.set(accountId, cash);
  }
  return { rows: given, spilled, beyond: cents(minus(amount, returned)) };
}

/** Why a bill may not use an account: rebate is for goods, and credit is no money (A1, A1a). */
export type UseFault = 'rebate' | 'account';

const { cash, credit, rebate, deposit, market } = accountKinds;
const receives: readonly string[] = [cash, credit, deposit];
const paysOut: readonly string[] = [cash, deposit];
const gives: readonly string[] = [cash, deposit, market];
const takes: readonly string[] = [cash, credit, deposit, market];

export function faultOfUse(billType: string, source: string, target: string | null): UseFault | null {
  if (billType === 'RC') return receives.includes(source) ? null : 'account';
  if (billType !== 'RF' && billType !== 'TR') return null;
  if (source === rebate) return 'rebate';
  if (!(billType === 'RF' ? paysOut : gives).includes(source)) return 'account';
  return billType === 'TR' && target !== null && !takes.includes(target) ? 'account' : null;
}

/** Cash that leaves the customer's account for anything but his own credit leaves only as far as he owes nothing. */
export const isPayout = (billType: string, source: string, target: string | null): boolean =>
  source === cash && (billType === 'RF' || (billType === 'TR' && target !== credit));

/** Undoing a deduction raises credit: the part above nothing, balance and what is held alike, belongs on cash (A1b). */
export const spillOf = (creditBalance: string): string => (compare(creditBalance, '0') > 0 ? creditBalance : '0');
