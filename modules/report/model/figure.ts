import type { Label } from '#platform/model/label.ts';
import type { DetailKey } from './detail.ts';
import type { DimensionKey } from './dimension.ts';
import type { MeasureKey } from './measure.ts';

/** Where the rows of a report come from: each is served by one file of `server/source`. */
export type SourceKey =
  | 'sales'
  | 'orders'
  | 'margin'
  | 'stock'
  | 'stockFlow'
  | 'ageing'
  | 'statement'
  | 'funds'
  | 'payable'
  | 'purchases'
  | 'returns'
  | 'objective'
  | 'activity'
  | 'promotions'
  | 'gifts'
  | 'stockAge'
  | 'shortage'
  | 'uninvoiced'
  | 'budget'
  | 'expenses'
  | 'approvals'
  | 'points'
  | 'journeys';

/** A report: what of a source is counted, by what, and where a figure leads to. */
export interface Figure {
  /** R03 of the domain. */
  readonly code: string;
  readonly label: Label;
  readonly source: SourceKey;
  /** A span of days, the end of one day, or as it stands now. */
  readonly time: 'span' | 'day' | 'now';
  readonly dimensions: readonly [DimensionKey, ...DimensionKey[]];
  readonly measures: readonly [MeasureKey, ...MeasureKey[]];
  /** As it opens: without columns all measures stand side by side. */
  readonly opens: { readonly rows: DimensionKey; readonly columns?: DimensionKey; readonly measure: MeasureKey };
  readonly drill?: DetailKey;
  readonly chart: 'bar' | 'line' | 'share' | 'ageing' | 'none';
  /** The greatest first with their share of the whole so far: A to 80 %, B to 95 %, C. */
  readonly isRanked?: true;
}
