import { compare, minus, negated, plus, round, times } from '#platform/model/decimal.ts';
import { cents, shares } from '#platform/model/share.ts';
import { atLeastZero, least, splitOrder, type Split } from '#funds/model/settlement.ts';

/** A line that is changed: to another number, or to as few pieces as it still can have. */
export type LineChange =
  | { readonly lineNo: number; readonly action: 'C'; readonly number: string }
  | { readonly lineNo: number; readonly action: 'X' };

export interface RevisableLine {
  readonly lineNo: number;
  readonly number: string;
  readonly closedNumber: string;
  readonly releasedNumber: string;
}
export interface TooLow {
  readonly lineNo: number;
  readonly least: string;
}

/** Numbers after the changes; the first that would fall below what is on its way or closed already (B8a). */
export function revisedNumbers(
  lines: readonly RevisableLine[],
  changes: readonly LineChange[],
): ReadonlyMap<number, string> | TooLow {
  const numbers = new Map(lines.map(({ lineNo, number }) => [lineNo, number]));
  for (const line of lines) {
    const change = changes.find(({ lineNo }) => lineNo === line.lineNo);
    if (change === undefined) continue;
    const lowest = plus(line.releasedNumber, line.closedNumber);
    const number = change.action === 'X' ? lowest : change.number;
    if (compare(number, lowest) < 0) return { lineNo: line.lineNo, least: lowest };
    numbers.set(line.lineNo, number);
  }
  return numbers;
}

/** A line before and after, with what of it has left already. Amounts are of number − closedNumber. */
export interface RevisedLine {
  readonly lineNo: number;
  readonly number: string;
  readonly closedNumber: string;
  readonly shippedNumber: string;
  /** As it was posted: it stays. */
  readonly shippedAmount: string;
  readonly amountBefore: string;
  readonly amountAfter: string;
}

export interface RevisedAmounts {
  readonly total: string;
  readonly lines: readonly { readonly lineNo: number; readonly openAmount: string }[];
  readonly openBefore: string;
  readonly openAfter: string;
  /** Below zero it is given back, above it is covered anew: one net figure for the order. */
  readonly delta: string;
  /** Posted at once: what falls on goods that have left, and what an open part cannot carry (B8b). */
  readonly adjust: string;
}

/** What was shipped stays as posted; the open part of a line carries the difference, down to nothing. */
export function revisedAmounts(lines: readonly RevisedLine[]): RevisedAmounts {
  const told = lines.map((line) => {
    const isOpen = compare(minus(minus(line.number, line.closedNumber), line.shippedNumber), '0') > 0;
    const rest = minus(line.amountAfter, line.shippedAmount);
    const openAmount = isOpen ? atLeastZero(rest) : '0';
    return { lineNo: line.lineNo, openAmount: cents(openAmount), beyond: minus(rest, openAmount) };
  });
  const openBefore = plus(...lines.map(({ amountBefore, shippedAmount }) => minus(amountBefore, shippedAmount)));
  const openAfter = plus(...told.map(({ openAmount }) => openAmount));
  return {
    total: cents(plus(...lines.map(({ amountAfter }) => amountAfter))),
    lines: told.map(({ lineNo, openAmount }) => ({ lineNo, openAmount })),
    openBefore: cents(openBefore),
    openAfter: cents(openAfter),
    delta: cents(minus(openAfter, openBefore)),
    adjust: cents(plus(...told.map(({ beyond }) => beyond))),
  };
}

/** A fall is given back to the accounts by what the order still holds of each. */
export function releasedParts(
  delta: string,
  held: readonly { readonly account: string; readonly occupied: string }[],
): readonly { readonly account: string; readonly amount: string }[] {
  const parts = shares(
    negated(delta),
    held.map(({ occupied }) => occupied),
  );
  return held.map(({ account }, at) => ({ account, amount: parts[at] ?? '0.00' }));
}

export interface Rise {
  readonly delta: string;
  readonly total: string;
  /** What the order has of rebate already: the share of SD021 is of the new total, not of the rise. */
  readonly rebateUsed: string;
  readonly rebateShare: string;
  readonly rebateAvailable: string;
  readonly cashAvailable: string;
  readonly creditAvailable: string;
  readonly isCreditControlled: boolean;
  /** Cash before delivery: a rise may not be taken on credit either. */
  readonly isCashOnly?: boolean;
}

/** A rise is split anew: rebate, cash, credit. */
export function riseSplit({ delta, total, rebateUsed, rebateShare, rebateAvailable, ...means }: Rise): Split {
  const room = minus(round(times(total, times(rebateShare, '0.01')), 2), rebateUsed);
  const rebate = least(atLeastZero(rebateAvailable), atLeastZero(room), delta);
  return splitOrder({ ...means, amount: delta, rebateAvailable: rebate, rebateShare: '100' });
}
