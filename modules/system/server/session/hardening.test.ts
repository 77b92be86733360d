import { readFileSync, globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeAt } from '#platform/server/secret/one-time-code.ts';
import { checkPassword } from '#system/server/people/password.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('hardening');
});
afterAll(() => world.close());

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

const idOf = async (username: string): Promise<string> =>
  (await world.sql<{ id: string }>('select user_id as id from sec.account where username = $1', [username]))[0]?.id ??
  '';

/** A person with a second factor, in a session that was not confirmed since. */
async function enrolled(username: string): Promise<{ session: Session; secret: string }> {
  await hire(username);
  const session = await world.login(username);
  await session.must('POST', '/sys/user/confirm', { password: world.password });
  const { secret } = await session.must<{ secret: string }>('POST', '/sys/user/totp');
  await session.must('PUT', '/sys/user/totp', { code: codeAt(secret) });
  await world.sql('update sec.totp set last_step = 0 where user_id = $1', [await idOf(username)]);
  return { session, secret };
}

describe('V6: an idle session', () => {
  test('stays dead when its owner logs in and works elsewhere', async () => {
    await hire('idler');
    const forgotten = await world.login('idler');
    const other = await world.login('idler');
    const seen = (than: string): Promise<{ old: string; fresh: string }[]> =>
      world.sql(
        `
          select count(*) filter (where seen_at < now() - interval '${than}') as old,
            count(*) filter (where seen_at >= now() - interval '${than}') as fresh
          from sec.session
          where user_id = $1`,
        [userId],
      );
    const userId = await idOf('idler');
    await world.sql(
      `
        update sec.session
        set seen_at = now() - case
          when created_at = (select min(created_at) from sec.session where user_id = $1) then interval '31 minutes'
          else interval '2 minutes'
        end
        where user_id = $1`,
      [userId],
    );
    await other.must('GET', '/sys/user/info');
    await expect.poll(async () => (await seen('1 minute'))[0]?.fresh, { timeout: 5000 }).toBe('1');
    expect((await seen('30 minutes'))[0]?.old).toBe('1');
    expect((await forgotten.call('GET', '/sys/user/info')).code).toBe(401);
    expect((await other.call('GET', '/sys/user/info')).code).toBe(0);
  });
});

describe('V9: with a second factor on', () => {
  test('the password alone confirms nothing; a code does', async () => {
    const { session, secret } = await enrolled('factored');
    expect((await session.call('POST', '/sys/user/confirm', { password: world.password })).code).toBe(20042);
    expect((await session.call('DELETE', '/sys/user/totp')).code).toBe(20041);
    await session.must('POST', '/sys/user/confirm', { code: codeAt(secret) });
    await session.must('DELETE', '/sys/user/totp');
  });

  test('what was confirmed by password before it was on does not count any more, in no session', async () => {
    await hire('sudden');
    const [session, other] = [await world.login('sudden'), await world.login('sudden')];
    for (const each of [session, other]) await each.must('POST', '/sys/user/confirm', { password: world.password });
    const { secret } = await session.must<{ secret: string }>('POST', '/sys/user/totp');
    await session.must('PUT', '/sys/user/totp', { code: codeAt(secret) });
    for (const each of [session, other]) {
      expect((await each.call('DELETE', '/sys/user/totp')).code).toBe(20041);
      expect((await each.call('POST', '/sys/user/totp')).code).toBe(20041);
    }
  });

  test('§4.4: no route weakens it without a code', async () => {
    const { session } = await enrolled('guarded');
    const userId = await idOf('guarded');
    const state = (): Promise<object[]> => world.sql('select * from sec.totp where user_id = $1', [userId]);
    const before = await state();
    const tried = world.routes.filter(
      ({ effect, path }) =>
        effect !== 'none' && (path.startsWith('/sys/user') || /^\/(login|logout$)/.test(path) === true),
    );
    const writers = world.routes.filter(({ path }) => path.includes('totp') && path.startsWith('/sys/user'));
    expect(writers.filter(({ effect }) => effect !== 'none').map(({ stepUp }) => stepUp)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const body = {
      id: userId,
      ids: [userId],
      from: userId,
      to: userId,
      username: 'guarded',
      password: world.password,
      code: '000000',
    };
    for (const { method, path } of tried.filter(
      (route) => (route.path !== '/logout' && route.method !== 'DELETE') || route.path.endsWith('totp'),
    ))
      await session.call(method, path.replace(':id', userId), method === 'GET' ? undefined : body);
    expect(tried.length).toBeGreaterThan(10);
    expect(await state()).toEqual(before);
  });

  test('nothing else in the product writes it', () => {
    const writing = globSync('{platform,modules,apps}/**/*.ts', {
      cwd: new URL('../../../../', import.meta.url).pathname,
    })
      .filter((file) => !file.includes('.test.'))
      .filter((file) =>
        /sec\.(?:begin|settle|drop|reset)_totp|(?:update|into|from) sec\.totp/.test(
          readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'),
        ),
      );
    expect(writing).toEqual(['modules/system/server/session/second-factor.ts']);
  });
});

describe('V9: guesses of the own password', () => {
  const failures = async (username: string): Promise<number> =>
    (
      await world.sql<{ count: number }>(
        `
          select count(*)::integer as count
          from app.sys_loginlog
          where creator_name = $1 and status in ('0', '2')`,
        [username],
      )
    )[0]?.count ?? -1;

  test('count like log-ins when it is changed and when it is confirmed, and then rest', async () => {
    await hire('guesser');
    const session = await world.login('guesser');
    const change = (password: string): Promise<{ code: number }> =>
      session.call('PUT', '/sys/user/password', {
        password,
        newPassword: 'Another2026one',
        confirmPassword: 'Another2026one',
      });
    for (let i = 0; i < 3; i += 1) expect((await change(`Wrong2026${i}`)).code).toBe(10004);
    for (let i = 0; i < 2; i += 1)
      expect((await session.call('POST', '/sys/user/confirm', { password: `Wrong2026${i}` })).code).not.toBe(0);
    expect(await failures('guesser')).toBe(5);
    // The right one does not help either while it rests.
    expect((await change(world.password)).code).toBe(10005);
    expect((await session.call('POST', '/sys/user/confirm', { password: world.password })).code).toBe(20044);
  });
});

describe('V10: a common password', () => {
  test.each([
    'password1',
    'Password123!',
    'P@ssw0rd1',
    'qwerty123',
    '1q2w3e4r',
    '1qaz2wsx',
    'abc12345',
    'iloveyou2',
    'Qudao2026',
    'admin123',
    'welcome1',
    'summer2026',
    'zaq12wsx',
    'asdf1234',
    'letmein!1',
    'monkey12',
    'qudao@123',
    'woaini1314',
    '2026qudao',
    'passwordpassword1',
    'aaaaaaa1',
    'a1234567',
    'abcd1234',
    '12345678a',
    'Dragon99',
  ])('%s is refused', (password) => {
    expect(() => checkPassword(password, password)).toThrow();
  });
  test.each(['Worlds2026test', 'Hijack2026x', 'grau-Teppich7', 'k4rtoffelsalat', 'Demo2026pass', 'rebate-ledger-88'])(
    '%s is not',
    (password) => {
      expect(checkPassword(password, password)).toBe(password);
    },
  );
});

describe('V12: step-up', () => {
  test('is asked for roles, for a password that is set for somebody and for a role that is handed on', async () => {
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'STEP',
      name: 'STEP',
      menuList: [],
    });
    const id = await hire('stepped');
    const admin = await world.login('first');
    const asked = [
      await admin.call('POST', '/sys/role', { code: 'STEP2', name: 'STEP2', menuList: [] }),
      await admin.call('PUT', '/sys/role', { id: role.id, remark: 'x' }),
      await admin.call('DELETE', '/sys/role', [role.id]),
      await admin.call('DELETE', `/sys/role/${role.id}`),
      await admin.call('PUT', '/sys/role/takeOffers', { ids: [role.id] }),
      await admin.call('PUT', '/sys/user/resetPassword', { ids: [id], password: 'Hijack2026x' }),
      await admin.call('PUT', '/sys/user', { id, password: 'Hijack2026x', confirmPassword: 'Hijack2026x' }),
      await admin.call('PUT', '/sys/user', { id, roleIdList: [role.id] }),
    ];
    expect(asked.map(({ code }) => code)).toEqual(asked.map(() => 20041));
    await admin.must('PUT', '/sys/user', { id, mobile: '13900000002' });
    await admin.must('POST', '/sys/user/confirm', { password: world.password });
    await admin.must('PUT', '/sys/user', { id, roleIdList: [role.id] });
    await admin.must('PUT', '/sys/user/resetPassword', { ids: [id], password: 'Hijack2026x' });
  });
});
