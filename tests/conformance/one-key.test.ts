import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyReused } from '#platform/model/refusal.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
let colleague: Session;
beforeAll(async () => {
  world = await openWorld('one_key');
  const ids = [await userCalled('clerk'), await userCalled('colleague')];
  await world.sql(
    `
      insert into sec.role_grant
      select '1000', id, 'data:brand:' || action
      from unnest($1::uuid[]) id, unnest('{save,update,delete,disable}'::text[]) action`,
    [ids],
  );
  await world.sql(`insert into sec.user_role select '1000', id, id from unnest($1::uuid[]) id`, [ids]);
  [clerk, colleague] = [await world.login('clerk'), await world.login('colleague')];
});
afterAll(() => world.close());

async function userCalled(username: string): Promise<string> {
  const { id } = await world.first.must<{ id: string }>('POST', '/sys/user', {
    username,
    realName: username,
    password: world.password,
    confirmPassword: world.password,
  });
  return id;
}

const underKey = (key: string): Readonly<Record<string, string>> => ({ 'idempotency-key': key });
const brands = (tenant: string, code: string): Promise<{ id: string; name: string }[]> =>
  world.sql(`select id, name from app.data_brand where tenant_code = $1 and code = $2`, [tenant, code]);

describe('one idempotency key', () => {
  test('answers its own user twice and writes once', async () => {
    const body = { code: 'KEY1', name: '一次' };
    const { id } = await clerk.must<{ id: string }>('POST', '/data/bd/brand', body, underKey('own'));
    const again = await clerk.must<{ id: string }>('POST', '/data/bd/brand', body, underKey('own'));
    expect(again.id).toBe(id);
    expect(await brands('1000', 'KEY1')).toEqual([{ id, name: '一次' }]);
  });

  test('of another user of the tenant is refused, and nothing of his answer is told', async () => {
    const body = { code: 'KEY2', name: '只给本人' };
    const made = await clerk.must<{ id: string }>('POST', '/data/bd/brand', body, underKey('shared'));
    const calls = [
      ['POST', '/data/bd/brand', body],
      ['POST', '/data/bd/brand', { code: 'KEY3', name: '别的' }],
      ['PUT', '/data/bd/brand', { id: made.id, code: 'KEY2', name: '改' }],
      ['PUT', '/data/bd/brand/disable', [made.id]],
      ['DELETE', `/data/bd/brand/${made.id}`, undefined],
    ] as const;
    for (const [method, path, sent] of calls) {
      const { code, data, text } = await colleague.call<{ key: string }>(method, path, sent, underKey('shared'));
      expect([method, path, code, data.key]).toEqual([method, path, 20030, keyReused().key]);
      expect(text).not.toContain(made.id);
      expect(text).not.toContain('只给本人');
    }
    expect(await brands('1000', 'KEY2')).toEqual([{ id: made.id, name: '只给本人' }]);
    expect(await brands('1000', 'KEY3')).toEqual([]);
  });

  test('of another tenant is a key that nobody used there', async () => {
    const body = { code: 'KEY4', name: '两家' };
    const here = await clerk.must<{ id: string }>('POST', '/data/bd/brand', body, underKey('both'));
    const there = await world.second.call<{ id: string }>('POST', '/data/bd/brand', body, underKey('both'));
    expect(there.code).toBe(0);
    expect(there.text).not.toContain(here.id);
    expect(await brands('2000', 'KEY4')).toEqual([{ id: there.data.id, name: '两家' }]);
    const repeated = await world.second.must<{ id: string }>('POST', '/data/bd/brand', body, underKey('both'));
    expect(repeated.id).toBe(there.data.id);
  });

  test('that two users send at the same instant serves one of them', async () => {
    const send = (session: Session) =>
      session.call<{ id: string }>('POST', '/data/bd/brand', { code: 'KEY5', name: '同时' }, underKey('instant'));
    const replies = await Promise.all([send(clerk), send(colleague)]);
    expect(replies.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 20030]);
    expect(await brands('1000', 'KEY5')).toHaveLength(1);
  });
});
