import type { Readable } from 'node:stream';

import { nameKeyOf, type Field, type Fields } from '#platform/model/field.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notConfirmed } from '#platform/model/refusal.ts';
import type { Row, Statement } from '#platform/server/db/batch.ts';
import type { Transaction } from '#platform/server/db/door.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import type { Noun } from '#platform/model/module.ts';
import { stampLabels } from '#platform/model/entity.ts';
import { numberedLabels } from '#platform/model/document.ts';
import { planList } from '#platform/server/entity/list.ts';
import { askedOf, fieldsOf, groupMenuOf } from '#platform/server/entity/filter.ts';
import { xlsxStream, type Cell, type SheetColumn } from './xlsx.ts';

/** Rows per round trip: memory stays at one batch however long the list is. */
const batchSize = 2000;

/** Export by browser navigation (GET with a ticket) and by POST; both hold every row of the search, not only the page. */
export function exportRoutes(noun: Noun, aliases: readonly string[] = []): readonly Route[] {
  const common = { permission: [permissionOf(noun, 'export')], effect: 'none' as const, summary: `${noun.label[2]}: export`, handle: (call: Call) => exportNoun(noun, call) };
  return [
    { method: 'GET', path: `${noun.path}/export`, ticket: 'download', ...common },
    ...[`${noun.path}/export`, ...aliases].map((path) => ({ method: 'POST' as const, path, ...common })),
  ];
}

function exportNoun(noun: Noun, call: Call): Promise<typeof sent> {
  const asked = askedOf(call);
  const plan = planList(noun, { ...asked, limit: '-1', page: undefined }, { whole: true, wide: true, groupMenu: noun.kind === 'entity' ? groupMenuOf(noun, asked) : null });
  return sendSheet(call, { name: noun.name, title: noun.label, columns: columnsOf(fieldsOf(noun), noun.list.columns, call.language), rows: plan.rows });
}

export interface Sheet { readonly name: string; readonly title: Label; readonly columns: readonly SheetField[]; readonly rows: Statement }
export interface SheetField extends SheetColumn { readonly key: string; readonly show: (value: unknown) => Cell }

/** A portal on the report lane feeds the file; the operation log keeps who took what, with the filter. */
export async function sendSheet(call: Call, sheet: Sheet): Promise<typeof sent> {
  const tx = call.door.transaction(call.caller, 'report');
  const next = async (isContinued: boolean): Promise<Row[]> => (await tx.run([{ ...sheet.rows, fetch: { portal: 'sheet', rows: batchSize, isContinued } }]))[0] ?? [];
  let rows: Row[];
  try {
    // The first batch is read before the answer starts: a missing permission is still an envelope, not a broken file.
    rows = await next(false);
    if (rows.length === batchSize) await refuseUnconfirmed(tx, sheet.rows);
  } catch (error) {
    await tx.rollback();
    throw error;
  }
  const title = textOf(sheet.title, call.language);
  const file = `${title}.xlsx`;
  let count = 0;
  let isDone = false;
  /** However it ends, once: read to the end, broken off, or never started because the browser had gone. */
  async function finish(): Promise<void> {
    if (isDone) return;
    isDone = true;
    tx.queue(logOf(call, sheet.name, count));
    // A ticket that was used stays used: rolling back would make it good again.
    await tx.commit().catch((error: unknown) => { call.reply.log.error({ err: error }, 'export could not be logged'); });
  }
  async function* batches(): AsyncGenerator<Cell[][]> {
    try {
      while (rows.length > 0) {
        count += rows.length;
        yield rows.map((row: Row) => sheet.columns.map((column) => column.show(row[column.key])));
        rows = rows.length < batchSize ? [] : await next(true);
      }
    } finally {
      await finish();
    }
  }
  const stream: Readable = xlsxStream(title, sheet.columns, batches());
  stream.once('close', () => { void finish(); });
  await call.reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
    .header('filename', encodeURIComponent(file))
    .header('access-control-expose-headers', 'filename')
    .send(stream);
  return sent;
}

/** Taking more than this out of the house asks for password or code again. */
export const freeRows = 50_000;

async function refuseUnconfirmed(tx: Transaction, { text, values }: Statement): Promise<void> {
  const [[row] = []] = await tx.run([{ text: `select (select sec.is_confirmed()) or count(*) <= ${freeRows} as may from (select 1 from (${text}) x limit ${freeRows + 1}) y`, values }]);
  if (row?.['may'] !== true) throw notConfirmed();
}

/** What left the house: by whom, which list, which filter, how many rows. */
function logOf(call: Call, noun: string, count: number): Statement {
  const { _t, token, ...filter } = call.query;
  return {
    text: 'select sec.log_export($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [noun, count, filterText(call.route.method === 'POST' ? call.body ?? {} : filter), call.route.path, call.route.method, call.ip, call.agent, call.correlationId],
  };
}

/** The log takes any filter: a NUL, half a character or a megabyte in it must not let an export leave unlogged. */
function filterText(filter: unknown): string {
  const text = JSON.stringify({ filter }, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value));
  return text.length <= 4000 ? text : JSON.stringify({ cut: text.slice(0, 4000).toWellFormed() });
}

export function columnsOf(fields: Fields, keys: readonly string[], language: Language): SheetField[] {
  return keys.map((key) => {
    const field = fields[key] ?? Object.entries(fields).find(([name, candidate]) => candidate.kind === 'ref' && nameKeyOf(name) === key)?.[1];
    const isName = fields[key] === undefined && field !== undefined;
    const label: Label = fields[key]?.label ?? (stampLabels as Readonly<Record<string, Label>>)[key] ?? (numberedLabels as Readonly<Record<string, Label>>)[key] ?? (isName ? nameLabel(field.label) : [key, key, key]);
    return { key, title: textOf(label, language), kind: kindOf(fields[key]), show: (value) => shown(fields[key], value, language) };
  });
}

/** 客户编码 names a code; its name column is 客户名称. */
export const nameLabel = (label: Label): Label => [`${label[0].replace(/编码$/, '')}名称`, `${label[1].replace(/編碼$/, '')}名稱`, `${label[2].replace(/ code$/, '')} name`];

/** The one place where a kind of field becomes a kind of cell. */
function kindOf(field: Field | undefined): 'text' | 'number' | 'date' {
  switch (field?.kind) {
    case 'decimal': case 'integer': return 'number';
    case 'date': return 'date';
    case undefined: case 'text': case 'instant': case 'flag': case 'bool': case 'choice': case 'dict': case 'ref': case 'refs': case 'json': case 'secret': case 'file': return 'text';
  }
}

function shown(field: Field | undefined, value: unknown, language: Language): Cell {
  if (value === null || value === undefined) return null;
  if (field?.kind === 'choice') {
    const code = typeof value === 'string' ? value : '';
    const choice = field.choices[code];
    return choice === undefined ? code : textOf([choice[0], choice[1], choice[2]], language);
  }
  const word = field?.kind === 'text' && typeof value === 'string' ? field.words?.[value] : undefined;
  if (word !== undefined) return textOf(word, language);
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

