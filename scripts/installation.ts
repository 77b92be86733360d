import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName, migratorUrl } from '#apps/api/environment.ts';
import { asAdministrator, bootstrapSql, compare, migrate, type AdminClient } from '#platform/server/db/migrate.ts';
import { isOutside } from '#platform/server/db/migration.ts';
import { fillPinyin, type SearchedTable } from '#platform/server/list/search-fill.ts';

/**
 * What is known of an installation without loading the product: most deploys to a database that is up to date end here.
 * Imports of this file are loaded by every one of them, so none may be a module of the product.
 */

const root = join(import.meta.dirname, '..');

/** Files that decide what an installation declares: permissions, menus, dictionaries, parameters, furniture, pinyin. */
export function sourcesHash(folder = root): string {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'package.json')));
  for (const part of ['apps/api', 'modules', 'platform', 'scripts'])
    for (const path of (readdirSync(join(folder, part), { recursive: true }) as string[]).filter(isSource).toSorted())
      hash.update(`${part}/${path}\n`).update(readFileSync(join(folder, part, path)));
  return hash.digest('hex');
}
const isSource = (path: string): boolean =>
  /\.(ts|json)$/.test(path) && !path.endsWith('.test.ts') && !/(^|\/)(web|node_modules)\//.test(path);

/**
 * Roles, schemas and who may connect: repeated by every deploy of a superuser, a restored dump does not bring them
 * along. The migrator cannot; it goes on as the owner where a superuser has done it for these sources.
 */
export async function openDatabase(client: AdminClient, adminUrl: string, applicationUrl: string): Promise<void> {
  if (await becomeOwner(client)) return;
  await client.query(bootstrapSql());
  // Application and migrator get the password that their own connection strings carry, if these carry one.
  for (const [role, url] of [
    ['qudao_app', applicationUrl],
    ['qudao_migrator', migratorUrl() ?? ''],
  ] as const) {
    const password = url === '' ? '' : new URL(url).password;
    if (password !== '')
      await client.query(`alter role ${role} password ${client.escapeLiteral(decodeURIComponent(password))}`);
  }
  const database = client.escapeIdentifier(databaseName(adminUrl));
  await client.query(`grant connect on database ${database} to qudao_app, qudao_migrator`);
  await client.query(`comment on schema sec is 'bootstrap ${bootstrapHash()}'`);
}

const bootstrapHash = (): string => createHash('sha256').update(bootstrapSql()).digest('hex').slice(0, 16);

async function isSuperuser(client: AdminClient): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    'select rolsuper as is from pg_roles where rolname = session_user',
  );
  return rows[0]?.is === true;
}

/** The mark comes with a restored dump, the leakproof flags of PostgreSQL's own functions do not. */
export async function isBootstrapped(client: AdminClient): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null; leaks: boolean }>(`
    select (select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = 'sec') as mark,
      exists (
        select from pg_proc
        where pronamespace = 'pg_catalog'::regnamespace
          and proname in ('textlike', 'texticlike', 'arraycontains')
          and not proleakproof
      ) as leaks`);
  return rows[0]?.mark === `bootstrap ${bootstrapHash()}` && !rows[0].leaks;
}

/** Whoever is no superuser goes on as the owner, if a superuser has been here before; whether he did. */
export async function becomeOwner(client: AdminClient): Promise<boolean> {
  if (await isSuperuser(client)) return false;
  if (!(await isBootstrapped(client)))
    throw new Error(
      'what only a superuser can set up (database/bootstrap.sql) is missing here or of another release: ' +
        'run npm run db:migrate -- --bootstrap once, with a superuser in DATABASE_ADMIN_URL',
    );
  await client.query('set role qudao_owner');
  return true;
}

/**
 * Of all that follows the definitions, what the installation would mend: names and switches are the administrators'. A
 * row that somebody deleted or changed by hand makes another hash, and the next deploy puts it right.
 */
const stateText = `
  select encode(sha256(convert_to(string_agg(part, E'\\n' order by part), 'UTF8')), 'hex') as state
  from (
    select 'permission ' || x::text as part
    from sec.permission x
    union all
    select 'menu ' || (x.id, x.pid, x.url, x.permissions, x.resource_list)::text
    from app.sys_menu x
    union all
    select 'distributable ' || x::text
    from sec.distributable x
    union all
    select 'dictionary ' || x.dict_type_id
    from app.sys_dict x
    union all
    select 'entry ' || (x.dict_type_id, x.dict_value)::text
    from app.sys_dictdata x
    union all
    select 'parameter ' || x.param_code
    from app.sys_params x
    union all
    select 'schedule ' || x.bean_name
    from app.job_schedule x
    union all
    select 'area ' || x.code
    from app.sys_area x
    union all
    select 'region ' || x.code
    from app.sys_region x
    union all
    select 'furniture ' || x::text
    from sec.furniture x
    union all
    select 'role ' || x::text
    from sec.furniture_role x
  ) parts`;

async function stateOf(client: AdminClient): Promise<string> {
  const { rows } = await client.query<{ state: string }>(stateText);
  return rows[0]?.state ?? '';
}

/** Where transactions stand: whatever is not visible yet is at or behind it. */
export async function horizonOf(client: AdminClient): Promise<string> {
  const { rows } = await client.query<{ xmin: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xmin');
  return rows[0]?.xmin ?? '0';
}

/** The last word of an installation. `looked` was asked before pinyin was filled. */
export async function rememberInstallation(
  client: AdminClient,
  searched: readonly SearchedTable[],
  looked: string,
): Promise<void> {
  await client.query(
    `
      insert into sec.installation (sources, state, searched, looked)
      values ($1, $2, $3, $4::text::xid8)
      on conflict (is_only) do update
        set sources = excluded.sources, state = excluded.state, searched = excluded.searched, looked = excluded.looked`,
    [sourcesHash(), await stateOf(client), JSON.stringify(searched), looked],
  );
}

/**
 * Whether the last installation was of these sources and stands as it was left. Then tenants and names that came by
 * hand are all that can lack anything, and they get it here; false leaves the rest to `installSchema`.
 */
export async function isKept(adminUrl: string, applicationUrl: string): Promise<boolean> {
  return asAdministrator(adminUrl, async (client) => {
    await becomeOwner(client);
    const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('sec.installation')`);
    if (tables.length === 0) return false;
    const { rows } = await client.query<{
      sources: string;
      state: string;
      searched: readonly SearchedTable[];
      looked: string;
    }>('select sources, state, searched, looked::text as looked from sec.installation');
    const [known] = rows;
    if (known === undefined || known.sources !== sourcesHash() || known.state !== (await stateOf(client))) return false;
    await openDatabase(client, adminUrl, applicationUrl);
    if ((await migrate(client, undefined, { say: console.error })).length > 0) return false;
    await furnishAll(client);
    const looked = await horizonOf(client);
    await fillPinyin(client, known.searched, known.looked);
    await client.query('update sec.installation set looked = $1::text::xid8', [looked]);
    return true;
  });
}

/** What db:migrate would do, a line each. Reads only. */
export async function plannedIn(adminUrl: string): Promise<readonly string[]> {
  return asAdministrator(adminUrl, async (client) => {
    await client.query('begin read only');
    if (!(await isSuperuser(client))) await client.query('set local role qudao_owner');
    const { missing } = await compare(client);
    const { rows } = await client.query(`select from pg_class where oid = to_regclass('sec.installation')`);
    const known =
      rows.length === 0
        ? undefined
        : (await client.query<{ sources: string; state: string }>('select sources, state from sec.installation'))
            .rows[0];
    const isInstalled = known?.sources === sourcesHash() && known.state === (await stateOf(client));
    const lines = [
      ...((await isBootstrapped(client)) ? [] : ['bootstrap.sql, by a superuser']),
      ...missing.map((each) => `${each.name}${isOutside(each) ? ', outside a transaction' : ''}`),
      ...(isInstalled ? [] : ['permissions, menus, dictionaries, parameters, jobs and furniture of tenants, compared']),
    ];
    return lines.length === 0 ? ['nothing to apply'] : lines.map((line) => `would apply ${line}`);
  });
}

/** A few tenants at a time, so that nobody who administers one waits for all. */
export async function furnishAll(client: AdminClient): Promise<number> {
  let furnished = 0;
  for (;;) {
    const { rows } = await client.query<{ done: number }>('select sec.furnish_tenants(5) as done');
    const done = rows[0]?.done ?? 0;
    if (done === 0) return furnished;
    furnished += done;
  }
}
