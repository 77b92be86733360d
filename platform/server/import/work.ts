import type { Entity } from '#platform/model/entity.ts';
import type { ImportState, ImportedColumn } from '#platform/model/import.ts';
import { notFound } from '#platform/model/refusal.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { FileStore, FileStores, Provider } from '#platform/server/file/store.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { EntityHooks } from '#platform/server/entity/serve.ts';
import type { ListImport } from './list-import.ts';
import { keptRows } from './kept-rows.ts';
import { parsed, type Batch } from './parse.ts';

/** What an import works with: the noun, its rules, and where files are. */
export interface Workshop {
  readonly entity: Entity;
  readonly hooks: EntityHooks;
  readonly stores: FileStores;
  /** What its rows become, when not records. */ readonly list?: ListImport;
}

/** A file on its way in, as its row says. */
export interface Import {
  readonly id: string;
  readonly noun: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly fileType: 'xlsx' | 'csv';
  readonly state: ImportState['state'];
  readonly generation: number;
  readonly columns: readonly ImportedColumn[];
  readonly headRow: number;
  readonly fixed: Readonly<Record<string, string>>;
  readonly isUpdate: boolean;
  readonly progress: number;
  readonly staged: number;
  readonly applied: number;
  /** Of the tenant: times of the file stand in it. */
  readonly zone: string;
}

/** Only the own ones: a file that somebody else works on is none of yours. */
export const own = 'creator_id = (select sec.user_id())';
export const importBy = (column: 'id' | 'file_id', value: string) =>
  statement(importShape, `select ${importColumns('i')} from app.sys_import i where i.${column} = $1 and i.${own}`, [
    value,
  ]);

export const importShape = {
  id: 'uuid',
  noun: 'text',
  fileId: 'uuid',
  fileName: 'text',
  fileType: 'text',
  state: 'text',
  generation: 'integer',
  columns: 'json',
  headRow: 'integer',
  fixed: 'json',
  isUpdate: 'boolean',
  progress: 'integer',
  staged: 'integer',
  applied: 'integer',
  zone: 'text',
} as const;
export const importColumns = (of: string): string =>
  Object.keys(importShape)
    .map((key) => (key === 'zone' ? 'sec.zone() as zone' : `${of}.${snakeCase(key)}`))
    .join(', ');

/** Words and lists that only this room writes are what it wrote. */
export const importIn = (row: RowOf<typeof importShape>): Import => ({
  ...row,
  fileType: row.fileType as Import['fileType'],
  state: row.state as Import['state'],
  columns: row.columns as Import['columns'],
  fixed: row.fixed as Import['fixed'],
});

export async function importOf(call: Call, by: 'id' | 'file_id', value: string): Promise<Import> {
  const {
    rows: {
      row: [row],
    },
  } = await call.read({ row: importBy(by, value) });
  if (row === undefined) throw notFound();
  return importIn(row);
}

type FileOf = Pick<Import, 'fileId' | 'fileType'>;

/** The first batch, once the whole file is known to be sound; its rows are kept for whoever stages them. */
export async function openHead(
  call: Call,
  stores: FileStores,
  { fileId, fileType }: FileOf,
): Promise<ReturnType<typeof parsed>> {
  const { store, key } = await placeOf(call, stores, fileId);
  return parsed(await store.open(key), fileType, keptRows.keeperOf(fileId));
}

/** All batches: those that were kept, or the file read once more. */
export async function openRows(
  call: Call,
  stores: FileStores,
  { fileId, fileType }: FileOf,
): Promise<AsyncIterable<Pick<Batch, 'rows' | 'share'>>> {
  const { store, key } = await placeOf(call, stores, fileId);
  return keptRows.batches(fileId) ?? parsed(await store.open(key), fileType);
}

async function placeOf(
  call: Call,
  stores: FileStores,
  fileId: string,
): Promise<{ readonly store: FileStore; readonly key: string }> {
  const {
    rows: {
      file: [file],
    },
  } = await call.read({
    file: statement(
      { storageKey: 'text', provider: 'text' },
      `select storage_key, provider from app.sys_file where id = $1 and state = 'kept'`,
      [fileId],
    ),
  });
  if (file === undefined) throw notFound();
  return { store: await stores.of(file.provider as Provider), key: file.storageKey };
}

/** Nothing of it stays: neither rows nor bytes. */
export async function discard(
  call: Call,
  stores: FileStores,
  { id, fileId }: Pick<Import, 'id' | 'fileId'>,
): Promise<void> {
  keptRows.forget(fileId);
  const { store, key } = await placeOf(call, stores, fileId);
  await call.each([
    { text: 'delete from app.sys_import where id = $1 and applied = 0', values: [id] },
    { text: `update app.sys_file set state = 'gone' where id = $1 and link_count = 0`, values: [fileId] },
  ]);
  // A store that is down keeps what the sweep will take.
  await store.remove(key).catch(() => undefined);
}
