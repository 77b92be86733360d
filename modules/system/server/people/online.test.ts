import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { composeRoutes } from '#apps/api/compose.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { anonymous, openWorld, sessionOf, type Session, type World } from '#tests/world.ts';
import { cpuWatch } from '#tests/cpu-time.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('online');
});
afterAll(() => world.close());

interface Online {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly seenAt: string;
  readonly isOwn: boolean;
}
interface Opened {
  readonly token: string;
  readonly tenantCode: string;
  readonly mustChange: boolean;
}

const hire = async (username: string, more: object = {}): Promise<string> =>
  (
    await world.first.must<{ id: string }>('POST', '/sys/user', {
      username,
      realName: username,
      password: world.password,
      confirmPassword: world.password,
      ...more,
    })
  ).id;
const online = (by: Session, query = ''): Promise<{ list: Online[]; total: number }> =>
  by.must<{ list: Online[]; total: number }>('GET', `/sys/user/session/page?${query}`);
const logIn = async (username: string, password = world.password): Promise<{ session: Session; opened: Opened }> => {
  const { data } = await anonymous(world.app).call<Opened>(
    'POST',
    '/login',
    { username, password },
    { 'user-agent': 'Firefox on the till' },
  );
  return { session: sessionOf(world.app, data.token, data.tenantCode), opened: data };
};
const setParam = async (paramCode: string, paramValue: string): Promise<void> => {
  await world.sql(
    `
      insert into app.sys_params (id, param_code, param_name, param_value)
      values (gen_random_uuid(), $1, $1, $2)
      on conflict (param_code) do update set param_value = $2`,
    [paramCode, paramValue],
  );
};

describe('the list of sessions', () => {
  test('tells who, from where, since when and last seen, and no key', async () => {
    const userId = await hire('lister');
    await world.login('lister');
    const { list, total } = await online(world.first, 'username=lister');
    expect(total).toBe(1);
    expect(list[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      userId,
      username: 'lister',
      realName: 'lister',
      ip: '127.0.0.1',
      userAgent: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      seenAt: expect.any(String) as string,
      isOwn: false,
    });
    // What is told opens nothing.
    expect((await sessionOf(world.app, list[0]?.id ?? '', '1000').call('GET', '/sys/user/info')).code).toBe(401);
    expect((await online(world.second)).list.map(({ username }) => username)).toEqual(['second']);
  });

  test('throws a session out of every process at once', async () => {
    await hire('thrown');
    const door = openDoor({ url: world.url });
    const other = buildApp({ door, routes: composeRoutes(door), modules: models, logLevel: 'silent' });
    try {
      const here = await world.login('thrown');
      const there = sessionOf(other, here.token, here.tenantCode);
      await there.must('GET', '/sys/user/info');
      await there.must('GET', '/data/bd/brand/page?page=1&limit=-1');
      const {
        list: [session],
      } = await online(world.first, 'username=thrown');
      const cpu = cpuWatch();
      await world.first.must('PUT', '/sys/user/session/end', { ids: [session?.id] });
      expect([
        (await there.call('GET', '/sys/user/info')).code,
        (await here.call('GET', '/sys/user/info')).code,
      ]).toEqual([10001, 10001]);
      expect(cpu()).toBeLessThan(1000);
      expect((await online(world.first, 'username=thrown')).total).toBe(0);
      expect((await world.first.call('PUT', '/sys/user/session/end', { ids: [session?.id] })).code).toBe(404);
    } finally {
      await other.close();
      await door.close();
    }
  });

  test('does not let the weaker throw out the mightier, nor anybody a stranger', async () => {
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'GUARD',
      name: '门卫',
      menuList: [menuIdOf('sys/user'), menuIdOf('button sys:user:view'), menuIdOf('button sys:user:disable')],
    });
    const [own] = await world.sql<{ code: string | null }>(
      `select organize_code as code from app.sys_user where username = 'first'`,
    );
    await hire('guard', { roleIdList: [role.id], organizeCode: own?.code ?? null });
    const guard = await world.login('guard');
    const {
      list: [admin],
    } = await online(world.first, 'username=first');
    expect((await guard.call('PUT', '/sys/user/session/end', [admin?.id])).code).toBe(403);
    expect((await guard.call('PUT', '/sys/user/disable', [admin?.userId])).code).toBe(403);
    expect((await world.second.call('PUT', '/sys/user/session/end', [admin?.id])).code).toBe(404);
    await world.first.must('GET', '/sys/user/info');
  });
});

describe('SYS023', () => {
  test('ends the oldest sessions of a person beyond the limit', async () => {
    await hire('many');
    await setParam('SYS023', '2');
    const opened = [await world.login('many'), await world.login('many'), await world.login('many')];
    expect(
      await Promise.all(opened.map(async (session) => (await session.call('GET', '/sys/user/info')).code)),
    ).toEqual([10001, 0, 0]);
    await setParam('SYS023', '0');
    await world.login('many');
    expect((await opened[1]?.call('GET', '/sys/user/info'))?.code).toBe(0);
  });
});

describe('a password that must be changed', () => {
  const attempts = (session: Session): Promise<number[]> =>
    Promise.all(
      [
        session.call('GET', '/sys/menu/nav'),
        session.call('GET', '/data/bd/brand/page'),
        session.call('GET', '/sys/dict/type/all'),
        session.call('POST', '/sys/ticket', { path: '/x' }),
        session.call('POST', '/sys/user/switchTenant', { tenantCode: '2000' }),
        session.call('POST', '/sys/role', { code: 'N', name: 'N' }),
      ].map(async (reply) => (await reply).code),
    );

  test('leaves nothing but changing it, the own name and the way out', async () => {
    await hire('fresh');
    const { session, opened } = await logIn('fresh');
    expect(opened.mustChange).toBe(true);
    expect(await attempts(session)).toEqual([20040, 20040, 20040, 20040, 20040, 20040]);
    expect((await session.call('GET', '/sys/user/info')).code).toBe(0);
    const change = (password: string, newPassword: string): Promise<{ code: number }> =>
      session.call('PUT', '/sys/user/password', { password, newPassword, confirmPassword: newPassword });
    expect((await change(world.password, world.password)).code).toBe(10003);
    expect((await change('Wrong2026x', 'Another2026')).code).toBe(10004);
    expect((await change(world.password, 'Another2026')).code).toBe(0);
    expect((await session.call('GET', '/sys/menu/nav')).code).toBe(0);
    expect((await logIn('fresh', 'Another2026')).opened.mustChange).toBe(false);
    const out = await logIn('fresh', 'Another2026');
    expect((await out.session.call('POST', '/logout')).code).toBe(0);
  });

  test('is also one older than SYS022 days', async () => {
    await hire('aged');
    const { session } = await logIn('aged');
    await session.must('PUT', '/sys/user/password', {
      password: world.password,
      newPassword: 'Another2026',
      confirmPassword: 'Another2026',
    });
    expect((await logIn('aged', 'Another2026')).opened.mustChange).toBe(false);
    await world.sql(`update sec.account set password_changed_at = now() - interval '91 days' where username = 'aged'`);
    expect((await logIn('aged', 'Another2026')).opened.mustChange).toBe(true);
    await setParam('SYS022', '0');
    expect((await logIn('aged', 'Another2026')).opened.mustChange).toBe(false);
    await setParam('SYS022', '120');
    expect((await logIn('aged', 'Another2026')).opened.mustChange).toBe(false);
  });
});
