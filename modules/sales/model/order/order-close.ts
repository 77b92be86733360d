import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { cents, shares } from '#platform/model/share.ts';
import { least } from '#funds/model/settlement.ts';

/**
 * What one close took off a line; `seq` is the posting of the order that did it, so that the reopening of that close
 * knows its own.
 */
export interface Close {
  readonly seq: number;
  readonly number: string;
  readonly amount: string;
  /** Closed for our own shortage, or where the house charges no close (SD026): it costs the customer nothing. */
  readonly isShort?: true;
}

/**
 * A line as far as it was shipped and closed. What is paid for all of it bears its share of the discount already (C11).
 */
export interface ClosableLine {
  readonly id: string;
  readonly number: string;
  readonly payable: string;
  readonly outNumber: string;
  readonly outAmount: string;
  /** A revision posted something for goods of it that had left (B8b). */
  readonly isAdjusted?: boolean;
  readonly returnedNumber: string;
  /** Of these, pieces that the customer gave back of his own will. */
  readonly choiceReturned: string;
  /** What all that came back was sold for. */
  readonly returnedAmount: string;
  /** Of that, what was given back for components of kits that are kept: in neither side (A15a). */
  readonly alone?: string;
  readonly closes: readonly Close[];
}

/** Freight is of no line: it is paid with the first goods that leave. */
export interface Freight {
  readonly amount: string;
  readonly isCarried: boolean;
}
export interface Part {
  readonly accountId: string;
  readonly amount: string;
}
export interface OpenOrder {
  readonly lines: readonly ClosableLine[];
  readonly freight: Freight;
}

export const closedNumberOf = (closes: readonly Close[]): string => plus(...closes.map(({ number }) => number));
export const closedAmountOf = (closes: readonly Close[]): string => cents(plus(...closes.map(({ amount }) => amount)));
/** Pieces that count in thresholds: all but those that the customer gave up or back (A10b). */
export const countedOf = (number: string, closes: readonly Close[], choiceReturned: string | null): string =>
  minus(number, plus(closedNumberOf(closes.filter(({ isShort }) => isShort !== true)), choiceReturned ?? '0'));
/** What is left to ship of a line, and what that costs. */
export const openNumberOf = (line: ClosableLine): string =>
  minus(line.number, plus(line.outNumber, closedNumberOf(line.closes)));
export const openAmountOf = (line: ClosableLine): string =>
  minus(line.payable, plus(line.outAmount, closedAmountOf(line.closes)));
const isOpen = (line: ClosableLine): boolean => compare(openNumberOf(line), '0') > 0;

/**
 * What an order has to hold: what its open lines still cost, and its freight as long as there are goods that can bring
 * it.
 */
export function costOf({ lines, freight }: OpenOrder): string {
  const open = lines.filter(isOpen);
  return cents(plus(...open.map(openAmountOf), open.length === 0 || freight.isCarried ? '0' : freight.amount));
}

export interface Closing {
  readonly lines: readonly {
    readonly id: string;
    readonly number: string;
    readonly amount: string;
    /** What each account gets back for it. */ readonly given: readonly Part[];
  }[];
  /** Beside the lines, where nothing is left to ship: freight that nothing will bring. */
  readonly rest: readonly Part[];
  /** Nothing is left to ship of any line: the order is closed with them. */
  readonly isWhole: boolean;
  readonly trace: readonly CloseStep[];
}
/** How the order gave back what it held: each step with what it holds after it. */
export interface CloseStep {
  readonly kind: 'line' | 'rest';
  readonly id: string | null;
  readonly amount: string;
  readonly held: string;
}

/**
 * Closes what is left of the chosen lines. For each the accounts get back what it still costs, pro rata to what they
 * hold for the order, so that it goes on holding exactly what the other lines cost; the last close gives back whatever
 * there is.
 */
export function closingOf(order: OpenOrder, held: readonly Part[], chosen: ReadonlySet<string>): Closing {
  let left = held;
  const giveBack = (amount: string): readonly Part[] => {
    const parts = shares(
      least(amount, sumOf(left)),
      left.map((part) => part.amount),
    );
    const given = left.map(({ accountId }, i) => ({ accountId, amount: parts[i] ?? '0.00' }));
    left = left.map((part, i) => ({ ...part, amount: cents(minus(part.amount, parts[i] ?? '0')) }));
    return given.filter((part) => !isZero(part.amount));
  };
  const trace: CloseStep[] = [];
  const lines = order.lines
    .filter((line) => chosen.has(line.id) && isOpen(line))
    .map((line) => {
      const amount = cents(openAmountOf(line));
      const given = giveBack(amount);
      trace.push({ kind: 'line', id: line.id, amount, held: sumOf(left) });
      return { id: line.id, number: openNumberOf(line), amount, given };
    });
  const isWhole = order.lines.every((line) => chosen.has(line.id) || !isOpen(line));
  const rest = isWhole ? giveBack(sumOf(left)) : [];
  if (rest.length > 0) trace.push({ kind: 'rest', id: null, amount: sumOf(rest), held: sumOf(left) });
  return { lines, rest, isWhole, trace };
}

export interface Reopening {
  readonly lines: readonly {
    readonly id: string;
    readonly number: string;
    readonly taken: readonly Close[];
    readonly kept: readonly Close[];
  }[];
  /** What the order has to hold again: what the lines cost, and the freight that there are goods for again. */
  readonly amount: string;
  readonly freight: string;
}

/** Takes closes back, and no others: what another close took off the order stays off. */
export function reopeningOf(order: OpenOrder, isTaken: (line: ClosableLine, close: Close) => boolean): Reopening {
  const lines = order.lines.map((line) => ({
    line,
    taken: line.closes.filter((close) => isTaken(line, close)),
    kept: line.closes.filter((close) => !isTaken(line, close)),
  }));
  const after = { ...order, lines: lines.map(({ line, kept }) => ({ ...line, closes: kept })) };
  const amount = cents(minus(costOf(after), costOf(order)));
  const told = lines
    .filter(({ taken }) => taken.length > 0)
    .map(({ line, taken, kept }) => ({ id: line.id, number: closedNumberOf(taken), taken, kept }));
  return {
    lines: told,
    amount,
    freight: cents(minus(amount, plus(...told.map(({ taken }) => closedAmountOf(taken))))),
  };
}

const sumOf = (parts: readonly Part[]): string => cents(plus(...parts.map(({ amount }) => amount)));
