import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('account');
  await furnish(world.first);
});
afterAll(() => world.close());

const menus = {
  customerPage: menuIdOf('data/customer?tenantFlag=0'),
  customerSave: menuIdOf('button data:customer:save'),
  brandSave: menuIdOf('button data:brand:save'),
  userPage: menuIdOf('sys/user'),
  userSave: menuIdOf('button sys:user:save'),
  userUpdate: menuIdOf('button sys:user:update'),
  userView: menuIdOf('button sys:user:view'),
} as const;
let count = 0;
const role = async (by: Session, menuList: readonly string[], more: object = {}): Promise<string> =>
  (await by.must<{ id: string }>('POST', '/sys/role', { code: `A${++count}`, name: `角色${count}`, menuList, ...more }))
    .id;
const body = (username: string, more: object): object => ({
  username,
  realName: username,
  password: world.password,
  confirmPassword: world.password,
  ...more,
});
const hire = async (by: Session, username: string, more: object): Promise<string> =>
  (await by.must<{ id: string }>('POST', '/sys/user', body(username, more))).id;

describe('an account of a customer, supplier or salesperson', () => {
  test.each([
    ['1', 'customerCode'],
    ['2', 'supplierCode'],
    ['3', 'personnelCode'],
  ])('of type %s names its %s', async (accountType, key) => {
    const reply = await world.first.call<{ errors: { path: string }[] }>(
      'POST',
      '/sys/user',
      body(`nobody${accountType}`, { accountType }),
    );
    expect([reply.code, reply.data.errors[0]?.path]).toEqual([10003, key]);
    await hire(world.first, `somebody${accountType}`, { accountType, [key]: 'X1' });
  });
});

describe('a sub-account', () => {
  test('hangs below a main account that is enabled, and stands for the same', async () => {
    expect((await world.first.call('POST', '/sys/user', body('orphan', { accountRank: '1' }))).code).toBe(10003);
    const main = await hire(world.first, 'dealer', { accountType: '1', customerCode: 'CU1' });
    const sub = await hire(world.first, 'dealer-sub', {
      accountRank: '1',
      mainUserId: main,
      accountType: '0',
      customerCode: 'OTHER',
    });
    const [row] = await world.sql('select account_type, customer_code, main_user_id from app.sys_user where id = $1', [
      sub,
    ]);
    expect(row).toEqual({ account_type: '1', customer_code: 'CU1', main_user_id: main });
    expect(
      (await world.first.call('POST', '/sys/user', body('below', { accountRank: '1', mainUserId: sub }))).code,
    ).toBe(20032);
    expect((await world.first.call('PUT', '/sys/user', { id: main, accountRank: '1', mainUserId: sub })).code).toBe(
      20032,
    );
    const other = await hire(world.first, 'dealer-two', { accountType: '1', customerCode: 'CU1' });
    expect((await world.first.call('PUT', '/sys/user', { id: main, accountRank: '1', mainUserId: other })).code).toBe(
      20033,
    );
  });

  test('holds no more than its main account, also when that is cut down later', async () => {
    const wide = await role(world.first, [menus.customerPage, menus.customerSave, menus.brandSave]);
    const narrow = await role(world.first, [menus.customerPage, menus.customerSave]);
    const main = await hire(world.first, 'main-a', { roleIdList: [narrow] });
    await hire(world.first, 'sub-a', { accountRank: '1', mainUserId: main, roleIdList: [wide] });
    const sub = await world.confirmed('sub-a');
    expect(await sub.must('GET', '/sys/menu/permissions')).toEqual(['data:customer:page', 'data:customer:save']);
    await world.first.must('PUT', '/sys/role', { id: narrow, menuList: [menus.customerPage] });
    expect(await sub.must('GET', '/sys/menu/permissions')).toEqual(['data:customer:page']);
    expect(
      (
        await sub.call('POST', '/data/customer/manage', {
          code: 'NO',
          name: '不行',
          classCode: 'K1',
          customerType: '1',
        })
      ).code,
    ).toBe(403);
  });

  test('rests with its main account, within the same second', async () => {
    const main = await hire(world.first, 'main-b', {});
    await hire(world.first, 'sub-b', { accountRank: '1', mainUserId: main });
    const sub = await world.confirmed('sub-b');
    await sub.must('GET', '/sys/user/info');
    await world.first.must('PUT', '/sys/user/disable', [main]);
    expect((await sub.call('GET', '/sys/user/info')).code).toBe(10001);
    expect(
      (
        await world.app.inject({
          method: 'POST',
          url: '/api/login',
          payload: { username: 'sub-b', password: world.password },
        })
      ).json(),
    ).toMatchObject({ code: 10005 });
    await world.first.must('PUT', '/sys/user/enable', [main]);
    await world.confirmed('sub-b');
  });

  test('is all that an account from outside can open, and it sees nobody else’s', async () => {
    const roleId = await role(world.first, [
      menus.customerPage,
      menus.userPage,
      menus.userSave,
      menus.userUpdate,
      menus.userView,
    ]);
    const main = await hire(world.first, 'outside', { accountType: '1', customerCode: 'CU1', roleIdList: [roleId] });
    const stranger = await hire(world.first, 'stranger', { accountType: '1', customerCode: 'CU9' });
    const outside = await world.confirmed('outside');
    const opened = await hire(outside, 'outside-sub', { accountType: '0', roleIdList: [roleId] });
    const [row] = await world.sql(
      'select account_type, account_rank, customer_code, main_user_id from app.sys_user where id = $1',
      [opened],
    );
    expect(row).toEqual({ account_type: '1', account_rank: '1', customer_code: 'CU1', main_user_id: main });
    expect((await outside.call('GET', `/sys/user/${stranger}`)).code).toBe(404);
    const { list } = await outside.must<{ list: { username: string }[] }>('GET', '/sys/user/page');
    expect(list.map(({ username }) => username).filter((name) => name === 'stranger' || name === 'first')).toEqual([]);
  });
});

describe('why a user may or may not', () => {
  interface Told {
    readonly isAllowed: boolean;
    readonly reasons: readonly { readonly isPassed: boolean; readonly text: string }[];
  }
  const why = (query: string, language = 'en-US'): Promise<Told> =>
    world.first.must<Told>('GET', `/sys/user/explain?${query}`, undefined, { 'accept-language': language });

  test('press a button: role, menu, and who on the way lacks it', async () => {
    const granted = await role(world.first, [
      menus.customerPage,
      menus.customerSave,
      menus.userSave,
      menuIdOf('button sys:role:save'),
    ]);
    const boss = await hire(world.first, 'why-boss', { roleIdList: [granted] });
    const bossSession = await world.confirmed('why-boss');
    const handed = await role(bossSession, [menus.customerPage, menus.customerSave]);
    const worker = await hire(bossSession, 'why-worker', { roleIdList: [handed] });
    expect(await why(`userId=${worker}&permission=data:customer:save`)).toEqual({
      isAllowed: true,
      reasons: [
        { isPassed: true, text: expect.stringMatching(/^Role 角色\d+ grants it through the menu entry /) as string },
      ],
    });
    expect(await why(`userId=${worker}&permission=data:brand:save`)).toMatchObject({
      isAllowed: false,
      reasons: [{ isPassed: false, text: expect.stringContaining('does not name it') as string }],
    });
    await world.first.must('PUT', '/sys/role', { id: granted, menuList: [menus.customerPage] });
    expect(await why(`userId=${worker}&permission=data:customer:save`, 'zh-CN')).toMatchObject({
      isAllowed: false,
      reasons: [{ isPassed: false, text: expect.stringContaining('创建人【why-boss】没有该权限') as string }],
    });
    expect((await why(`userId=${boss}&permission=no:such:thing`)).reasons[0]?.text).toBe('There is no such permission');
    const [admin] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'first'`);
    expect(await why(`userId=${admin?.id}&permission=data:brand:save`)).toMatchObject({ isAllowed: true });
  });

  test('see a row: exactly when the list shows it to him', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
    const rows = new Map<string, string>();
    for (const [code, more] of [
      ['W-1', { organizeCode: 'O1' }],
      ['W-2', { organizeCode: 'O2' }],
      ['W-0', {}],
    ] as const) {
      rows.set(
        code,
        (
          await world.first.must<{ id: string }>('POST', '/data/customer/manage', {
            code,
            name: `看${code}`,
            classCode: 'K1',
            customerType: '1',
            ...more,
          })
        ).id,
      );
    }
    const page = await role(world.first, [menus.customerPage]);
    const group = await role(world.first, [menus.customerPage, menuIdOf('data/customer?tenantFlag=1')]);
    for (const [username, more] of [
      ['see-local', { roleIdList: [page], organizeCode: 'O1' }],
      ['see-group', { roleIdList: [group], organizeCode: 'O1' }],
      ['see-customer', { roleIdList: [page], accountType: '1', customerCode: 'W-1', organizeCode: 'O1' }],
    ] as const) {
      const userId = await hire(world.first, username, more);
      const session = await world.confirmed(username);
      const { list } = await session.must<{ list: { code: string }[] }>(
        'GET',
        `/data/customer/manage/page?tenantFlag=1&name=${encodeURIComponent('看W')}`,
      );
      for (const [code, id] of rows) {
        const told = await why(`userId=${userId}&noun=data:customer&id=${id}`);
        expect([username, code, told.isAllowed], JSON.stringify(told)).toEqual([
          username,
          code,
          list.some((row) => row.code === code),
        ]);
        expect(await why(`userId=${userId}&noun=data:customer&code=${code}`)).toEqual(told);
      }
    }
    const [local] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'see-local'`);
    const told = await why(`userId=${local?.id}&noun=data:customer&code=W-2`);
    expect(told.reasons.map(({ text }) => text)).toContain('Organisation code O2 is not in power; in power: O1');
  });

  test('is told to nobody about a row that he may not see himself', async () => {
    const roleId = await role(world.first, [menus.userPage, menus.userView]);
    await hire(world.first, 'curious', { roleIdList: [roleId], organizeCode: 'O1' });
    const curious = await world.confirmed('curious');
    const [admin] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'first'`);
    expect((await curious.call('GET', `/sys/user/explain?userId=${admin?.id}&noun=data:customer&code=W-2`)).code).toBe(
      404,
    );
    expect(
      (await world.second.call('GET', `/sys/user/explain?userId=${admin?.id}&permission=data:brand:save`)).code,
    ).toBe(404);
    expect((await curious.call('GET', '/sys/user/explain?userId=x&permission=y')).code).toBe(404);
  });
});
