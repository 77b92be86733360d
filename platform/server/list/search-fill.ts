import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { isSearched, searchedKeys } from '#platform/model/search.ts';
import { wallsOf, type AdminClient } from '#platform/server/db/migrate.ts';
import { tableOf } from '#platform/server/db/shape.ts';

const inOneStep = 5000;

interface Named {
  readonly tenant_code: string;
  readonly id: string;
  readonly names: readonly (string | null)[];
  readonly pinyin: string;
}

/** A table whose names are spelled, and the columns of the names. */
export interface SearchedTable {
  readonly table: string;
  readonly names: readonly string[];
}
export const searchedTables = (entities: readonly Entity[]): readonly SearchedTable[] =>
  entities
    .filter(isSearched)
    .map((entity) => ({ table: tableOf(entity), names: searchedKeys(entity).names.map(snakeCase) }));

/**
 * Rows that came past the save (older than the column, loaded by SQL) and rows whose pinyin a newer dictionary reads
 * otherwise. Across all tenants, so only for the installation. Nobody's row version counts on: no one changed the
 * record. With `since` only rows that were written from that transaction on: the others were looked at before.
 */
export async function fillPinyin(
  client: AdminClient,
  tables: readonly SearchedTable[],
  since: string | null = null,
): Promise<number> {
  const isNew = await newerThan(client, since);
  let filled = 0;
  for (const tenant of await wallsOf(client))
    for (const searched of tables) filled += await fillTable(client, searched, { isNew, tenant });
  return filled;
}

async function fillTable(
  client: AdminClient,
  { table, names }: SearchedTable,
  { isNew, tenant }: { readonly isNew: string; readonly tenant: string | null },
): Promise<number> {
  let filled = 0;
  let after: readonly [string, string] = ['', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    // A tenant is entered for a transaction. One step each: nobody who saves waits for a whole table.
    await client.query('begin');
    if (tenant !== null) await client.query(`select sec.bind($1, null, '')`, [tenant]);
    const { rows } = await client.query<Named>(
      `
        select tenant_code, id, array[${names.join(', ')}] as names, pinyin
        from app.${table}
        where (tenant_code, id) > ($1, $2::uuid) and ${isNew}
        order by tenant_code, id
        limit ${inOneStep}`,
      [...after],
    );
    filled += await spell(client, table, rows);
    await client.query('commit');
    const last = rows.at(-1);
    if (last === undefined || rows.length < inOneStep) return filled;
    after = [last.tenant_code, last.id];
  }
}

/**
 * A dump that was restored elsewhere has its transactions counted anew: when the mark lies ahead, or further behind
 * than transactions can be told apart, every row counts as new.
 */
async function newerThan(client: AdminClient, since: string | null): Promise<string> {
  if (since === null) return 'true';
  const { rows } = await client.query<{ behind: string }>(
    'select (pg_snapshot_xmax(pg_current_snapshot())::text::numeric - $1::numeric)::text as behind',
    [since],
  );
  const behind = Number.parseInt(rows[0]?.behind ?? '-1', 10);
  return behind < 0 || behind > 1_000_000_000 ? 'true' : `age(xmin) <= age('${BigInt(since)}'::xid8::xid)`;
}

async function spell(client: AdminClient, table: string, rows: readonly Named[]): Promise<number> {
  if (rows.length === 0) return 0;
  // The dictionary is large, and most deploys find nothing to look up in it.
  const { pinyinOf } = await import('./pinyin.ts');
  const wrong = rows
    .map((row) => ({ ...row, wanted: pinyinOf(row.names) }))
    .filter(({ pinyin, wanted }) => pinyin !== wanted);
  if (wrong.length > 0)
    await client.query(
      `
        update app.${table} t
        set pinyin = x.pinyin
        from unnest($1::text[], $2::uuid[], $3::text[]) x(tenant_code, id, pinyin)
        where t.tenant_code = x.tenant_code and t.id = x.id`,
      [wrong.map((row) => row.tenant_code), wrong.map(({ id }) => id), wrong.map(({ wanted }) => wanted)],
    );
  return wrong.length;
}
