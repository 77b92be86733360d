import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { importFieldsOf, importReasons, type ImportReason } from '#platform/model/import.ts';
import type { Label } from '#platform/model/label.ts';
import { pinyinIn } from '#platform/server/list/pinyin.ts';
import { readFields, type Input } from '#platform/server/entity/schema.ts';
import { acceptedFor } from '#platform/server/entity/write.ts';
import { meaningOf } from './meaning.ts';
import type { Library } from './lookup.ts';

/** How the rows of one import are read. */
export interface Reading {
  readonly entity: Entity;
  /** Column by column the field, or null. */
  readonly keys: readonly (string | null)[];
  readonly isUpdate: boolean;
  readonly library: Library;
}

export interface RawRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly odd?: Readonly<Record<number, ImportReason>> | undefined;
}

/**
 * By column of the table; by field what is wrong. Empty cells say nothing: a new record gets its default, an old one
 * keeps what it has.
 */
export interface ReadRow {
  readonly record: Input;
  readonly errors: Readonly<Record<string, ImportReason>>;
}

export function readRow({ entity, keys, isUpdate, library }: Reading, { cells, odd }: RawRow): ReadRow {
  const given: Input = {};
  const errors: Record<string, ImportReason> = {};
  let parent: unknown;
  keys.forEach((key, at) => {
    const text = cells[at] ?? '';
    const why = odd?.[at];
    if (key === null || (text === '' && why === undefined)) return;
    if (why !== undefined) {
      errors[key] = why;
      return;
    }
    const field = entity.fields[key];
    const meaning = field === undefined ? library.ref(key, text) : meaningOf(key, field, text, library);
    // The parent may be another row of the file.
    if (field === undefined) parent = 'value' in meaning ? meaning.value : text;
    if ('reason' in meaning && !(field === undefined && meaning.reason === 'unknown')) errors[key] = meaning.reason;
    else if (field !== undefined && 'value' in meaning) given[key] = meaning.value;
  });
  const { values, places } = readFields(acceptedFor(entity), given, { partial: true });
  for (const { path, reason } of places) errors[path] ??= codeOf(reason);
  for (const { key, required } of importFieldsOf(entity)) {
    // A new record needs it; of an old one only what it is found by.
    if (
      required &&
      values[key] === undefined &&
      errors[key] === undefined &&
      (!isUpdate || entity.unique.includes(key))
    )
      errors[key] = 'required';
  }
  const [startDate, endDate] = [values['startDate'], values['endDate']];
  if (
    entity.fields['startDate']?.kind === 'date' &&
    entity.fields['endDate']?.kind === 'date' &&
    typeof startDate === 'string' &&
    typeof endDate === 'string' &&
    endDate < startDate
  )
    errors['endDate'] = 'beforeStart';
  const record: Input = Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [snakeCase(key), value]),
  );
  if (parent !== undefined) record['parent_code'] = parent;
  if (values[entity.nameField] !== undefined) Object.assign(record, pinyinIn(entity, values));
  return { record, errors };
}

const codes = new Map<Label, ImportReason>(
  Object.entries(importReasons).map(([code, label]) => [label, code as ImportReason]),
);
const codeOf = (reason: Label): ImportReason => codes.get(reason) ?? 'format';

/** What a new record has where the file says nothing. */
export function defaultsOf(entity: Entity): Input {
  const { values } = readFields(acceptedFor(entity), {}, { needs: [] });
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key, value]) => value !== null && entity.fields[key]?.virtual !== true)
      .map(([key, value]) => [snakeCase(key), value]),
  );
}

/** Columns that a file may write, with the fields they come from. */
export function writtenColumns(entity: Entity): readonly (readonly [key: string, column: string])[] {
  return Object.entries(acceptedFor(entity).fields)
    .filter(([, field]) => field.virtual !== true)
    .map(([key]) => [key, snakeCase(key)]);
}
