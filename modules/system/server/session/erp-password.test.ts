import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeAt } from '#platform/server/secret/one-time-code.ts';
import { sandboxAccount, startExchangeSystem, type Mood, type SandboxSystem } from '#tests/exchange-system.ts';
import { furnish } from '#tests/furniture.ts';
import { anonymous, openWorld, type Reply, type World } from '#tests/world.ts';

let world: World;
let erp: SandboxSystem;
/** What nobody but the ERP may ever hold. */
const word = 'Erp-geheim-4711';
beforeAll(async () => {
  process.env['EXCHANGE_ALLOW_PRIVATE'] = '1';
  world = await openWorld('erp_password');
  await furnish(world.first);
  erp = await startExchangeSystem();
  await world.first.must('POST', '/exchange/system', { ...system('AAA'), erpProduct: null });
  await world.first.must('POST', '/exchange/system', { ...system('ERP'), erpProduct: 'U8' });
});
afterEach(() => {
  erp.moods.length = 0;
});
afterAll(async () => {
  await erp.close();
  await world.close();
});

const system = (code: string): Record<string, string> => ({
  code,
  name: code,
  interfaceType: '1',
  url: erp.url,
  ...sandboxAccount,
});

async function hire(username: string, more: object = {}): Promise<string> {
  erp.users.set(username, word);
  const body = { username, realName: username, organizeCode: 'O1', verifyType: '1', ...more };
  return (await world.first.must<{ id: string }>('POST', '/sys/user', body)).id;
}

interface Opened {
  readonly token: string;
  readonly mustChange: boolean;
}
const tryLogin = (username: string, password: string, more: object = {}): Promise<Reply<Opened>> =>
  anonymous(world.app).call('POST', '/login', { username, password, ...more });

async function solved(): Promise<{ uuid: string; captcha: string }> {
  const uuid = randomUUID();
  await anonymous(world.app).call('GET', `/captcha?uuid=${uuid}`);
  const [row] = await world.sql<{ answer: string }>('select answer from sec.captcha where uuid = $1', [uuid]);
  return { uuid, captcha: row?.answer ?? '' };
}

/** The whole database and the log of the process, as whoever steals both would read them. */
async function everythingKept(): Promise<string> {
  const tables = await world.sql<{ name: string }>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_schema in ('app', 'sec') and table_type = 'BASE TABLE'`);
  const kept: string[] = [...world.log];
  for (const { name } of tables)
    kept.push(...(await world.sql<{ text: string }>(`select t::text as text from ${name} t`)).map(({ text }) => text));
  return kept.join('\n');
}

describe('an account whose password the ERP keeps', () => {
  test('[A370] signs in by the word of the ERP, one that is verified here by its own, each as its user says', async () => {
    await hire('erpin');
    await hire('localin', { verifyType: '0', password: world.password, confirmPassword: world.password });
    const opened = await tryLogin('erpin', word);
    expect([opened.code, opened.data.mustChange]).toEqual([0, false]);
    expect(erp.verified.at(-1)).toEqual({ user: 'erpin', password: word });
    expect((await tryLogin('erpin', world.password)).code).toBe(10004);
    const asked = erp.verified.length;
    expect((await tryLogin('localin', word)).code).toBe(10004);
    expect((await tryLogin('localin', world.password)).code).toBe(0);
    expect(erp.verified).toHaveLength(asked);
  });

  test('is asked for as whom that system knows him', async () => {
    const id = await hire('mapped');
    erp.users.set('U-0815', 'Another-word-1');
    await world.first.must('POST', '/approve/user', { userId: id, systemCode: 'AAA', erpUserCode: 'U-0815' });
    expect((await tryLogin('mapped', 'Another-word-1')).code).toBe(0);
    expect(erp.verified.at(-1)?.user).toBe('U-0815');
  });

  test('leaves no trace of the password, whatever the ERP answers', async () => {
    await hire('traceless');
    const echo: Mood = (reply) =>
      reply
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 7, msg: `no such password: ${word}`, data: { word } }));
    expect((await tryLogin('traceless', word)).code).toBe(0);
    for (const mood of [echo, 'nonsense', 'broken'] as const) {
      erp.moods.push(mood);
      expect((await tryLogin('traceless', word, await solved())).code).toBe(20047);
    }
    const kept = await everythingKept();
    expect(kept).toContain('traceless');
    expect(kept).not.toContain(word);
    const rows = await world.sql<{ sent: string; received: string; status: string; system: string }>(`
      select request_body as sent, response_body as received, return_status as status, system_code as system
      from app.sys_interfacelog
      where business_code = 'traceless'
      order by create_date`);
    expect(rows.map(({ status }) => status)).toEqual(['1', '0', '0', '0']);
    expect(rows[0]).toEqual({
      sent: '{"user":"traceless","password":"…"}',
      received: '{"right":true}',
      status: '1',
      system: 'ERP',
    });
  });

  test('rests after five wrong ones, and keeps its second factor', async () => {
    await hire('guessed');
    for (let i = 0; i < 5; i += 1) await tryLogin('guessed', 'Wrong2026word', i < 3 ? {} : await solved());
    expect((await tryLogin('guessed', word, await solved())).code).toBe(10005);
    const id = await hire('factored');
    const session = await world.login('factored', word);
    expect((await session.call('POST', '/sys/user/confirm', { password: 'Wrong2026word' })).code).toBe(20044);
    await session.must('POST', '/sys/user/confirm', { password: word });
    const { secret } = await session.must<{ secret: string }>('POST', '/sys/user/totp');
    await session.must('PUT', '/sys/user/totp', { code: codeAt(secret) });
    await world.sql('update sec.totp set last_step = 0 where user_id = $1', [id]);
    expect((await tryLogin('factored', word)).code).toBe(20042);
    expect((await tryLogin('factored', word, { code: codeAt(secret) })).code).toBe(0);
  });
});

describe('an ERP that does not answer', () => {
  test('says so, counts towards the picture, and locks nobody however often', async () => {
    await hire('patient');
    const codes: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      erp.moods.push('broken');
      codes.push((await tryLogin('patient', word, i < 3 ? {} : await solved())).code);
    }
    expect(codes).toEqual(Array.from({ length: 8 }, () => 20047));
    // A script has to solve a picture for each further question.
    expect((await tryLogin('patient', word)).code).toBe(10007);
    const told = await world.sql<{ status: string; reason: string }>(
      `select status, fail_reason as reason from app.sys_loginlog where creator_name = 'patient'`,
    );
    expect([...new Set(told.map(({ status, reason }) => `${status} ${reason}`))]).toEqual(['0 unanswered']);
    expect(told).toHaveLength(5);
    expect((await tryLogin('patient', word, await solved())).code).toBe(0);
  });

  test('is not waited for longer than five seconds', async () => {
    await hire('waiting');
    erp.moods.push('hang');
    const begun = performance.now();
    expect((await tryLogin('waiting', word)).code).toBe(20047);
    expect(performance.now() - begun).toBeGreaterThan(4900);
  }, 40_000);

  test('is not asked where no system says that it is the ERP, nor at an address that is not for us', async () => {
    await hire('nowhere');
    await world.sql(`update app.approve_system set enable_flag = '0' where code = 'ERP'`);
    expect((await tryLogin('nowhere', word)).code).toBe(20047);
    await world.sql(`
      update app.approve_system
      set enable_flag = '1', url = 'http://169.254.169.254/latest'
      where code = 'ERP'`);
    const asked = erp.verified.length;
    expect((await tryLogin('nowhere', word)).code).toBe(20047);
    expect(erp.verified).toHaveLength(asked);
    await world.sql(`update app.approve_system set url = $1 where code = 'ERP'`, [erp.url]);
    expect((await tryLogin('nowhere', word)).code).toBe(0);
  });
});

describe('names', () => {
  test('are not told apart by the wait: a wrong password of anybody takes as long as the ERP', async () => {
    await hire('slow');
    await hire('quick', { verifyType: '0', password: world.password, confirmPassword: world.password });
    const late: Mood = (reply) => {
      setTimeout(() => {
        reply.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0,"data":{"right":true}}');
      }, 700);
    };
    // As many as are remembered.
    for (let i = 0; i < 4; i += 1) {
      erp.moods.push(late, late, late, late, late);
      await Promise.all(Array.from({ length: 5 }, () => tryLogin('slow', word)));
    }
    const wait = async (username: string): Promise<number> => {
      const begun = performance.now();
      expect((await tryLogin(username, 'Wrong2026word')).code).toBe(10004);
      return performance.now() - begun;
    };
    expect(await wait('quick')).toBeGreaterThan(690);
    expect(await wait(`nobody${randomUUID()}`)).toBeGreaterThan(690);
  }, 40_000);
});

describe('the password itself', () => {
  test('is neither set, changed nor sent for here, and an administrator keeps one of his own', async () => {
    const id = await hire('kept');
    const session = await world.login('kept', word);
    const next = { newPassword: 'Another2026x', confirmPassword: 'Another2026x' };
    expect((await session.call('PUT', '/sys/user/password', { password: word, ...next })).code).toBe(20048);
    const told = { password: 'Another2026x', confirmPassword: 'Another2026x' };
    expect((await world.first.call('PUT', '/sys/user', { id, ...told })).code).toBe(20048);
    expect(
      (await world.first.call('PUT', '/sys/user/resetPassword', { ids: [id], password: 'Another2026x' })).code,
    ).toBe(20048);
    expect((await world.first.call('PUT', '/sys/user/superAdmin', { ids: [id], superAdmin: '1' })).code).toBe(20049);
    // Nobody chooses who vouches for him.
    expect((await session.call('PUT', '/sys/user', { id, verifyType: '0', ...told })).code).not.toBe(0);
  });

  test('of before opens nothing any more: back to its own verification an account needs a new one', async () => {
    const id = await hire('turned', { verifyType: '0', password: world.password, confirmPassword: world.password });
    const before = await world.login('turned');
    await world.first.must('PUT', '/sys/user', { id, verifyType: '1' });
    expect((await before.call('GET', '/sys/user/info')).code).toBe(10001);
    expect((await tryLogin('turned', world.password)).code).toBe(10004);
    expect((await world.first.call('PUT', '/sys/user', { id, verifyType: '0' })).code).toBe(10003);
    const told = { password: 'Another2026x', confirmPassword: 'Another2026x' };
    await world.first.must('PUT', '/sys/user', { id, verifyType: '0', ...told });
    expect((await tryLogin('turned', world.password)).code).toBe(10004);
    expect((await tryLogin('turned', 'Another2026x')).data.mustChange).toBe(true);
  });
});
