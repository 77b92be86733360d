import type { Row } from '#platform/web/column/column.ts';
import { createListeners, type Watched } from './watch.ts';

/** Ticked rows, by key: they stay ticked while other pages are shown. */
export interface Selection extends Watched<readonly Row[]> {
  readonly keyOf: (row: Row) => string;
  has(key: string): boolean;
  toggle(row: Row): void;
  add(rows: readonly Row[]): void;
  drop(rows: readonly Row[]): void;
  replace(rows: readonly Row[]): void;
  /** Rows that were read again take the place of what is known of them: a verb is offered by the state of today. */
  refresh(rows: readonly Row[]): void;
}

export function createSelection(keyOf: (row: Row) => string): Selection {
  let ticked = new Map<string, Row>();
  let rows: readonly Row[] = [];
  const { subscribe, tell } = createListeners();
  const become = (next: Map<string, Row>): void => {
    ticked = next;
    rows = [...next.values()];
    tell();
  };
  return {
    keyOf,
    get: () => rows,
    subscribe,
    has: (key) => ticked.has(key),
    toggle(row) {
      const next = new Map(ticked);
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
      become(next);
    },
    add(more) {
      become(new Map([...ticked, ...more.map((row) => [keyOf(row), row] as const)]));
    },
    drop(less) {
      const keys = new Set(less.map(keyOf));
      become(new Map([...ticked].filter(([key]) => !keys.has(key))));
    },
    replace(only) {
      if (only.length > 0 || ticked.size > 0) become(new Map(only.map((row) => [keyOf(row), row])));
    },
    refresh(read) {
      const changed = read.filter((row) => ticked.has(keyOf(row)) && ticked.get(keyOf(row)) !== row);
      if (changed.length > 0) become(new Map([...ticked, ...changed.map((row) => [keyOf(row), row] as const)]));
    },
  };
}

export type Extent = 'all' | 'some' | 'none';
export function extentOf(selection: Selection, rows: readonly Row[]): Extent {
  const count = rows.filter((row) => selection.has(selection.keyOf(row))).length;
  return count === 0 ? 'none' : count === rows.length ? 'all' : 'some';
}
