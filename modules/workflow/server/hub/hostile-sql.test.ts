import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { statement } from '#platform/server/db/statement.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';
import { placed } from './approve-sql.ts';

let world: World;
const secret = 'OTHER-TENANT-SECRET';
beforeAll(async () => {
  world = await openWorld('hostilesql');
  await furnish(world.first);
  await furnish(world.second, secret);
  for (const [session, mark] of [
    [world.first, ''],
    [world.second, secret],
  ] as const) {
    await session.must('POST', '/exchange/system', { code: 'ERP', name: `ERP${mark}`, interfaceType: '2' });
    await session.must('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M1', number: '1', price: '10' }],
    });
  }
});
afterAll(() => world.close());

interface Failed {
  readonly key?: string;
}
const ask = (sqlText: string, params: object = {}) =>
  world.first.call<readonly Readonly<Record<string, unknown>>[] & Failed>('POST', '/approve/sql/test', {
    systemCode: 'ERP',
    sqlText,
    params,
  });

/**
 * Everything that a statement could have changed: rows of every table, roles, objects, settings, locks, large objects,
 * files. What the statement was before is kept with each that is saved here.
 */
async function fingerprint(): Promise<string> {
  return asAdministrator(world.adminUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name
      from pg_class c
      where c.relkind in ('r', 'p')
        and c.relnamespace in ('app'::regnamespace, 'sec'::regnamespace)
        and c.relname not in ('sys_operationlog', 'record_version', 'session', 'heartbeat', 'sys_errorlog')
      order by 1`);
    const sums: string[] = [];
    for (const { name } of tables) {
      const {
        rows: [row],
      } = await client.query<{ sum: string }>(`
        select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
        from ${name} t`);
      sums.push(`${name} ${row?.sum ?? ''}`);
    }
    const {
      rows: [rest],
    } = await client.query(`
      select (select count(*) from pg_class where relkind <> 't') as classes,
        (select count(*) from pg_proc) as functions,
        (
          select md5(string_agg(rolname || rolsuper || rolbypassrls || rolcanlogin, ',' order by rolname))
          from pg_roles
          where rolname like 'qudao%'
        ) as roles,
        (select count(*) from pg_largeobject_metadata) as objects,
        (
          select count(*)
          from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        ) as locks,
        (select count(*) from pg_replication_slots) as slots,
        (select count(*) from pg_namespace where nspname !~ '^pg_(temp|toast_temp)') as schemas,
        (select count(*) from pg_listening_channels()) as ears,
        (select md5(string_agg(coalesce(proacl::text, ''), ',' order by oid)) from pg_proc) as rights`);
    return `${sums.join('\n')}\n${JSON.stringify(rest)}`;
  });
}

const forged = `2000|' || extract(epoch from now()) || '|00000000-0000-4000-8000-000000000000|SP`;

/** Sixty ways to do more than read one's own rows of the report schema. */
const hostile: readonly string[] = [
  // Another tenant's rows, and tables beyond the report schema.
  'select * from app.data_customer',
  'select * from app.sys_user',
  'select * from sec.account',
  'select password_hash from sec.account',
  'select * from sec.session',
  'table sec.outbox',
  'select * from app.approve_system',
  'select sealed_secret from app.approve_system',
  `select * from report.customer where tenant_code = '2000'`,
  'select c.* from customer c, lateral (select * from app.data_customer) x',
  `select * from query_to_xml('select * from app.data_customer', true, false, '') x`,
  `select table_to_xml('app.data_customer'::regclass, true, false, '')`,
  `select schema_to_xml('app', true, false, '')`,
  `select database_to_xml(true, false, '')`,
  `select * from ts_stat('select to_tsvector(name) from app.data_customer')`,
  'select * from pg_authid',
  'select * from pg_shadow',
  'select * from pg_statistic',
  'select query from pg_stat_activity where query is not null',
  `select most_common_vals::text from pg_stats where schemaname in ('app', 'sec')`,
  // Another context.
  `set app.ctx = '2000'`,
  `set local app.ctx to '2000'`,
  `select set_config('app.ctx', '${forged}', true)`,
  `select * from customer where set_config('app.ctx', '${forged}', true) is not null`,
  `select sec.bind('2000', null, 'SP')`,
  `select * from sec.open('x', '2000', null, null)`,
  `select sec.login_lookup('second')`,
  'set role qudao_app',
  'set role qudao_owner',
  'reset role',
  'set session authorization postgres',
  `select set_config('role', 'postgres', false)`,
  'select sec.my_tenants()',
  // Writing.
  `insert into app.data_brand (id, code, name) values (gen_random_uuid(), 'X', 'X')`,
  `update app.sys_user set super_admin = '1'`,
  'delete from app.order_order',
  'truncate app.order_order',
  `with x as (delete from app.order_order returning *) select * from x`,
  `with x as (update customer set name = 'x' returning *) select * from x`,
  `insert into external_bill (bill_code) values ('X') returning *`,
  'select * from customer for update',
  'select * into stolen from customer',
  'create table stolen as select * from customer',
  'create temp table t (a int)',
  'drop view report.customer',
  `create function f() returns int language sql as 'select 1'`,
  'alter role qudao_query superuser',
  'grant qudao_owner to qudao_query',
  `do $$ begin execute 'set role qudao_app'; update app.sys_user set super_admin = '1'; end $$`,
  `select lo_from_bytea(0, 'x')`,
  `select nextval('app.wf_history_seq_seq')`,
  // Two statements in one, and ends of the transaction.
  `select 1; update app.sys_user set super_admin = '1'`,
  'select 1; commit; delete from app.order_order',
  'commit',
  `select 1) q; drop schema app cascade; --`,
  `select '1'::text; set role qudao_owner; select 2`,
  // The machine, the network and the neighbours.
  `select pg_read_file('/etc/passwd')`,
  `select pg_ls_dir('/')`,
  `copy (select 1) to '/tmp/x'`,
  `copy (select 1) to program 'id'`,
  `select lo_import('/etc/passwd')`,
  `select lo_export(1, '/tmp/x')`,
  `select * from dblink('host=127.0.0.1', 'select 1') as t(a int)`,
  'create extension dblink',
  `load 'plpgsql'`,
  'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  'select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  'select pg_advisory_lock(7004)',
  'select pg_try_advisory_lock(7000)',
  `select pg_notify('qudao', 'list 2000 data:brand')`,
  'listen qudao',
  'select pg_reload_conf()',
  `select pg_logical_emit_message(false, 'x', 'x')`,
  `select * from pg_create_logical_replication_slot('x', 'pgoutput')`,
  'select pg_sleep(20)',
  'with recursive r as (select 1 union all select 1 from r) select count(*) from r',
  `select repeat('x', 3000000)`,
  'vacuum',
  'checkpoint',
];

/** Catalogues tell whose the server is, who works on it and how the product is built. */
const catalogues: readonly string[] = [
  'select rolname from pg_roles',
  'select usename from pg_user',
  'select pid, usename, client_addr from pg_stat_activity',
  'select name, setting from pg_settings',
  'select name, setting from pg_show_all_settings()',
  'select pid from pg_stat_get_activity(null)',
  'select datname from pg_database',
  'select relname from pg_class',
  'select prosrc from pg_proc',
  'select nspname from pg_namespace',
  'select polname from pg_policy',
  'select statement from pg_prepared_statements',
  'select pid from pg_locks',
  'select table_name from information_schema.tables',
  'select routine_definition from information_schema.routines',
  `select pg_get_functiondef('sec.tenant()'::regprocedure)`,
  `select pg_get_viewdef('report.customer'::regclass)`,
  'select pg_get_userbyid(10)',
  'select subname from pg_subscription',
];

describe('a statement of somebody’s own', () => {
  test('reads the report schema of its tenant: its parameters, at most twenty rows, figures with all their digits', async () => {
    expect((await ask('select code, name from customer where code = :code', { code: 'CU1' })).data).toEqual([
      { code: 'CU1', name: '杭州客户' },
    ]);
    expect(
      (await ask(`select :a::int + 1 as n, '12:30' as t, 'a' || :b as "x:y" -- :c`, { a: '1', b: 'b' })).data,
    ).toEqual([{ n: '2', t: '12:30', 'x:y': 'ab' }]);
    expect((await ask('select * from generate_series(1, 1000) n')).data).toHaveLength(20);
    expect((await ask('select 12345678901234567890.12 as amount, null as nothing')).data).toEqual([
      { amount: '12345678901234567890.12', nothing: null },
    ]);
    expect((await ask('select customer_code, total_amount from sales_order')).data).toEqual([
      { customer_code: 'CU1', total_amount: '10.00' },
    ]);
    expect((await ask('select code from organization order by code')).data).toEqual([{ code: '1000' }, { code: 'O1' }]);
    expect(placed(`select ':a', ":b", $$:c$$, x::text, :d /* :e */;`)).toBe(
      `select ':a', ":b", $$:c$$, x::text, ($1::jsonb->>'d') /* :e */`,
    );
  });

  test('that is wrong says why in our words', async () => {
    expect((await ask('select\n  frm customer')).msg).toBe('SQL无法执行：【frm】不存在，可查询的是report模式中的视图');
    expect((await ask('select from from')).msg).toContain('语法不正确');
    expect((await ask('select 1/0')).msg).toBe('SQL无法执行：某个值无法计算或转换');
    expect((await ask('')).data.key).toBe('E-INVALID');
    expect(
      (await world.first.call<Failed>('POST', '/approve/sql/test', { systemCode: 'NONE', sqlText: 'select 1' })).data
        .key,
    ).toBe('E-INVALID');
  });

  test(`${hostile.length} hostile statements: no effect, no row of another tenant, none longer than its five seconds`, async () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    const before = await fingerprint();
    const told: string[] = [];
    const answered: string[] = [];
    for (const sql of hostile) {
      const begun = performance.now();
      const { code, msg, text } = await ask(sql);
      const took = performance.now() - begun;
      if (text.includes(secret) || text.includes('2000|')) told.push(`${sql}: leaks`);
      if (code === 500) told.push(`${sql}: a fault (${msg})`);
      if (took > 8000) told.push(`${sql}: took ${took.toFixed(0)} ms`);
      if (code === 0) answered.push(sql);
    }
    expect(answered).toEqual([]);
    expect(told).toEqual([]);
    expect(await fingerprint()).toBe(before);
  }, 120_000);

  test('V12: reads no catalogue of the server', async () => {
    const answered: string[] = [];
    for (const sql of catalogues) {
      const { data } = await ask(sql);
      if (data.key !== 'E-SQL') answered.push(sql);
    }
    expect(answered).toEqual([]);
    // The product itself may: it looks at start whether its own role is the right one.
    expect((await world.door.open(statement({ count: 'integer' }, 'select count(*) from pg_roles'))).length).toBe(1);
  });

  test('is walled by the rights of its role and by nothing that reads its text: with the rights of another it would get through', async () => {
    const stolen = 'select username from app.sys_user';
    expect((await ask(stolen)).data.key).toBe('E-SQL');
    const others = await asAdministrator(world.adminUrl, async (client) => {
      await client.query(
        `begin; select sec.bind('1000', null, ''); grant usage on schema app to qudao_query; grant select on app.sys_user to qudao_query; set local transaction_read_only = on`,
      );
      const { rows } = await client.query<{ run_query: { username: string } }>('select report.run_query($1, $2, 20)', [
        stolen,
        '{}',
      ]);
      await client.query('rollback');
      return rows.map((row) => row.run_query.username);
    });
    // Even then only of the own tenant.
    expect(others).toContain('first');
    expect(others).not.toContain('second');
  });

  test('is run one at a time, by whoever holds the grant, and is kept in the log', async () => {
    const [slow, quick] = await Promise.all([
      ask('select pg_sleep(1)'),
      new Promise((done) => {
        setTimeout(done, 300);
      }).then(() => ask('select 1')),
    ]);
    expect([slow.code, quick.code]).toEqual([0, 503]);
    expect(
      (await world.platform.call('POST', '/approve/sql/test', { systemCode: 'ERP', sqlText: 'select 1' })).code,
    ).not.toBe(0);
    expect(
      (
        await world.sql<{ message: string }>(`
          select message
          from app.sys_operationlog
          where operation = 'test' and tenant_code = '1000'
          order by create_date desc, id desc
          limit 1`)
      )[0]?.message,
    ).toBe('select pg_sleep(1)');
  });
});

describe('a statement is published by a second person', () => {
  interface Sql {
    readonly id: string;
    readonly enableFlag: string;
    readonly rowVersion: number;
    readonly editorName: string;
    readonly publisherName: string | null;
    readonly sqlText: string;
  }
  test('a draft when saved and whenever it changes; whoever wrote it cannot enable it, in three languages', async () => {
    await world.first.must('POST', '/sys/role', {
      code: 'helper',
      name: 'helper',
      menuList: (
        await world.sql<{ id: string }>(
          `select id from app.sys_menu where permissions like 'approve:sql:%' or url = 'approve/sql'`,
        )
      ).map(({ id }) => id),
    });
    const roleId = (await world.sql<{ id: string }>(`select id from app.sys_role where code = 'helper'`))[0]?.id;
    await world.first.must('POST', '/sys/user', {
      username: 'helper',
      realName: '帮手',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [roleId],
      organizeCode: 'O1',
      organizeList: [],
    });
    const helper = await world.login('helper');
    const read = async (id: string): Promise<Sql> => world.first.must<Sql>('GET', `/approve/sql/${id}`);
    const { id, data } = await world.first.must<{ id: string; data: Sql }>('POST', '/approve/sql', {
      code: 'Q1',
      name: '待审',
      systemCode: 'ERP',
      databaseType: 'postgresql',
      sqlText: 'select 1',
      enableFlag: '1',
    });
    expect(data.enableFlag).toBe('0');
    const refused = await Promise.all(
      ['zh-CN', 'zh-TW', 'en-US'].map((language) =>
        world.first.call<Failed>(
          'PUT',
          '/approve/sql',
          { id, enableFlag: '1', rowVersion: 1 },
          { 'accept-language': language },
        ),
      ),
    );
    expect(refused.map(({ msg }) => msg)).toEqual([
      '编写人不能发布自己的SQL，请由另一位有权限的用户启用',
      '編寫人不能發布自己的SQL，請由另一位有權限的使用者啟用',
      'Whoever wrote a statement cannot publish it; another person with the permission must enable it',
    ]);
    // Not unseen either.
    expect((await helper.call<Failed>('PUT', '/approve/sql', { id, enableFlag: '1' })).data.key).toBe('E-INVALID');
    await helper.must('PUT', '/approve/sql', { id, enableFlag: '1', rowVersion: 1 });
    expect(await read(id)).toMatchObject({ enableFlag: '1', publisherName: '帮手' });
    // Whoever changes it has written it, also in the moment of publishing.
    await helper.must('PUT', '/approve/sql', { id, sqlText: 'select 2', enableFlag: '1', rowVersion: 2 });
    expect(await read(id)).toMatchObject({ enableFlag: '0', editorName: '帮手', publisherName: null });
    expect((await helper.call<Failed>('PUT', '/approve/sql', { id, enableFlag: '1', rowVersion: 3 })).data.key).toBe(
      'E-SQL-SECOND',
    );
    // The version that the other has read, and no later one.
    expect(
      (await world.first.call<Failed>('PUT', '/approve/sql', { id, enableFlag: '1', rowVersion: 2 })).data.key,
    ).toBe('E-VERSION');
    await world.first.must('PUT', '/approve/sql', { id, enableFlag: '1', rowVersion: 3 });
    expect((await read(id)).enableFlag).toBe('1');
  });
});
