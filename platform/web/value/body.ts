import type { Field, Fields } from '#platform/model/field.ts';
import { belongsTo, shownAs } from '#platform/model/preset.ts';
import type { Row } from './row.ts';

/** What a chosen record brings along: { spec: 'spec' } copies its spec. */
export function copiedFrom(field: Field, row: Row | null): Record<string, unknown> {
  if (field.kind !== 'ref' || field.copies === undefined) return {};
  return Object.fromEntries(Object.entries(field.copies).map(([to, from]) => [to, row?.[from] ?? null]));
}

/** Fields that a person fills in; what the server keeps is only read. */
export const writable = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(
    ([, field]) => field.kept !== true && (field.virtual !== true || field.kind === 'secret'),
  );

export interface Writer {
  readonly [belongsTo.organization]?: string | null;
  readonly [shownAs.organization]?: string | null;
}

/** What a new record starts with. It belongs to the organisation of whoever writes it, until another is chosen. */
export function defaultsOf(fields: Fields, writer?: Writer): Record<string, unknown> {
  return Object.fromEntries(
    writable(fields).flatMap(([key, field]): [string, unknown][] => {
      if (key === belongsTo.organization && field.required && writer?.[key] != null)
        return [
          [key, writer[key]],
          [shownAs.organization, writer[shownAs.organization]],
        ];
      return field.default === undefined
        ? []
        : [[key, field.kind === 'integer' ? Number.parseInt(field.default, 10) : field.default]];
    }),
  );
}

/** The body of a save: writable fields under their own names; an untouched secret stays as it is. */
export function bodyOf(fields: Fields, values: Row): Record<string, unknown> {
  return Object.fromEntries(
    writable(fields).flatMap(([key, field]): [string, unknown][] => {
      const value = values[key];
      if (field.kind === 'secret') return value === undefined || value === '' ? [] : [[key, value]];
      if (field.kind === 'json' && typeof value === 'string' && value !== '') return [[key, JSON.parse(value)]];
      return [[key, value === undefined || value === '' ? null : value]];
    }),
  );
}
