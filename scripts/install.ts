import { createHash } from 'node:crypto';
import type { Module } from '#platform/model/module.ts';
import { composeRoutes, serverModules } from '#apps/api/compose.ts';
import { asAdministrator, migrate } from '#platform/server/db/migrate.ts';
import { distributablesOf } from '#platform/server/entity/distribute.ts';
import { fillPinyin, searchedTables } from '#platform/server/list/search-fill.ts';
import { menuRows, permissionRows } from '#platform/server/module/menu.ts';
import { newId } from '#platform/server/db/id.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { cityLevelOf } from '#system/model/region.ts';
import { furnishingsOf } from '#system/server/furniture.ts';
import { hashPassword } from '#system/server/people/password.ts';
import { furnishAll, horizonOf, openDatabase, rememberInstallation } from '#scripts/installation.ts';
import { areas, dictionaries, parameters, schedules } from '#scripts/seed/reference.ts';
import { withDatabase } from '#apps/api/environment.ts';

type Client = Parameters<Parameters<typeof asAdministrator>[1]>[0];

/** The administrator's address of the server's own database, where other databases are made and dropped. */
const serverUrl = (adminUrl: string): string => withDatabase(adminUrl, 'postgres');

export async function databaseExists(adminUrl: string, name: string): Promise<boolean> {
  return asAdministrator(
    serverUrl(adminUrl),
    async (client) => (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1,
  );
}

export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdministrator(serverUrl(adminUrl), (client) =>
    client.query(`create database ${quoted(name)} encoding 'UTF8' template template0`),
  );
}

/**
 * The same rows under another name. Nobody may be connected to the first; who may connect is not copied with the rest.
 */
export async function copyDatabase(adminUrl: string, name: string, copy: string): Promise<void> {
  await asAdministrator(serverUrl(adminUrl), async (client) => {
    await client.query(`create database ${quoted(copy)} template ${quoted(name)}`);
    await client.query(`grant connect on database ${quoted(copy)} to qudao_app, qudao_migrator`);
  });
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdministrator(serverUrl(adminUrl), (client) =>
    client.query(`drop database if exists ${quoted(name)} with (force)`),
  );
}

/** Roles, schemas, tables, permissions, menus, dictionaries, parameters, areas: everything but people. Repeatable. */
export async function installSchema(adminUrl: string, applicationUrl: string): Promise<readonly string[]> {
  return asAdministrator(adminUrl, async (client) => {
    await openDatabase(client, adminUrl, applicationUrl);
    const applied = await migrate(client, undefined, { say: console.error });
    const models = serverModules.map((module) => module.model);
    await syncRegistry(client, models);
    await furnishTenants(client, serverModules);
    const searched = searchedTables(models.flatMap(({ entities }) => entities));
    const looked = await horizonOf(client);
    await fillPinyin(client, searched);
    await rememberInstallation(client, searched, looked);
    return applied;
  });
}

/** Permissions and menus follow the definitions; what an administrator renamed or switched off stays so. */
export async function syncRegistry(client: Client, modules: readonly Module[]): Promise<void> {
  const routes = composeRoutes(null);
  await client.query('begin');
  await client.query('set local role qudao_owner');
  const permissions = permissionRows(modules, routes);
  await client.query(
    `
      insert into sec.permission
      select *
      from unnest($1::text[], $2::text[])
      on conflict (permission) do update set realm = excluded.realm`,
    [permissions.map((row) => row.permission), permissions.map((row) => row.realm)],
  );
  await client.query('delete from sec.permission where permission <> all($1::text[])', [
    permissions.map((row) => row.permission),
  ]);
  await client.query(
    `
      insert into app.sys_menu (id, pid, name, name_tw, name_en, type, url, permissions, icon, sort, resource_list)
      select x.id, x.pid, x.label->>0, x.label->>1, x.label->>2, x.type, x.url, x.permission, x.icon, x.sort,
        x.resources
      from jsonb_to_recordset($1::jsonb) x(
        id uuid, pid uuid, label jsonb, type text, url text, permission text, icon text, sort integer, resources jsonb
      )
      on conflict (id) do update
        set pid = excluded.pid, url = excluded.url, permissions = excluded.permissions,
          resource_list = excluded.resource_list
      where (sys_menu.pid, sys_menu.url, sys_menu.permissions, sys_menu.resource_list) is distinct from
        (excluded.pid, excluded.url, excluded.permissions, excluded.resource_list)`,
    [JSON.stringify(menuRows(modules, routes))],
  );
  await syncDistributables(client, modules);
  await seedReference(client);
  await client.query('commit');
}

/** What the door of distribution may copy, and which columns of it. */
async function syncDistributables(client: Client, modules: readonly Module[]): Promise<void> {
  await client.query('delete from sec.distributable');
  for (const { noun, table, codeColumn, isTree, columns, firstColumns } of distributablesOf(modules)) {
    await client.query('insert into sec.distributable values ($1, $2, $3, $4, $5, $6)', [
      noun,
      table,
      codeColumn,
      isTree,
      columns,
      firstColumns,
    ]);
  }
}

async function seedReference(client: Client): Promise<void> {
  await client.query(
    `
      insert into app.sys_dict (id, dict_type_id, dict_type, dict_name, sort)
      select sec.new_id(), d->>'dictTypeId', d->>'dictType', d->'label'->>0, (d->>'dictTypeId')::integer
      from jsonb_array_elements($1::jsonb) d
      on conflict (dict_type_id) do nothing`,
    [JSON.stringify(dictionaries)],
  );
  await client.query(
    `
      insert into app.sys_dictdata (id, dict_type_id, dict_value, dict_label, label_tw, label_en, sort)
      select sec.new_id(), d->>'dictTypeId', e.entry->>0, e.entry->>1, e.entry->>2, e.entry->>3, e.place
      from jsonb_array_elements($1::jsonb) d
      cross join jsonb_array_elements(d->'entries') with ordinality e(entry, place)
      on conflict (dict_type_id, dict_value) do nothing`,
    [JSON.stringify(dictionaries)],
  );
  await client.query(
    `
      insert into app.sys_params (id, param_code, param_name, param_value)
      select sec.new_id(), p->>'code', p->>'name', p->>'value'
      from jsonb_array_elements($1::jsonb) p
      on conflict (param_code) do nothing`,
    [JSON.stringify(parameters)],
  );
  const jobs = serverModules.flatMap(({ model }) => model.jobs);
  const timed = schedules.map(({ name, ...schedule }) => ({
    ...schedule,
    name,
    job: jobs.find((job) => job.name === name),
  }));
  await client.query(
    `
      insert into app.job_schedule (id, bean_name, job_name, params, cron_expression, job_id, remark)
      select sec.new_id(), s->>'name', s->'job'->'label'->>0, s->>'params', s->>'cron', 'JOB-' || (s->>'name'),
        s->'job'->'remark'->>0
      from jsonb_array_elements($1::jsonb) s
      where not exists (select from app.job_schedule x where x.bean_name = s->>'name')`,
    [JSON.stringify(timed)],
  );
  await seedAreas(client);
}

/** Provinces before cities before districts: a row looks its parent up. */
async function seedAreas(client: Client): Promise<void> {
  for (const [table, level, named] of [
    ['sys_area', 'level_type, city_level', 'a."levelType", a."cityLevel"'],
    ['sys_region', 'type', 'a."levelType"'],
  ] as const) {
    for (const depth of ['1', '2', '3']) {
      await client.query(
        `
          insert into app.${table} (id, code, name, ${level}, pid)
          select sec.new_id(), a.code, a.name, ${named}, p.id
          from jsonb_to_recordset($1::jsonb) a(code text, name text, "levelType" text, "cityLevel" text, parent text)
          left join app.${table} p on p.code = a.parent
          where not exists (select from app.${table} x where x.code = a.code)
          on conflict (code) do nothing`,
        [
          JSON.stringify(
            areas
              .filter(({ levelType }) => levelType === depth)
              .map((area) => ({ ...area, cityLevel: cityLevelOf(area.code) })),
          ),
        ],
      );
    }
  }
}

/** Every tenant has what is declared: roles, numbers, parameters, periods. When they have it, that is one question. */
export async function furnishTenants(client: Client, modules: readonly ServerModule[]): Promise<number> {
  const { roles, ...plan } = furnishingsOf(modules);
  const hash = createHash('sha256')
    .update(JSON.stringify([plan, roles]))
    .digest('hex');
  await client.query('begin');
  const changed = await client.query(
    `
      insert into sec.furniture as f (plan, hash)
      values ($1, $2)
      on conflict (is_only) do update set plan = excluded.plan, hash = excluded.hash
      where f.hash <> excluded.hash`,
    [JSON.stringify(plan), hash],
  );
  if (changed.rowCount === 1) {
    await client.query('delete from sec.furniture_role');
    await client.query(
      `
        insert into sec.furniture_role
        select r->>'code', r->>'name', (r->>'isPlatform')::boolean, (r->>'isGroupWide')::boolean,
          array(select jsonb_array_elements_text(r->'menus') order by 1)
        from jsonb_array_elements($1::jsonb) r`,
      [JSON.stringify(roles)],
    );
  }
  await client.query('commit');
  return furnishAll(client);
}

export interface Administrator {
  readonly username: string;
  readonly password: string;
}

/** The platform tenant and its first administrator. Repeated, it leaves them as they are. */
export async function installPlatform(adminUrl: string, administrator: Administrator): Promise<boolean> {
  const hash = await hashPassword(administrator.password);
  return asAdministrator(adminUrl, async (client) => {
    await client.query('begin');
    await client.query('set local role qudao_owner');
    const made = await client.query(
      `
        insert into app.tenant_tenant
          (id, tenant_code, tenant_name, username, tenant_level, distributor_level, sys_tenant, path)
        values ($1, '1', '平台', $2, '0', '0', '1', '/1/')
        on conflict (tenant_code) do nothing`,
      [newId(), administrator.username],
    );
    if (made.rowCount === 0) {
      await client.query('rollback');
      return false;
    }
    const id = newId();
    await client.query(`select sec.bind('1', $1, 'P')`, [id]);
    await client.query(
      `insert into app.sys_user (id, username, real_name, super_admin) values ($1, $2, '平台管理员', '1')`,
      [id, administrator.username],
    );
    await client.query(
      `
        insert into sec.account (user_id, username, home_tenant, password_hash, must_change)
        values ($1, $2, '1', $3, true)`,
      [id, administrator.username, hash],
    );
    await client.query('select sec.refresh_grants()');
    await client.query(`select sec.furnish_tenant('1', '{}')`);
    await client.query('commit');
    return true;
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
