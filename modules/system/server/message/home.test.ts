import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Home {
  readonly todoCount: number;
  readonly unreadCount: number;
  readonly todos: readonly { readonly noun: string; readonly count: number }[];
  readonly recent: readonly {
    readonly noun: string;
    readonly code: string;
    readonly url: string;
    readonly status: { readonly label: string };
  }[];
  readonly notices: readonly { readonly title: string }[];
  readonly news: readonly { readonly title: string }[];
  readonly shortcuts: readonly { readonly noun: string }[];
  readonly charts: readonly { readonly noun: string; readonly points: readonly { readonly count: number }[] }[];
}

let world: World;
beforeAll(async () => {
  world = await openWorld('home');
  await furnish(world.first);
  await world.first.must('POST', '/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode: 'M1', number: '1', price: '1' }],
  });
});
afterAll(() => world.close());

let count = 0;
async function hire(menuList: readonly string[], more: object = {}): Promise<Session> {
  count += 1;
  const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
    code: `H${count}`,
    name: `角色${count}`,
    menuList,
    ...more,
  });
  await world.first.must('POST', '/sys/user', {
    username: `home${count}`,
    realName: '员工',
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [role.id],
    organizeCode: 'O1',
  });
  return world.login(`home${count}`);
}
const homeOf = (session: Session): Promise<Home> => session.must<Home>('GET', '/home/data');

describe('the home page', () => {
  test('tells what waits, what happened and where one works most', async () => {
    const home = await homeOf(world.first);
    expect(home.todos.find(({ noun }) => noun === 'stock:inout')?.count).toBe(1);
    expect(home.todoCount).toBe(1);
    expect(home.recent.map(({ noun, status }) => `${noun} ${status.label}`)).toEqual(
      expect.arrayContaining(['stock:inout 已保存', 'stock:inout 已审核']),
    );
    expect(
      home.charts.find(({ noun }) => noun === 'stock:inout')?.points.reduce((sum, { count: each }) => sum + each, 0),
    ).toBe(2);
    expect(home.shortcuts.map(({ noun }) => noun)).toContain('data:material');
  });

  test('shows nobody more than the lists it leads to', async () => {
    const clerk = await homeOf(await hire([menuIdOf('data/brand?tenantFlag=0')]));
    expect([clerk.todoCount, clerk.todos, clerk.recent, clerk.charts, clerk.news]).toEqual([0, [], [], [], []]);
    const reader = await homeOf(await hire([menuIdOf('stock/inout')]));
    expect([reader.todos, reader.recent.length > 0]).toEqual([[], true]);
    const auditor = await homeOf(await hire([menuIdOf('stock/inout'), menuIdOf('button stock:inout:audit')]));
    expect(auditor.todoCount).toBe(1);
    // Of another organisation nothing waits for him.
    await world.first.must('POST', '/sys/organization', { code: 'O9', name: '别处' });
    const [elsewhere] = await world.sql<{ id: string }>(
      `select id from app.sys_organization where code = 'O9' and tenant_code = '1000'`,
    );
    const stranger = await homeOf(
      await hire([menuIdOf('stock/inout'), menuIdOf('button stock:inout:audit')], { organizeList: [elsewhere?.id] }),
    );
    expect([stranger.todoCount, stranger.recent]).toEqual([0, []]);
    expect((await homeOf(world.second)).recent).toEqual([]);
  });

  test('has the layout of the user’s role, else of the tenant, else none', async () => {
    const current = (session: Session): Promise<{ code: string } | null> =>
      session.must('GET', '/sys/tenant/homepage/current');
    expect(await current(world.first)).toBeNull();
    const tenantRole = await world.platform.must<{ id: string }>('POST', '/sys/tenant/role', {
      code: 'CLERK',
      name: '文员',
      menuList: [],
    });
    await world.first.must('POST', '/sys/tenant/homepage', {
      code: 'ALL',
      name: '通用',
      layout: { cards: ['todo', 'menu'] },
    });
    await world.first.must('POST', '/sys/tenant/homepage', {
      code: 'CLERKS',
      name: '文员',
      roleId: tenantRole.id,
      layout: { cards: ['notices'] },
    });
    const clerk = await hire([], { code: 'CLERK' });
    expect([(await current(world.first))?.code, (await current(clerk))?.code, await current(world.second)]).toEqual([
      'ALL',
      'CLERKS',
      null,
    ]);
    for (const cards of [['nonsense'], ['todo', 'todo'], 'todo', ['__proto__']]) {
      expect(
        (await world.first.call('POST', '/sys/tenant/homepage', { code: 'BAD', name: '坏', layout: { cards } })).code,
      ).toBe(10003);
    }
  });
});

describe('the look of a tenant', () => {
  test('is its own: what it sets covers the installation’s, the rest shows through', async () => {
    expect(await world.first.must('GET', '/sys/tenant/config/current')).toEqual({});
    expect(
      (await world.first.call('POST', '/sys/tenant/config', { backstageName: '澜彩', themeColor: 'red;}' })).code,
    ).toBe(10003);
    await world.first.must('POST', '/sys/tenant/config', { backstageName: '澜彩后台', themeColor: '#0a7a4b' });
    expect(await world.first.must('GET', '/sys/tenant/config/current')).toEqual({
      globalAppName: '澜彩后台',
      backstageName: '澜彩后台',
      globalThemeColor: '#0a7a4b',
    });
    expect(await world.second.must('GET', '/sys/tenant/config/current')).toEqual({});
  });
});
