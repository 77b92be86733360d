import type { DimensionKey } from './dimension.ts';
import type { MeasureKey } from './measure.ts';
import type { Span } from './span.ts';

/** Figures by the order of the measures that were asked for: as they are, and as they were. */
export interface Cell {
  readonly now: readonly (string | null)[];
  readonly before: readonly (string | null)[] | null;
}
export interface PivotRow extends Cell {
  /** Null where documents have no value of the dimension. */
  readonly key: string | null;
  readonly name: string | null;
  readonly place: number;
  /** Share of the whole up to this row, in percent, the greatest first. */
  readonly soFar: string | null;
  /** By the key of the column. */
  readonly cells: Readonly<Record<string, Cell>>;
}
export interface PivotColumn extends Cell {
  readonly key: string | null;
  readonly name: string | null;
}

/** A report as a page shows it: sums are of all rows, not of those that are shown. */
export interface Pivot {
  readonly figure: string;
  readonly rows: DimensionKey;
  readonly columns: DimensionKey | null;
  readonly measures: readonly MeasureKey[];
  readonly span: Span;
  readonly before: Span | null;
  readonly total: number;
  readonly list: readonly PivotRow[];
  readonly heads: readonly PivotColumn[];
  readonly sum: Cell;
  readonly mayCost: boolean;
  /** Asked for and left out: who asks may not see what goods cost. */
  readonly hidden: readonly MeasureKey[];
  readonly today: string;
}

/** Rows behind a figure, and what all of them add up to. */
export interface Detail {
  readonly total: number;
  readonly sum: string;
  readonly list: readonly Readonly<Record<string, unknown>>[];
}
