import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { checksumOf, isOutside, migrations, needsOf, statementsOf, type Migration } from './migration.ts';

export type AdminClient = pg.Client;
export { migrations, type Migration } from './migration.ts';

/** An administrator's connection for setup, migrations, demo data and tests. The running product never holds one. */
export async function asAdministrator<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away fails the statement under way; told twice, the second telling would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A superuser sees all tenants at once; the owner is held by the wall and goes from tenant to tenant. */
export async function wallsOf(client: AdminClient): Promise<readonly (string | null)[]> {
  const { rows } = await client.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  );
  if (rows[0]?.free === true) return [null];
  const tenants = await client.query<{ code: string }>('select tenant_code as code from app.tenant_tenant order by 1');
  return tenants.rows.map(({ code }) => code);
}

export const bootstrapSql = (): string =>
  readFileSync(join(import.meta.dirname, '../../../database/bootstrap.sql'), 'utf8');

export interface Migrating {
  /** Hears what an operator should know while he waits. */
  readonly say?: (line: string) => void;
  /** How long a table may be held by others before the migration is given up, in milliseconds. */
  readonly patience?: number;
}

/**
 * Applies what is missing, each in a transaction of its own, as the owner. Two deploys at once wait for each other. An
 * applied migration whose text changed, or one that these sources do not know, ends it before anything is done.
 */
export async function migrate(
  client: pg.Client,
  list: readonly Migration[] = migrations(),
  { say = () => undefined, patience = 15 * 60_000 }: Migrating = {},
): Promise<readonly string[]> {
  // Asked again and again: whoever waits inside a statement keeps an index from being built concurrently.
  while (!(await isLocked(client))) await pause(200);
  try {
    await keepTable(client);
    const { missing } = await compare(client, list);
    await takeIn(client, list);
    for (const migration of missing) await apply(client, migration, { say, patience });
    return missing.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(7000)`);
  }
}

async function isLocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(7000) as mine`);
  return rows[0]?.mine === true;
}

export interface Comparison {
  readonly missing: readonly Migration[];
  /** How many were applied before. */
  readonly applied: number;
}

/** What the database has of a list of migrations. Writes nothing. */
export async function compare(client: pg.Client, list: readonly Migration[] = migrations()): Promise<Comparison> {
  const done = new Map((await appliedIn(client)).map(({ name, checksum }) => [name, checksum]));
  const unknown = [...done.keys()].filter((name) => !list.some((migration) => migration.name === name));
  if (unknown.length > 0)
    throw new Error(
      `the database has migrations that these sources do not know (${listed(unknown)}): ` +
        'it belongs to a newer release, whose npm run db:migrate is the one to run',
    );
  const changed = list.filter((each) => (done.get(each.name) ?? checksumOf(each)) !== checksumOf(each));
  if (changed.length > 0)
    throw new Error(
      `${listed(changed.map(({ name }) => name))} was applied with another text: ` +
        'take the file back as it was released and write the change as the next migration',
    );
  return { missing: list.filter(({ name }) => !done.has(name)), applied: done.size };
}

/** A few names stand for many. */
export const listed = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;

interface Applied {
  readonly name: string;
  /** Null where an older release applied it. */
  readonly checksum: string | null;
}

async function appliedIn(client: pg.Client): Promise<readonly Applied[]> {
  const columns = await columnsOf(client);
  if (columns.length === 0) return [];
  const checksum = columns.includes('checksum') ? 'checksum' : 'null::text as checksum';
  return (await client.query<Applied>(`select name, ${checksum} from sec.migration order by name`)).rows;
}

async function columnsOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select attname::text as name
    from pg_attribute
    where attrelid = to_regclass('sec.migration') and attnum > 0 and not attisdropped`);
  return rows.map(({ name }) => name);
}

/** The list of what was applied is the owner's. One that an older release made is a superuser's and lacks columns. */
async function keepTable(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists sec.migration (name text primary key, applied_at timestamptz not null default now())`,
  );
  if ((await columnsOf(client)).includes('needs')) return;
  await client.query('alter table sec.migration add column if not exists checksum text, add column needs text');
  await client.query('alter table sec.migration owner to qudao_owner');
}

/** Applied by a release that kept no checksums: their text of today counts as the one that was applied. */
async function takeIn(client: pg.Client, list: readonly Migration[]): Promise<void> {
  await client.query(
    `
      update sec.migration m
      set checksum = x.checksum, needs = x.needs
      from unnest($1::text[], $2::text[], $3::text[]) x(name, checksum, needs)
      where m.name = x.name and m.checksum is null`,
    [list.map(({ name }) => name), list.map(checksumOf), list.map(needsOf)],
  );
}

/**
 * A statement that waits for a table makes everybody wait who comes after it. It waits for less than a request does
 * (two seconds for a connection, three for a lock), gives up, lets the others through and comes back.
 */
const waits = [200, 400, 800, 1500] as const;
const pauses = [500, 1000, 2000, 4000, 8000] as const;
const at = (steps: readonly number[], attempt: number): number => steps[Math.min(attempt, steps.length - 1)] ?? 0;
/** Lock not available; deadlock. */
const heldCodes: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

async function apply(client: pg.Client, migration: Migration, { say, patience }: Required<Migrating>): Promise<void> {
  const { name } = migration;
  const begun = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      await (isOutside(migration) ? applyOutside : applyInside)(client, migration, at(waits, attempt));
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (!heldCodes.has(code)) throw new Error(`migration ${name} failed: ${message}`, { cause: error });
      const gone = performance.now() - begun;
      if (gone > patience)
        throw new Error(
          `migration ${name} was given up after ${Math.round(gone / 1000)} s: others hold what it changes ` +
            '(pg_stat_activity says who); nothing of it was done, run npm run db:migrate again',
          { cause: error },
        );
      const rest = at(pauses, attempt);
      say(`${name}: others hold what it changes; attempt ${attempt + 2} in ${rest / 1000} s`);
      await pause(rest);
    }
  }
}

async function applyInside(client: pg.Client, migration: Migration, wait: number): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${wait}`);
    await client.query('set local role qudao_owner');
    // What a release writes into rows is no change that anybody made.
    await client.query(`set local qudao.versions = 'off'`);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Not one piece: every statement must bear being run again. What is built concurrently stops nobody while it waits. */
async function applyOutside(client: pg.Client, migration: Migration, wait: number): Promise<void> {
  const { rows } = await client.query<{ role: string }>(`select current_setting('role') as role`);
  await client.query('set role qudao_owner');
  await client.query(`set qudao.versions = 'off'`);
  try {
    await dropHalfBuilt(client, migration);
    for (const text of statementsOf(migration)) {
      await client.query(`set lock_timeout = ${/\bconcurrently\b/i.test(text) ? 0 : wait}`);
      await client.query(text);
    }
    await record(client, migration);
  } finally {
    await client.query('reset lock_timeout');
    await client.query('reset qudao.versions');
    await client.query(`set role ${rows[0]?.role ?? 'none'}`);
  }
}

/** An index whose building broke off is there, is not used, and `if not exists` would leave it so. */
async function dropHalfBuilt(client: pg.Client, { sql }: Migration): Promise<void> {
  const { rows } = await client.query<{ index: string; name: string }>(`
    select i.indexrelid::regclass::text as index, c.relname::text as name
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace in ('app'::regnamespace, 'sec'::regnamespace)`);
  for (const { index, name } of rows)
    if (new RegExp(`\\b${name}\\b`).test(sql)) await client.query(`drop index concurrently ${index}`);
}

async function record(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('insert into sec.migration (name, checksum, needs) values ($1, $2, $3)', [
    migration.name,
    checksumOf(migration),
    needsOf(migration),
  ]);
}
