import type { ReactNode } from 'react';

/** A record of a grid: wire names to values. */
export type Row = Readonly<Record<string, unknown>>;
export type RowHeight = 28 | 32 | 40;

export interface Column {
  readonly key: string;
  readonly title: string;
  readonly width: number;
  readonly align?: 'right' | 'center';
  readonly fixed?: 'left' | 'right' | undefined;
  readonly isSortable?: boolean;
  /** Hidden until somebody asks for it. */
  readonly isRare?: boolean;
  readonly isRequired?: boolean;
  /** Buttons: never moved, hidden, copied or reached by the cursor. */
  readonly isChrome?: boolean;
  readonly render: (row: Row) => ReactNode;
  /** What is copied, and what a cut-off cell says when pointed at. */
  readonly textOf: (row: Row) => string;
  readonly editor?: Editor | undefined;
  /** What a cell that is only read leads to; false when there is nothing. */
  readonly open?: ((row: Row) => boolean) | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}
/** What a text means. Changes with a complaint keep what was typed, so that it can be mended. */
export interface Reading {
  readonly changes?: Row;
  readonly complaint?: string;
}

export interface Editor {
  readonly kind: 'text' | 'number' | 'select' | 'date' | 'toggle' | 'picker';
  readonly startText: (row: Row) => string;
  /** The row is told where it is known: a number is held to the unit that stands beside it. */
  readonly read: (text: string, row?: Row) => Reading;
  /** What another row takes over when this one is filled down: a reference brings its name along. */
  readonly copied?: (row: Row) => Row;
  readonly options?: () => readonly Option[];
  /** References: what each typed or pasted text stands for. */
  readonly resolve?: (texts: readonly string[]) => Promise<ReadonlyMap<string, Reading>>;
  /** References: the dialog. Several answers fill this row and new ones below it. */
  readonly pick?: (text: string) => Promise<readonly Row[] | undefined>;
}

/** What one person made of the columns of one screen. */
export interface ColumnState {
  readonly order?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  readonly shown?: Readonly<Record<string, boolean>>;
}

export const narrowest = 48;
export const isShown = ({ key, isRare = false }: Column, { shown = {} }: ColumnState): boolean => shown[key] ?? !isRare;

/**
 * Fixed columns keep to their side. A column that the stored order does not know stands after its declared neighbour.
 */
export function inOrder(columns: readonly Column[], { order = [] }: ColumnState): readonly Column[] {
  const placed = columns
    .filter(({ key }) => order.includes(key))
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  columns.forEach((column, at) => {
    if (order.includes(column.key)) return;
    const before = columns.slice(0, at).findLast((each) => placed.includes(each));
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, column);
  });
  const side = ({ fixed, isChrome = false }: Column): number =>
    isChrome ? 3 : fixed === 'left' ? 0 : fixed === 'right' ? 2 : 1;
  return placed.toSorted((a, b) => side(a) - side(b));
}

export const arranged = (columns: readonly Column[], state: ColumnState): readonly Column[] =>
  inOrder(columns, state).filter((column) => isShown(column, state));

/** The order after `key` was dropped in front of `before`; null drops it at the end. */
export function orderAfterMove(columns: readonly Column[], key: string, before: string | null): readonly string[] {
  if (key === before) return columns.map((column) => column.key);
  const rest = columns.map((column) => column.key).filter((each) => each !== key);
  rest.splice(before === null ? rest.length : rest.indexOf(before), 0, key);
  return rest;
}

export interface Layout {
  /** The tracks of every row, as CSS. */
  readonly template: string;
  readonly width: number;
  /** Where fixed columns stick. */
  readonly sticky: ReadonlyMap<string, { readonly left: number } | { readonly right: number }>;
  readonly leadWidth: number;
  readonly leftWidth: number;
  readonly rightWidth: number;
}

/** Columns share the room that is left over; one whose width a person has set, and a fixed one, keep theirs. */
export function layOut(columns: readonly Column[], { widths = {} }: ColumnState, leadWidth: number): Layout {
  const widthOf = ({ key, width }: Column): number => widths[key] ?? width;
  const isStiff = (column: Column): boolean =>
    column.fixed !== undefined || column.isChrome === true || widths[column.key] !== undefined;
  const loose = columns.filter((column) => !isStiff(column));
  const filler =
    loose.length > 0 ? undefined : columns.findLast(({ fixed, isChrome = false }) => fixed === undefined && !isChrome);
  const track = (column: Column): string => {
    const width = widthOf(column);
    if (column === filler) return `minmax(${width}px,1fr)`;
    return isStiff(column) ? `${width}px` : `minmax(${width}px,${width}fr)`;
  };
  const sticky = new Map<string, { readonly left: number } | { readonly right: number }>();
  let leftWidth = leadWidth;
  for (const column of columns.filter(({ fixed }) => fixed === 'left')) {
    sticky.set(column.key, { left: leftWidth });
    leftWidth += widthOf(column);
  }
  let rightWidth = 0;
  for (const column of columns.filter(({ fixed }) => fixed === 'right').toReversed()) {
    sticky.set(column.key, { right: rightWidth });
    rightWidth += widthOf(column);
  }
  return {
    template: [...(leadWidth > 0 ? [`${leadWidth}px`] : []), ...columns.map(track)].join(' '),
    width: columns.reduce((sum, column) => sum + widthOf(column), leadWidth),
    sticky,
    leadWidth,
    leftWidth,
    rightWidth,
  };
}
