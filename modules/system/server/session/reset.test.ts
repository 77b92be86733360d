import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anonymous, openWorld, type Reply, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('reset');
});
afterAll(() => world.close());

const hire = async (username: string, more: object = {}): Promise<void> => {
  await world.first.must('POST', '/sys/user', {
    username,
    realName: `<b>${username}</b>`,
    password: world.password,
    confirmPassword: world.password,
    email: `${username}@example.com`,
    ...more,
  });
};
const ask = (username: string, language = 'en-US'): Promise<Reply> =>
  anonymous(world.app).call('POST', '/sys/user/forgot', { username }, { 'accept-language': language });
const restore = (
  username: string,
  code: string,
  more: object = { newPassword: 'Restored2026', confirmPassword: 'Restored2026' },
): Promise<Reply> => anonymous(world.app).call('POST', '/sys/user/restore', { username, code, ...more });
const tryLogin = (username: string, password: string): Promise<Reply> =>
  anonymous(world.app).call('POST', '/login', { username, password });
const mailsTo = (username: string): Promise<{ html: string }[]> =>
  world.sql<{ html: string }>(`select payload->>'html' as html from sec.outbox where payload->'to'->>0 = $1`, [
    `${username}@example.com`,
  ]);

async function codeFor(username: string): Promise<string> {
  await ask(username);
  const html = await vi.waitFor(async () => {
    const mails = await mailsTo(username);
    expect(mails).toHaveLength(1);
    return mails[0]?.html ?? '';
  });
  return /<strong>(.+?)<\/strong>/.exec(html)?.[1] ?? '';
}

describe('a forgotten password', () => {
  test('is answered the same for a name nobody has, a person without an address and one who is disabled', async () => {
    await hire('known');
    await hire('unreachable', { email: null });
    await hire('resting', { status: '0' });
    const answers = await Promise.all(
      ['known', 'unreachable', 'resting', 'nobody-at-all'].map(async (username) => {
        const { code, msg, data, status } = await ask(username);
        return { code, msg, data, status };
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await vi.waitFor(async () => {
      expect(await mailsTo('known')).toHaveLength(1);
    });
    expect(await world.sql('select count(*)::int as count from sec.outbox')).toEqual([{ count: 1 }]);
  });

  test('is set anew with the mailed code, once; every session ends', async () => {
    await hire('forgets');
    const session = await world.login('forgets');
    const code = await codeFor('forgets');
    expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect((await restore('forgets', code, { newPassword: 'short', confirmPassword: 'short' })).code).toBe(10003);
    expect((await restore('forgets', code.toUpperCase())).code).toBe(0);
    expect((await restore('forgets', code)).code).toBe(20045);
    expect((await session.call('GET', '/sys/user/info')).code).toBe(10001);
    expect([
      (await tryLogin('forgets', world.password)).code,
      (await tryLogin('forgets', 'Restored2026')).code,
    ]).toEqual([10004, 0]);
  });

  test('opens nothing for another name, after 15 minutes, or after five guesses', async () => {
    for (const username of ['guess-a', 'guess-b', 'guess-c']) await hire(username);
    const [one, two, three] = [await codeFor('guess-a'), await codeFor('guess-b'), await codeFor('guess-c')];
    expect((await restore('guess-b', one)).code).toBe(20045);
    await world.sql(`
      update sec.reset_code
      set expires_at = now() - interval '1 second'
      where user_id = (select user_id from sec.account where username = 'guess-b')`);
    expect((await restore('guess-b', two)).code).toBe(20045);
    for (let n = 0; n < 5; n += 1) expect((await restore('guess-c', 'aaaa-bbbb-cccc')).code).toBe(20045);
    expect((await restore('guess-c', three)).code).toBe(20045);
    expect((await restore('nobody-at-all', three)).code).toBe(20045);
  });

  test('leaves the code in no table and no log, and the name in the mail is no markup', async () => {
    await hire('discreet');
    const code = await codeFor('discreet');
    const [kept] = await world.sql<{ text: string }>(`
      select (select string_agg(to_jsonb(c)::text, '') from sec.reset_code c) || (
        select string_agg(to_jsonb(m)::text, '')
        from app.message_maillog m
      ) as text`);
    expect(kept?.text.includes(code)).toBe(false);
    expect(world.log.join('').includes(code)).toBe(false);
    expect((await mailsTo('discreet'))[0]?.html).toContain('&lt;b&gt;discreet');
  });

  test('asked for again and again is mailed once a minute', async () => {
    await hire('impatient');
    const code = await codeFor('impatient');
    for (let n = 0; n < 3; n += 1) await ask('impatient');
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(await mailsTo('impatient')).toHaveLength(1);
    expect((await restore('impatient', code)).code).toBe(0);
  });
});

describe('a locked account', () => {
  test('is unlocked by the code with its password as it was', async () => {
    await hire('locked');
    await world.sql(`
      insert into sec.guess (user_id, network, failures, locked_until, seen_at)
      select user_id, '127.0.0.0/24', 5, now() + interval '15 minutes', now()
      from sec.account
      where username = 'locked'`);
    expect((await tryLogin('locked', world.password)).code).not.toBe(0);
    expect((await restore('locked', await codeFor('locked'), {})).code).toBe(0);
    expect((await tryLogin('locked', world.password)).code).toBe(0);
  });
});
