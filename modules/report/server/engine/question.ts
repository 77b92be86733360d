import { badRequest, onlyCosts } from './refusals.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import { measureOf, type MeasureKey } from '#report/model/measure.ts';
import { spanBefore, type Comparison, type Span } from '#report/model/span.ts';
import type { Asked } from '#platform/server/list/filter.ts';

/** A question to a report, after every word of it was looked up in its declaration. */
export interface Question {
  readonly figure: Figure;
  readonly rows: DimensionKey;
  readonly columns: DimensionKey | null;
  readonly measures: readonly [MeasureKey, ...MeasureKey[]];
  /** Left out, for they tell what goods cost. */
  readonly hidden: readonly MeasureKey[];
  readonly sortBy: MeasureKey;
  readonly isAscending: boolean;
  readonly span: Span;
  readonly before: Span | null;
  readonly filters: readonly (readonly [DimensionKey, readonly string[]])[];
  readonly limit: number;
  readonly offset: number;
}

const mostRows = 500;
const mostDays = 3700;

/** `mayCost`: whoever asks may see what goods cost; measures of costs are left out for everybody else. */
export function questionOf(
  figure: Figure,
  asked: Asked,
  {
    today,
    mayCost,
    opens,
  }: { readonly today: string; readonly mayCost: boolean; readonly opens?: DimensionKey | undefined },
): Question {
  const told = figure.measures.filter((key) => mayCost || measureOf(key).isCost !== true);
  const [first, ...others] = told;
  if (first === undefined) throw onlyCosts();
  const sortBy = pick(told, asked['measure'] ?? asked['orderField']) ?? pick(told, figure.opens.measure) ?? first;
  const rows = pick(figure.dimensions, asked['rows'] ?? asked['dimension']) ?? opens ?? figure.opens.rows;
  const columns = pick(figure.dimensions, asked['columns']);
  const span = spanOf(figure, asked, today);
  return {
    figure,
    rows,
    columns: columns === rows ? null : columns,
    measures: columns === null ? [first, ...others] : [sortBy],
    hidden: figure.measures.filter((key) => !told.includes(key)),
    sortBy,
    isAscending: asked['order'] === 'asc',
    span,
    before: spanBefore(figure.time, span, comparisonIn(asked['compare'])),
    filters: filtersOf(figure, asked),
    limit: numberIn(asked['limit'], 20, mostRows),
    offset: (numberIn(asked['page'], 1, 10_000) - 1) * numberIn(asked['limit'], 20, mostRows),
  };
}

function pick<Key extends string>(known: readonly Key[], value: unknown): Key | null {
  return known.find((each) => each === value) ?? null;
}
const comparisonIn = (value: unknown): Comparison => (value === 'year' || value === 'span' ? value : 'none');
function numberIn(value: unknown, usual: number, most: number): number {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return /^\d{1,6}$/.test(text) ? Math.min(Math.max(Number.parseInt(text, 10), 1), most) : usual;
}

function spanOf(figure: Figure, asked: Asked, today: string): Span {
  const to = dayIn(asked['endDate']) ?? today;
  if (figure.time !== 'span') return { from: to, to };
  return spanIn(asked, today);
}

/** The days that are asked for; the month so far when nothing is. */
export function spanIn(asked: Asked, today: string): Span {
  const day = (key: string): string | null => dayIn(asked[key]);
  const to = day('endDate') ?? today;
  const from = day('startDate') ?? `${to.slice(0, 7)}-01`;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (days < 0 || days > mostDays) throw badRequest({ name: 'startDate' });
  return { from, to };
}

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;

/** A filter names a dimension of the report: `by_customer=A,B`. An empty value of a dimension is `-`. */
function filtersOf(figure: Figure, asked: Asked): Question['filters'] {
  return figure.dimensions.flatMap((key): Question['filters'] => {
    const value = asked[`by_${key}`] ?? (key === 'organize' ? asked['organizeCode'] : undefined);
    if (typeof value !== 'string' || value.trim() === '') return [];
    return [[key, value.replaceAll('\u0000', '').split(',').slice(0, 500)]];
  });
}
