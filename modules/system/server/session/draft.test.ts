import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
/** Of the same tenant as world.first. */
let colleague: Session;
beforeAll(async () => {
  world = await openWorld('draft');
  await world.first.must('POST', '/sys/user', {
    username: 'colleague',
    realName: '同事',
    password: world.password,
    confirmPassword: world.password,
  });
  colleague = await world.login('colleague');
});
afterAll(() => world.close());

const key = 'order-order__add__0';
const path = (name: string): string => `/sys/draft/${encodeURIComponent(name)}`;
const draft = {
  title: '新增销售订单',
  route: key,
  content: { values: { remark: '写到一半' }, lines: [{ id: 'a', number: '3' }] },
  baseVersion: 4,
};

describe('a draft', () => {
  test('comes back as it was typed, under the key of its tab', async () => {
    expect(await world.first.must('GET', path(key))).toBeNull();
    await world.first.must('PUT', path(key), draft);
    expect(await world.first.must('GET', path(key))).toMatchObject({ key, ...draft });
    await world.first.must('PUT', path(key), {
      ...draft,
      title: '改',
      baseVersion: null,
      content: { half: '\ud83d', nul: '\u0000' },
    });
    expect(await world.first.must('GET', path(key))).toMatchObject({
      title: '改',
      baseVersion: null,
      content: { half: '\ud83d', nul: '\u0000' },
    });
  });

  test('is listed without its content, latest first, until it is given up', async () => {
    const odd = 'data-brand?tenantFlag=1__edit__019a0000-0000-7000-8000-000000000000';
    await world.first.must('PUT', path(odd), { ...draft, title: '后写', route: odd });
    const list = await world.first.must<Record<string, unknown>[]>('GET', '/sys/draft');
    expect(list.map((row) => row['key'])).toEqual([odd, key]);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['key', 'route', 'title', 'updateDate']);
    await world.first.must('DELETE', path(odd));
    await world.first.must('DELETE', path(odd));
    expect(await world.first.must<object[]>('GET', '/sys/draft')).toHaveLength(1);
  });

  test('belongs to its writer: a colleague and another tenant neither read, nor overwrite, nor drop it', async () => {
    await world.first.must('PUT', path(key), draft);
    for (const other of [colleague, world.second, world.platform]) {
      expect(await other.must('GET', path(key))).toBeNull();
      expect(await other.must('GET', '/sys/draft')).toEqual([]);
      await other.must('PUT', path(key), { ...draft, title: '别人的' });
      await other.must('DELETE', path(key));
    }
    expect(await world.first.must('GET', path(key))).toMatchObject(draft);
  });

  test('is out of reach of a colleague in the database itself, whatever the statement says', async () => {
    const { sid } = await world
      .sql<{ sid: string }>(`
        select encode(sid_hash, 'hex') as sid
        from sec.session
        where user_id = (select user_id from sec.account where username = 'colleague')`)
      .then(([row]) => row ?? { sid: '' });
    const caller = { sid, tenant: null, permissions: null, soft: null };
    const as = async (text: string) => (await world.door.read(caller, [{ text, values: [] }])).results[0];
    const [owner] = await world.sql<{ user_id: string }>(`select user_id from sec.account where username = 'first'`);
    expect(await as('select key from app.sys_draft')).toEqual([]);
    expect(await as(`update app.sys_draft set title = 'x' where tenant_code = '1000' returning key`)).toEqual([]);
    expect(await as('delete from app.sys_draft returning key')).toEqual([]);
    await expect(
      as(`
        insert into app.sys_draft (user_id, key, title, route, content)
        values ('${owner?.user_id ?? ''}', 'planted', 't', 'r', '{}')`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(`
        insert into app.sys_draft (tenant_code, key, title, route, content)
        values ('2000', 'planted', 't', 'r', '{}')`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('may be a megabyte and no more, and must say whose tab it is', async () => {
    await world.first.must('PUT', path('big'), { ...draft, content: 'x'.repeat(1024 * 1024 - 2) });
    const refused = async (body: object) =>
      (await world.first.call<{ errors: { path: string }[] }>('PUT', path('big'), body)).data.errors.map(
        (error) => error.path,
      );
    expect(await refused({ ...draft, content: 'x'.repeat(1024 * 1024 - 1) })).toEqual(['content']);
    // Bytes, not letters.
    expect(await refused({ ...draft, content: '渠'.repeat(400_000) })).toEqual(['content']);
    expect(await refused({ title: draft.title, route: draft.route })).toEqual(['content']);
    expect(await refused({ content: 1, title: '', route: 'r'.repeat(301), baseVersion: 1.5 })).toEqual([
      'title',
      'route',
      'baseVersion',
    ]);
    expect((await world.first.call('PUT', '/sys/draft/%00', draft)).code).toBe(404);
  });

  test('leaves no idempotency row, although the browser sends a key with every command', async () => {
    await world.first.must('PUT', path(key), draft, { 'idempotency-key': 'draft-key' });
    await world.first.must('PUT', path(key), { ...draft, title: '同一个键' }, { 'idempotency-key': 'draft-key' });
    expect(await world.sql(`select key from app.idempotency where key = 'draft-key'`)).toEqual([]);
  });

  test('pushes the oldest out when there are two hundred', async () => {
    await world.sql(`
      insert into app.sys_draft (tenant_code, user_id, key, title, route, content, update_date)
      select '1000', user_id, 'old-' || n, 't', 'r', '{}', now() - make_interval(days => 1, mins => n)
      from sec.account, generate_series(1, 220) n
      where username = 'colleague'`);
    await colleague.must('PUT', path('new'), draft);
    const keys = (await colleague.must<{ key: string }[]>('GET', '/sys/draft')).map((row) => row.key);
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([200, 'new', 'old-199']);
    expect((await world.first.must<object[]>('GET', '/sys/draft')).length).toBeGreaterThan(0);
  });
});

describe('a setting', () => {
  test('is kept for its user alone', async () => {
    expect(await world.first.must('GET', '/sys/setting/density')).toBeNull();
    await world.first.must('PUT', '/sys/setting/density', { value: 'compact' });
    await colleague.must('PUT', '/sys/setting/density', { value: { rows: 40 } });
    expect(await world.first.must('GET', '/sys/setting/density')).toBe('compact');
    expect(await colleague.must('GET', '/sys/setting/density')).toEqual({ rows: 40 });
    expect(await world.second.must('GET', '/sys/setting/density')).toBeNull();
  });

  test('may be 64 kB and no more', async () => {
    await world.first.must('PUT', '/sys/setting/columns', { value: 'x'.repeat(64 * 1024 - 2) });
    expect((await world.first.call('PUT', '/sys/setting/columns', { value: 'x'.repeat(64 * 1024 - 1) })).code).toBe(
      10003,
    );
    expect((await world.first.call('PUT', '/sys/setting/columns', {})).code).toBe(10003);
    expect((await world.first.call('PUT', '/sys/setting/columns', ['value'])).code).toBe(10003);
  });

  test('of open tabs ends with signing out; other settings and drafts stay', async () => {
    const session = await world.login('first');
    await session.must('PUT', '/sys/setting/tabs', { value: ['home', key] });
    await session.must('PUT', path(key), draft);
    await session.must('POST', '/logout');
    expect(await world.first.must('GET', '/sys/setting/tabs')).toBeNull();
    expect(await world.first.must('GET', '/sys/setting/density')).toBe('compact');
    expect(await world.first.must('GET', path(key))).toMatchObject(draft);
  });
});
