import { compare, greater, lesser, minus, plus } from '#platform/model/decimal.ts';
import { addDays } from '#platform/model/time/day.ts';

/** Points that came together and lapse together. */
export interface PointsBatch {
  readonly id: string;
  readonly remaining: string;
  /** Null: they never lapse. */
  readonly expireDate: string | null;
  /** Held by an exchange that is not over. */
  readonly locked?: string;
  /** Brought by the order whose goods come back. */
  readonly isOwn?: boolean;
  /** What lapsed of it unused. */
  readonly expired?: string;
}
export interface BatchPart {
  readonly id: string;
  readonly number: string;
}

export interface Clawed {
  /** Earned, less what was clawed back before and what the rest still earns. */
  readonly claw: string;
  /** What had lapsed of it already: nobody pays for that twice. */
  readonly expiredBefore: string;
  readonly taken: readonly BatchPart[];
  readonly debt: string;
}

/**
 * Points of goods that came back (B12b), on all that came back so far: from the order's own batch, then from what
 * lapses first, never what an exchange holds; what is not there is owed.
 */
export function clawedPoints(
  earned: { readonly points: string; readonly clawed: string; readonly earnable: string; readonly lapsed?: string },
  batches: readonly PointsBatch[],
): Clawed {
  const claw = atLeastNothing(minus(minus(earned.points, earned.clawed), earned.earnable));
  const lapsed = plus(...batches.map(({ isOwn, expired }) => (isOwn === true ? expired : '0')));
  const expiredBefore = lesser(claw, atLeastNothing(minus(lapsed, earned.lapsed ?? '0')));
  const { taken, short } = takePoints(batches.toSorted(ownFirst), minus(claw, expiredBefore));
  return { claw, expiredBefore, taken, debt: short };
}

/** Points that are spent: what lapses first goes first (T03). */
export const spentPoints = (batches: readonly PointsBatch[], points: string) =>
  takePoints(batches.toSorted(firstLapsing), points);

const firstLapsing = (a: PointsBatch, b: PointsBatch): number =>
  (a.expireDate ?? '9999').localeCompare(b.expireDate ?? '9999') || a.id.localeCompare(b.id);
const ownFirst = (a: PointsBatch, b: PointsBatch): number =>
  Number(b.isOwn === true) - Number(a.isOwn === true) || firstLapsing(a, b); // not money

function takePoints(
  batches: readonly PointsBatch[],
  points: string,
): { readonly taken: readonly BatchPart[]; readonly short: string } {
  const taken: BatchPart[] = [];
  let open = points;
  for (const { id, remaining, locked = '0' } of batches) {
    const number = lesser(atLeastNothing(minus(remaining, locked)), open);
    if (compare(number, '0') <= 0) continue;
    taken.push({ id, number });
    open = minus(open, number);
  }
  return { taken, short: open };
}

export interface SpentPart extends BatchPart {
  readonly expireDate: string | null;
}
export interface Refilled extends BatchPart {
  /** A new batch in place of one that has lapsed meanwhile. */
  readonly expireDate?: string;
}

/** Days that points are good for which come back after their batch has lapsed. */
export const graceDays = 30;

/** Goods of an exchange come back: so do its points, to where they were taken from, what was taken last first. */
export function refilledPoints(spent: readonly SpentPart[], points: string, date: string): readonly Refilled[] {
  const back: Refilled[] = [];
  let open = points;
  for (const { id, number, expireDate } of spent.toReversed()) {
    const part = lesser(number, open);
    if (compare(part, '0') <= 0) break;
    back.push({ id, number: part, ...(isLapsed(expireDate, date) ? { expireDate: addDays(date, graceDays) } : {}) });
    open = minus(open, part);
  }
  return back;
}

const isLapsed = (expireDate: string | null, date: string): boolean => expireDate !== null && expireDate < date;
const atLeastNothing = (a: string): string => greater(a, '0');
