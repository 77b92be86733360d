import type { Field } from '#platform/model/field.ts';

/** What an approver may do with a field of the head at his step; what is not named he sees and does not change. */
export interface FieldRight {
  readonly key: string;
  readonly right: 'edit' | 'hidden';
}

const most = 200;

/** `remark:edit,waiverAmount:hidden`; null where it says anything else. */
export function readFieldRights(text: string): readonly FieldRight[] | null {
  const found = text.split(',', most + 1).map((word) => /^(\w{1,50}):(edit|hidden)$/.exec(word.trim()));
  return found.length > most || found.includes(null)
    ? null
    : found.map((match) => ({ key: match?.[1] ?? '', right: match?.[2] === 'edit' ? 'edit' : 'hidden' }));
}

export const fieldRightsText = (rights: readonly FieldRight[]): string =>
  rights.map(({ key, right }) => `${key}:${right}`).join(',');

const plain: ReadonlySet<Field['kind']> = new Set([
  'text',
  'date',
  'choice',
  'dict',
  'flag',
  'bool',
  'integer',
  'decimal',
] as const);

/**
 * What a reference brings along and what the server keeps follows from rules of the document: at a step only plain
 * fields are changed.
 */
export const isChangeable = (field: Field): boolean => field.kept !== true && plain.has(field.kind);
