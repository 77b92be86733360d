import { compare, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import type { SourceShare } from '#invoice/model/printed/printed.ts';

/** A line of an application: what it asks for, and what wrong issues gave free again of it. */
export interface AskedLine {
  readonly id: string;
  readonly number: string;
  readonly amount: string;
  readonly discount: string;
  readonly freedNumber: string;
  readonly freedDiscount: string;
}

export interface FreedShare {
  readonly id: string;
  readonly number: string;
  readonly amount: string;
  readonly discount: string;
}

/**
 * What a wrong issue gives free again: of each line exactly what stood on the invoice (C5). Shares are what was paid;
 * the discount of a line goes back in parts that sum to it.
 */
export function freedBy(shares: readonly SourceShare[], lines: readonly AskedLine[]): readonly FreedShare[] {
  const own = new Map(lines.map((line) => [line.id, line]));
  return shares.flatMap(({ id, number, amount }): FreedShare[] => {
    const line = own.get(id);
    if (line === undefined) return [];
    const discount = partAmount(
      { amount: line.discount, number: line.number },
      { number: line.freedNumber, amount: line.freedDiscount },
      number,
    );
    return [{ id, number, amount: cents(plus(amount, discount)), discount }];
  });
}

/** Pieces of an order line that came back and are on no invoice yet; positive. */
export interface CameBack {
  readonly source: string;
  readonly orderLineId: string;
  readonly number: string;
}
/** A line of an issued invoice with goods of these order lines, and how many of it are not red yet. */
export interface BlueRoom {
  readonly invoiceId: string;
  readonly lineNo: number;
  readonly orderLineIds: readonly string[];
  readonly room: string;
}
export interface RedTake {
  readonly invoiceId: string;
  readonly lineNo: number;
  readonly source: string;
  readonly number: string;
}

/**
 * Which invoices a return takes back, the oldest first. It nets first against pieces of its order line that are on no
 * invoice yet: those `open` ones never were the customer's on paper (C1b).
 */
export function redsFor(
  returns: readonly CameBack[],
  open: ReadonlyMap<string, string>,
  blues: readonly BlueRoom[],
): readonly RedTake[] {
  const unbilled = new Map(open);
  const rooms = blues.map(({ room }) => room);
  return returns.flatMap(({ source, orderLineId, number }) => {
    const netted = lesser(unbilled.get(orderLineId) ?? '0', number);
    unbilled.set(orderLineId, minus(unbilled.get(orderLineId) ?? '0', netted));
    let wanted = minus(number, netted);
    return blues.flatMap(({ invoiceId, lineNo, orderLineIds }, at): RedTake[] => {
      const taken = orderLineIds.includes(orderLineId) ? lesser(rooms[at] ?? '0', wanted) : '0';
      if (compare(taken, '0') <= 0) return [];
      wanted = minus(wanted, taken);
      rooms[at] = minus(rooms[at] ?? '0', taken);
      return [{ invoiceId, lineNo, source, number: taken }];
    });
  });
}

/** The same goods on one line of the paper are taken back together. */
export function takenLines(takes: readonly RedTake[]): readonly { readonly lineNo: number; readonly number: string }[] {
  const sums = new Map<number, string>();
  for (const { lineNo, number } of takes) sums.set(lineNo, plus(sums.get(lineNo) ?? '0', number));
  return [...sums].map(([lineNo, number]) => ({ lineNo, number })).toSorted((a, b) => a.lineNo - b.lineNo);
}
