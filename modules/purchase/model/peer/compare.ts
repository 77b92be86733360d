import { isZero, minus, plus } from '#platform/model/decimal.ts';

/** Figures of one side, as the door between the tenants tells them; money stands where there is no line. */
export type SideFigures = Readonly<Partial<Record<FigureKey, string>>>;
type FigureKey =
  | 'code'
  | 'status'
  | 'product_code'
  | 'number'
  | 'amount'
  | 'closed'
  | 'moved'
  | 'taken'
  | 'short'
  | 'returned'
  | 'money'
  | 'coming'
  | 'owed_back';

export interface PairRow {
  readonly subjectId: string;
  readonly lineId: string | null;
  readonly buyer: SideFigures | null;
  readonly seller: SideFigures | null;
}

/** One figure of a pair: what each side says, what is open between them, and what is left over. */
export interface Compared {
  readonly subjectId: string;
  readonly lineId: string | null;
  readonly what: 'number' | 'amount' | 'moved' | 'taken' | 'short' | 'closed' | 'money';
  readonly buyer: string;
  readonly seller: string;
  /** On its way, or missing and not given back yet: listed apart, no difference (B18a). */
  readonly open: string;
  readonly difference: string;
}

/**
 * J09x: purchase with order, in with out, payable with receivable, line by line. It knows nothing of messages: once
 * none waits, every difference is one.
 */
export function comparePair(rows: readonly PairRow[]): readonly Compared[] {
  return rows.flatMap((row) => (row.lineId === null ? wholeOf(row) : lineOf(row)));
}

const figure = (side: SideFigures | null, key: FigureKey): string => side?.[key] ?? '0';

function wholeOf({ subjectId, lineId, buyer, seller }: PairRow): Compared[] {
  const [owed, due] = [figure(buyer, 'money'), figure(seller, 'money')];
  const open = plus(figure(buyer, 'coming'), figure(buyer, 'owed_back'));
  return [
    { subjectId, lineId, what: 'money', buyer: owed, seller: due, open, difference: minus(due, plus(owed, open)) },
  ];
}

function lineOf({ subjectId, lineId, buyer, seller }: PairRow): Compared[] {
  const pair = (what: Compared['what'], key: FigureKey, open = '0'): Compared => {
    const [here, there] = [figure(buyer, key), figure(seller, key)];
    return { subjectId, lineId, what, buyer: here, seller: there, open, difference: minus(there, plus(here, open)) };
  };
  const all = [pair('moved', 'moved'), pair('taken', 'taken'), pair('short', 'short')];
  // Gifts are on the order and on what comes of it; nobody ordered them.
  if (buyer?.number === undefined) return all;
  // Until the order is audited the seller may ask for another amount, and the buyer has yet to agree.
  const isAgreed = seller?.status === '1' || seller?.status === '2';
  const asked = isAgreed ? '0' : minus(figure(seller, 'amount'), figure(buyer, 'amount'));
  return [pair('number', 'number'), pair('amount', 'amount', asked), pair('closed', 'closed'), ...all];
}

export const differencesIn = (compared: readonly Compared[]): readonly Compared[] =>
  compared.filter(({ difference }) => !isZero(difference));
