import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let people: Readonly<Record<'clerk' | 'manager' | 'keeper' | 'buyer' | 'seller', Session>>;
let order: string;
beforeAll(async () => {
  world = await openWorld('comment');
  await furnish(world.first);
  people = await hireStaff(world, {
    clerk: { role: 'SALES_CLERK' },
    manager: { role: 'SALES_MANAGER', more: { email: 'manager@house.test' } },
    keeper: { role: 'WAREHOUSE' },
    buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'CU1' } },
    seller: { role: 'SALESPERSON', more: { accountType: '3', personnelCode: 'P1' } },
  });
  const { id } = await people.clerk.must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: [{ productCode: 'M1', number: '9', price: '2' }],
  });
  order = id;
});
afterAll(() => world.close());

const at = (rest = ''): string => `/message/comment${rest}?noun=order:order&id=${order}`;
const idOf = async (username: string): Promise<string> =>
  (await world.sql<{ id: string }>('select id from app.sys_user where username = $1', [username]))[0]?.id ?? '';
const say = (session: Session, content: string, more: object = {}) =>
  session.call<{ id: string }>('POST', '/message/comment', { noun: 'order:order', id: order, content, ...more });
const heard = async (session: Session): Promise<string[]> =>
  (await session.must<{ content: string }[]>('GET', at())).map(({ content }) => content);

describe('what is said about a document', () => {
  test('is heard by who may read the document; who is mentioned is told, by mail where he has an address', async () => {
    const manager = await idOf('manager');
    const { code } = await say(people.clerk, '第 1 行缺货，@manager 看一下', {
      mentions: [manager],
      lineNo: 1,
      quote: '墙漆 × 9',
    });
    expect(code).toBe(0);
    expect(await people.manager.must('GET', at())).toMatchObject([
      { authorName: 'clerk', lineNo: 1, quote: '墙漆 × 9', mentions: [{ name: 'manager' }], isRemovable: false },
    ]);
    expect(
      await world.sql('select title, route_name, business_key from app.sys_message where receiver_id = $1', [manager]),
    ).toEqual([{ title: 'mentioned', route_name: 'order-order', business_key: order }]);
    expect(await world.sql('select mail_to from app.message_maillog')).toEqual([{ mail_to: 'manager@house.test' }]);
    expect(await people.clerk.must('GET', at('/counts'))).toMatchObject({ talk: 1, files: 0, changes: 2 });
  });

  test('goes by mail to nobody who said that he does not want it, and does again once he wants it', async () => {
    const manager = await idOf('manager');
    const mails = async (): Promise<number> => (await world.sql('select from app.message_maillog')).length;
    const before = await mails();
    const wish = (session: Session, isWanted: boolean) =>
      session.must('PUT', '/sys/user/mail', { kind: 'mentioned', isWanted });
    await wish(people.clerk, false);
    await say(people.clerk, '@manager 一', { mentions: [manager] });
    expect((await mails()) - before).toBe(1);
    await wish(people.manager, false);
    await wish(people.manager, false);
    await say(people.clerk, '@manager 二', { mentions: [manager] });
    expect((await mails()) - before).toBe(1);
    expect(await people.manager.must('GET', '/sys/user/mail')).toMatchObject({
      email: 'manager@house.test',
      kinds: [
        { kind: 'answered', isWanted: true },
        { kind: 'mentioned', isWanted: false },
        { kind: 'report', isWanted: true },
      ],
    });
    expect(
      await world.sql(`select from app.sys_message where receiver_id = $1 and title = 'mentioned'`, [manager]),
    ).toHaveLength(3);
    await wish(people.manager, true);
    await say(people.clerk, '@manager 三', { mentions: [manager] });
    expect((await mails()) - before).toBe(2);
    expect((await people.manager.call('PUT', '/sys/user/mail', { kind: 'no', isWanted: false })).code).toBe(10003);
  });

  test('is closed to customers, to whoever may not read the document, and to other tenants', async () => {
    for (const session of [people.buyer, people.keeper, people.seller, world.second]) {
      expect([403, 404]).toContain((await session.call('GET', at())).code);
      expect([403, 404]).toContain((await session.call('GET', at('/people'))).code);
      expect([403, 404]).toContain((await session.call('GET', at('/counts'))).code);
      expect([403, 404]).toContain((await say(session, '外人')).code);
    }
    expect(await heard(people.clerk)).not.toContain('外人');
  });

  test('calls only people of the house who may read it, the writer of the document first', async () => {
    const readers = await people.manager.must<{ name: string }[]>('GET', at('/people'));
    const names = readers.map(({ name }) => name);
    expect(names[0]).toBe('clerk');
    expect(names).toContain('manager');
    for (const name of ['keeper', 'buyer', 'seller']) {
      expect(names).not.toContain(name);
      expect(await say(people.clerk, '看', { mentions: [await idOf(name)] })).toMatchObject({
        code: 10003,
        data: { errors: [{ path: 'mentions' }] },
      });
    }
  });

  test('is taken back by its writer within minutes, by nobody else and not later', async () => {
    const { data } = await say(people.clerk, '说错了');
    expect((await people.manager.call('DELETE', `/message/comment/${data.id}`)).code).toBe(404);
    await people.clerk.must('DELETE', `/message/comment/${data.id}`);
    const { data: old } = await say(people.clerk, '说久了');
    await world.sql(`update app.message_comment set create_date = now() - interval '11 minutes' where id = $1`, [
      old.id,
    ]);
    expect((await people.clerk.call('DELETE', `/message/comment/${old.id}`)).code).toBe(404);
    expect(await heard(people.manager)).toContain('说久了');
    expect(await heard(people.manager)).not.toContain('说错了');
  });

  test('is no more than two thousand letters, and something', async () => {
    expect((await say(people.clerk, '好'.repeat(2000))).code).toBe(0);
    expect((await say(people.clerk, '好'.repeat(2001))).code).toBe(10003);
    expect((await say(people.clerk, '  ')).code).toBe(10003);
  });
});
