import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '#platform/server/http/app.ts';
import { furnish } from '#tests/furniture.ts';
import { anonymous, openWorld, sessionOf, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('session');
  await furnish(world.first);
});
afterAll(() => world.close());

/** A user of tenant 1000 that no other test knows. */
async function hire(username: string, more: object = {}): Promise<string> {
  const { id } = await world.first.must<{ id: string }>('POST', '/sys/user', {
    username,
    realName: username,
    password: world.password,
    confirmPassword: world.password,
    organizeCode: 'O1',
    ...more,
  });
  return id;
}

interface Opened {
  token: string;
  tenantCode: string;
  expire: string;
}
const tryLogin = (username: string, password: string, more: object = {}): Promise<Reply<Opened>> =>
  anonymous(world.app).call('POST', '/login', { username, password, ...more });

/** What a person reads off the picture. */
async function solveCaptcha(): Promise<{ uuid: string; captcha: string }> {
  const uuid = randomUUID();
  expect((await anonymous(world.app).call('GET', `/captcha?uuid=${uuid}`)).headers['content-type']).toBe('image/png');
  const [row] = await world.sql<{ answer: string }>('select answer from sec.captcha where uuid = $1', [uuid]);
  return { uuid, captcha: row?.answer ?? '' };
}

interface LoginEntry {
  status: string;
  operation: string;
  reason: string | null;
}
const logOf = (username: string): Promise<LoginEntry[]> =>
  world.sql<LoginEntry>(
    `
      select status, operation, fail_reason as reason
      from app.sys_loginlog
      where creator_name = $1
      order by create_date`,
    [username],
  );

describe('the session user', () => {
  test('[A24] carries id, name, flags, tenant, organisation and the organisations in power', async () => {
    await hire('reader');
    const session = await world.login('reader');
    const user = await session.must<Record<string, unknown>>('GET', '/sys/user/info');
    expect(user).toMatchObject({
      name: 'reader',
      realName: 'reader',
      superAdmin: '0',
      superTenant: '1',
      sysTenant: '0',
      tenantCode: '1000',
      tenantName: '第一集团',
      organizeCode: 'O1',
      organizeName: '总部',
    });
    expect(user['id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(user['organizeId']).toMatch(/^[0-9a-f-]{36}$/);
    expect(user['organizationBOList']).toEqual([{ id: user['organizeId'], code: 'O1', name: '总部' }]);
  });
});

describe('a password', () => {
  test('is kept as argon2id and nothing else', async () => {
    const hashes = await world.sql<{ passwordHash: string }>('select password_hash as "passwordHash" from sec.account');
    expect(hashes.length).toBeGreaterThan(2);
    for (const { passwordHash } of hashes) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('[A31] changes only when the confirmation equals the new password', async () => {
    await hire('changer');
    const session = await world.login('changer');
    const change = (newPassword: string, confirmPassword: string): Promise<Reply> =>
      session.call('PUT', '/sys/user/password', { password: world.password, newPassword, confirmPassword });
    const refused = await change('Another2026x', 'Another2026y');
    expect([refused.code, refused.msg]).toEqual([10003, '两次输入的密码不一致']);
    expect((await tryLogin('changer', world.password)).code).toBe(0);
    expect((await change('Another2026x', 'Another2026x')).code).toBe(0);
    expect((await tryLogin('changer', world.password)).code).toBe(10004);
    expect((await tryLogin('changer', 'Another2026x')).code).toBe(0);
  });

  test('is not changed without the old one', async () => {
    await hire('forgetful');
    const session = await world.login('forgetful');
    expect(
      (
        await session.call('PUT', '/sys/user/password', {
          password: 'Wrong2026word',
          newPassword: 'Another2026x',
          confirmPassword: 'Another2026x',
        })
      ).code,
    ).toBe(10004);
  });

  test('that changes ends every other session of its owner, and not the own', async () => {
    await hire('twofold');
    const here = await world.login('twofold');
    const elsewhere = await world.login('twofold');
    await here.must('PUT', '/sys/user/password', {
      password: world.password,
      newPassword: 'Another2026x',
      confirmPassword: 'Another2026x',
    });
    expect((await elsewhere.call('GET', '/sys/user/info')).code).toBe(10001);
    expect((await here.call('GET', '/sys/user/info')).code).toBe(0);
  });
});

describe('guessing', () => {
  test('[A30] asks for a picture after three failures, locks at the fifth, and the login log tells failed, locked and success', async () => {
    await hire('target');
    for (const attempt of [1, 2, 3])
      expect((await tryLogin('target', 'Wrong2026word')).code, `attempt ${attempt}`).toBe(10004);
    expect((await tryLogin('target', world.password)).code).toBe(10007);
    expect((await tryLogin('target', world.password, { uuid: randomUUID(), captcha: 'AAAA' })).code).toBe(10007);
    expect((await tryLogin('target', 'Wrong2026word', await solveCaptcha())).code).toBe(10004);
    expect((await tryLogin('target', 'Wrong2026word', await solveCaptcha())).code).toBe(10005);
    expect((await tryLogin('target', world.password, await solveCaptcha())).code).toBe(10005);
    await world.sql(`update sec.guess set locked_until = now() - interval '1 second' where locked_until is not null`);
    expect((await tryLogin('target', world.password, await solveCaptcha())).code).toBe(0);
    expect((await logOf('target')).map(({ status }) => status)).toEqual(['0', '0', '0', '0', '2', '1']);
  });

  test('a picture is good for one try', async () => {
    await hire('oneshot');
    for (let i = 0; i < 3; i += 1) await tryLogin('oneshot', 'Wrong2026word');
    const solved = await solveCaptcha();
    expect((await tryLogin('oneshot', 'Wrong2026word', solved)).code).toBe(10004);
    expect((await tryLogin('oneshot', world.password, solved)).code).toBe(10007);
    expect((await tryLogin('oneshot', world.password, await solveCaptcha())).code).toBe(0);
  });

  test('leaves sessions that are open untouched', async () => {
    await hire('working');
    const session = await world.login('working');
    await world.sql(`
      insert into sec.guess (user_id, network, failures, locked_until, seen_at)
      select user_id, '127.0.0.0/24', 5, now() + interval '15 minutes', now()
      from sec.account
      where username = 'working'`);
    expect((await tryLogin('working', world.password, await solveCaptcha())).code).toBe(10005);
    expect((await session.call('GET', '/sys/user/info')).code).toBe(0);
  });

  test('a name nobody has is answered like one that exists, step by step', async () => {
    await hire('someone');
    const story = async (username: string): Promise<string[]> => {
      const told: string[] = [];
      for (let i = 0; i < 8; i += 1) {
        const { code, msg } = await tryLogin(username, 'Wrong2026word', i < 3 ? {} : await solveCaptcha());
        told.push(`${code} ${msg}`);
      }
      return told;
    };
    expect(await story(`nobody${Date.now()}`)).toEqual(await story('someone'));
  });

  test('a name nobody has costs the same time', async () => {
    await hire('measured');
    const time = async (username: string): Promise<number> => {
      const begun = performance.now();
      await tryLogin(username, 'Wrong2026word');
      return performance.now() - begun;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    // Interleaved, so that a busy machine slows both; under the picture's threshold of three.
    for (let i = 0; i < 9; i += 1) {
      await world.sql(`delete from sec.guess`);
      known.push(await time('measured'));
      unknown.push(await time(`stranger${i}${Date.now()}`));
    }
    const ratio = median(unknown) / median(known);
    console.log(
      `unknown name / wrong password: ${median(unknown).toFixed(1)} ms / ${median(known).toFixed(1)} ms = ${ratio.toFixed(2)}`,
    );
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });
});

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

describe('a session', () => {
  const ageOf = (session: Session, change: string): Promise<unknown> =>
    world.sql(`update sec.session set ${change} where sid_hash = decode($1, 'hex')`, [hashOf(session.token)]);
  const codeOf = async (session: Session): Promise<number> => (await session.call('GET', '/sys/user/info')).code;

  test('ends on the server at logout, and says so in the login log', async () => {
    await hire('leaver');
    const session = await world.login('leaver');
    await session.must('POST', '/logout');
    expect(await codeOf(session)).toBe(10001);
    expect((await logOf('leaver')).map(({ operation }) => operation)).toEqual(['login', 'logout']);
  });

  test('ends after 30 idle minutes and lives on while it is used', async () => {
    await hire('idler');
    const idle = await world.login('idler');
    await ageOf(idle, `seen_at = now() - interval '31 minutes'`);
    expect(await codeOf(idle)).toBe(401);
    const busy = await world.login('idler');
    await ageOf(busy, `seen_at = now() - interval '29 minutes'`);
    expect(await codeOf(busy)).toBe(0);
    await expect
      .poll(
        async () =>
          (
            await world.sql<{ fresh: boolean }>(
              `
                select seen_at > now() - interval '1 minute' as fresh
                from sec.session
                where sid_hash = decode($1, 'hex')`,
              [hashOf(busy.token)],
            )
          )[0]?.fresh,
      )
      .toBe(true);
  });

  test('ends when its time is over, however busy it is', async () => {
    await hire('marathon');
    const session = await world.login('marathon');
    const [row] = await world.sql<{ minutes: string }>(
      `
        select round(extract(epoch from expires_at - created_at) / 60)::text as minutes
        from sec.session
        where sid_hash = decode($1, 'hex')`,
      [hashOf(session.token)],
    );
    expect(row?.minutes).toBe('720');
    await ageOf(session, `expires_at = now() - interval '1 second'`);
    expect(await codeOf(session)).toBe(401);
  });

  test('ends at once when the user is disabled, and nobody logs in again', async () => {
    const id = await hire('dismissed');
    const session = await world.login('dismissed');
    await world.first.must('PUT', '/sys/user/disable', [id]);
    expect(await codeOf(session)).toBe(10001);
    expect((await tryLogin('dismissed', world.password)).code).toBe(10005);
    await world.first.must('PUT', '/sys/user/enable', [id]);
    expect((await tryLogin('dismissed', world.password)).code).toBe(0);
  });

  test('ends at once when the tenant is disabled', async () => {
    const { id } = await world.platform.must<{ id: string }>('POST', '/sys/tenant', {
      tenantCode: '3000',
      tenantName: '第三集团',
      distributorLevel: '0',
      username: 'third',
      password: world.password,
      confirmPassword: world.password,
    });
    const session = await world.login('third');
    expect(await codeOf(session)).toBe(0);
    await world.platform.must('PUT', '/sys/tenant/disable', [id]);
    expect(await codeOf(session)).toBe(10001);
    expect((await tryLogin('third', world.password)).code).toBe(10005);
  });

  test('is not opened by a cookie alone', async () => {
    const reply = await world.app.inject({
      method: 'GET',
      url: '/api/sys/user/info',
      headers: { cookie: `token=${world.first.token}; tenant_code=1000` },
    });
    expect(reply.json<{ code: number }>().code).toBe(401);
  });

  test('is refused under the name of another tenant', async () => {
    expect((await world.first.call('GET', '/sys/user/info', undefined, { tenant_code: '2000' })).code).toBe(10012);
  });
});

describe('switching tenant', () => {
  test('[A29] is refused into a tenant the user may not use; into a granted one it opens a new session and ends the old', async () => {
    const { list } = await world.platform.must<{ list: { id: string; tenantCode: string }[] }>(
      'GET',
      '/sys/tenant/page?limit=-1',
    );
    const owner = list.find(({ tenantCode }) => tenantCode === '1000')?.id;
    for (const tenantCode of ['1100', '1200']) {
      await world.platform.must('POST', '/sys/tenant', {
        tenantCode,
        tenantName: `经销商${tenantCode}`,
        distributorLevel: '1',
        pid: owner,
        username: `sub${tenantCode}`,
        password: world.password,
        confirmPassword: world.password,
      });
    }
    const userId = await hire('traveller');
    await world.sql(`insert into sec.grant_switch values ($1, '1100')`, [userId]);
    const session = await world.login('traveller');
    expect(await session.must('GET', '/sys/tenant/list/power?powerFlag=0')).toEqual([
      { tenantCode: '1000', tenantName: '第一集团' },
      { tenantCode: '1100', tenantName: '经销商1100' },
    ]);
    for (const tenantCode of ['1200', '2000', '1', '', '9999'])
      expect((await session.call('POST', '/sys/user/switchTenant', { tenantCode })).code, tenantCode).toBe(403);
    const reply = await session.call<Opened>('POST', '/sys/user/switchTenant', { tenantCode: '1100' });
    expect([reply.code, reply.data.tenantCode]).toEqual([0, '1100']);
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^token=[\w-]{43}; Path=\/; SameSite=Lax$/),
      'tenant_code=1100; Path=/; SameSite=Lax',
    ]);
    expect((await session.call('GET', '/sys/user/info')).code).toBe(10001);
    const there = sessionOf(world.app, reply.data.token, '1100');
    expect(await there.must('GET', '/sys/user/info')).toMatchObject({
      tenantCode: '1100',
      name: 'traveller',
      superAdmin: '0',
    });
  });
});
