import { hasLines, needsLines, type Document } from '#platform/model/document.ts';
import { defineEntity, type Entity } from '#platform/model/entity.ts';
import { text, type Field, type Fields } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';

/** The column by which rows of a file become one document. */
export const groupKey = 'documentKey';

/** What a column of a file says: a field of the head or of the line, or something that the head is made of. */
export interface ImportedField {
  readonly part: 'head' | 'own' | 'line';
  readonly key: string;
  readonly field: Field;
}

/** The columns that a file of such documents has, by the names that they have there. */
export function importedFieldsOf(document: Document): ReadonlyMap<string, ImportedField> {
  let made = known.get(document);
  if (made === undefined) {
    const of = (part: ImportedField['part'], fields: Fields): (readonly [string, ImportedField])[] =>
      typedIn(fields).map(([key, field]) => [part === 'head' ? key : lineKey(key), { part, key, field }]);
    const own = Object.entries(document.importedAs?.columns ?? {}).map(
      ([key, field]): readonly [string, ImportedField] => [key, { part: 'own', key, field }],
    );
    known.set(document, (made = new Map([...of('head', document.head), ...own, ...of('line', document.lines)])));
  }
  return made;
}
const known = new WeakMap<Document, ReadonlyMap<string, ImportedField>>();
const lineKey = (key: string): string => `line${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/**
 * What a person would type: neither what the server keeps nor what no screen shows, nor descriptions that always come
 * from the record that a field names.
 */
function typedIn(fields: Fields): (readonly [string, Field])[] {
  const copied = new Set(
    Object.values(fields).flatMap((field) => (field.kind === 'ref' ? Object.keys(field.copies ?? {}) : [])),
  );
  return Object.entries(fields).filter(
    ([key, { kind, kept, virtual, hidden }]) =>
      kept !== true &&
      virtual !== true &&
      hidden !== true &&
      !['json', 'file', 'secret'].includes(kind) &&
      !(kind === 'text' && copied.has(key)),
  );
}

/**
 * A file of documents as a list: its rows are lines, each with the head of its document. Where a line calls something
 * as the head does, its title says that it is the line's.
 */
export function importListOf(document: Document): Entity {
  const titles = document.importedAs?.titles ?? {};
  const headLabels = new Set(typedIn(document.head).flatMap(([, { label }]) => label));
  const columns = [...importedFieldsOf(document)].map(([name, { part, field }]): [string, Field] => [
    name,
    {
      ...field,
      required: field.required && field.filled !== true && (part !== 'line' || needsLines(document)),
      ...(titles[name] === undefined ? {} : { label: titles[name] }),
      ...(part === 'line' && field.label.some((word) => headLabels.has(word)) ? { label: ofLine(field.label) } : {}),
    },
  ]);
  return defineEntity({
    name: `${document.name}.import`,
    label: document.label,
    path: document.path,
    unowned: 'a file on its way in is read by nobody else',
    fields: {
      ...(hasLines(document)
        ? { [groupKey]: text(['单据序号', '單據序號', 'Document no. in this file'], { max: 50, required: true }) }
        : {}),
      ...Object.fromEntries(columns),
    },
    unique: [],
    list: { columns: [], filters: [] },
  });
}

const ofLine = ([cn, tw, en]: Label): Label => [
  `明细${cn}`,
  `明細${tw}`,
  `Line ${en.charAt(0).toLowerCase()}${en.slice(1)}`,
];
