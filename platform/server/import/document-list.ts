import { hasLines, type Document } from '#platform/model/document.ts';
import {
  groupKey,
  importedFieldsOf,
  importListOf,
  type ImportedField,
} from '#platform/model/import/document-import.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, Refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { NamedRows } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { readDraft, refReads } from '#platform/server/document/draft.ts';
import { codeOf, factsOf, finish, insertBill, tellSaved } from '#platform/server/document/save.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import { mostHooked, RowsRefused, spokenIn } from './apply-hooked.ts';
import type { ListImport, ListRow } from './list-import.ts';
import { tooManyHooked } from './refusals.ts';

/** Files of documents: each document is saved as if it had been written by hand today, all of them or none. */
export const documentImport = (document: Document, hooks: DocumentHooks): ListImport => ({
  list: importListOf(document),
  permission: permissionOf(document, 'import'),
  makes: document.name,
  reads: {},
  admit: () => undefined,
  take: (ctx, rows, fileName) => takeDocuments(ctx, { document, hooks, fileName }, rows),
});

interface Taking {
  readonly document: Document;
  readonly hooks: DocumentHooks;
  readonly fileName: string;
}
type Told = Map<number, Record<string, Label>>;

async function takeDocuments(ctx: Command, taking: Taking, rows: readonly ListRow[]): Promise<void> {
  const groups = groupsIn(taking.document, rows);
  if (groups.length > mostHooked) throw tooManyHooked({ max: mostHooked });
  const told = differingHeads(taking.document, groups);
  if (told.size > 0) throw new RowsRefused(told);
  const known = await ctx.all({ ...taking.hooks.reads });
  for (const group of groups) {
    let isSent = false;
    try {
      await saveOne(ctx, taking, group, known);
      isSent = true;
      // Sent now, so that what the database says against it is said of these rows.
      await ctx.all({});
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(told, taking.document, group, error);
      // The database takes no more of this transaction.
      if (isSent) break;
    }
  }
  if (told.size > 0) throw new RowsRefused(told);
}

/** Rows of one document, in the order of the file; of one without lines each row is its own. */
function groupsIn(document: Document, rows: readonly ListRow[]): readonly (readonly ListRow[])[] {
  return hasLines(document)
    ? [...Map.groupBy(rows, ({ values }) => values[groupKey]).values()]
    : rows.map((row) => [row]);
}

const isAnother: Label = ['与该单据第一行不一致', '與該單據第一列不一致', 'differs from the first row of the document'];

/** A document has one head: rows that say another would be lost without a word. */
function differingHeads(document: Document, groups: readonly (readonly ListRow[])[]): Told {
  const heads = [...importedFieldsOf(document)].flatMap(([name, { part }]) => (part === 'line' ? [] : [name]));
  const told: Told = new Map();
  for (const [first, ...others] of groups)
    for (const { row, values } of others)
      for (const name of heads)
        if (JSON.stringify(values[name] ?? null) !== JSON.stringify(first?.values[name] ?? null))
          told.set(row, { ...told.get(row), [name]: isAnother });
  return told;
}

async function saveOne(
  ctx: Command,
  { document, hooks, fileName }: Taking,
  group: readonly ListRow[],
  known: NamedRows,
): Promise<void> {
  const body = bodyOf(document, group);
  const { draft, places } = readDraft(document, body, { isStash: false, today: ctx.today, previous: null });
  if (places.length > 0) throw invalidAt(places);
  const status = codeOf(document, document.initial);
  const facts = await factsOf(ctx, hooks, draft, refReads(document, draft), known);
  const final = await finish(document, hooks, ctx, draft, facts, null, status);
  const id = newId();
  insertBill(document, ctx, { id, status, draft: final, isByHand: true }, { operation: 'import', message: fileName });
  await tellSaved(hooks, ctx, { ...final, id }, null);
}

/** As a form would send it. A row that says nothing of a line is none. */
function bodyOf(document: Document, group: readonly ListRow[]): Record<string, unknown> {
  const fields = [...importedFieldsOf(document)];
  const said = (row: ListRow | undefined, part: ImportedField['part']): Record<string, unknown> =>
    Object.fromEntries(
      fields.flatMap(([name, { part: own, key }]) =>
        own === part && row?.values[name] !== undefined ? [[key, row.values[name]]] : [],
      ),
    );
  const own = document.importedAs?.headOf?.(said(group[0], 'own'));
  return { ...said(group[0], 'head'), ...own, lines: linesIn(document, group).map((row) => said(row, 'line')) };
}
function linesIn(document: Document, group: readonly ListRow[]): readonly ListRow[] {
  const names = [...importedFieldsOf(document)].flatMap(([name, { part }]) => (part === 'line' ? [name] : []));
  return group.filter(({ values }) => names.some((name) => values[name] !== undefined));
}

/** What the save has against head and lines is said at their cells, the rest of the document as a whole. */
function tell(told: Told, document: Document, group: readonly ListRow[], refusal: Refusal): void {
  const lines = linesIn(document, group);
  const columns = [...importedFieldsOf(document)];
  const columnOf = (part: 'head' | 'line', key: string): string | undefined =>
    columns.find(([, field]) => field.part === part && field.key === key)?.[0];
  const at = (row: ListRow | undefined, column: string | undefined, reason: Label): void => {
    const number = row?.row ?? group[0]?.row ?? 0;
    const name = column ?? groupKey;
    told.set(number, { ...told.get(number), [name]: told.get(number)?.[name] ?? reason });
  };
  for (const { path, field, reason } of refusal.places) {
    const [, line, key = ''] = /^lines\.(\d+)\.?(\w*)$/.exec(path) ?? [];
    const row = line === undefined ? group[0] : lines[Number.parseInt(line, 10)];
    const column = line === undefined ? columnOf('head', path) : columnOf('line', key);
    at(row, column, column === undefined ? withField(field, reason) : reason);
  }
  if (refusal.places.length === 0) at(group[0], undefined, spokenIn(refusal));
}

/** Of something that the file has no column for. */
const withField = (field: Label, reason: Label): Label => [
  `${field[0]}${reason[0]}`,
  `${field[1]}${reason[1]}`,
  `${field[2]} ${reason[2]}`,
];
