import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { codeAt } from '#platform/server/secret/one-time-code.ts';
import { freeRows } from '#platform/server/export/routes.ts';
import { anonymous, openWorld, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('factor');
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
const tryLogin = (username: string, code?: string): Promise<Reply<{ token: string }>> =>
  anonymous(world.app).call('POST', '/login', {
    username,
    password: world.password,
    ...(code === undefined ? {} : { code }),
  });
const confirm = (session: Session): Promise<unknown> =>
  session.must('POST', '/sys/user/confirm', { password: world.password });
interface Enrolment {
  readonly secret: string;
  readonly uri: string;
  readonly svg: string;
}
const step = 30_000;

/** The world's clock cannot be turned, so the step that was used last is turned back. */
const nextStep = (username: string): Promise<object[]> =>
  world.sql(
    `
      update sec.totp
      set last_step = 0
      where user_id = (select user_id from sec.account where username = $1)`,
    [username],
  );

async function enrol(username: string): Promise<{ session: Session; secret: string; recoveryCodes: string[] }> {
  await hire(username);
  const session = await world.login(username);
  await confirm(session);
  const { secret } = await session.must<Enrolment>('POST', '/sys/user/totp');
  const { recoveryCodes } = await session.must<{ recoveryCodes: string[] }>('PUT', '/sys/user/totp', {
    code: codeAt(secret),
  });
  return { session, secret, recoveryCodes };
}

describe('a second factor', () => {
  test('is enrolled with a picture, after showing who one is, and works from the first right code on', async () => {
    await hire('enrols');
    const session = await world.login('enrols');
    expect((await session.call('POST', '/sys/user/totp')).code).toBe(20041);
    await confirm(session);
    const { secret, uri, svg } = await session.must<Enrolment>('POST', '/sys/user/totp', undefined, {
      'idempotency-key': 'enrol-once',
    });
    expect(uri).toBe(`otpauth://totp/Qudao:enrols?issuer=Qudao&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    expect(svg).toMatch(/^<svg /);
    // Not yet: nobody is locked out by a picture that was never taken.
    expect((await tryLogin('enrols')).code).toBe(0);
    expect((await session.call('PUT', '/sys/user/totp', { code: '000000' })).code).toBe(10003);
    const { recoveryCodes } = await session.must<{ recoveryCodes: string[] }>(
      'PUT',
      '/sys/user/totp',
      { code: codeAt(secret) },
      { 'idempotency-key': 'enrol-twice' },
    );
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await session.must('GET', '/sys/user/totp')).toMatchObject({ isOn: true, recoveryLeft: 10 });
    // Neither the secret nor a code lies anywhere in the database.
    const [kept] = await world.sql<{ text: string }>(`
      select string_agg(x::text, ' ') as text
      from (select to_jsonb(t) as x from sec.totp t union all select to_jsonb(i) from app.idempotency i) y`);
    for (const each of [secret, ...recoveryCodes]) expect(kept?.text.includes(each)).toBe(false);
    expect(world.log.join('').includes(secret)).toBe(false);
  });

  test('is asked for at login, and a code counts once', async () => {
    const { secret } = await enrol('asked');
    expect((await tryLogin('asked')).code).toBe(20042);
    await nextStep('asked');
    const code = codeAt(secret);
    expect((await tryLogin('asked', code)).code).toBe(0);
    expect((await tryLogin('asked', code)).code).toBe(20043);
    await nextStep('asked');
    expect((await tryLogin('asked', codeAt(secret, Date.now() - step))).code).toBe(0);
    await nextStep('asked');
    expect((await tryLogin('asked', codeAt(secret, Date.now() - 3 * step))).code).toBe(20043);
  });

  test('does not say whether there is one before the password was right, and guessing locks', async () => {
    await enrol('guessed');
    expect(
      (await anonymous(world.app).call('POST', '/login', { username: 'guessed', password: 'Wrong2026word' })).code,
    ).toBe(10004);
    const codes: number[] = [];
    for (let n = 0; n < 6; n += 1) codes.push((await tryLogin('guessed', '123456')).code);
    expect(codes.slice(0, 2)).toEqual([20043, 20043]);
    expect(codes.at(-1)).not.toBe(0);
    expect(
      (
        await world.sql<{ locked: boolean }>(`
          select failures >= 3 as locked
          from sec.guess
          join sec.account using (user_id)
          where username = 'guessed'`)
      )[0]?.locked,
    ).toBe(true);
  });

  test('gives way to a recovery code, once each', async () => {
    const {
      recoveryCodes: [code = ''],
      session,
    } = await enrol('recovers');
    expect((await tryLogin('recovers', code.toUpperCase())).code).toBe(0);
    expect((await tryLogin('recovers', code)).code).toBe(20043);
    expect(await session.must('GET', '/sys/user/totp')).toMatchObject({ recoveryLeft: 9 });
  });

  test('is given up by its owner after showing who he is, or taken off by an administrator', async () => {
    const { session, secret } = await enrol('leaves');
    await world.sql(`
      update sec.session
      set confirmed_until = now() - interval '1 second'
      where user_id = (select user_id from sec.account where username = 'leaves')`);
    expect((await session.call('DELETE', '/sys/user/totp')).code).toBe(20041);
    await nextStep('leaves');
    await session.must('POST', '/sys/user/confirm', { code: codeAt(secret) });
    await session.must('DELETE', '/sys/user/totp');
    expect((await tryLogin('leaves')).code).toBe(0);
    await enrol('loses');
    const [row] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'loses'`);
    expect((await world.second.call('PUT', '/sys/user/totp/reset', [row?.id])).code).toBe(404);
    await world.first.must('PUT', '/sys/user/totp/reset', [row?.id]);
    expect((await tryLogin('loses')).code).toBe(0);
  });

  test('is refused without a key to seal it', async () => {
    await hire('unsealed');
    const session = await world.login('unsealed');
    await confirm(session);
    const key = process.env['QUDAO_SEAL_KEY'];
    delete process.env['QUDAO_SEAL_KEY'];
    try {
      expect((await session.call('POST', '/sys/user/totp')).code).toBe(10010);
    } finally {
      process.env['QUDAO_SEAL_KEY'] = key;
    }
  });
});

describe('stepping up', () => {
  const menus = [
    'sys/user',
    'button sys:user:update',
    'button sys:user:view',
    'sys/accountperiod',
    'button sys:accountperiod:settle',
  ].map(menuIdOf);

  test('lasts five minutes and belongs to one session', async () => {
    await hire('steps');
    const [one, other] = [await world.login('steps'), await world.login('steps')];
    expect((await one.call('POST', '/sys/user/confirm', { password: 'Wrong2026word' })).code).toBe(20044);
    const { until } = await one.must<{ until: string }>('POST', '/sys/user/confirm', { password: world.password });
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(290_000);
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(300_000);
    expect([
      (await one.call('POST', '/sys/user/totp')).code,
      (await other.call('POST', '/sys/user/totp')).code,
    ]).toEqual([0, 20041]);
  });

  test('is done by a code as well', async () => {
    const { session, secret } = await enrol('steps-by-code');
    await world.sql(
      `
        update sec.session
        set confirmed_until = null
        where user_id = (select user_id from sec.account where username = $1)`,
      ['steps-by-code'],
    );
    await nextStep('steps-by-code');
    await session.must('POST', '/sys/user/confirm', { code: codeAt(secret) });
    await session.must('DELETE', '/sys/user/totp');
  });

  test('is asked for by every route that says so, before anything is done', async () => {
    const marked = world.routes.filter(({ stepUp }) => stepUp === true).map(({ method, path }) => `${method} ${path}`);
    expect(marked).toEqual(
      expect.arrayContaining([
        'PUT /sys/tenant/disable',
        'PUT /sys/accountperiod/unsettle',
        'PUT /sys/user/superAdmin',
      ]),
    );
    const nobody = '00000000-0000-4000-8000-000000000000';
    const platform = await world.login('admin');
    const first = await world.login('first');
    for (const route of world.routes.filter(({ stepUp }) => stepUp === true)) {
      const session = route.path.startsWith('/sys/tenant') || route.path.includes('/oss') ? platform : first;
      const isWritten = route.path === '/sys/role' && route.method !== 'DELETE';
      const reply = await session.call(
        route.method,
        route.path.replace(/:\w+/g, nobody),
        // A record that is written is read before the database is asked.
        route.method === 'GET' ? undefined : isWritten ? { id: nobody, name: 'x' } : { ids: [nobody] },
      );
      expect([route.path, [20041, 403].includes(reply.code)]).toEqual([route.path, true]);
    }
  });

  test('lets an administrator make another, but nobody himself', async () => {
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'CLIMB',
      name: '往上',
      menuList: menus,
    });
    const climber = await hire('climber', { roleIdList: [role.id] });
    const session = await world.login('climber');
    await confirm(session);
    expect((await session.call('PUT', '/sys/user/superAdmin', { ids: [climber], superAdmin: '1' })).code).toBe(403);
    const [first] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'first'`);
    expect((await world.first.call('PUT', '/sys/user/superAdmin', { ids: [first?.id], superAdmin: '0' })).code).toBe(
      403,
    );
    await world.first.must('PUT', '/sys/user/superAdmin', { ids: [climber], superAdmin: '1' });
    expect((await session.must<string[]>('GET', '/sys/menu/permissions')).length).toBeGreaterThan(100);
    await world.first.must('PUT', '/sys/user/superAdmin', { ids: [climber], superAdmin: '0' });
    expect((await session.must<string[]>('GET', '/sys/menu/permissions')).length).toBeLessThan(20);
  });

  test(`is asked for by a file of more than ${freeRows} rows`, async () => {
    await world.sql(`
      insert into app.data_brand (tenant_code, id, code, name)
      select '1000', gen_random_uuid(), 'X' || n, 'X' || n
      from generate_series(1, ${freeRows + 1}) n`);
    const first = await world.login('first');
    expect((await first.call('POST', '/data/bd/brand/export', {})).code).toBe(20041);
    expect((await first.call('POST', '/data/bd/brand/export', { code: 'X1' })).headers['content-type']).toContain(
      'spreadsheet',
    );
    await confirm(first);
    // Too long to wait for: it is made in the background.
    const { exportId } = await first.must<{ exportId: string }>('POST', '/data/bd/brand/export', {});
    expect(await first.must('GET', `/sys/export/state?id=${exportId}`)).toMatchObject({
      state: 'waiting',
      fileId: null,
    });
  });
});
