import type { Fields } from '#platform/model/field.ts';
import { camelCase } from '#platform/model/envelope.ts';
import type { RecordVersion, VersionDeed } from '#platform/model/version/answer.ts';
import { trimmed } from '#platform/server/db/batch.ts';
import type { Row } from '#platform/server/db/statement.ts';

/** What one statement of a transaction changed, or who was behind it. */
export interface Kept {
  readonly kind: string;
  /** One transaction, one version. */
  readonly began: string;
  readonly madeAt: string;
  readonly isBirth: boolean;
  readonly was: string | null;
  readonly operation: string | null;
  readonly creatorName: string | null;
  readonly message: string | null;
}

/** A transaction that changed the record; its rows stand as they are undone, the latest first. */
export interface Step {
  readonly at: string;
  readonly isBirth: boolean;
  readonly deeds: readonly VersionDeed[];
  readonly rows: readonly Kept[];
}

/** Transactions from the latest to the first. One that only says that something was done changed nothing. */
export function stepsOf(kept: readonly Kept[]): readonly Step[] {
  return [...Map.groupBy(kept, ({ began }) => began).values()].flatMap((rows): Step[] => {
    const changes = rows.filter(({ kind }) => kind !== 'told');
    const first = rows.at(-1);
    if (first === undefined || (changes.length === 0 && !first.isBirth)) return [];
    const deeds = rows
      .filter(({ kind }) => kind === 'told')
      .map(({ operation, creatorName, message }) => ({
        operation: operation ?? '',
        by: creatorName ?? '',
        message: message === '' ? null : message,
      }))
      .toReversed();
    return [{ at: first.madeAt, isBirth: first.isBirth, deeds, rows: changes }];
  });
}

/** Fields by whose kind a value that was kept is read as the table would answer it. */
export interface Kinds {
  readonly head: Fields;
  readonly lines: Fields;
}

/** A line as its table has it. */
export interface Line extends Row {
  readonly id: string;
  readonly lineNo: number;
}
export interface State {
  readonly head: Row;
  /** By their ids. */
  readonly lines: ReadonlyMap<string, Line>;
}

/** The record before a transaction; what it was is written over what it became. */
export function undone(state: State, { rows }: Step, kinds: Kinds): State {
  return rows.reduce((before, row) => undoneRow(before, row, kinds), state);
}

function undoneRow({ head, lines }: State, { kind, was }: Kept, kinds: Kinds): State {
  if (kind === 'head') return { head: { ...head, ...readRow(was, kinds.head) }, lines };
  const next = new Map(lines);
  if (kind === 'came') for (const id of JSON.parse(was ?? '[]') as readonly string[]) next.delete(id);
  else for (const [id, row] of readRows(was, kinds.lines)) next.set(id, { lineNo: 0, ...next.get(id), ...row, id });
  return { head, lines: next };
}

/** How many fields a transaction changed; a line that came or went counts once. */
export const changesIn = ({ rows }: Step): number =>
  new Set(
    rows.flatMap(({ kind, was }): readonly string[] => {
      const told: unknown = JSON.parse(was ?? 'null');
      if (Array.isArray(told)) return told.map((id) => `line ${String(id)}`);
      const entries = Object.entries((told ?? {}) as Readonly<Record<string, object>>);
      if (kind === 'head') return entries.map(([key]) => key);
      return kind === 'went'
        ? entries.map(([id]) => `line ${id}`)
        : entries.flatMap(([id, row]) => Object.keys(row).map((key) => `${id} ${key}`));
    }),
  ).size;

/** Versions from the first to the latest: what stood before the first change, and what each change made. */
export function versionsOf(
  steps: readonly Step[],
  born: { readonly at: string; readonly by: string } | { readonly since: string },
): readonly RecordVersion[] {
  const birth = steps.find(({ isBirth }) => isBirth);
  const made = steps.filter(({ isBirth }) => !isBirth).toReversed();
  const first: Omit<RecordVersion, 'no'> =
    'since' in born
      ? { at: born.since, deeds: [], changes: 0 }
      : {
          at: born.at,
          deeds:
            birth === undefined || birth.deeds.length === 0
              ? [{ operation: 'save', by: born.by, message: null }]
              : birth.deeds,
          changes: 0,
        };
  return [first, ...made.map((step) => ({ at: step.at, deeds: step.deeds, changes: changesIn(step) }))].map(
    (version, at) => ({ no: at + 1, ...version }),
  );
}

/** A figure of a document has more digits than a number of JavaScript: it stays the text that it is. */
const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? trimmed(context?.source ?? String(value)) : value;

const counters: ReadonlySet<string> = new Set(['opSeq', 'auditCount', 'lineNo', 'rowVersion']);

const readRow = (text: string | null, fields: Fields): Row =>
  typed(JSON.parse(text ?? '{}') as Row, JSON.parse(text ?? '{}', exact) as Row, fields);

function readRows(text: string | null, fields: Fields): [string, Row][] {
  const loose = JSON.parse(text ?? '{}') as Readonly<Record<string, Row>>;
  const read = JSON.parse(text ?? '{}', exact) as typeof loose;
  return Object.entries(read).map(([id, row]) => [id, typed(loose[id] ?? {}, row, fields)]);
}

const typed = (loose: Row, row: Row, fields: Fields): Row =>
  Object.fromEntries(
    Object.keys(row).map((column): [string, unknown] => {
      const key = camelCase(column);
      const kind = fields[key]?.kind;
      if (kind === 'json' || kind === 'integer' || counters.has(key)) return [key, loose[column]];
      const value = row[column];
      return [key, typeof value === 'string' ? value.replace(instantText, '$1Z') : value];
    }),
  );
/** 2026-11-15T02:02:51.5+00:00 is what the database keeps, and ends with Z where a table answers it. */
const instantText = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)\+00:00$/;
