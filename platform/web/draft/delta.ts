import { compare } from '#platform/model/decimal.ts';
import { nameKeyOf, type Field } from '#platform/model/field.ts';
import { isDecimal } from '#platform/web/value/measure.ts';
import type { Row } from '#platform/web/value/row.ts';

export type LineRow = Row & { readonly id: string };

/** A line of a draft: untouched by its id alone; written to, what was written and what stood beside it. */
export interface LineDelta {
  readonly id: string;
  readonly set?: Row;
  readonly rest?: Row;
}

/**
 * What somebody typed, as the difference to the record he started from. Put on top of a newer version of the record, it
 * changes what he changed and leaves alone what others changed meanwhile.
 */
export interface Content {
  readonly values: Row;
  readonly lines?: readonly LineDelta[];
  /** Lines that were there and were taken out. */
  readonly removed?: readonly string[];
}

/** What a person types into a form of these fields: also the name beside a chosen code, never a password. */
export function typedIn(fields: readonly (readonly [string, Field])[], values: Row): Row {
  const keys = fields.flatMap(([key, { kind }]) =>
    kind === 'secret' ? [] : kind === 'ref' ? [key, nameKeyOf(key)] : [key],
  );
  return Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));
}

/** A new record starts from its defaults. */
export function contentOf(
  base: Row,
  values: Row,
  lines?: { readonly base: readonly LineRow[]; readonly now: readonly LineRow[] },
): Content {
  const head = { values: changedIn(base, values, new Set([...Object.keys(values), ...Object.keys(base)])) };
  if (lines === undefined) return head;
  const before = new Map(lines.base.map((line) => [line.id, line]));
  const now = new Set(lines.now.map(({ id }) => id));
  return {
    ...head,
    lines: lines.now.map((line) => lineDelta(before.get(line.id), line)),
    removed: lines.base.map(({ id }) => id).filter((id) => !now.has(id)),
  };
}

export function linesFrom(base: readonly LineRow[], { lines = [], removed = [] }: Content): readonly LineRow[] {
  const before = new Map(base.map((line) => [line.id, line]));
  const known = new Set([...lines.map(({ id }) => id), ...removed]);
  const own = lines.flatMap(({ id, set, rest }): LineRow[] => {
    const found = before.get(id);
    if (found !== undefined) return [{ ...found, ...set, id }];
    // Untouched here and gone there: it stays gone. Written to, it is work and stays.
    return set === undefined ? [] : [{ ...rest, ...set, id }];
  });
  return [...own, ...base.filter(({ id }) => !known.has(id))];
}

/** Nothing, an empty text and a missing value are one; 12.5 and 12.50 are one. */
export function isSame(a: unknown, b: unknown, kind?: Field['kind']): boolean {
  const [one, other] = [a ?? '', b ?? ''];
  if (one === other) return true;
  if (kind === 'decimal' && typeof one === 'string' && typeof other === 'string' && isDecimal(one) && isDecimal(other))
    return compare(one, other) === 0;
  return JSON.stringify(one) === JSON.stringify(other);
}

function lineDelta(before: LineRow | undefined, line: LineRow): LineDelta {
  const keys = new Set([...Object.keys(line), ...Object.keys(before ?? {})].filter((key) => key !== 'id'));
  // Empty fields are left out: two thousand lines have to fit into a megabyte.
  if (before === undefined) return { id: line.id, set: filled(line, keys) };
  const set = changedIn(before, line, keys);
  if (Object.keys(set).length === 0) return { id: line.id };
  return {
    id: line.id,
    set,
    rest: filled(
      line,
      [...keys].filter((key) => !(key in set)),
    ),
  };
}

const changedIn = (base: Row, now: Row, keys: Iterable<string>): Row =>
  only(
    now,
    [...keys].filter((key) => !isSame(base[key], now[key])),
  );
const filled = (row: Row, keys: Iterable<string>): Row =>
  only(
    row,
    [...keys].filter((key) => !isSame(row[key], null)),
  );
const only = (row: Row, keys: Iterable<string>): Row =>
  Object.fromEntries([...keys].map((key) => [key, row[key] ?? null]));
