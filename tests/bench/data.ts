import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { composeRoutes } from '#apps/api/compose.ts';
import { withDatabase } from '#apps/api/environment.ts';
import { models } from '#apps/api/modules.ts';
import { asAdministrator, bootstrapSql, migrations } from '#platform/server/db/migrate.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { databaseExists, installPlatform, installSchema } from '#scripts/install.ts';
import { furnish } from '#tests/furniture.ts';
import { anonymous, keepFirstPasswords, sessionOf } from '#tests/world.ts';
import { ordersSql, peopleSql, referencesSql } from './data-sql.ts';
import { firstTenant, type Size } from './scale.ts';

const server = process.env['TEST_ADMIN_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const adminUrlOf = (database: string): string => withDatabase(server, database);
export const appUrlOf = (database: string): string => {
  const made = new URL(adminUrlOf(database));
  made.username = 'qudao_app';
  made.password = '';
  return made.href;
};

/** A database of this run: cloned from the template, which is made when missing. */
export async function openBench(
  size: Size,
  say: (text: string) => void,
): Promise<{ database: string; close(): Promise<void> }> {
  await dropAbandoned();
  return openCopy(await templateDatabase(size, say), `qudao_bench_${process.pid}`);
}

/** A copy of a template, with sessions that are still good. */
export async function openCopy(
  template: string,
  database: string,
): Promise<{ database: string; close(): Promise<void> }> {
  const drop = (): Promise<unknown> =>
    asAdministrator(server, (client) => client.query(`drop database if exists ${database} with (force)`));
  await asAdministrator(server, (client) =>
    client.query(`create database ${database} template ${template} strategy file_copy`),
  );
  await asAdministrator(adminUrlOf(database), async (client) => {
    await client.query("update sec.session set seen_at = now(), expires_at = now() + interval '1 day'");
  });
  return {
    database,
    close: async () => {
      await drop();
    },
  };
}

/** Databases of runs that were killed before they could drop their own. */
async function dropAbandoned(): Promise<void> {
  await asAdministrator(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname ~ '^qudao_bench_[0-9]+(_before)?$'`,
    );
    for (const { datname } of rows)
      if (!isAlive(Number.parseInt(datname.slice('qudao_bench_'.length), 10)))
        await client.query(`drop database if exists ${datname} with (force)`);
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Nobody but a session that is renewed writes to it: whoever does takes a database of his own. */
export async function templateDatabase(size: Size, say: (text: string) => void): Promise<string> {
  const sources = ['scale.ts', 'data-sql.ts'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));
  const stamp = createHash('sha1')
    .update(
      bootstrapSql() +
        migrations()
          .map((migration) => migration.sql)
          .join('') +
        sources.join(''),
    )
    .digest('hex')
    .slice(0, 10);
  const family = `qudao_bench_template_${size.name}`;
  const name = `${family}_${stamp}`;
  if (await databaseExists(server, name)) return name;
  const started = performance.now();
  say(`making ${name}: ${size.tenants} tenants × ${size.orders} orders, and ${size.bigOrders} for the first`);
  await asAdministrator(server, async (client) => {
    const old = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [family],
    );
    for (const { datname } of old.rows) await client.query(`drop database if exists ${datname} with (force)`);
    await client.query(`create database ${name}_draft encoding 'UTF8' template template0`);
  });
  await fill(`${name}_draft`, size);
  await asAdministrator(server, (client) => client.query(`alter database ${name}_draft rename to ${name}`));
  say(`made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return name;
}

const password = 'Benches2026test';

async function fill(database: string, size: Size): Promise<void> {
  const adminUrl = adminUrlOf(database);
  await installSchema(adminUrl, appUrlOf(database));
  await installPlatform(adminUrl, { username: 'admin', password });
  // The furniture audits what it saved itself.
  await asAdministrator(adminUrl, (client) =>
    client.query(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`),
  );
  // Its orders carry prices of their own; the book is asked for all the same.
  await asAdministrator(adminUrl, (client) =>
    client.query(`
      insert into app.sys_params (id, param_code, param_name, param_value)
      values (gen_random_uuid(), 'SD006', 'SD006', '1')
      on conflict (param_code) do update set param_value = '1'`),
  );
  await firstTenantThroughTheProduct(appUrlOf(database), adminUrl);
  await asAdministrator(adminUrl, async (client) => {
    // Set by set and by the superuser: through the product this would take hours.
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
    );
    await client.query(referencesSql(size));
    await client.query(peopleSql(size));
    const indexes = await client.query<{
      name: string;
      definition: string;
    }>(`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      where i.indrelid = 'app.order_order'::regclass
        and not i.indisprimary
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`);
    await client.query(indexes.rows.map((index) => `drop index ${index.name}`).join(';'));
    await client.query(ordersSql(size));
    for (const index of indexes.rows) await client.query(index.definition);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

async function firstTenantThroughTheProduct(url: string, adminUrl: string): Promise<void> {
  const door = openDoor({ url });
  const app = buildApp({ door, routes: composeRoutes(null), modules: models, logLevel: 'silent' });
  try {
    const login = async (username: string): Promise<ReturnType<typeof sessionOf>> => {
      const { token, tenantCode } = await anonymous(app).must<{ token: string; tenantCode: string }>('POST', '/login', {
        username,
        password,
      });
      await keepFirstPasswords(adminUrl);
      return sessionOf(app, token, tenantCode);
    };
    const platform = await login('admin');
    await platform.must('POST', '/sys/tenant', {
      tenantCode: String(firstTenant),
      tenantName: '第一集团',
      distributorLevel: '0',
      username: 'first',
      password,
      confirmPassword: password,
    });
    await furnish(await login('first'));
  } finally {
    await app.close();
    await door.close();
  }
}
