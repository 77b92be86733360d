import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layersOf, type Life, type LifeNode } from '#platform/model/life.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
let orderId = '';
const made: { delivery: string; movement: string }[] = [];

beforeAll(async () => {
  world = await openWorld('life');
  const clerk = world.first;
  await furnish(clerk);
  const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    storageCode: 'W1',
    lines: [
      { productCode: 'M1', number: '10', price: '12' },
      { productCode: 'M2', number: '4', price: '5' },
    ],
  });
  orderId = id;
  await clerk.must('PUT', '/channelsale/order/audit', [id]);
  for (const number of ['6', '4']) made.push(await shipped(clerk, orderId, number));
});
afterAll(() => world.close());

/** A delivery of so many of the first line, from the order to the movement that left the warehouse. */
async function shipped(clerk: Session, order: string, number: string): Promise<{ delivery: string; movement: string }> {
  const {
    ids: [delivery = ''],
  } = await clerk.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [order]);
  const draft = await clerk.must<{ lines: { productCode: string }[] }>('GET', `/channelsale/delivery/${delivery}`);
  await clerk.must('PUT', '/channelsale/delivery', {
    ...draft,
    lines: draft.lines.filter(({ productCode }) => productCode === 'M1').map((line) => ({ ...line, number })),
  });
  await clerk.must('PUT', '/channelsale/delivery/audit', [delivery]);
  const {
    ids: [movement = ''],
  } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
  await clerk.must('PUT', '/stock/inout/audit', [movement]);
  return { delivery, movement };
}

const lifeOf = (session: Session, noun: string, id: string): Promise<Reply<Life>> =>
  session.call<Life>('GET', `/sys/life?noun=${noun}&id=${id}`);
const told = ({ type, billStatus, number }: LifeNode): unknown[] => [
  type,
  billStatus,
  number === null ? null : Number.parseFloat(number),
];

let count = 0;
async function hire(...grants: readonly string[]): Promise<Session> {
  count += 1;
  const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
    code: `R${count}`,
    name: `角色${count}`,
    menuList: grants.map((grant) => menuIdOf(grant)),
  });
  await world.first.must('POST', '/sys/user', {
    username: `viewer${count}`,
    realName: `读者${count}`,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [role.id],
    organizeCode: 'O1',
  });
  return world.login(`viewer${count}`);
}

describe('the life of an order', () => {
  test('is its deliveries and what left the warehouse for them, from whichever of them it is asked for', async () => {
    const { data: life } = await lifeOf(world.first, 'order:order', orderId);
    expect(life.nodes.map(told)).toEqual([
      ['order:order', '1', 14],
      ['order:delivery', '2', 6],
      ['order:delivery', '2', 4],
      ['stock:inout', '1', 6],
      ['stock:inout', '1', 4],
    ]);
    expect(life.nodes.map(({ isSelf }) => isSelf)).toEqual([true, false, false, false, false]);
    const layers = layersOf(life);
    const inLayer = (layer: number): string[] =>
      life.nodes
        .filter((_node, at) => layers[at] === layer)
        .map(({ id }) => id ?? '')
        .toSorted();
    expect([inLayer(0), inLayer(1), inLayer(2)]).toEqual([
      [orderId],
      made.map(({ delivery }) => delivery).toSorted(),
      made.map(({ movement }) => movement).toSorted(),
    ]);
    expect(life.links.every(({ isActive }) => isActive)).toBe(true);
    expect(life.isCut).toBe(false);
    // The movement of the second delivery knows the first one through the order.
    const { data: behind } = await lifeOf(world.first, 'stock:inout', made[1]?.movement ?? '');
    expect(behind.nodes.map(({ id }) => String(id)).toSorted()).toEqual(
      life.nodes.map(({ id }) => String(id)).toSorted(),
    );
    expect(behind.nodes.find(({ isSelf }) => isSelf)?.id).toBe(made[1]?.movement);
  });

  test('shows a document that the reader may not open as one without a name', async () => {
    const reader = await hire('order/order', 'button order:order:view', 'order/delivery', 'button order:delivery:view');
    const {
      data: { nodes, links },
    } = await lifeOf(reader, 'order:order', orderId);
    expect(nodes.filter(({ type }) => type === 'stock:inout')).toEqual(
      [1, 2].map(() => ({
        type: 'stock:inout',
        id: null,
        code: null,
        billStatus: null,
        cancelFlag: null,
        billDate: null,
        amount: null,
        number: null,
        isSelf: false,
      })),
    );
    expect(nodes.filter(({ id }) => id !== null)).toHaveLength(3);
    expect(JSON.stringify({ nodes, links })).not.toContain(made[0]?.movement);
    expect((await lifeOf(reader, 'stock:inout', made[0]?.movement ?? '')).code).toBe(403);
  });

  test('keeps to the data scope at every step, not only at the first', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
    const [, second] = made;
    await world.sql(`update app.order_delivery set organize_code = 'O2' where id = $1`, [second?.delivery]);
    const reader = await hire('order/order', 'button order:order:view', 'order/delivery', 'button order:delivery:view');
    const {
      data: { nodes },
    } = await lifeOf(reader, 'order:order', orderId);
    expect(
      nodes
        .filter(({ type }) => type === 'order:delivery')
        .map(({ id }) => String(id))
        .toSorted(),
    ).toEqual([String(made[0]?.delivery), 'null'].toSorted());
    expect((await lifeOf(reader, 'order:delivery', second?.delivery ?? '')).code).toBe(404);
    await world.sql(`update app.order_delivery set organize_code = 'O1' where id = $1`, [second?.delivery]);
  });

  test('means nothing to another tenant, and nonsense is not found', async () => {
    for (const [noun, id] of [
      ['order:order', orderId],
      ['order:delivery', made[0]?.delivery ?? ''],
      ['stock:inout', made[0]?.movement ?? ''],
    ] as const)
      expect([404, 403], noun).toContain((await lifeOf(world.second, noun, id)).code);
    for (const [noun, id] of [
      ['order:order', '1'],
      ['', orderId],
      ['data:brand', orderId],
      ['order:delivery', orderId],
    ] as const)
      expect((await lifeOf(world.first, noun, id)).code).toBe(404);
  });

  test('marks a link that ended, and leaves out a document that was deleted', async () => {
    const {
      ids: [delivery = ''],
    } = await world.first.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [orderId]);
    const third = async (): Promise<{ readonly isThere: boolean; readonly isActive: boolean | undefined }> => {
      const {
        data: { nodes, links },
      } = await lifeOf(world.first, 'order:order', orderId);
      const at = nodes.findIndex(({ id }) => id === delivery);
      return { isThere: at >= 0, isActive: links.find(({ to }) => to === at)?.isActive };
    };
    expect(await third()).toEqual({ isThere: true, isActive: true });
    await world.sql('update app.doc_link set is_active = false where to_id = $1', [delivery]);
    expect(await third()).toEqual({ isThere: true, isActive: false });
    await world.first.must('DELETE', `/channelsale/delivery/${delivery}`);
    expect((await third()).isThere).toBe(false);
  });

  test('ends: a circle is walked once, and of a crowd two hundred are told', async () => {
    const [line] = await world.sql<{ id: string }>('select id from app.order_order_line where parent_id = $1 limit 1', [
      orderId,
    ]);
    const link = (from: string, to: string): Promise<unknown> =>
      world.sql(
        `
          insert into app.doc_link
            (tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount)
          values ('1000', 'circle', 'order:order', $1, $3, 'order:order', $2, 'x', $3, 1, 1)`,
        [from, to, line?.id],
      );
    const { id: next } = await world.first.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M1', number: '1', price: '12' }],
    });
    await link(orderId, next);
    await link(next, orderId);
    const { data: circle } = await lifeOf(world.first, 'order:order', orderId);
    expect(circle.nodes).toHaveLength(6);
    expect(layersOf(circle)).toHaveLength(6);
    await world.sql(
      `
        insert into app.order_order
        select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', 'CROWD' || n))).*
        from app.order_order o, generate_series(1, 260) n
        where o.id = $1`,
      [next],
    );
    await world.sql(
      `
        insert into app.doc_link
          (tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount)
        select '1000', 'crowd', 'order:order', $1, $2, 'order:order', o.id, o.code, $2, 1, 1
        from app.order_order o
        where o.code like 'CROWD%'`,
      [next, line?.id],
    );
    const { data: crowd } = await lifeOf(world.first, 'order:order', next);
    expect([crowd.nodes.length, crowd.isCut, crowd.nodes[0]?.isSelf]).toEqual([200, true, true]);
  });
});

describe('receipts and statements in the life of an order', () => {
  let sold = '';
  let movement = '';
  let receipt = '';
  let statement = '';
  const audit = async (path: string, body: object): Promise<string> => {
    const { id } = await world.first.must<{ id: string }>('POST', path, body);
    await world.first.must('PUT', `${path}/audit`, [id]);
    return id;
  };
  const drawn = async (
    noun: string,
    id: string,
    session = world.first,
  ): Promise<{ readonly types: string[]; readonly ids: (string | null)[]; readonly links: string[] }> => {
    const {
      data: { nodes, links },
    } = await lifeOf(session, noun, id);
    return {
      types: nodes.map(({ type }) => type).toSorted(),
      ids: nodes.map((node) => node.id),
      links: links
        .map(({ from, to, isActive }) => `${nodes[from]?.type} ${nodes[to]?.type}${isActive ? '' : ' ended'}`)
        .toSorted(),
    };
  };
  const whole = [
    'order:delivery stock:inout',
    'order:order order:delivery',
    'order:order stock:inout',
    'sale:bill order:order',
    'sale:bill sale:accountcheck',
    'stock:inout sale:accountcheck',
  ];

  beforeAll(async () => {
    // Money that repaid credit is taken back where there is a limit to owe it again.
    await audit('/channelsale/creditchange', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      changeType: '0',
      changeAmount: '5000',
    });
    sold = await audit('/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '3', price: '12' }],
    });
    ({ movement } = await shipped(world.first, sold, '3'));
    const { code } = await world.first.must<{ code: string }>('GET', `/channelsale/order/${sold}`);
    receipt = await audit('/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      billType: 'RC',
      amount: '30',
      lines: [{ summary: '货款', orderCode: code, amount: '20' }],
    });
    await audit('/channelsale/bill', { organizeCode: 'O1', customerCode: 'CU1', billType: 'RC', amount: '5' });
    await generate();
  });
  async function generate(): Promise<void> {
    const today = todayIn('Asia/Shanghai');
    ({ id: statement } = await world.first.must<{ id: string }>('POST', '/channelsale/accountcheck', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      startDate: today,
      endDate: today,
    }));
  }

  test('the receipt that names it leads to it, and what left leads to the statement; the rest of that statement is not drawn in', async () => {
    expect(await drawn('order:order', sold)).toMatchObject({
      types: ['order:delivery', 'order:order', 'sale:accountcheck', 'sale:bill', 'stock:inout'],
      links: whole,
    });
    expect((await drawn('order:order', sold)).ids).toEqual(
      expect.arrayContaining([sold, movement, receipt, statement]),
    );
    const rows = await world.sql<{ kind: string; amount: string }>(
      `
        select kind, amount::float::text as amount
        from app.doc_link
        where is_shown_only and is_active and (from_id = $1 or from_id = $2)
        order by kind, amount`,
      [receipt, movement],
    );
    expect(rows).toEqual([
      { kind: 'settle', amount: '20' },
      { kind: 'state', amount: '-30' },
      { kind: 'state', amount: '36' },
    ]);
    // The statement itself knows all that it holds, and the receipt its order; neither goes on from there.
    expect((await drawn('sale:accountcheck', statement)).types).toEqual([
      'sale:accountcheck',
      'sale:bill',
      'sale:bill',
      'stock:inout',
      'stock:inout',
      'stock:inout',
    ]);
    expect((await drawn('sale:bill', receipt)).types).toEqual(['order:order', 'sale:accountcheck', 'sale:bill']);
    const { data } = await world.first.call<{ type: string }[]>('GET', `/sys/link?noun=order:order&id=${sold}`);
    expect(data.map(({ type }) => type).toSorted()).toEqual(['order:delivery', 'sale:bill', 'stock:inout']);
  });

  test('V1: a link names no document that lies outside the data scope of whoever asks', async () => {
    const reader = await hire(
      'order/order',
      'button order:order:view',
      'sale/bill',
      'button sale:bill:view',
      'sale/accountcheck',
      'button sale:accountcheck:view',
    );
    const linked = async (): Promise<unknown> =>
      (await reader.must<{ type: string }[]>('GET', `/sys/link?noun=sale:bill&id=${receipt}`))
        .map(({ type }) => type)
        .toSorted();
    expect(await linked()).toEqual(['order:order', 'sale:accountcheck']);
    await world.sql(`update sec.principal set brands = array['B9'] where username = $1`, [`viewer${count}`]);
    await world.sql(`update app.order_order set brand_code = 'B1' where id = $1`, [sold]);
    expect((await reader.call('GET', `/channelsale/order/${sold}`)).code).toBe(404);
    expect(await linked()).toEqual(['sale:accountcheck']);
  });

  test('whoever may not open them sees that something is there', async () => {
    const reader = await hire(
      'order/order',
      'button order:order:view',
      'sale/accountcheck',
      'button sale:accountcheck:view',
    );
    const { nodes } = (await lifeOf(reader, 'order:order', sold)).data;
    expect(nodes.find(({ type }) => type === 'sale:bill')).toEqual({
      type: 'sale:bill',
      id: null,
      code: null,
      billStatus: null,
      cancelFlag: null,
      billDate: null,
      amount: null,
      number: null,
      isSelf: false,
    });
    expect(nodes.find(({ type }) => type === 'sale:accountcheck')?.id).toBe(statement);
  });

  test('they keep nobody from taking back what could be taken back without them, and end with it', async () => {
    await world.first.must('PUT', '/channelsale/bill/unaudit', [receipt]);
    expect((await drawn('order:order', sold)).links).toEqual(
      whole.map((link) => (link === 'sale:bill order:order' ? `${link} ended` : link)),
    );
    await world.first.must('PUT', '/channelsale/bill/audit', [receipt]);
    expect((await drawn('order:order', sold)).links).toEqual(whole);
    // A statement that was not sent holds nothing fast; one that was says so itself.
    await world.first.must('PUT', '/stock/inout/unaudit', [movement]);
    await world.first.must('PUT', '/stock/inout/audit', [movement]);
    const draft = await world.first.must<object>('GET', `/channelsale/accountcheck/${statement}`);
    await world.first.must('PUT', '/channelsale/accountcheck', draft);
    expect((await drawn('order:order', sold)).links).toEqual(whole);
    await world.first.must('DELETE', `/channelsale/accountcheck/${statement}`);
    expect((await drawn('order:order', sold)).types).toEqual([
      'order:delivery',
      'order:order',
      'sale:bill',
      'stock:inout',
    ]);
    expect(await world.sql(`select 1 from app.doc_link where kind = 'state' and is_active`)).toEqual([]);
    await generate();
    expect((await drawn('order:order', sold)).links).toEqual(whole);
    await world.first.must('PUT', '/channelsale/accountcheck/submit', [statement]);
    for (const [path, id] of [
      ['/stock/inout', movement],
      ['/channelsale/bill', receipt],
    ])
      expect(await world.first.call('PUT', `${path}/unaudit`, [id])).toMatchObject({ data: { key: 'E-RECONCILED' } });
    await world.first.must('PUT', '/channelsale/accountcheck/reject', { ids: [statement], operateMsg: 'x' });
    await world.first.must('PUT', '/stock/inout/unaudit', [movement]);
    // What grew from it keeps it as ever.
    expect(await world.first.call('PUT', '/channelsale/order/unaudit', [sold])).toMatchObject({
      data: { key: 'E-DOWNSTREAM' },
    });
  });
});
