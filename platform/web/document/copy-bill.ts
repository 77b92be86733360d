import type { Document } from '#platform/model/document.ts';
import { nameKeyOf, type Field, type Fields } from '#platform/model/field.ts';
import { newKey } from '#platform/web/api/key.ts';
import { defaultsOf, writable } from '#platform/web/value/body.ts';
import type { Row } from '#platform/web/value/row.ts';
import type { Line } from './lines.ts';

/** What a new document starts with beside its defaults. */
export interface Start {
  readonly head: Row;
  readonly lines: readonly Line[];
}

/**
 * A document written anew from an old one: what somebody typed into it. What the server keeps, days, whether it is
 * switched on, and prices that are found of themselves belong to the old one.
 */
export const copyOf = (document: Document, record: Row): Start => ({
  head: copied(document.head, record),
  lines: copiedLines(document, record['lines']),
});

export function copiedLines({ lines: fields }: Pick<Document, 'lines'>, lines: unknown): readonly Line[] {
  return (Array.isArray(lines) ? (lines as readonly Row[]) : []).map((line) => ({
    ...defaultsOf(fields),
    ...copied(fields, line),
    id: newKey(),
  }));
}

function copied(fields: Fields, row: Row): Row {
  const brought = new Set(
    Object.values(fields).flatMap((field) => (field.kind === 'ref' ? Object.keys(field.copies ?? {}) : [])),
  );
  const isFound = (key: string, field: Field): boolean =>
    field.filled === true || (brought.has(key) && field.kind === 'decimal' && field.measure === 'price');
  return Object.fromEntries(
    writable(fields)
      .filter(
        ([key, field]) => key !== 'status' && field.kind !== 'date' && field.kind !== 'secret' && !isFound(key, field),
      )
      .flatMap(([key, field]) => (field.kind === 'ref' ? [key, nameKeyOf(key)] : [key]))
      .filter((key) => row[key] != null)
      .map((key) => [key, row[key]]),
  );
}
