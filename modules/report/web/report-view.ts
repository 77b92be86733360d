import {
  comparisons,
  endOfMonth,
  monthsBefore,
  spanNamed,
  spanNames,
  type Comparison,
  type SpanName,
} from '#report/model/span.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import type { MeasureKey } from '#report/model/measure.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import type { OwnReport } from '#report/model/own-report.ts';
import type { ShownFigures } from '#report/model/shown-figures.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';

/** What a report page shows: kept as a plan under a name, as it stands. */
export interface View {
  readonly figure: FigureKey;
  readonly rows: DimensionKey;
  readonly columns: DimensionKey | null;
  readonly measure: MeasureKey;
  readonly compare: Comparison;
  readonly span: SpanName;
  readonly from: string;
  readonly to: string;
  readonly isTenThousand: boolean;
  /** Of one organisation; empty for all. */
  readonly organize: string;
  readonly organizeName: string;
  readonly page: number;
}

/** As a report opens. */
export function viewOf(shown: ShownFigures, key: FigureKey, today: string): View {
  const figure: Figure = figures[key];
  const isFirst = key === shown.shows[0];
  const rows = isFirst && shown.rows !== undefined ? shown.rows : figure.opens.rows;
  const isTime = rows === 'month';
  return {
    figure: key,
    rows,
    columns: isFirst && shown.rows !== undefined ? null : (figure.opens.columns ?? null),
    measure: figure.opens.measure,
    compare: figure.time === 'now' ? 'none' : figure.time === 'day' ? 'span' : 'year',
    span: isTime ? 'own' : 'month',
    from: isTime ? `${monthsBefore(today, 11).slice(0, 7)}-01` : '',
    to: isTime ? today : '',
    isTenThousand: false,
    organize: '',
    organizeName: '',
    page: 1,
  };
}

/** As a report opens that people put together. */
export const viewOfOwn = ({ view, rows, columns, measure, compare, span }: OwnReport): View => ({
  figure: view,
  rows,
  columns,
  measure,
  compare: figures[view].time === 'now' ? 'none' : compare,
  span,
  from: '',
  to: '',
  isTenThousand: false,
  organize: '',
  organizeName: '',
  page: 1,
});

/** The days of a view. */
export function daysOf(
  { span, from, to }: View,
  figure: Figure,
  today: string,
): { startDate: string; endDate: string } {
  if (figure.time === 'day') return { startDate: '', endDate: span === 'own' && to !== '' ? to : today };
  const days = spanNamed(span, today, { from, to });
  return { startDate: days.from, endDate: days.to };
}

export const lastMonthEnd = (today: string): string =>
  endOfMonth(monthsBefore(`${today.slice(0, 7)}-01`, 1).slice(0, 7));

/** A plan is kept as a set of filters is. */
export const planOf = (view: View): Row => ({ ...view, isTenThousand: view.isTenThousand ? '1' : '', page: '' });
export function viewIn(plan: Row, shown: ShownFigures, usual: View): View {
  const key = shown.shows.find((each) => each === textAt(plan, 'figure'));
  if (key === undefined) return usual;
  const figure: Figure = figures[key];
  const dimension = (name: string): DimensionKey | undefined =>
    figure.dimensions.find((each) => each === textAt(plan, name));
  return {
    ...usual,
    figure: key,
    rows: dimension('rows') ?? figure.opens.rows,
    columns: dimension('columns') ?? null,
    measure: figure.measures.find((each) => each === textAt(plan, 'measure')) ?? figure.opens.measure,
    compare: comparisons.find((each) => each === textAt(plan, 'compare')) ?? usual.compare,
    span: spanNames.find((each) => each === textAt(plan, 'span')) ?? usual.span,
    from: textAt(plan, 'from'),
    to: textAt(plan, 'to'),
    isTenThousand: textAt(plan, 'isTenThousand') === '1',
    organize: textAt(plan, 'organize'),
    organizeName: textAt(plan, 'organizeName'),
    page: 1,
  };
}
