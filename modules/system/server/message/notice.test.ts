import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let anna: Session;
let bert: Session;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld('notice');
  await saved('/sys/organization', { code: 'O1', name: '总部', type: '0' });
  ids['team'] = await saved('/data/bd/dept', { code: 'D1', name: '销售部', organizeCode: 'O1' });
  ids['below'] = await saved('/data/bd/dept', { code: 'D2', name: '销售一组', organizeCode: 'O1', pid: ids['team'] });
  anna = await person('anna', '安娜', { deptId: ids['below'] });
  bert = await person('bert', '贝特', {});
});
afterAll(() => world.close());

const saved = async (path: string, body: object): Promise<string> =>
  (await world.first.must<{ id: string }>('POST', path, body)).id;
async function person(username: string, realName: string, more: object): Promise<Session> {
  ids[username] = await saved('/sys/user', {
    username,
    realName,
    password: world.password,
    confirmPassword: world.password,
    ...more,
  });
  return world.login(username);
}
const draft = (more: object = {}): Promise<string> =>
  saved('/sys/notice', { title: '放假通知', type: '0', content: '<p>五一放假</p>', ...more });
const send = (id: string) => world.first.call<{ key: string }>('PUT', '/sys/notice/send', [id]);
const unread = (of: Session): Promise<number> => of.must('GET', '/sys/notice/mynotice/unread');
const titles = async (of: Session): Promise<string[]> =>
  (await of.must<{ list: { title: string }[] }>('GET', '/sys/notice/mynotice/page')).list.map(({ title }) => title);

describe('a notice', () => {
  test("is nobody's before it is sent, and cannot be changed after", async () => {
    const id = await draft({ title: '草稿' });
    expect(await titles(anna)).not.toContain('草稿');
    await world.first.must('PUT', '/sys/notice', { id, title: '草稿二' });
    expect((await send(id)).code).toBe(0);
    const { code, data } = await world.first.call<{ key: string }>('PUT', '/sys/notice', { id, title: '改' });
    expect([code, data.key]).toEqual([10010, 'E-STATE']);
    expect((await send(id)).data.key).toBe('E-STATE');
    expect(await world.first.must('GET', `/sys/notice/${id}`)).toMatchObject({
      status: '1',
      readStatus: '0',
      title: '草稿二',
    });
  });

  test('to everybody costs nothing at sending, and reaches who was there then', async () => {
    const before = await unread(bert);
    const id = await draft({ title: '全员' });
    await world.first.must('PUT', `/sys/notice/send/${id}`);
    expect(await world.sql('select from app.sys_notice_receipt where notice_id = $1', [id])).toHaveLength(0);
    expect(await unread(bert)).toBe(before + 1);
    const late = await person('late', '新人', {});
    expect([await unread(late), await titles(late)]).toEqual([0, []]);
    expect((await late.call('PUT', `/sys/notice/mynotice/read/${id}`)).code).toBe(404);
    expect(await world.second.must('GET', '/sys/notice/mynotice/unread')).toBe(0);
  });

  test('to a department reaches those of the departments below, and nobody else', async () => {
    const [before, others] = [await unread(anna), await unread(bert)];
    const id = await draft({ title: '部门', receiverType: '1', receiverIds: [ids['team']] });
    expect((await send(id)).code).toBe(0);
    expect([(await unread(anna)) - before, (await unread(bert)) - others]).toEqual([1, 0]);
    expect((await bert.call('GET', `/sys/notice/mynotice/${id}`)).code).toBe(404);
    expect(await world.first.must('GET', `/sys/notice/${id}`)).toMatchObject({ receiverName: '销售部' });
  });

  test('is read once by each, and closed for the sender when the last has read it', async () => {
    const id = await draft({ title: '两人', receiverType: '2', receiverIds: [ids['anna'], ids['bert']] });
    await send(id);
    const before = await unread(anna);
    await anna.must('PUT', `/sys/notice/mynotice/read/${id}`);
    await anna.must('PUT', `/sys/notice/mynotice/read/${id}`);
    expect(await unread(anna)).toBe(before - 1);
    expect(await world.first.must('GET', `/sys/notice/${id}`)).toMatchObject({ readStatus: '0' });
    expect(
      await world.first.must<{ list: object[]; total: number }>('GET', `/sys/notice/user/page?noticeId=${id}`),
    ).toMatchObject({
      total: 2,
      list: [
        { receiverName: '安娜', readStatus: '1' },
        { receiverName: '贝特', readStatus: '0', readDate: null },
      ],
    });
    await bert.must('PUT', '/sys/notice/mynotice/read');
    expect(await unread(bert)).toBe(0);
    expect(await world.first.must('GET', `/sys/notice/${id}`)).toMatchObject({ readStatus: '1' });
    const { list } = await anna.must<{ list: object[] }>('GET', '/sys/notice/mynotice/page?readStatus=1&title=两人');
    expect(list).toMatchObject([{ title: '两人', readStatus: '1' }]);
  });

  test('without a receiver is refused: none named, one that is not there, one that is switched off', async () => {
    const refused = (receiverType: string, receiverIds: unknown) =>
      world.first.call<{ errors: { path: string }[] }>('POST', '/sys/notice', {
        title: '无',
        type: '0',
        content: 'x',
        receiverType,
        receiverIds,
      });
    for (const receivers of [null, [], ['x'], {}, '0', [ids['team']], ['019a0000-0000-7000-8000-000000000000']])
      expect((await refused('2', receivers)).data.errors[0]?.path).toBe('receiverIds');
    const off = await saved('/sys/user', {
      username: 'off',
      realName: '停',
      password: world.password,
      confirmPassword: world.password,
    });
    await world.first.must('PUT', '/sys/user/disable', [off]);
    const { code, data } = await send(await draft({ receiverType: '2', receiverIds: [off] }));
    expect([code, data.key]).toEqual([10010, 'E-NOTICE-NOBODY']);
  });

  test('is announced to its receivers when it is committed', async () => {
    const heard: string[] = [];
    world.door.listen(
      'qudao',
      (notice) => {
        if (notice.startsWith('unread')) heard.push(notice);
      },
      () => undefined,
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    await send(await draft({ receiverType: '2', receiverIds: [ids['anna']] }));
    await expect.poll(() => heard).toEqual([`unread 1000 ${ids['anna']}`]);
    await send(await draft());
    await expect.poll(() => heard.at(-1)).toBe('unread 1000 *');
  });
});

test('a notice to ten thousand is sent as fast as one to a single user', async () => {
  await world.sql(`
    insert into app.sys_user (tenant_code, id, username, real_name)
    select '1000', gen_random_uuid(), 'many' || n, '多' || n
    from generate_series(1, 10000) n`);
  const id = await draft({ title: '一万人' });
  const started = performance.now();
  expect((await send(id)).code).toBe(0);
  const took = Math.round(performance.now() - started);
  const began = performance.now();
  await anna.must('PUT', `/sys/notice/mynotice/read/${id}`);
  console.log(`sent to 10,000 users in ${took} ms, read in ${Math.round(performance.now() - began)} ms`);
  expect(await world.sql('select from app.sys_notice_receipt where notice_id = $1', [id])).toHaveLength(1);
});

describe('a message', () => {
  test('is read by its receiver and by nobody else', async () => {
    const { id } = await world.first.must<{ id: string }>('POST', '/sys/message', {
      title: 'todo',
      type: '0',
      content: '请审核',
      receiverId: ids['anna'],
      routeName: 'channelsale-order',
      businessKey: 'x',
    });
    expect(await anna.must<{ messages: number; newestMessages: object[] }>('GET', '/sys/unread')).toMatchObject({
      messages: 1,
      newestMessages: [{ content: '请审核', routeName: 'channelsale-order', businessKey: 'x' }],
    });
    expect((await world.first.call('PUT', '/sys/message/read', [id])).code).toBe(403);
    expect((await bert.call('PUT', `/sys/message/mine/read/${id}`)).code).toBe(404);
    await anna.must('PUT', `/sys/message/mine/read/${id}`);
    expect(await anna.must('GET', '/sys/unread')).toMatchObject({ messages: 0 });
    expect(await world.first.must('GET', `/sys/message/${id}`)).toMatchObject({
      readStatus: '1',
      receiverName: '安娜',
    });
  });
});

describe('news and carousels', () => {
  test('news are published with their time, and withdrawn', async () => {
    const id = await saved('/sys/news', { title: '新品', content: '<p>上市</p>' });
    await world.first.must('PUT', '/sys/news/publish', [id]);
    const published = await world.first.must<{ status: string; publishDate: string }>('GET', `/sys/news/${id}`);
    expect([published.status, Date.now() - Date.parse(published.publishDate) < 60_000]).toEqual(['1', true]);
    expect((await world.first.call('PUT', '/sys/news/publish', [id])).code).toBe(10010);
    await world.first.must('PUT', '/sys/news/unpublish', [id]);
    expect(await world.first.must('GET', `/sys/news/${id}`)).toMatchObject({ status: '0', publishDate: null });
  });

  test('nobody says when news were published but who publishes them', async () => {
    const draft = { title: '旧闻', content: '<p>x</p>', publishDate: '2020-01-01T00:00:00Z' };
    const id = await saved('/sys/news', draft);
    expect(await world.first.must('GET', `/sys/news/${id}`)).toMatchObject({ status: '0', publishDate: null });
    await world.first.must('PUT', '/sys/news/publish', [id]);
    const published = await world.first.must<{ publishDate: string }>('GET', `/sys/news/${id}`);
    await world.first.must('PUT', '/sys/news', { ...published, publishDate: '2020-01-01T00:00:00Z' });
    const { publishDate } = published;
    expect(await world.first.must('GET', `/sys/news/${id}`)).toMatchObject({ status: '1', publishDate });
  });

  test('a carousel does not end before it begins', async () => {
    const body = { title: '图', imageUrl: '/files/a.png' };
    expect(
      (
        await world.first.call<{ errors: { path: string }[] }>('POST', '/sys/carousel', {
          ...body,
          startDate: '2026-05-02',
          endDate: '2026-05-01',
        })
      ).data.errors[0]?.path,
    ).toBe('endDate');
    await saved('/sys/carousel', { ...body, startDate: '2026-05-01', endDate: '2026-05-01', linkUrl: '#/sys-news' });
  });
});
