import type { Entity } from '#platform/model/entity.ts';
import {
  importFieldsOf,
  importReasons,
  matchColumns,
  type ImportError,
  type ImportReason,
  type ImportResult,
  type ImportState,
  type ImportedColumn,
  type ImportedRow,
} from '#platform/model/import.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import { notFound } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command.ts';
import type { Row, Statement } from '#platform/server/db/batch.ts';
import { forgetTotals } from '#platform/server/entity/total-memo.ts';
import { bumpVersion } from '#platform/server/entity/version.ts';
import type { FileStore, FileStores, Provider } from '#platform/server/file/store.ts';
import type { Call } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/id.ts';
import type { EntityHooks, ListImport } from '#platform/server/serve.ts';
import { applyRows, type Applied } from './import-apply.ts';
import { checkRows } from './import-check.ts';
import { applyHooked, hasRules, RowsRefused } from './import-hooked.ts';
import { takeList } from './import-whole.ts';
import { libraryOf } from './import-lookup.ts';
import { parsed } from './import-parse.ts';
import { readRow, type RawRow, type Reading } from './import-record.ts';
import { emptyFile, hasErrors, missingColumns, notStaged, underWay, unmatchedFile } from './import-refusals.ts';
import type { SheetRow } from './import-sheet.ts';

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
}

/** Only the own ones: a file that somebody else works on is none of yours. */
const own = 'creator_id = (select sec.user_id())';
export const importBy = (column: 'id' | 'file_id', value: string): Statement => ({
  text: `select * from app.sys_import where ${column} = $1 and ${own}`,
  values: [value],
});

export async function importOf(call: Call, by: 'id' | 'file_id', value: string): Promise<Import> {
  const {
    results: [[row] = []],
  } = await call.read([importBy(by, value)]);
  if (row === undefined) throw notFound();
  return row as unknown as Import;
}

/** The first rows: which of them holds the titles, what each column is, and some of what stands below. */
export async function readHead(
  entity: Entity,
  batches: AsyncIterable<{ readonly rows: readonly SheetRow[] }>,
): Promise<{ columns: readonly ImportedColumn[]; headRow: number }> {
  const rows: SheetRow[] = [];
  // To the end: a file that is bad further down is refused before a row of it is staged.
  for await (const batch of batches) if (rows.length === 0) rows.push(...batch.rows.slice(0, 20));
  if (rows.length === 0) throw emptyFile();
  // A line above the titles says what the list is; the titles are the row that means most.
  const scored = rows.slice(0, 10).map((row) => ({ row, keys: matchColumns(entity, row.cells) }));
  const { row, keys } = scored.reduce((best, each) =>
    each.keys.filter((key) => key !== null).length > best.keys.filter((key) => key !== null).length ? each : best,
  );
  if (keys.every((key) => key === null)) throw unmatchedFile();
  const below = rows.filter(({ number }) => number > row.number).slice(0, 3);
  if (below.length === 0) throw emptyFile();
  const width = Math.max(...[row, ...below].map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_x, at): ImportedColumn => ({
    title: (row.cells[at] ?? '').slice(0, 200),
    key: keys[at] ?? null,
    sample: below.map(({ cells }) => (cells[at] ?? '').slice(0, 60)),
  }));
  return { columns, headRow: row.number };
}

export async function openFile(
  call: Call,
  stores: FileStores,
  { fileId, fileType }: Pick<Import, 'fileId' | 'fileType'>,
  part: 'all' | 'head',
): Promise<ReturnType<typeof parsed>> {
  const { store, key } = await placeOf(call, stores, fileId);
  return parsed(await store.open(key), fileType, part);
}

async function placeOf(
  call: Call,
  stores: FileStores,
  fileId: string,
): Promise<{ readonly store: FileStore; readonly key: string }> {
  const {
    results: [[file] = []],
  } = await call.read([
    { text: `select storage_key, provider from app.sys_file where id = $1 and state = 'kept'`, values: [fileId] },
  ]);
  if (file === undefined) throw notFound();
  return { store: await stores.of(file['provider'] as Provider), key: String(file['storageKey']) };
}

/** Nothing of it stays: neither rows nor bytes. */
export async function discard(
  call: Call,
  stores: FileStores,
  { id, fileId }: Pick<Import, 'id' | 'fileId'>,
): Promise<void> {
  const { store, key } = await placeOf(call, stores, fileId);
  await call.read([
    { text: 'delete from app.sys_import where id = $1 and applied = 0', values: [id] },
    { text: `update app.sys_file set state = 'gone' where id = $1 and link_count = 0`, values: [fileId] },
  ]);
  // A store that is down keeps what the sweep will take.
  await store.remove(key).catch(() => undefined);
}

/** The columns are these from now on; what was read under others is read anew. */
export async function chooseColumns(
  call: Call,
  { entity }: Workshop,
  made: Import,
  { keys, isUpdate: isAsked }: { keys: readonly (string | null)[]; isUpdate: boolean },
): Promise<Import> {
  // What has no code is found by nothing, so every row is a new record.
  const isUpdate = isAsked && entity.unique.length > 0;
  const known = new Set(importFieldsOf(entity).map(({ key }) => key));
  const taken = new Set<string>();
  const columns = made.columns.map((column, at) => {
    const key = keys[at] ?? null;
    const isGood = key !== null && known.has(key) && !taken.has(key);
    if (isGood) taken.add(key);
    return { ...column, key: isGood ? key : null };
  });
  const missing = importFieldsOf(entity).filter(
    ({ key, required }) => required && !taken.has(key) && (!isUpdate || entity.unique.includes(key)),
  );
  if (missing.length > 0) throw missingColumns({ columns: listed(missing.map(({ label }) => label)) });
  const isSame =
    made.state !== 'arrived' && made.isUpdate === isUpdate && JSON.stringify(columns) === JSON.stringify(made.columns);
  if (isSame) return made;
  if (made.applied > 0) throw notStaged();
  const {
    results: [[row] = []],
  } = await call.read([
    {
      text: `
        update app.sys_import
        set columns = $2, is_update = $3, generation = generation + 1, state = 'staging', progress = 0,
          staged = head_row
        where id = $1 and ${own}
        returning *`,
      values: [made.id, JSON.stringify(columns), isUpdate],
    },
    { text: 'delete from app.sys_import_row where import_id = $1', values: [made.id] },
  ]);
  if (row === undefined) throw notFound();
  return row as unknown as Import;
}

const listed = (labels: readonly Label[]): Label => [
  labels.map(([cn]) => cn).join('、'),
  labels.map(([, tw]) => tw).join('、'),
  labels.map(([, , en]) => en).join(', '),
];

const readingOf = (entity: Entity, { columns, isUpdate }: Pick<Import, 'columns' | 'isUpdate'>): Reading => {
  const keys = columns.map(({ key }) => key);
  return {
    entity,
    keys,
    isUpdate,
    library: libraryOf(
      entity,
      keys.filter((key) => key !== null),
    ),
  };
};

/** Rows from the file into the database, chunk by chunk: whoever is cut off goes on behind the last chunk. */
export async function stageRows(call: Call, workshop: Workshop, made: Import): Promise<void> {
  if (made.state !== 'staging') return;
  const reading = readingOf(workshop.entity, made);
  for await (const { rows, share } of await openFile(call, workshop.stores, made, 'all')) {
    const open = rows
      .filter(({ number }) => number > made.headRow && number > made.staged)
      .map((row) => withGiven(row, made));
    const last = open.at(-1);
    if (last === undefined) continue;
    const read = await readRows(call, reading, open);
    const {
      results: [mine = []],
    } = await call.read([
      {
        text: `
          update app.sys_import
          set staged = greatest(staged, $3), progress = $4
          where id = $1 and generation = $2 and state = 'staging'
          returning id`,
        values: [made.id, made.generation, last.number, Math.min(95, Math.round(share * 95))],
      },
      {
        text: `
          insert into app.sys_import_row (import_id, row_no, record_id, cells, odd, record, errors)
          select $1, r.row_no, r.record_id, r.cells, r.odd, r.record, r.errors
          from jsonb_to_recordset($3::jsonb)
            r(row_no integer, record_id uuid, cells jsonb, odd jsonb, record jsonb, errors jsonb)
          where exists (select from app.sys_import i where i.id = $1 and i.generation = $2 and i.state = 'staging')
          on conflict do nothing`,
        values: [made.id, made.generation, JSON.stringify(read)],
      },
    ]);
    // Somebody chose other columns, or finished it elsewhere.
    if (mine.length === 0) throw underWay();
  }
  await check(call, workshop, made);
}

/** What was said of the whole file stands in every row of it, in a column of its own. */
function withGiven(row: SheetRow, { columns, fixed }: Pick<Import, 'columns' | 'fixed'>): SheetRow {
  if (!columns.some(({ isGiven }) => isGiven === true)) return row;
  return {
    ...row,
    cells: columns.map(({ key, isGiven }, at) =>
      isGiven === true && key !== null ? (fixed[key] ?? '') : (row.cells[at] ?? ''),
    ),
  };
}

async function readRows(
  call: Call,
  reading: Reading,
  rows: readonly RawRow[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const texts = new Map([...reading.library.refs].map((key) => [key, new Set<string>()]));
  reading.keys.forEach((key, at) => {
    const said = key === null ? undefined : texts.get(key);
    if (said === undefined) return;
    const isMany = reading.entity.fields[key ?? '']?.kind === 'refs';
    for (const { cells } of rows)
      for (const text of isMany ? (cells[at] ?? '').split(/[,，;；、|\n]/) : [cells[at] ?? ''])
        if (text.trim() !== '') said.add(text.trim());
  });
  await reading.library.learn(texts, async (statements) => (await call.read(statements)).results);
  return rows.map((row) => ({
    row_no: row.number,
    record_id: newId(),
    cells: row.cells,
    odd: row.odd ?? null,
    ...readRow(reading, row),
  }));
}

/** The rows beside each other and beside the records there are. */
async function check(
  call: Call,
  { entity, hooks, list }: Workshop,
  { id, columns, isUpdate, generation }: Pick<Import, 'id' | 'columns' | 'isUpdate' | 'generation'>,
): Promise<void> {
  const tx = call.door.transaction(call.caller);
  try {
    await tx.run([locked(id)]);
    // There are no records beside which its rows could stand; what was said against them together is said anew when
    // they are taken.
    if (list !== undefined)
      await tx.run([
        { text: `update app.sys_import_row set clashes = '{}' where import_id = $1 and clashes <> '{}'`, values: [id] },
      ]);
    else
      await checkRows(
        { entity, rules: hooks.rowRules ?? [], id, keys: columns.map(({ key }) => key), isUpdate },
        (statements) => tx.run(statements),
      );
    tx.queue({
      text: `
        update app.sys_import
        set state = 'staged', progress = 100
        where id = $1 and generation = $2 and state in ('staging', 'staged')`,
      values: [id, generation],
    });
    await tx.commit();
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

const locked = (id: string): Statement => ({ text: 'select pg_advisory_xact_lock(7006, hashtext($1))', values: [id] });

export interface Mend {
  readonly row: number;
  readonly column: number;
  readonly value: string;
}

/** Cells that a person wrote anew, and rows he does not want; everything that follows from them is looked at again. */
export async function mendRows(
  call: Call,
  workshop: Workshop,
  made: Import,
  { cells, dropped }: { cells: readonly Mend[]; dropped: readonly number[] },
): Promise<void> {
  if (made.state !== 'staged') throw notStaged();
  const numbers = [...new Set(cells.map(({ row }) => row))];
  const {
    results: [rows = []],
  } = await call.read([
    {
      text: `
        select row_no, cells, odd
        from app.sys_import_row
        where import_id = $1 and row_no = any($2::integer[])`,
      values: [made.id, numbers],
    },
  ]);
  const raw = rows.map((row): RawRow => {
    const number = row['rowNo'] as number;
    const written = cells.filter((cell) => cell.row === number);
    const next = [...(row['cells'] as string[])];
    const odd: Record<number, ImportReason> = { ...(row['odd'] as Record<number, ImportReason> | null) };
    for (const { column, value } of written) {
      while (next.length < column) next.push('');
      next[column] = value.trim();
      delete odd[column];
    }
    return { number, cells: next, odd: Object.keys(odd).length === 0 ? undefined : odd };
  });
  const read = await readRows(call, readingOf(workshop.entity, made), raw);
  await call.read([
    {
      text: `
        update app.sys_import_row
        set cells = $3::jsonb->row_no::text->'cells', odd = nullif($3::jsonb->row_no::text->'odd', 'null'),
          record = $3::jsonb->row_no::text->'record', errors = $3::jsonb->row_no::text->'errors'
        where import_id = $1 and row_no = any($2::integer[])`,
      values: [made.id, numbers, JSON.stringify(Object.fromEntries(read.map((row) => [String(row['row_no']), row])))],
    },
    {
      text: 'delete from app.sys_import_row where import_id = $1 and row_no = any($2::integer[])',
      values: [made.id, dropped],
    },
  ]);
  await check(call, workshop, made);
}

/** All rows or only the good ones, in one transaction. Asked again it does nothing more and answers the same. */
export async function applyImport(call: Call, workshop: Workshop, made: Import, isGoodOnly: boolean): Promise<void> {
  const { entity, hooks, list } = workshop;
  if (made.state === 'applied') return;
  if (made.state !== 'staged') throw notStaged();
  // Looked at again: what was free when the file was read may be taken by now.
  await check(call, workshop, made);
  const applied: Applied = {
    entity,
    id: made.id,
    fileName: made.fileName,
    fixed: Object.fromEntries(Object.entries(made.fixed).filter(([key]) => entity.where?.[key] !== undefined)),
    isUpdate: made.isUpdate,
  };
  // A ticket is held by the transaction that it opened.
  const tell = async (share: number): Promise<void> => {
    if (!('ticket' in call.caller))
      await call.read([
        {
          text: 'update app.sys_import set progress = $2 where id = $1',
          values: [made.id, Math.min(99, Math.round(share * 100))],
        },
      ]);
  };
  try {
    // Its own rows are what makes it happen once.
    await command(
      { ...call, idempotencyKey: null },
      async (ctx, [lock = [], wrong = []]) => {
        if (lock[0]?.['mine'] !== true) throw underWay();
        const left = wrong[0]?.['count'] as number;
        if (left > 0 && (!isGoodOnly || list !== undefined)) throw hasErrors({ count: left });
        const count =
          list !== undefined
            ? await takeList(ctx, applied, list)
            : hasRules(hooks)
              ? await applyHooked(ctx, applied, hooks)
              : await applyRows(ctx, call, applied, tell);
        ctx.later({
          text: `update app.sys_import set applied = applied + $2, state = $3, progress = 100 where id = $1`,
          values: [made.id, count, left === 0 ? 'applied' : 'staged'],
        });
        if (count === 0) return null;
        ctx.log({
          noun: list?.makes ?? entity.name,
          recordId: made.id,
          recordCode: made.fileName,
          operation: 'import',
          message: `${count} / ${count + left}`,
        });
        if (list === undefined) bumpVersion(ctx, entity);
        return null;
      },
      {
        reads: [
          { text: 'select pg_try_advisory_xact_lock(7006, hashtext($1)) as mine', values: [made.id] },
          {
            text: `
              select count(*)::integer as count
              from app.sys_import_row
              where import_id = $1 and (errors <> '{}' or clashes <> '{}')`,
            values: [made.id],
          },
        ],
      },
    );
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    await call.read(
      [...error.rows].map(([row, told]) => ({
        text: `
          update app.sys_import_row
          set ${list === undefined ? 'errors = errors' : 'clashes = clashes'} || $3::jsonb
          where import_id = $1 and row_no = $2`,
        values: [made.id, row, JSON.stringify(told)],
      })),
    );
    if (isGoodOnly && list === undefined) await applyImport(call, workshop, made, true);
    else throw hasErrors({ count: error.rows.size });
  } finally {
    forgetTotals(list?.makes ?? entity.name);
  }
}

/** What is known of an import, for the person who works on it. */
export async function stateOf(call: Call, id: string): Promise<ImportState> {
  const {
    results: [[row] = []],
  } = await call.read([
    {
      text: `
        select i.*, (select count(*)::integer from app.sys_import_row r where r.import_id = i.id) as rows,
          (
            select count(*)::integer
            from app.sys_import_row r
            where r.import_id = i.id and (r.errors <> '{}' or r.clashes <> '{}')
          ) as wrong,
          (
            select
              jsonb_build_object('createDate', e.create_date, 'creatorName', e.creator_name, 'successCount', e.applied)
            from app.sys_import e
            where e.noun = i.noun and e.sha256 = i.sha256 and e.applied > 0 and e.id <> i.id
            order by e.create_date desc
            limit 1
          ) as earlier
        from app.sys_import i
        where i.id = $1 and i.${own}`,
      values: [id],
    },
  ]);
  if (row === undefined) throw notFound();
  const made = row as unknown as Import;
  const [rows, wrong] = [row['rows'] as number, row['wrong'] as number];
  return {
    id,
    noun: made.noun,
    fileName: made.fileName,
    state: made.state,
    columns: made.columns,
    isUpdate: made.isUpdate,
    progress: made.progress,
    staged: rows,
    good: rows - wrong,
    wrong,
    successCount: made.applied,
    earlier: row['earlier'] as ImportState['earlier'],
  };
}

/** A page of rows from the one after `after` on. */
export async function rowsOf(
  call: Call,
  made: Import,
  { isWrong, after, limit }: { isWrong: boolean; after: number; limit: number },
): Promise<readonly ImportedRow[]> {
  const {
    results: [rows = []],
  } = await call.read([
    {
      text: `
        select row_no, cells, errors || clashes as told
        from app.sys_import_row
        where import_id = $1 and row_no > $2${isWrong ? ` and (errors <> '{}' or clashes <> '{}')` : ''}
        order by row_no
        limit ${limit}`,
      values: [made.id, after],
    },
  ]);
  return rows.map((row) => rowShown(row, made, call.language));
}

export function rowShown(row: Row, { columns }: Pick<Import, 'columns'>, language: Language): ImportedRow {
  const errors: Record<string, string> = {};
  for (const [key, reason] of Object.entries(row['told'] as Record<string, ImportReason | Label>)) {
    const at = columns.findIndex((column) => column.key === key);
    const text = textOf(
      typeof reason === 'string' ? (importReasons[reason] ?? importReasons.format) : reason,
      language,
    );
    errors[at] =
      at < 0 && errors[at] !== undefined ? `${errors[at]}; ${key} ${text}` : at < 0 ? `${key} ${text}` : text;
  }
  return { row: row['rowNo'] as number, cells: row['cells'] as string[], errors };
}

const mostErrors = 1000;

/** What the contract's call answers: counts, and where it hurts. */
export async function resultOf(call: Call, id: string): Promise<ImportResult> {
  const [state, made] = [await stateOf(call, id), await importOf(call, 'id', id)];
  const rows = await rowsOf(call, made, { isWrong: true, after: 0, limit: mostErrors });
  const errors = rows.flatMap(({ row, errors: told }) =>
    Object.entries(told).map(([at, message]): ImportError => {
      const column = Number.parseInt(at, 10);
      return {
        row,
        column: made.columns[column]?.title ?? '',
        cell: column < 0 ? '' : `${letterOf(column)}${row}`,
        message,
      };
    }),
  );
  return {
    importId: id,
    successCount: state.successCount,
    failCount: state.wrong,
    errors: errors.slice(0, mostErrors),
  };
}

/** 0 is A, 26 is AA. */
export const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
