import type { Module } from '#platform/model/module.ts';
import { composeRoutes, serverModules } from '#apps/api/compose.ts';
import { asAdministrator, bootstrapSql, migrate } from '#platform/server/db/migrate.ts';
import { distributablesOf } from '#platform/server/entity/distribute.ts';
import { fillPinyin } from '#platform/server/list/search-fill.ts';
import { menuRows, permissionRows } from '#platform/server/module/menu.ts';
import { newId } from '#platform/server/db/id.ts';
import { hashPassword } from '#system/server/people/password.ts';
import { areas, dictionaries, parameters, schedules } from '#scripts/seed/reference.ts';
import { databaseName, withDatabase } from '#apps/api/environment.ts';

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
    await client.query(bootstrapSql());
    await passwordFor(client, applicationUrl);
    await client.query(`grant connect on database ${quoted(databaseName(adminUrl))} to qudao_app, qudao_migrator`);
    const applied = await migrate(client);
    const models = serverModules.map((module) => module.model);
    await syncRegistry(client, models);
    await fillPinyin(
      client,
      models.flatMap(({ entities }) => entities),
    );
    return applied;
  });
}

/** The application role gets the password its own connection string carries, if it carries one. */
async function passwordFor(client: Client, applicationUrl: string): Promise<void> {
  const { password } = new URL(applicationUrl);
  if (password !== '') await client.query(`alter role qudao_app password ${literal(decodeURIComponent(password))}`);
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
  for (const row of menuRows(modules, routes)) {
    await client.query(
      `
        insert into app.sys_menu (id, pid, name, name_tw, name_en, type, url, permissions, icon, sort, resource_list)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict (id) do update
          set pid = excluded.pid, url = excluded.url, permissions = excluded.permissions,
            resource_list = excluded.resource_list`,
      [
        row.id,
        row.pid,
        ...row.label,
        row.type,
        row.url,
        row.permission,
        row.icon,
        row.sort,
        JSON.stringify(row.resources),
      ],
    );
  }
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
  for (const { dictTypeId, dictType, label, entries } of dictionaries) {
    await client.query(
      `
        insert into app.sys_dict (id, dict_type_id, dict_type, dict_name, sort)
        values ($1, $2, $3, $4, $5)
        on conflict (dict_type_id) do nothing`,
      [newId(), dictTypeId, dictType, label[0], Number.parseInt(dictTypeId, 10)],
    );
    for (const [i, [value, ...labels]] of entries.entries()) {
      await client.query(
        `
          insert into app.sys_dictdata (id, dict_type_id, dict_value, dict_label, label_tw, label_en, sort)
          values ($1, $2, $3, $4, $5, $6, $7)
          on conflict (dict_type_id, dict_value) do nothing`,
        [newId(), dictTypeId, value, ...labels, i + 1],
      );
    }
  }
  for (const { code, name, value } of parameters) {
    await client.query(
      `
        insert into app.sys_params (id, param_code, param_name, param_value)
        values ($1, $2, $3, $4)
        on conflict (param_code) do nothing`,
      [newId(), code, name, value],
    );
  }
  for (const { name, cron, params } of schedules) {
    const job = serverModules.flatMap(({ model }) => model.jobs).find((each) => each.name === name);
    await client.query(
      `
        insert into app.job_schedule (id, bean_name, job_name, params, cron_expression, job_id, remark)
        select $1, $2, $3, $4, $5, $6, $7
        where not exists (select from app.job_schedule where bean_name = $2)`,
      [newId(), name, job?.label[0], params, cron, `JOB-${name}`, job?.remark[0]],
    );
  }
  for (const [table, level] of [
    ['sys_area', 'level_type'],
    ['sys_region', 'type'],
  ] as const) {
    for (const { code, name, parent, levelType } of areas) {
      await client.query(
        `
          insert into app.${table} (id, code, name, ${level}, pid)
          values ($1, $2, $3, $4, (select id from app.${table} where code = $5))
          on conflict (code) do nothing`,
        [newId(), code, name, levelType, parent],
      );
    }
  }
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
    await client.query('commit');
    return true;
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
