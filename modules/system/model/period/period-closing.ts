/** A month of the books as the page of its close lists it. */
export interface PeriodRow {
  readonly id: string;
  /** yyyy-MM. */
  readonly period: string;
  readonly status: string;
  readonly organizeCode: string | null;
  readonly organizeName: string | null;
  readonly closerName: string | null;
  readonly closeDate: string | null;
}
export interface ClosingMonths {
  /** The month that is looked at; null where there is none. */
  readonly id: string | null;
  readonly months: readonly PeriodRow[];
  /** Whose books can be closed, each with the month that comes next there. */
  readonly books: readonly { readonly id: string; readonly organizeName: string | null }[];
  /** The last one that was closed in these books. */
  readonly last: PeriodRow | null;
}

const before = 5;
const after = 2;

/**
 * Rows in the order of their days. Without a choice the first month that is open is looked at: months are closed in
 * their order.
 */
export function monthsAround(rows: readonly PeriodRow[], chosen: string | null): ClosingMonths {
  const byBooks = Map.groupBy(rows, ({ organizeCode }) => organizeCode);
  const books = [...byBooks.values()].flatMap((of) => {
    const next = nextIn(of);
    return next === undefined ? [] : [{ id: next.id, organizeName: next.organizeName }];
  });
  const current = rows.find(({ id }) => id === chosen) ?? rows.find(({ id }) => id === books[0]?.id);
  const own = current === undefined ? [] : (byBooks.get(current.organizeCode) ?? []);
  const at = own.findIndex(({ id }) => id === current?.id);
  return {
    id: current?.id ?? null,
    months: own.slice(Math.max(at - before, 0), at + after + 1),
    books,
    last: own.findLast(({ status }) => status === '2') ?? null,
  };
}

const nextIn = (own: readonly PeriodRow[]): PeriodRow | undefined =>
  own.find(({ status }) => status === '1') ?? own.find(({ status }) => status === '0') ?? own.at(-1);
