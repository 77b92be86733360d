import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverModules } from '#apps/api/compose.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { furnishTenants } from '#scripts/install.ts';
import { shippedRoleList, type ShippedRole } from '#system/model/shipped-role.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('furniture');
  await furnish(world.second);
});
afterAll(() => world.close());

/** What db:migrate does after the migrations, with the roles of the release that it comes with. */
const migrate = (modules: readonly ServerModule[] = serverModules): Promise<number> =>
  asAdministrator(world.adminUrl, (client) => furnishTenants(client, modules));

/** A release in which a noun gives shipped roles more than before. */
const releaseWith = (noun: string, more: Partial<Record<ShippedRole, readonly string[]>>): readonly ServerModule[] =>
  serverModules.map((module) => ({
    ...module,
    grants: module.grants.map((each) =>
      each.noun.name === noun
        ? {
            ...each,
            roles: {
              ...each.roles,
              ...Object.fromEntries(
                Object.entries(more).map(([role, words]) => [role, [...(each.roles[role] ?? []), ...words]]),
              ),
            },
          }
        : each,
    ),
  }));

interface Role {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly menuList: readonly string[];
}
const roleOf = async (session: Session, code: string): Promise<Role> => {
  const [found] = (await session.must<Role[]>('GET', '/sys/role/list')).filter((role) => role.code === code);
  if (found === undefined) throw new Error(`no role ${code}`);
  return session.must<Role>('GET', `/sys/role/${found.id}`);
};
interface Offer {
  readonly roleId: string;
  readonly name: string;
  readonly grants: readonly { readonly screen: string; readonly name: string }[];
}
const offersTo = async (session: Session, { id }: Pick<Role, 'id'>): Promise<Offer['grants']> =>
  (await session.must<Offer[]>('GET', '/sys/role/offers')).find(({ roleId }) => roleId === id)?.grants ?? [];

let people = 0;
async function hire(by: Session, roleId: string): Promise<Session> {
  people += 1;
  const username = `furnished${people}`;
  await by.must('POST', '/sys/user', {
    username,
    realName: username,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [roleId],
  });
  return world.confirmed(username);
}
const may = async (session: Session, permission: string): Promise<boolean> =>
  (await session.must<string[]>('GET', '/sys/menu/permissions')).includes(permission);

const save = menuIdOf('button data:brand:save');
const remove = menuIdOf('button data:brand:delete');
const open = menuIdOf('data/brand?tenantFlag=0');

describe('a tenant that is opened', () => {
  test('has every shipped role but the platform’s, and each works at once', async () => {
    const roles = await world.first.must<Role[]>('GET', '/sys/role/list');
    expect(roles.map(({ code }) => code).toSorted()).toEqual(
      shippedRoleList
        .filter(({ isPlatform }) => isPlatform !== true)
        .map(({ code }) => code as string)
        .toSorted(),
    );
    const clerk = await hire(world.first, (await roleOf(world.first, 'SALES_CLERK')).id);
    expect([await may(clerk, 'order:order:save'), await may(clerk, 'order:order:audit')]).toEqual([true, false]);
    expect((await clerk.call('GET', '/channelsale/order/page')).code).toBe(0);
    expect((await world.platform.must<Role[]>('GET', '/sys/role/list')).map(({ code }) => code)).toEqual([
      'PLATFORM_OPS',
    ]);
  });

  test('can be deleted after a later release brought it more, as long as nothing was done in it', async () => {
    const { id } = await world.platform.must<{ id: string }>('POST', '/sys/tenant', {
      tenantCode: '3300',
      tenantName: '空租户',
      username: 'empty3300',
      password: world.password,
      confirmPassword: world.password,
    });
    await world.sql(`delete from app.sys_role where tenant_code = '3300'`);
    await world.sql(`delete from app.sys_flownotype where tenant_code = '3300' and code = 'SO'`);
    for (const table of ['furnished', 'shipped_role'])
      await world.sql(`delete from sec.${table} where tenant_code = '3300'`);
    expect(await migrate()).toBe(1);
    expect((await world.platform.call('DELETE', `/sys/tenant/${id}`)).code).toBe(0);
  });
});

describe('a tenant that existed before', () => {
  test('is brought roles, numbers, parameters and periods that it lacks, and the second time nothing is written', async () => {
    await world.sql(`delete from app.sys_role where tenant_code = '2000' and code <> 'WAREHOUSE'`);
    await world.sql(`delete from app.sys_flownotype where tenant_code = '2000' and code = 'SO'`);
    await world.sql(`delete from app.tenant_params where tenant_code = '2000' and code = 'SYS006'`);
    await world.sql(`delete from app.sys_accountperiod where tenant_code = '2000'`);
    await world.sql(`update app.stock_inout set bill_date = bill_date - interval '70 days' where tenant_code = '2000'`);
    for (const table of ['furnished', 'shipped_role'])
      await world.sql(`delete from sec.${table} where tenant_code = '2000'`);
    expect(await migrate()).toBe(1);
    const [lacking] = await world.sql<{ roles: string; so: string; param: string; closed: string; months: string }>(`
      select (select count(*) from app.sys_role where tenant_code = '2000') as roles,
        (select count(*) from app.sys_flownotype where tenant_code = '2000' and code = 'SO') as so,
        (select count(*) from app.tenant_params where tenant_code = '2000' and code = 'SYS006') as param,
        (select count(*) from app.sys_accountperiod where tenant_code = '2000' and status <> '1') as closed,
        (
          select count(*)
          from app.sys_accountperiod p
          where p.tenant_code = '2000'
            and p.start_date >= (
              select date_trunc('month', min(t.bill_date))
              from app.stock_inout t
              where t.tenant_code = '2000'
            )
        ) as months`);
    expect(lacking).toMatchObject({ roles: '18', so: '1', param: '1', closed: '0' });
    expect(['3', '4']).toContain(lacking?.months);
    const written = (): Promise<object[]> =>
      world.sql(`
        select 'role' as what, id::text, xmin::text
        from app.sys_role
        union all
        select 'grant', role_id || permission, xmin::text
        from sec.role_grant
        union all
        select 'number', id::text, xmin::text
        from app.sys_flownotype
        union all
        select 'shipped', tenant_code || code, xmin::text
        from sec.shipped_role
        union all
        select 'furnished', tenant_code, xmin::text
        from sec.furnished
        union all
        select 'furniture', hash, xmin::text
        from sec.furniture
        union all
        select 'declared', code, xmin::text
        from sec.furniture_role
        order by 1, 2`);
    const before = await written();
    expect(before.length).toBeGreaterThan(50);
    expect(await migrate()).toBe(0);
    expect(await written()).toEqual(before);
  });

  test('keeps its periods: one that has some is given none', async () => {
    await world.sql(`
      delete from app.sys_accountperiod
      where tenant_code = '2000' and month <> extract(month from now() at time zone 'Asia/Shanghai')`);
    await world.sql(`update sec.furnished set hash = '' where tenant_code = '2000'`);
    await migrate();
    expect(await world.sql(`select 1 from app.sys_accountperiod where tenant_code = '2000'`)).toHaveLength(1);
  });
});

describe('am-A4 a tenant that has periods', () => {
  test('is brought the months since in which it has documents, and no others', async () => {
    const tenant = `tenant_code = '2000'`;
    await world.sql(`delete from app.sys_accountperiod where ${tenant}`);
    for (const [since, until, status] of [
      ['2027-01-01', '2027-01-31', '1'],
      ['2027-03-01', '2027-03-31', '2'],
    ] as const)
      await world.sql(
        `
          insert into app.sys_accountperiod (tenant_code, id, year, month, start_date, end_date, status)
          values ('2000', sec.new_id(), 2027, extract(month from $1::date), $1, $2, $3)`,
        [since, until, status],
      );
    // Before the first, in a gap before a closed one, twice behind it.
    const [goods] = await world.sql<{ id: string }>(`select id from app.stock_inout where ${tenant} limit 1`);
    for (const [at, day] of ['2026-12-05', '2027-02-05', '2027-06-05', '2027-06-06', '2028-01-31'].entries())
      await world.sql(
        `
          insert into app.stock_inout
          select r.*
          from app.stock_inout o
          cross join lateral jsonb_populate_record(
            o, jsonb_build_object('id', sec.new_id(), 'code', 'GAP' || $3::text, 'bill_date', $2::text)
          ) r
          where o.${tenant} and o.id = $1`,
        [goods?.id, day, at],
      );
    const text = readFileSync('database/migrations/0070-open-periods.sql', 'utf8');
    await world.sql(text.slice(text.indexOf('-- Tenants that exist')));
    const periods = await world.sql<{ days: string }>(`
      select concat_ws(' ', start_date, end_date, status) as days
      from app.sys_accountperiod
      where ${tenant} and start_date < '2029-01-01'
      order by start_date`);
    expect(periods.map(({ days }) => days)).toEqual([
      '2027-01-01 2027-01-31 1',
      '2027-03-01 2027-03-31 2',
      '2027-06-01 2027-06-30 1',
      '2028-01-01 2028-01-31 1',
    ]);
    await world.sql(`delete from app.stock_inout where ${tenant} and code like 'GAP%'`);
  });
});

describe('a release with new permissions', () => {
  beforeEach(async () => {
    await migrate();
  });

  test('gives them to a role as it was given, loses none, and who holds it may at once', async () => {
    const before = await roleOf(world.first, 'EMPLOYEE');
    const employee = await hire(world.first, before.id);
    expect(await may(employee, 'data:brand:save')).toBe(false);
    await migrate(releaseWith('data:brand', { EMPLOYEE: ['save'] }));
    expect(await may(employee, 'data:brand:save')).toBe(true);
    expect((await roleOf(world.first, 'EMPLOYEE')).menuList.toSorted()).toEqual([...before.menuList, save].toSorted());
    expect(await offersTo(world.first, before)).toEqual([]);
    // What a later release no longer declares stays with who has it.
    await migrate();
    expect(await may(employee, 'data:brand:save')).toBe(true);
  });

  test('offers them to a role that was edited; one click takes them, and only them', async () => {
    const role = await roleOf(world.first, 'DEPT_MANAGER');
    const edited = role.menuList.filter((id) => id !== open);
    await world.first.must('PUT', '/sys/role', { id: role.id, menuList: edited });
    const manager = await hire(world.first, role.id);
    await migrate(releaseWith('data:brand', { DEPT_MANAGER: ['save', 'delete'] }));
    expect(await may(manager, 'data:brand:save')).toBe(false);
    expect(await offersTo(world.first, role)).toEqual([
      { screen: '品牌', name: '新增' },
      { screen: '品牌', name: '删除' },
    ]);
    await world.first.must('PUT', '/sys/role/takeOffers', [role.id]);
    expect((await roleOf(world.first, 'DEPT_MANAGER')).menuList.toSorted()).toEqual(
      [...edited, save, remove].toSorted(),
    );
    expect([await may(manager, 'data:brand:save'), await may(manager, 'data:brand:page')]).toEqual([true, false]);
    expect(await offersTo(world.first, role)).toEqual([]);
  });

  test('that are dismissed are not offered again, by this release or the next', async () => {
    const role = await roleOf(world.first, 'LOGISTICS');
    await world.first.must('PUT', '/sys/role', { id: role.id, menuList: role.menuList.slice(1) });
    const next = releaseWith('data:brand', { LOGISTICS: ['save'] });
    await migrate(next);
    expect(await offersTo(world.first, role)).toHaveLength(1);
    await world.first.must('PUT', '/sys/role/dismissOffers', [role.id]);
    await migrate();
    await migrate(next);
    expect(await offersTo(world.first, role)).toEqual([]);
    expect((await roleOf(world.first, 'LOGISTICS')).menuList).not.toContain(save);
  });

  test('that are ticked by hand in the meantime are not on offer any more', async () => {
    const role = await roleOf(world.first, 'CASHIER');
    const edited = role.menuList.slice(1);
    await world.first.must('PUT', '/sys/role', { id: role.id, menuList: edited });
    await migrate(releaseWith('data:brand', { CASHIER: ['save', 'delete'] }));
    await world.first.must('PUT', '/sys/role', { id: role.id, menuList: [...edited, save] });
    expect(await offersTo(world.first, role)).toEqual([{ screen: '品牌', name: '删除' }]);
  });

  test('can be taken only by who holds them, and looked at only by who may edit roles', async () => {
    const role = await roleOf(world.first, 'BUYER');
    await world.first.must('PUT', '/sys/role', { id: role.id, menuList: [] });
    await migrate(releaseWith('data:brand', { BUYER: ['pushdown'] }));
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'DESK',
      name: '角色管理',
      menuList: [menuIdOf('sys/role'), menuIdOf('button sys:role:update')],
    });
    const desk = await hire(world.first, id);
    expect(await offersTo(desk, role)).toHaveLength(1);
    expect((await desk.call('PUT', '/sys/role/takeOffers', [role.id])).code).toBe(20031);
    expect((await roleOf(world.first, 'BUYER')).menuList).toEqual([]);
    const buyer = await hire(world.first, role.id);
    for (const [method, path] of [
      ['GET', 'offers'],
      ['PUT', 'takeOffers'],
      ['PUT', 'dismissOffers'],
    ] as const)
      expect((await buyer.call(method, `/sys/role/${path}`, method === 'PUT' ? [role.id] : undefined)).code).toBe(403);
    // Nor by anybody of another tenant.
    expect((await world.second.call('PUT', '/sys/role/takeOffers', [role.id])).code).toBe(404);
    expect(await offersTo(world.first, role)).toHaveLength(1);
  });

  test('does not bring back a role that somebody deleted', async () => {
    const { id } = await roleOf(world.first, 'PROMO_ADMIN');
    await world.first.must('DELETE', `/sys/role/${id}`);
    await migrate(releaseWith('data:brand', { PROMO_ADMIN: ['delete'] }));
    expect((await world.first.must<Role[]>('GET', '/sys/role/list')).map(({ code }) => code)).not.toContain(
      'PROMO_ADMIN',
    );
  });

  test('only offers itself to a role of the same code that somebody made himself', async () => {
    const shipped = await roleOf(world.first, 'SUPPLIER');
    await world.first.must('DELETE', `/sys/role/${shipped.id}`);
    await world.sql(`delete from sec.shipped_role where tenant_code = '1000' and code = 'SUPPLIER'`);
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'SUPPLIER',
      name: '自建',
      menuList: [],
    });
    await migrate(releaseWith('data:brand', { SUPPLIER: ['save'] }));
    expect((await roleOf(world.first, 'SUPPLIER')).menuList).toEqual([]);
    expect(await offersTo(world.first, { id })).toContainEqual({ screen: '品牌', name: '新增' });
  });
});
