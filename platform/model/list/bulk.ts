import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { Field } from '#platform/model/field.ts';

/** As many rows as are changed in one transaction: each record is saved as its form would save it. */
export const mostBulkRows = 200;

/** The fields that may be given one value in many rows. */
export const bulkFields = (noun: Entity | Document): readonly string[] =>
  noun.kind === 'document' ? bulkFieldsOfBills(noun) : bulkFieldsOfRecords(noun);

/**
 * Of a document those that it names: prices, stock and credit are worked out of head and lines together, so only what
 * nothing is worked out of is changed in several at once. A remark always is.
 */
const bulkFieldsOfBills = ({ head, bulk = [] }: Document): readonly string[] =>
  ['remark', ...bulk].filter((key) => head[key] !== undefined && isWritten(head[key]));

/**
 * Of a record those that a form writes, without what tells records apart, without what a verb of its own changes, and
 * without what is no single value.
 */
function bulkFieldsOfRecords(entity: Entity): readonly string[] {
  if (!isBulkEdited(entity)) return [];
  return Object.keys(entity.fields).filter((key) => {
    const field = entity.fields[key];
    return (
      field !== undefined &&
      isWritten(field) &&
      key !== entity.codeField &&
      key !== entity.nameField &&
      key !== 'status' &&
      key !== entity.classes?.flag &&
      entity.where?.[key] === undefined &&
      !entity.unique.includes(key)
    );
  });
}

/** What needs the password again is changed one by one. */
const isBulkEdited = ({ calls, realm, stepUp = [] }: Entity): boolean =>
  realm === 'tenant' && calls.includes('update') && calls.includes('page') && !stepUp.includes('update');

const isWritten = ({ kind, kept, virtual, hidden, shownBy }: Field): boolean =>
  kept !== true &&
  virtual !== true &&
  hidden !== true &&
  shownBy === undefined &&
  ['text', 'integer', 'decimal', 'date', 'choice', 'dict', 'ref', 'flag'].includes(kind);
