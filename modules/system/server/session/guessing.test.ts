import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '#platform/server/network/client-network.ts';
import { hashPassword, verifyPassword } from '#system/server/people/password.ts';
import { isThorough } from '#tests/thorough.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('guessing');
});
afterAll(() => world.close());

interface Answer {
  readonly code: number;
  readonly status: number;
}
async function tryFrom(ip: string, username: string, password: string, more: object = {}): Promise<Answer> {
  const reply = await world.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: ip,
    payload: { username, password, ...more },
  });
  return { code: reply.json<{ code: number }>().code, status: reply.statusCode };
}
async function solved(): Promise<{ uuid: string; captcha: string }> {
  const uuid = randomUUID();
  await world.app.inject({ method: 'GET', url: `/api/captcha?uuid=${uuid}` });
  const [row] = await world.sql<{ answer: string }>('select answer from sec.captcha where uuid = $1', [uuid]);
  return { uuid, captcha: row?.answer ?? '' };
}
const hire = (username: string): Promise<unknown> =>
  world.first.must('POST', '/sys/user', {
    username,
    realName: username,
    password: world.password,
    confirmPassword: world.password,
  });

describe('V7: wrong passwords from one network', () => {
  test('§4.4: a thousand of them do not keep the owner out of another, and he is in within 5 s', async () => {
    await hire('besieged');
    const times = isThorough ? 1000 : 100;
    const codes = new Map<number, number>();
    for (let i = 0; i < times; i += 1) {
      const { code } = await tryFrom(
        `198.51.100.${i % 250}`,
        'besieged',
        'Wrong2026word',
        i < 3 || i > 8 ? {} : await solved(),
      );
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(codes.get(10005)).toBeGreaterThanOrEqual(times - 5);
    expect(codes.get(0)).toBeUndefined();
    const begun = performance.now();
    expect((await tryFrom('203.0.113.7', 'besieged', world.password)).code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5000);
    // Not even the right one helps from where it was guessed.
    expect((await tryFrom('198.51.100.77', 'besieged', world.password)).code).toBe(10005);
    const told = await world.sql(
      `select 1 from app.sys_loginlog where creator_name = 'besieged' and status in ('0', '2')`,
    );
    expect(told.length).toBeLessThanOrEqual(8);
  });

  test('one a quarter of an hour does not hold the lock: the count ends with it', async () => {
    await hire('trickled');
    for (let i = 0; i < 5; i += 1)
      await tryFrom('198.51.100.1', 'trickled', 'Wrong2026word', i < 3 ? {} : await solved());
    expect((await tryFrom('198.51.100.2', 'trickled', world.password)).code).toBe(10005);
    await world.sql(`update sec.guess set locked_until = now() - interval '1 second' where locked_until is not null`);
    expect((await tryFrom('198.51.100.1', 'trickled', 'Wrong2026word')).code).toBe(10004);
    expect((await tryFrom('198.51.100.1', 'trickled', world.password)).code).toBe(0);
  });

  test('from many networks at once everybody shows that he is a person', async () => {
    await hire('hunted');
    for (let net = 1; net <= 6; net += 1)
      for (let i = 0; i < 3; i += 1) await tryFrom(`10.0.${net}.9`, 'hunted', 'Wrong2026word');
    expect((await tryFrom('203.0.113.8', 'hunted', world.password)).code).toBe(10007);
    expect((await tryFrom('203.0.113.8', 'hunted', world.password, await solved())).code).toBe(0);
  });

  test('a name nobody has rests by network, too', async () => {
    const name = `nobody${Date.now()}`;
    const story: number[] = [];
    for (let i = 0; i < 6; i += 1)
      story.push((await tryFrom('198.51.100.3', name, 'Wrong2026word', i < 3 ? {} : await solved())).code);
    expect(story).toEqual([10004, 10004, 10004, 10004, 10005, 10005]);
    expect((await tryFrom('203.0.113.9', name, 'Wrong2026word')).code).toBe(10004);
  });
});

describe('V7: the line for hashes', () => {
  test('forty of one network cost somebody of another one turn, not forty', async () => {
    const stored = await hashPassword('Honest2026one');
    const order: string[] = [];
    const flood = Array.from({ length: 40 }, (_, i) =>
      verifyPassword('Wrong2026word', stored, '198.51.100.0/24').then(
        () => order.push(`flood ${i}`),
        () => order.push('refused'),
      ),
    );
    const honest = verifyPassword('Honest2026one', stored, '203.0.113.0/24').then(() => order.push('honest'));
    await Promise.all([...flood, honest]);
    const hashed = order.filter((each) => each !== 'refused');
    expect(hashed.indexOf('honest')).toBeLessThanOrEqual(4);
    expect(order.filter((each) => each === 'refused').length).toBe(18);
  });

  test.each([
    ['198.51.100.77', '198.51.100.0/24'],
    ['::ffff:198.51.100.77', '198.51.100.0/24'],
    ['2001:db8:0:1ff::1', '20010db8000001/56'],
    ['2001:DB8:0:100:a:b:c:d', '20010db8000001/56'],
    ['2001:db8:0:2ff::1', '20010db8000002/56'],
    ['::1', '00000000000000/56'],
    ['fe80::1%eth0', 'fe800000000000/56'],
    ['', ''],
  ])('the network of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('V7: the picture', () => {
  test('is made of points: its answer stands nowhere in it', async () => {
    const uuid = randomUUID();
    const reply = await world.app.inject({ method: 'GET', url: `/api/captcha?uuid=${uuid}` });
    const [row] = await world.sql<{ answer: string }>('select answer from sec.captcha where uuid = $1', [uuid]);
    expect(reply.headers['content-type']).toBe('image/png');
    expect(reply.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(reply.rawPayload.includes(row?.answer ?? 'missing')).toBe(false);
  });
});
