import type { Entity } from '#platform/model/entity.ts';
import { importFieldsOf, matchColumns, type ImportReason, type ImportedColumn } from '#platform/model/import.ts';
import type { Label } from '#platform/model/label.ts';
import { notFound } from '#platform/model/refusal.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import { checkRows } from './check-rows.ts';
import { libraryOf } from './lookup.ts';
import { readRow, type RawRow, type Reading } from './record.ts';
import { emptyFile, missingColumns, notStaged, underWay, unmatchedFile } from './refusals.ts';
import type { SheetRow } from '#platform/server/sheet/read-xlsx.ts';
import { importColumns, importIn, importShape, openRows, own, type Import, type Workshop } from './work.ts';

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
    rows: {
      imports: [row],
    },
  } = await call.read({
    imports: statement(
      importShape,
      `
        update app.sys_import i
        set columns = $2, is_update = $3, generation = generation + 1, state = 'staging', progress = 0,
          staged = head_row
        where i.id = $1 and i.${own}
        returning ${importColumns('i')}`,
      [made.id, JSON.stringify(columns), isUpdate],
    ),
    dropped: { text: 'delete from app.sys_import_row where import_id = $1', values: [made.id] },
  });
  if (row === undefined) throw notFound();
  return importIn(row);
}

const listed = (labels: readonly Label[]): Label => [
  labels.map(([cn]) => cn).join('、'),
  labels.map(([, tw]) => tw).join('、'),
  labels.map(([, , en]) => en).join(', '),
];

const readingOf = (
  entity: Entity,
  { columns, isUpdate, zone }: Pick<Import, 'columns' | 'isUpdate' | 'zone'>,
): Reading => {
  const keys = columns.map(({ key }) => key);
  return {
    entity,
    keys,
    isUpdate,
    library: libraryOf(
      entity,
      keys.filter((key) => key !== null),
      zone,
    ),
  };
};

/** Rows from the file into the database, chunk by chunk: whoever is cut off goes on behind the last chunk. */
export async function stageRows(call: Call, workshop: Workshop, made: Import): Promise<void> {
  if (made.state !== 'staging') return;
  const reading = readingOf(workshop.entity, made);
  for await (const { rows, share } of await openRows(call, workshop.stores, made)) {
    const open = rows
      .filter(({ number }) => number > made.headRow && number > made.staged)
      .map((row) => withGiven(row, made));
    const last = open.at(-1);
    if (last === undefined) continue;
    const read = await readRows(call, reading, open);
    const {
      rows: { mine },
    } = await call.read({
      mine: statement(
        { id: 'uuid' },
        `
          update app.sys_import
          set staged = greatest(staged, $3), progress = $4
          where id = $1 and generation = $2 and state = 'staging'
          returning id`,
        [made.id, made.generation, last.number, Math.min(95, Math.round(share * 95))],
      ),
      staged: {
        text: `
          insert into app.sys_import_row (import_id, row_no, record_id, cells, odd, record, errors)
          select $1, r.row_no, r.record_id, r.cells, r.odd, r.record, r.errors
          from jsonb_to_recordset($3::jsonb)
            r(row_no integer, record_id uuid, cells jsonb, odd jsonb, record jsonb, errors jsonb)
          where exists (select from app.sys_import i where i.id = $1 and i.generation = $2 and i.state = 'staging')
          on conflict do nothing`,
        values: [made.id, made.generation, JSON.stringify(read)],
      },
    });
    // Somebody chose other columns, or finished it elsewhere.
    if (mine.length === 0) throw underWay();
  }
  await checkImport(call, workshop, made);
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
): Promise<readonly (Row & { readonly row_no: number })[]> {
  const texts = new Map([...reading.library.refs].map((key) => [key, new Set<string>()]));
  reading.keys.forEach((key, at) => {
    const said = key === null ? undefined : texts.get(key);
    if (said === undefined) return;
    const isMany = reading.entity.fields[key ?? '']?.kind === 'refs';
    for (const { cells } of rows)
      for (const text of isMany ? (cells[at] ?? '').split(/[,，;；、|\n]/) : [cells[at] ?? ''])
        if (text.trim() !== '') said.add(text.trim());
  });
  await reading.library.learn(texts, (statements) => call.each(statements));
  return rows.map((row) => ({
    row_no: row.number,
    record_id: newId(),
    cells: row.cells,
    odd: row.odd ?? null,
    ...readRow(reading, row),
  }));
}

/** The rows beside each other and beside the records there are. */
export async function checkImport(
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

const locked = (id: string) =>
  statement({ pgAdvisoryXactLock: 'nothing' }, 'select pg_advisory_xact_lock(7006, hashtext($1))', [id]);

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
    rows: { rows },
  } = await call.read({
    rows: statement(
      { rowNo: 'integer', cells: 'json', odd: 'json?' },
      `
        select row_no, cells, odd
        from app.sys_import_row
        where import_id = $1 and row_no = any($2::integer[])`,
      [made.id, numbers],
    ),
  });
  const raw = rows.map((row): RawRow => {
    const number = row.rowNo;
    const written = cells.filter((cell) => cell.row === number);
    const next = [...(row.cells as readonly string[])];
    const odd: Record<number, ImportReason> = { ...(row.odd as Record<number, ImportReason> | null) };
    for (const { column, value } of written) {
      while (next.length < column) next.push('');
      next[column] = value.trim();
      delete odd[column];
    }
    return { number, cells: next, odd: Object.keys(odd).length === 0 ? undefined : odd };
  });
  const read = await readRows(call, readingOf(workshop.entity, made), raw);
  await call.each([
    {
      text: `
        update app.sys_import_row
        set cells = $3::jsonb->row_no::text->'cells', odd = nullif($3::jsonb->row_no::text->'odd', 'null'),
          record = $3::jsonb->row_no::text->'record', errors = $3::jsonb->row_no::text->'errors'
        where import_id = $1 and row_no = any($2::integer[])`,
      values: [made.id, numbers, JSON.stringify(Object.fromEntries(read.map((row) => [String(row.row_no), row])))],
    },
    {
      text: 'delete from app.sys_import_row where import_id = $1 and row_no = any($2::integer[])',
      values: [made.id, dropped],
    },
  ]);
  await checkImport(call, workshop, made);
}
