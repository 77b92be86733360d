import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let roleId: string;
beforeAll(async () => {
  world = await openWorld('handover');
  await furnish(world.first);
  await world.first.must('POST', '/data/bd/personnel', {
    code: 'P2',
    name: '李四',
    deptCode: 'D1',
    organizeCode: 'O1',
  });
  for (const [code, salesmanCode] of [
    ['H1', 'P1'],
    ['H2', 'P1'],
    ['H3', 'P2'],
  ])
    await world.first.must('POST', '/data/customer/manage', {
      code,
      name: code,
      classCode: 'K1',
      customerType: '1',
      salesmanCode,
    });
  roleId = (
    await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'SELL',
      name: '销售',
      menuList: [
        menuIdOf('data/customer?tenantFlag=0'),
        ...['order/order'].map(menuIdOf),
        menuIdOf('button order:order:save'),
        menuIdOf('button order:order:stash'),
      ],
    })
  ).id;
});
afterAll(() => world.close());

const hire = async (username: string, more: object = {}): Promise<string> =>
  (
    await world.first.must<{ id: string }>('POST', '/sys/user', {
      username,
      realName: username,
      password: world.password,
      confirmPassword: world.password,
      organizeCode: 'O1',
      ...more,
    })
  ).id;

describe('when a person leaves', () => {
  test('customers, unsaved work, roles and lists go over in one action with one line in the log; the account rests', async () => {
    const [brand] = await world.sql<{ id: string }>(
      `select id from app.data_brand where code = 'B1' and tenant_code = '1000'`,
    );
    const from = await hire('leaver', { personnelCode: 'P1', roleIdList: [roleId], brandList: [brand?.id] });
    const to = await hire('heir', { personnelCode: 'P2' });
    const leaver = await world.confirmed('leaver');
    await leaver.must('PUT', '/sys/draft/order__add', {
      title: '新订单',
      route: 'order__add',
      content: { remark: '写了一半' },
      baseVersion: null,
    });
    const expected = { customers: 2, drafts: 1, roles: 1, subAccounts: 0 };
    expect(await world.first.must('GET', `/sys/user/handover?from=${from}&to=${to}`)).toMatchObject(expected);
    expect(await world.first.must('PUT', '/sys/user/handover', { from, to })).toMatchObject(expected);

    const salesmen = await world.sql(`
      select code, salesman_code
      from app.data_customer
      where code like 'H_' and tenant_code = '1000'
      order by code`);
    expect(salesmen).toEqual([
      { code: 'H1', salesman_code: 'P2' },
      { code: 'H2', salesman_code: 'P2' },
      { code: 'H3', salesman_code: 'P2' },
    ]);
    const heir = await world.confirmed('heir');
    expect(await heir.must('GET', '/sys/draft')).toMatchObject([{ key: 'order__add', title: '新订单' }]);
    expect(await heir.must<string[]>('GET', '/sys/menu/permissions')).toContain('order:order:save');
    expect((await leaver.call('GET', '/sys/user/info')).code).toBe(10001);
    const rows = await world.sql(`
      select username, status, cardinality(role_id_list) as roles, cardinality(brand_list) as brands
      from app.sys_user
      where username in ('leaver', 'heir')
      order by username`);
    expect(rows).toEqual([
      { username: 'heir', status: '1', roles: 1, brands: 1 },
      { username: 'leaver', status: '0', roles: 0, brands: 1 },
    ]);
    const history = await world.first.must<{ operation: string; message: string }[]>(
      'GET',
      `/sys/history?noun=sys:user&id=${from}`,
    );
    expect(history.filter(({ operation }) => operation === 'handover')).toMatchObject([{ message: 'heir heir' }]);
    expect(await world.first.must('GET', `/sys/user/handover?from=${from}&to=${to}`)).toMatchObject({
      customers: 0,
      drafts: 0,
      roles: 0,
    });
  });

  test('nothing moves to somebody who cannot take it', async () => {
    await world.sql(`update app.data_customer set salesman_code = 'P1' where code = 'H1'`);
    const from = await hire('stays', { personnelCode: 'P1', roleIdList: [roleId] });
    const bare = await hire('bare');
    const resting = await hire('resting', { personnelCode: 'P2', status: '0' });
    expect((await world.first.call('PUT', '/sys/user/handover', { from, to: bare })).code).toBe(20046);
    expect((await world.first.call('PUT', '/sys/user/handover', { from, to: resting })).code).toBe(10003);
    expect((await world.first.call('PUT', '/sys/user/handover', { from, to: from })).code).toBe(10003);
    expect((await world.first.call('PUT', '/sys/user/handover', { from })).code).toBe(404);
    expect((await world.second.call('PUT', '/sys/user/handover', { from, to: bare })).code).toBe(404);
    expect(
      await world.sql('select status, cardinality(role_id_list) as roles from app.sys_user where id = $1', [from]),
    ).toEqual([{ status: '1', roles: 1 }]);
  });

  test('whoever holds less cannot hand the mightier over', async () => {
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'HR',
      name: '人事',
      menuList: [menuIdOf('sys/user'), menuIdOf('button sys:user:update'), menuIdOf('button sys:user:view')],
    });
    await hire('clerk', { roleIdList: [role.id] });
    const from = await hire('mighty', { roleIdList: [roleId] });
    const to = await hire('friend');
    const clerk = await world.confirmed('clerk');
    expect((await clerk.call('PUT', '/sys/user/handover', { from, to })).code).toBe(20031);
  });
});
