import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { dimensionOf, type DimensionKey } from './dimension.ts';
import { figureNamed, figures, type FigureKey } from './figures.ts';
import type { Figure } from './figure.ts';
import type { MeasureKey } from './measure.ts';
import { screensOf, type Area } from './shown-figures.ts';
import { comparisons, spanNames, type Comparison, type SpanName } from './span.ts';

/** What a definition says, after every word of it was looked up in the view that it names. */
export interface OwnReport {
  readonly view: FigureKey;
  readonly rows: DimensionKey;
  readonly columns: DimensionKey | null;
  readonly measures: readonly [MeasureKey, ...MeasureKey[]];
  /** What it is ordered by, and what a chart shows. */
  readonly measure: MeasureKey;
  readonly span: SpanName;
  readonly compare: Comparison;
  /** Whoever looks sees rows of these values alone, and may narrow them further. */
  readonly where: readonly (readonly [DimensionKey, readonly string[]])[];
}

/** The views that definitions may name: nothing else can be asked for. */
export const viewChoices = Object.fromEntries(
  Object.entries<Figure>(figures).map(([key, { label }]) => [key, label]),
) as Readonly<Record<FigureKey, Label>> satisfies Choices;

export const mostValues = 200;

/** The words of a definition, or which part of it says what its view does not have. */
export function ownReportIn(given: {
  readonly dataSource: unknown;
  readonly columns: unknown;
  readonly filters: unknown;
}): OwnReport | 'dataSource' | 'columns' | 'filters' {
  const view = typeof given.dataSource === 'string' ? figureNamed(given.dataSource) : undefined;
  if (view === undefined) return 'dataSource';
  const words = objectIn(given.columns);
  const { dimensions } = view;
  const rows = dimensions.find((each) => each === words?.['rows']);
  const columns = words?.['columns'] ?? null;
  const second = dimensions.find((each) => each === columns);
  const wanted = words?.['measures'];
  const measures = Array.isArray(wanted) ? view.measures.filter((each) => wanted.includes(each)) : [];
  const [first, ...others] = measures;
  if (rows === undefined || first === undefined || measures.length !== lengthOf(wanted)) return 'columns';
  if (columns !== null && (second === undefined || second === rows)) return 'columns';
  const filters = given.filters === null || given.filters === undefined ? {} : objectIn(given.filters);
  const where = filters === null ? null : whereIn(filters['where'], view);
  const span = spanNames.find((each) => each === (filters?.['span'] ?? 'month'));
  const compare = comparisons.find((each) => each === (filters?.['compare'] ?? 'none'));
  if (where === null || span === undefined || compare === undefined) return 'filters';
  return {
    view: view.code as FigureKey,
    rows,
    columns: second ?? null,
    measures: [first, ...others],
    measure: measures.find((each) => each === words?.['measure']) ?? first,
    span,
    compare,
    where,
  };
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? new Set(value).size : 0);
const objectIn = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

function whereIn(value: unknown, { dimensions }: Figure): OwnReport['where'] | null {
  if (value === null || value === undefined) return [];
  const given = objectIn(value);
  if (given === null) return null;
  const found: (readonly [DimensionKey, readonly string[]])[] = [];
  for (const [name, values] of Object.entries(given)) {
    const key = dimensions.find((each) => each === name);
    const isList = Array.isArray(values) && values.length <= mostValues && values.every((each) => isWord(each));
    if (key === undefined || !isList) return null;
    if (values.length > 0) found.push([key, values as readonly string[]]);
  }
  return found;
}
const isWord = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 100;

const charts: Readonly<Record<string, Figure['chart']>> = { line: 'line', bar: 'bar', pie: 'share' };

/** What of a definition is no question: how it is called and drawn. */
export interface Titled {
  readonly name: string;
  readonly chartType: string;
}

/** The view with what the definition leaves of it, called as the definition is. */
export function figureOf(own: OwnReport, { name, chartType }: Titled): Figure {
  const base: Figure = figures[own.view];
  return {
    ...base,
    label: [name, name, name],
    measures: own.measures,
    opens: { rows: own.rows, ...(own.columns === null ? {} : { columns: own.columns }), measure: own.measure },
    chart: charts[chartType] ?? 'none',
  };
}

export interface ShowingPlace {
  readonly area: Area;
  readonly code: string;
  readonly noun: string;
}

/** Whoever may open one of these screens sees the view: the definition of somebody else gives nobody a right. */
export const placesShowing = (view: FigureKey): readonly ShowingPlace[] =>
  (['report', 'statistics'] as const).flatMap((area) =>
    Object.entries(screensOf(area)).flatMap(([code, { noun, shows }]) =>
      shows.includes(view) ? [{ area, code, noun }] : [],
    ),
  );

/** Dimensions whose values are named one by one: a condition on time is its period. */
export const conditionsOf = ({ dimensions }: Figure): readonly DimensionKey[] =>
  dimensions.filter((key) => dimensionOf(key).isTime !== true && key !== 'order');
