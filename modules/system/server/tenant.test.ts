import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { composeRoutes } from '#apps/api/compose.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { openWorld, sessionOf, type Session, type World } from '#tests/world.ts';
import { cpuWatch } from '#tests/cpu-time.ts';

interface Opened {
  readonly id: string;
  readonly made: readonly { readonly what: string; readonly names: readonly string[] }[];
}

let world: World;
const ids = new Map<string, string>();
beforeAll(async () => {
  world = await openWorld('tenant');
  const [own] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1000'`);
  ids.set('1000', own?.id ?? '');
});
afterAll(() => world.close());

const bodyOf = (tenantCode: string, above: string | null, more: object = {}): object => ({
  ...(above === null ? {} : { pid: ids.get(above) }),
  tenantCode,
  tenantName: `租户${tenantCode}`,
  username: `admin${tenantCode}`,
  password: world.password,
  confirmPassword: world.password,
  ...more,
});
async function open(tenantCode: string, above: string | null, more: object = {}): Promise<Opened> {
  const opened = await world.platform.must<Opened>('POST', '/sys/tenant', bodyOf(tenantCode, above, more));
  ids.set(tenantCode, opened.id);
  return opened;
}
const namesOf = ({ made }: Opened, what: string): readonly string[] =>
  made.find((each) => each.what === what)?.names ?? [];

describe('opening a tenant', () => {
  test('makes its account, organisation, roles, numbers and parameters in one action and says what it made', async () => {
    const role = await world.platform.must<{ id: string }>('POST', '/sys/tenant/role', {
      code: 'SALES',
      name: '销售',
      menuList: [menuIdOf('data/brand?tenantFlag=0'), menuIdOf('button data:brand:save')],
    });
    const opened = await open('1001', '1000', { realName: '李四', email: 'li@example.com', roleIdList: [role.id] });
    expect(namesOf(opened, '主账号')).toEqual(['admin1001']);
    expect(namesOf(opened, '组织')).toEqual(['租户1001']);
    expect(namesOf(opened, '角色').slice(0, 2)).toEqual(['销售', '应收会计']);
    expect(namesOf(opened, '单据编号')).toEqual(
      models
        .flatMap((model) => model.documents)
        .map(({ number }) => number.prefix)
        .toSorted(),
    );
    expect(namesOf(opened, '租户参数')).toEqual(['SD003', 'SYS006', 'SYS007', 'SYS014', 'SYS018']);

    const admin = await world.confirmed('admin1001');
    expect(admin.tenantCode).toBe('1001');
    const roles = await admin.must<{ id: string; code: string }[]>('GET', '/sys/role/list');
    const copied = roles.filter(({ code }) => code === 'SALES');
    expect(copied).toHaveLength(1);
    // The copied role works at once, and belongs to the tenant.
    await admin.must('POST', '/sys/user', {
      username: 'seller1001',
      realName: '王五',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [copied[0]?.id],
      organizeCode: '1001',
    });
    expect(await (await world.confirmed('seller1001')).must<string[]>('GET', '/sys/menu/permissions')).toEqual([
      'data:brand:page',
      'data:brand:save',
    ]);
    expect(
      (await admin.must<{ code: string }[]>('GET', '/sys/flownotype/noTreelist')).map(({ code }) => code),
    ).toContain('SO');
  });

  test('asked again with the same key answers the same and makes nothing; with another key the code is taken', async () => {
    const key = { 'idempotency-key': 'open-1002' };
    const first = await world.platform.must<Opened>('POST', '/sys/tenant', bodyOf('1002', '1000'), key);
    ids.set('1002', first.id);
    expect(await world.platform.must<Opened>('POST', '/sys/tenant', bodyOf('1002', '1000'), key)).toEqual(first);
    expect((await world.platform.call('POST', '/sys/tenant', bodyOf('1002', '1000', { username: 'other' }))).code).toBe(
      10002,
    );
    expect(await world.sql(`select 1 from app.sys_organization where tenant_code = '1002'`)).toHaveLength(1);
  });

  test('that is refused half-way leaves nothing behind', async () => {
    expect(
      (await world.platform.call('POST', '/sys/tenant', bodyOf('1009', '1000', { username: 'first' }))).code,
    ).not.toBe(0);
    for (const table of ['tenant_tenant', 'sys_organization', 'sys_flownotype', 'tenant_params', 'sys_user']) {
      expect(await world.sql(`select 1 from app.${table} where tenant_code = '1009'`)).toEqual([]);
    }
  });

  test('is for the platform alone', async () => {
    expect((await world.first.call('POST', '/sys/tenant', bodyOf('1010', '1000'))).code).toBe(403);
  });
});

describe('the tree of distributors', () => {
  test('counts levels from the brand owner down, whatever the form says, and ends at four', async () => {
    for (const [code, above] of [
      ['1100', '1000'],
      ['1110', '1100'],
      ['1111', '1110'],
      ['1112', '1111'],
    ] as const)
      await open(code, above, { distributorLevel: '0' });
    const levels = await world.sql<{ tenant_code: string; distributor_level: string; super_tenant: string }>(`
      select tenant_code, distributor_level, super_tenant
      from app.tenant_tenant
      where path like '/1000/1100/%'
      order by path`);
    expect(levels.map((row) => `${row.tenant_code} ${row.distributor_level} ${row.super_tenant}`)).toEqual([
      '1100 1 0',
      '1110 2 0',
      '1111 3 0',
      '1112 4 0',
    ]);
    const fifth = await world.platform.call<{ errors: { path: string }[] }>(
      'POST',
      '/sys/tenant',
      bodyOf('1113', '1112'),
    );
    expect([fifth.code, fifth.data.errors[0]?.path]).toEqual([10003, 'pid']);
  });

  test('does not hang below the platform, and nobody in it moves', async () => {
    const [platform] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1'`);
    expect(
      (await world.platform.call('POST', '/sys/tenant', { ...bodyOf('1114', null), pid: platform?.id })).code,
    ).toBe(10003);
    expect((await world.platform.call('PUT', '/sys/tenant', { id: ids.get('1112'), pid: ids.get('1100') })).code).toBe(
      10003,
    );
  });
});

describe('a tenant that is disabled', () => {
  test('is left by everybody in it and below it within a second, on every process', async () => {
    const door = openDoor({ url: world.url, connections: 2 });
    const app = buildApp({ door, routes: composeRoutes(door), modules: models, logLevel: 'silent' });
    const elsewhere = (session: Session): Session => sessionOf(app, session.token, session.tenantCode);
    try {
      const [middle, bottom, beside] = [
        await world.login('admin1110'),
        await world.login('admin1112'),
        await world.login('admin1100'),
      ];
      for (const session of [middle, bottom, beside]) await elsewhere(session).must('GET', '/sys/user/info');
      await world.platform.must('PUT', '/sys/tenant/disable', [ids.get('1110')]);
      const cpu = cpuWatch();
      for (const session of [middle, bottom]) {
        expect((await session.call('GET', '/sys/user/info')).code).toBe(10001);
        expect((await elsewhere(session).call('GET', '/sys/user/info')).code).toBe(10001);
      }
      expect(cpu()).toBeLessThan(1000);
      await beside.must('GET', '/sys/user/info');
      await expect(world.login('admin1112')).rejects.toThrow();

      // One below cannot be woken alone; with the one above all wake, and old sessions stay ended.
      expect((await world.platform.call('PUT', '/sys/tenant/enable', [ids.get('1112')])).code).toBe(20120);
      await world.platform.must('PUT', '/sys/tenant/enable', [ids.get('1110')]);
      expect((await bottom.call('GET', '/sys/user/info')).code).toBe(10001);
      await (await world.login('admin1112')).must('GET', '/sys/user/info');
    } finally {
      await app.close();
      await door.close();
    }
  });

  test('wakes without those that were disabled on their own', async () => {
    await world.platform.must('PUT', '/sys/tenant/disable', [ids.get('1111')]);
    await world.platform.must('PUT', '/sys/tenant/disable', [ids.get('1100')]);
    await world.platform.must('PUT', '/sys/tenant/enable', [ids.get('1100')]);
    const rows = await world.sql<{ tenant_code: string; status: string }>(
      `select tenant_code, status from app.tenant_tenant where path like '/1000/1100/%' order by path`,
    );
    expect(rows.map((row) => `${row.tenant_code} ${row.status}`)).toEqual(['1100 1', '1110 1', '1111 0', '1112 0']);
    await world.platform.must('PUT', '/sys/tenant/enable', [ids.get('1111')]);
    expect(await world.sql(`select 1 from app.tenant_tenant where status = '0'`)).toEqual([]);
  });

  test('is never the platform', async () => {
    const [platform] = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1'`);
    expect((await world.platform.call('PUT', '/sys/tenant/disable', [platform?.id])).code).toBe(403);
  });
});

describe('deleting a tenant', () => {
  test('is refused while it has anything that was not made with it, or somebody below it', async () => {
    const { id } = await open('1300', '1000');
    const admin = await world.login('admin1300');
    const brand = await admin.must<{ id: string }>('POST', '/data/bd/brand', { code: 'B', name: '品牌' });
    const refused = await world.platform.call('DELETE', `/sys/tenant/${id}`);
    expect([refused.code, refused.msg]).toEqual([10009, '已被引用：品牌，不能删除']);
    expect((await world.platform.call('DELETE', `/sys/tenant/${ids.get('1100')}`)).code).not.toBe(0);
    await admin.must('DELETE', `/data/bd/brand/${brand.id}`);
    await world.platform.must('DELETE', `/sys/tenant/${id}`);
    expect((await admin.call('GET', '/sys/user/info')).code).not.toBe(0);
    await expect(world.login('admin1300')).rejects.toThrow();
    // Its log is still there: the code is not given to a stranger.
    expect((await world.platform.call('POST', '/sys/tenant', bodyOf('1300', '1000'))).code).toBe(10002);
  });
});
