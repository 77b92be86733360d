import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { Field, Fields } from '#platform/model/field.ts';
import { fieldsOf } from '#platform/model/module.ts';
import type { RecordState } from './answer.ts';

type Row = Readonly<Record<string, unknown>>;

/** A line on both sides: what is missing on one keeps its place there, so that lines stay level. */
export interface LinePair {
  readonly kind: 'same' | 'changed' | 'came' | 'went';
  readonly before: Row | null;
  readonly after: Row | null;
  readonly keys: ReadonlySet<string>;
}
export interface Difference {
  /** Fields of the head that differ, in the order of the form. */
  readonly head: ReadonlySet<string>;
  readonly lines: readonly LinePair[];
}

/** What a person reads of a record; the rest is how the house reckons. */
const readable = ({ hidden, kind }: Field): boolean => hidden !== true && kind !== 'secret' && kind !== 'json';
export const readableKeys = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => (readable(field) && field.virtual !== true ? [key] : []));

/** How a record differs between two moments. Lines are the same line as long as they have the same id. */
export function differenceOf(noun: Entity | Document, before: RecordState, after: RecordState): Difference {
  const isDocument = noun.kind === 'document';
  const keys = [...(isDocument ? ['billDate', 'billStatus', 'cancelFlag'] : []), ...readableKeys(fieldsOf(noun))];
  return {
    head: new Set(keys.filter((key) => differs(before[key], after[key]))),
    lines: isDocument ? pairsOf(readableKeys(noun.lines), linesIn(before), linesIn(after)) : [],
  };
}

const linesIn = ({ lines }: RecordState): readonly Row[] => (Array.isArray(lines) ? (lines as readonly Row[]) : []);

function pairsOf(keys: readonly string[], before: readonly Row[], after: readonly Row[]): readonly LinePair[] {
  const stayed = new Map(after.map((line) => [line['id'], line]));
  const was = new Map(before.map((line) => [line['id'], line]));
  const pairs = after.map((line): LinePair => {
    const old = was.get(line['id']);
    if (old === undefined) return { kind: 'came', before: null, after: line, keys: new Set() };
    const changed = new Set(keys.filter((key) => differs(old[key], line[key])));
    return { kind: changed.size === 0 ? 'same' : 'changed', before: old, after: line, keys: changed };
  });
  // What went stands behind the line it followed.
  const shown: LinePair[] = [...pairs];
  for (const [at, line] of before.entries()) {
    if (stayed.has(line['id'])) continue;
    const leader = before.slice(0, at).findLast(({ id }) => shown.some((pair) => pair.before?.['id'] === id));
    const place = leader === undefined ? 0 : shown.findIndex((pair) => pair.before?.['id'] === leader['id']) + 1;
    shown.splice(place, 0, { kind: 'went', before: line, after: null, keys: new Set() });
  }
  return shown;
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(told(one)) !== JSON.stringify(told(other));
/** Nobody sees whether a field was never filled or emptied. */
const told = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
