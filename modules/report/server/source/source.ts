import type { DimensionKey } from '#report/model/dimension.ts';
import type { MeasureKey } from '#report/model/measure.ts';
import type { DetailKey } from '#report/model/detail.ts';
import type { Values } from '#platform/server/list/filter.ts';

/** What of a source is wanted: days with both ends, and what it is counted by. */
export interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly dimensions: ReadonlySet<DimensionKey>;
  readonly measures: ReadonlySet<MeasureKey>;
  readonly values: Values;
}

/**
 * Rows to be counted, inside what the session may see, as SQL: a column per dimension, called as it is in snake case,
 * `day` where there is a time, and what its measures add up.
 */
export interface Source {
  readonly rows: (wanted: Wanted) => string;
  /** Over the rows `s` of a group. */
  readonly measures: Readonly<Partial<Record<MeasureKey, string>>>;
}

/** Rows behind a figure: those of a source with their documents, as SQL of the columns that the model names. */
export interface DetailSource {
  readonly rows: (wanted: Wanted) => string;
  /** Over all rows `s`: how much they add up to. */
  readonly sum: string;
}
export type DetailSources = Readonly<Record<DetailKey, DetailSource>>;
