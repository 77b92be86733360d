import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let house: Session;
beforeAll(async () => {
  world = await openWorld('scope');
  house = world.first;
  await furnish(house);
  await house.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  await house.must('POST', '/data/bd/channel', { code: 'CH2', name: '电商' });
  await house.must('POST', '/data/storage', { code: 'W9', name: '九号仓', organizeCode: 'O1' });
  await house.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O2' });
});
afterAll(() => world.close());

const idOf = async (path: string, code: string): Promise<string> => {
  const answer = await house.must<{ id: string; code: string }[] | { list: { id: string; code: string }[] }>(
    'GET',
    path,
  );
  return (Array.isArray(answer) ? answer : answer.list).find((row) => row.code === code)?.id ?? '';
};
const lines = [{ productCode: 'M1', number: '1', price: '2' }];

/** Screens and buttons with these permissions. */
const menusOf = async (permissions: readonly string[]): Promise<string[]> =>
  (await world.sql<{ id: string }>('select id from app.sys_menu where permissions = any($1)', [permissions])).map(
    ({ id }) => id,
  );

async function clerk(
  username: string,
  { permissions, role = {}, user = {} }: { permissions: readonly string[]; role?: object; user?: object },
): Promise<Session> {
  const { id } = await house.must<{ id: string }>('POST', '/sys/role', {
    code: username,
    name: username,
    menuList: await menusOf(permissions),
    ...role,
  });
  await house.must('POST', '/sys/user', {
    username,
    realName: username,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [id],
    organizeCode: 'O1',
    ...user,
  });
  return world.login(username);
}
const orders = ['order:order:page', 'order:order:save', 'order:order:update'];

describe('what somebody writes lies within his data scope', () => {
  test('an order of an organisation that he has no power over is not his to write, nor to move one there', async () => {
    const one = await clerk('orgclerk', { permissions: orders });
    const refused = await one.call('POST', '/channelsale/order', { organizeCode: 'O2', customerCode: 'CU1', lines });
    expect(refused).toMatchObject({ code: 10003, data: { key: 'E-INVALID', errors: [{ path: 'organizeCode' }] } });
    expect(
      await world.sql(`select code from app.order_order where tenant_code = '1000' and organize_code = 'O2'`),
    ).toEqual([]);
    const { data } = await one.must<{ data: { id: string; rowVersion: number } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines,
    });
    expect(
      await one.call('PUT', '/channelsale/order', { id: data.id, organizeCode: 'O2', customerCode: 'CU1', lines }),
    ).toMatchObject({ code: 10003, data: { errors: [{ path: 'organizeCode' }] } });
    expect(await world.sql(`select organize_code from app.order_order where id = $1`, [data.id])).toEqual([
      { organize_code: 'O1' },
    ]);
  });

  test('nor of a channel; and a warehouse document is not of a warehouse that is not his', async () => {
    const one = await clerk('channelclerk', {
      permissions: [...orders, 'stock:inout:page', 'stock:inout:save'],
      role: {
        channelList: [await idOf('/data/bd/channel/page?limit=50', 'CH1')],
        storageList: [await idOf('/data/storage/page?limit=50', 'W1')],
      },
    });
    await one.must('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      channelCode: 'CH1',
      lines,
    });
    expect(
      await one.call('POST', '/channelsale/order', {
        organizeCode: 'O1',
        customerCode: 'CU1',
        channelCode: 'CH2',
        lines,
      }),
    ).toMatchObject({ code: 10003, data: { errors: [{ path: 'channelCode' }] } });
    const movement = { organizeCode: 'O1', moveType: '3', lines: [{ productCode: 'M1', number: '1', price: '8' }] };
    await one.must('POST', '/stock/inout', { ...movement, storageCode: 'W1' });
    expect(await one.call('POST', '/stock/inout', { ...movement, storageCode: 'W9' })).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'storageCode' }] },
    });
  });
});

describe('a salesperson', () => {
  test('sees orders, deliveries and money of his own customers and of his team, and of nobody else', async () => {
    await house.must('POST', '/data/bd/dept', { code: 'D2', name: '二部', organizeCode: 'O1' });
    for (const code of ['LEAD', 'MATE', 'ALIEN'])
      await house.must('POST', '/data/bd/personnel', {
        code,
        name: code,
        deptCode: code === 'ALIEN' ? 'D2' : 'D1',
        organizeCode: 'O1',
        salesmanFlag: '1',
      });
    const [dept] = await world.sql<{ id: string; row_version: number }>(
      `select id, row_version from app.data_dept where tenant_code = '1000' and code = 'D1'`,
    );
    await house.must('PUT', '/data/bd/dept', { id: dept?.id, leaderCode: 'LEAD' });
    for (const of of ['LEAD', 'MATE', 'ALIEN'])
      await house.must('POST', '/data/customer/manage', {
        code: `C-${of}`,
        name: `${of} 的客户`,
        classCode: 'K1',
        customerType: '1',
        organizeCode: 'O1',
        salesmanCode: of,
      });
    for (const of of ['LEAD', 'MATE', 'ALIEN'])
      await house.must('POST', '/channelsale/order', {
        organizeCode: 'O1',
        customerCode: `C-${of}`,
        salesmanCode: of,
        lines,
      });
    for (const of of ['LEAD', 'MATE', 'ALIEN']) {
      const { id } = await house.must<{ id: string }>('POST', '/channelsale/bill', {
        organizeCode: 'O1',
        customerCode: `C-${of}`,
        billType: 'RC',
        amount: '10',
      });
      await house.must('PUT', '/channelsale/bill/audit', [id]);
    }
    const permissions = [...orders, 'sale:capitalaccount:page', 'sale:bill:page', 'data:customer:page'];
    const [lead, mate] = [
      await clerk('lead', { permissions, user: { accountType: '3', personnelCode: 'LEAD' } }),
      await clerk('mate', { permissions, user: { accountType: '3', personnelCode: 'MATE' } }),
    ];
    const seen = async (session: Session, path: string): Promise<string[]> =>
      [
        ...new Set(
          (await session.must<{ list: { customerName?: string; name: string }[] }>('GET', path)).list.map(
            ({ customerName, name }) => customerName ?? name,
          ),
        ),
      ].toSorted();
    for (const path of [
      '/channelsale/order/page',
      '/channelsale/bill/page',
      '/channelsale/capitalpoolaccount/page',
      '/data/customer/manage/page',
    ]) {
      expect([path, ...(await seen(lead, `${path}?limit=50`))]).toEqual([path, 'LEAD 的客户', 'MATE 的客户']);
      expect([path, ...(await seen(mate, `${path}?limit=50`))]).toEqual([path, 'MATE 的客户']);
    }
    expect(
      await mate.call('POST', '/channelsale/order', {
        organizeCode: 'O1',
        customerCode: 'C-MATE',
        salesmanCode: 'ALIEN',
        lines,
      }),
    ).toMatchObject({ code: 10003, data: { errors: [{ path: 'salesmanCode' }] } });
  });

  test('who is an employee sees the orders that name him, whatever department they are of', async () => {
    const one = await clerk('employee', {
      permissions: orders,
      role: { deptList: [await idOf('/data/bd/dept/list', 'D1')] },
      user: { accountType: '0', personnelCode: 'P1' },
    });
    const { data } = await house.must<{ data: { id: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      deptCode: 'D2',
      salesmanCode: 'P1',
      lines,
    });
    const others = await house.must<{ data: { id: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      deptCode: 'D2',
      lines,
    });
    const { list } = await one.must<{ list: { id: string }[] }>('GET', '/channelsale/order/page?limit=50');
    expect([data.id, others.data.id].map((id) => list.some((row) => row.id === id))).toEqual([true, false]);
  });
});

describe('several documents at once', () => {
  test('tell which of them is refused', async () => {
    const made = await Promise.all(
      [1, 2].map((n) =>
        house.must<{ data: { id: string; code: string } }>('POST', '/channelsale/order', {
          organizeCode: 'O1',
          customerCode: 'CU1',
          lines: [{ productCode: `M${n + 1}`, number: n === 1 ? '1' : '100000', price: '2' }],
        }),
      ),
    );
    const [, second] = made.map(({ data }) => data);
    const { msg, data } = (await house.call(
      'PUT',
      '/channelsale/order/audit',
      made.map(({ data: { id } }) => id),
    )) as { msg: string; data: { key: string } };
    expect(data.key).toMatch(/^E-(?:STOCK|CREDIT-OVER)$/);
    expect(msg).toContain(`【${second?.code ?? ''}】`);
  });
});
