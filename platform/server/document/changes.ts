import type { Document } from '#platform/model/document.ts';
import type { Field, Fields } from '#platform/model/field.ts';
import type { Row } from '#platform/server/db/statement.ts';
import { stored } from '#platform/server/db/shape.ts';

/** A document or a draft of one: what every kind of it has, and its fields by their keys. */
interface SidedLine extends Row {
  readonly id: string;
  readonly lineNo: number;
}
interface Sided extends Row {
  readonly lines: readonly SidedLine[];
}
type Sides = readonly [before: unknown, after: unknown];

/** Fields of lines that one log entry names; a document pasted anew would fill pages. */
const mostOfLines = 300;

/**
 * What a save changed, for the log: fields of the head under their names, `lines.3.number` for a field of the third
 * line, `lines.3` for a line that came or went, told by what it is about.
 */
export function changesOf(document: Document, before: Sided, after: Sided): Record<string, Sides> {
  const head = [['billDate', null] as const, ...stored(document.head)];
  return {
    ...Object.fromEntries(differing(head, before, after)),
    ...Object.fromEntries(lineChanges(document.lines, before.lines, after.lines).slice(0, mostOfLines)),
  };
}

function lineChanges(fields: Fields, before: readonly SidedLine[], after: readonly SidedLine[]): [string, Sides][] {
  const was = new Map(before.map((line) => [line.id, line]));
  const kept = new Set(after.map((line) => line.id));
  const written = stored(fields).filter(([, field]) => field.kept !== true);
  const told = (line: Row): string =>
    written
      .filter(([, field]) => field.required)
      .map(([key, field]) => plain(line[key], field))
      .filter((value) => typeof value === 'string')
      .join(' × ');
  const gone = new Map(before.filter((line) => !kept.has(line.id)).map((line) => [line.lineNo, told(line)]));
  const changed = after.flatMap((line): [string, Sides][] => {
    const no = line.lineNo;
    const old = was.get(line.id);
    if (old !== undefined) return differing(written, old, line).map(([key, sides]) => [`lines.${no}.${key}`, sides]);
    const replaced = gone.get(line.lineNo) ?? null;
    gone.delete(line.lineNo);
    return [[`lines.${no}`, [replaced, told(line)]]];
  });
  return [...changed, ...[...gone].map(([no, text]): [string, Sides] => [`lines.${String(no)}`, [text, null]])];
}

function differing(fields: readonly (readonly [string, Field | null])[], before: Row, after: Row): [string, Sides][] {
  return fields
    .map(([key, field]): [string, Sides] => [key, [plain(before[key], field), plain(after[key], field)]])
    .filter(([, [one, other]]) => JSON.stringify(one) !== JSON.stringify(other));
}

/** 12.50 is what the browser sent, 12.5 what the database answers: nobody changed it. */
const plain = (value: unknown, field: Field | null): unknown =>
  field?.kind === 'decimal' && typeof value === 'string' && value.includes('.')
    ? value.replace(/\.?0+$/, '')
    : (value ?? null);
