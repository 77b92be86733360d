/** Days with both ends. */
export interface Span {
  readonly from: string;
  readonly to: string;
}
/** With the same days of the year before, with as many days before, or with nothing. */
export const comparisons = ['year', 'span', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** Days by their name: those of a definition or of a plan go on with the calendar. */
export const spanNames = ['today', 'month', 'quarter', 'year', 'own'] as const;
export type SpanName = (typeof spanNames)[number];

/** The days that a name stands for, up to today; those of one's own, where both are told. */
export function spanNamed(name: SpanName, today: string, own: Span = { from: '', to: '' }): Span {
  const quarter = ['01', '04', '07', '10'].findLast((first) => first <= today.slice(5, 7)) ?? '01';
  if (name === 'today') return { from: today, to: today };
  if (name === 'quarter') return { from: `${today.slice(0, 5)}${quarter}-01`, to: today };
  if (name === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  if (name === 'own' && own.from !== '' && own.to !== '') return own;
  return { from: `${today.slice(0, 7)}-01`, to: today };
}

const day = 86_400_000;
const text = (time: number): string => new Date(time).toISOString().slice(0, 10);
const time = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** The last day of a month, `yyyy-MM`. */
export const endOfMonth = (month: string): string => {
  const [year = 0, of = 1] = month.split('-').map((part) => Number.parseInt(part, 10));
  return text(Date.UTC(year, of, 0));
};

/** The same day so many months earlier, or the last of that month. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, of = 1, at = 1] = date.split('-').map((part) => Number.parseInt(part, 10));
  const first = text(Date.UTC(year, of - 1 - months, 1));
  const last = endOfMonth(first.slice(0, 7));
  const same = `${first.slice(0, 8)}${String(at).padStart(2, '0')}`;
  return same < last ? same : last;
}

/**
 * What a span is compared with. Spans that begin with a month go back by months, whole ones to whole ones: a running
 * month is compared with the same days of the one before.
 */
export function spanBefore(kind: 'span' | 'day' | 'now', { from, to }: Span, comparison: Comparison): Span | null {
  if (comparison === 'none' || kind === 'now') return null;
  const isWhole = to === endOfMonth(to.slice(0, 7));
  const back = (months: number): Span => {
    const end = monthsBefore(to, months);
    return { from: monthsBefore(from, months), to: isWhole ? endOfMonth(end.slice(0, 7)) : end };
  };
  if (comparison === 'year') return back(12);
  if (kind === 'day') return back(1);
  if (from.endsWith('-01')) return back(monthsBetween(from, to) + 1);
  const days = (time(to) - time(from)) / day + 1;
  return { from: text(time(from) - days * day), to: text(time(to) - days * day) };
}

const monthsBetween = (from: string, to: string): number =>
  (Number.parseInt(to.slice(0, 4), 10) - Number.parseInt(from.slice(0, 4), 10)) * 12 +
  Number.parseInt(to.slice(5, 7), 10) -
  Number.parseInt(from.slice(5, 7), 10);

export const daysBetween = (from: string, to: string): number => (time(to) - time(from)) / day;
