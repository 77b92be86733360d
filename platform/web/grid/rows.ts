import type { Row } from '#platform/web/column/column.ts';
import { createListeners, type Watched } from './watch.ts';

/** Field to what is wrong with it. */
export type Complaints = Readonly<Record<string, string>>;
/** New values of one row. A field that is written loses its old complaint and gets the one given here, if any. */
export interface Edit {
  readonly at: number;
  readonly changes: Row;
  readonly complaints?: Complaints;
}

export interface Rules<R extends Row> {
  readonly keyOf: (row: Row) => string;
  /** A row after it was written to, with everything that follows from it. */
  readonly change: (row: R, changes: Row) => R;
  readonly blank: () => R;
  readonly isBlank: (row: R) => boolean;
  readonly most?: number;
}

/** Rows that are written to, beside React. Everything a person does is one step back. */
export interface Rows<R extends Row = Row> extends Watched<readonly R[]> {
  readonly most: number;
  readonly keyAt: (at: number) => string;
  readonly isBlankAt: (at: number) => boolean;
  readonly complaintsOf: (key: string) => Complaints | undefined;
  readonly complaints: () => ReadonlyMap<string, Complaints>;
  /**
   * Rows that do not exist yet are added. What comes later of itself (a name that was looked up) joins the step before.
   */
  edit(edits: readonly Edit[], isJoined?: boolean): void;
  insert(at: number, rows: readonly R[]): void;
  /** New rows with these values; an empty record is a blank row. */
  insertNew(at: number, values: readonly Row[], isJoined?: boolean): void;
  remove(keys: readonly string[]): void;
  replace(rows: readonly R[]): void;
  readonly complain: (complaints: ReadonlyMap<string, Complaints>) => void;
  readonly undo: () => boolean;
  readonly redo: () => boolean;
}

const deepest = 100;
interface State<R> {
  readonly rows: readonly R[];
  readonly complaints: ReadonlyMap<string, Complaints>;
}

export function createRows<R extends Row>(initial: readonly R[], given: Rules<R>): Rows<R> {
  const rules = { most: 2000, ...given };
  const { keyOf, change, blank, isBlank, most } = rules;
  let state: State<R> = { rows: initial, complaints: new Map() };
  let past: State<R>[] = [];
  let future: State<R>[] = [];
  const { subscribe, tell } = createListeners();
  const become = (next: Partial<State<R>>, isJoined = false): void => {
    if (!isJoined) {
      past = [...past.slice(-deepest + 1), state];
      future = [];
    }
    state = { ...state, ...next };
    tell();
  };
  const step = (from: State<R>[], to: State<R>[]): boolean => {
    const next = from.pop();
    if (next === undefined) return false;
    to.push(state);
    state = next;
    tell();
    return true;
  };
  return {
    most,
    get: () => state.rows,
    subscribe,
    keyAt: (at) => (state.rows[at] === undefined ? '' : keyOf(state.rows[at])),
    isBlankAt: (at) => state.rows[at] === undefined || isBlank(state.rows[at]),
    complaintsOf: (key) => state.complaints.get(key),
    complaints: () => state.complaints,
    edit(edits, isJoined) {
      if (edits.length > 0) become(edited(state, edits, rules), isJoined);
    },
    insert(at, rows) {
      become({ rows: [...state.rows.slice(0, at), ...rows, ...state.rows.slice(at)].slice(0, most) });
    },
    insertNew(at, values, isJoined) {
      const room = most - state.rows.length;
      if (room > 0)
        become(
          { rows: state.rows.toSpliced(at, 0, ...values.slice(0, room).map((each) => change(blank(), each))) },
          isJoined,
        );
    },
    remove(keys) {
      become(removed(state, keys, rules));
    },
    replace(rows) {
      become({ rows: rows.slice(0, most) });
    },
    complain(complaints) {
      become({ complaints }, true);
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
  };
}

function edited<R extends Row>(
  state: State<R>,
  edits: readonly Edit[],
  { keyOf, change, blank, most }: Required<Rules<R>>,
): State<R> {
  const rows = [...state.rows];
  const complaints = new Map(state.complaints);
  for (const [at, ofRow] of Map.groupBy(edits, (edit) => edit.at)) {
    while (rows.length <= at && rows.length < most) rows.push(blank());
    const row = rows[at];
    if (row === undefined) continue;
    const changes = Object.assign({}, ...ofRow.map((edit) => edit.changes)) as Row;
    rows[at] = change(row, changes);
    const said = {
      ...without(complaints.get(keyOf(row)) ?? {}, changes),
      ...(Object.assign({}, ...ofRow.map((edit) => edit.complaints ?? {})) as Complaints),
    };
    if (Object.keys(said).length > 0) complaints.set(keyOf(row), said);
    else complaints.delete(keyOf(row));
  }
  return { rows, complaints };
}

function removed<R extends Row>(state: State<R>, keys: readonly string[], { keyOf, blank }: Rules<R>): State<R> {
  const left = state.rows.filter((row) => !keys.includes(keyOf(row)));
  return {
    // There is always a line to write on.
    rows: left.length === 0 ? [blank()] : left,
    complaints: new Map([...state.complaints].filter(([key]) => !keys.includes(key))),
  };
}

const without = (complaints: Complaints, written: Row): Complaints =>
  Object.fromEntries(Object.entries(complaints).filter(([key]) => !(key in written)));

export interface Wrong {
  readonly row: number;
  readonly key: string;
  readonly text: string;
}

/** Every complaint in reading order. */
export function wrongCells(rows: Rows, columnKeys: readonly string[]): readonly Wrong[] {
  if (rows.complaints().size === 0) return [];
  return rows.get().flatMap((_row, at) => {
    const said = rows.complaintsOf(rows.keyAt(at));
    return said === undefined
      ? []
      : columnKeys.filter((key) => said[key] !== undefined).map((key) => ({ row: at, key, text: said[key] ?? '' }));
  });
}
