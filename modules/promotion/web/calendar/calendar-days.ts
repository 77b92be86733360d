/** Days are told as yyyy-MM-dd; here they are counted. */
const dayLength = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength;
const dayOf = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10);

export const zooms = ['month', 'quarter', 'year'] as const;
export type Zoom = (typeof zooms)[number];

/** The days that are shown: whole months. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const firstOfMonth = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map((part) => Number.parseInt(part, 10));
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};
const monthsFrom = (first: string, months: number): Span => ({
  from: first,
  to: dayOf(numberOf(firstOfMonth(first, months)) - 1),
});

/** A month, that month with the one before and after it, or its year. */
export function spanAround(day: string, zoom: Zoom): Span {
  if (zoom === 'year') return monthsFrom(`${day.slice(0, 4)}-01-01`, 12);
  return zoom === 'month' ? monthsFrom(firstOfMonth(day, 0), 1) : monthsFrom(firstOfMonth(day, -1), 3);
}

/** A month on or back; of a year a year. */
export const moved = (day: string, zoom: Zoom, steps: number): string =>
  firstOfMonth(day, zoom === 'year' ? steps * 12 : steps);

export const daysIn = ({ from, to }: Span): number => numberOf(to) - numberOf(from) + 1;

/** Where the days of something lie in a span, in hundredths of its width; null where none does. */
export interface Placing {
  readonly left: number;
  readonly width: number;
  /** Its first or last day lies outside. */
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
}
export function placedIn(span: Span, { from, to }: Span): Placing | null {
  const all = daysIn(span);
  const start = numberOf(from) - numberOf(span.from);
  const end = numberOf(to) - numberOf(span.from) + 1;
  if (end <= 0 || start >= all) return null;
  const [left, right] = [Math.max(0, start), Math.min(all, end)];
  return {
    left: (left / all) * 100,
    width: ((right - left) / all) * 100,
    isCutLeft: start < 0,
    isCutRight: end > all,
  };
}

export interface Tick {
  readonly day: string;
  readonly left: number;
}
/** Where months begin. */
export function monthsIn(span: Span): readonly Tick[] {
  const ticks: Tick[] = [];
  for (let day = span.from; day <= span.to; day = firstOfMonth(day, 1))
    ticks.push({ day, left: placedIn(span, { from: day, to: day })?.left ?? 0 });
  return ticks;
}
/** Where weeks begin, on Mondays. */
export function weeksIn(span: Span): readonly Tick[] {
  const first = numberOf(span.from);
  // The first day that was counted was a Thursday.
  const monday = first + ((4 - (first % 7) + 7) % 7);
  const ticks: Tick[] = [];
  for (let at = monday; at <= numberOf(span.to); at += 7)
    ticks.push({ day: dayOf(at), left: ((at - first) / daysIn(span)) * 100 });
  return ticks;
}

/** Days in a row on which the same number of spans runs. */
export interface Run {
  readonly from: string;
  readonly to: string;
  readonly left: number;
  readonly width: number;
  readonly count: number;
}
export function runsIn(span: Span, spans: readonly Span[]): readonly Run[] {
  const all = daysIn(span);
  const first = numberOf(span.from);
  const changes = Array.from({ length: all + 1 }, () => 0);
  for (const { from, to } of spans) {
    const [start, end] = [Math.max(0, numberOf(from) - first), Math.min(all, numberOf(to) - first + 1)];
    if (start >= all || end <= 0) continue;
    changes[start] = (changes[start] ?? 0) + 1;
    changes[end] = (changes[end] ?? 0) - 1;
  }
  const runs: Run[] = [];
  let [count, begun] = [0, 0];
  const close = (end: number): void => {
    if (end > begun)
      runs.push({
        from: dayOf(first + begun),
        to: dayOf(first + end - 1),
        left: (begun / all) * 100,
        width: ((end - begun) / all) * 100,
        count,
      });
    begun = end;
  };
  for (const [at, change] of changes.entries()) {
    if (change === 0) continue;
    close(at);
    count += change;
  }
  close(all);
  return runs;
}
