import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export type AdminClient = pg.Client;

/** An administrator's connection for setup, migrations, demo data and tests. The running product never holds one. */
export async function asAdministrator<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const root = join(import.meta.dirname, '../../..');
export const bootstrapSql = (): string => readFileSync(join(root, 'database/bootstrap.sql'), 'utf8');

export interface Migration {
  readonly name: string;
  readonly sql: string;
}
export function migrations(folder = join(root, 'database/migrations')): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(join(folder, file), 'utf8') }));
}

/** Applies what is missing, each in a transaction of its own, as the owner. Two deploys at once wait for each other. */
export async function migrate(
  client: pg.Client,
  list: readonly Migration[] = migrations(),
): Promise<readonly string[]> {
  await client.query(`select pg_advisory_lock(7000)`);
  try {
    await client.query(
      `create table if not exists sec.migration (name text primary key, applied_at timestamptz not null default now())`,
    );
    const done = new Set(
      (await client.query<{ name: string }>('select name from sec.migration')).rows.map((row) => row.name),
    );
    const missing = list.filter((migration) => !done.has(migration.name));
    for (const migration of missing) {
      try {
        await client.query('begin');
        await client.query('set local role qudao_owner');
        await client.query(migration.sql);
        await client.query('reset role');
        await client.query('insert into sec.migration (name) values ($1)', [migration.name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    return missing.map((migration) => migration.name);
  } finally {
    await client.query(`select pg_advisory_unlock(7000)`);
  }
}
