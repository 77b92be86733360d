import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layersOf, type Life, type LifeNode } from '#platform/model/life.ts';
import { menuIdOf } from '#platform/server/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';

let world: World;
let orderId = '';
const made: { delivery: string; movement: string }[] = [];

beforeAll(async () => {
  world = await openWorld('life');
  const clerk = world.first;
  await furnish(clerk);
  const { id } = await clerk.must<{ id: string }>('POST', '/channelsale/order', { organizeCode: 'O1', customerCode: 'CU1', storageCode: 'W1', lines: [{ productCode: 'M1', number: '10', price: '12' }, { productCode: 'M2', number: '4', price: '5' }] });
  orderId = id;
  await clerk.must('PUT', '/channelsale/order/audit', [id]);
  for (const number of ['6', '4']) made.push(await shipped(clerk, number));
});
afterAll(() => world.close());

/** A delivery of so many of the first line, from the order to the movement that left the warehouse. */
async function shipped(clerk: Session, number: string): Promise<{ delivery: string; movement: string }> {
  const { ids: [delivery = ''] } = await clerk.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [orderId]);
  const draft = await clerk.must<{ lines: { productCode: string }[] }>('GET', `/channelsale/delivery/${delivery}`);
  await clerk.must('PUT', '/channelsale/delivery', { ...draft, lines: draft.lines.filter(({ productCode }) => productCode === 'M1').map((line) => ({ ...line, number })) });
  await clerk.must('PUT', '/channelsale/delivery/audit', [delivery]);
  const { ids: [movement = ''] } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
  await clerk.must('PUT', '/stock/inout/audit', [movement]);
  return { delivery, movement };
}

const lifeOf = (session: Session, noun: string, id: string): Promise<Reply<Life>> => session.call<Life>('GET', `/sys/life?noun=${noun}&id=${id}`);
const told = ({ type, billStatus, number }: LifeNode): unknown[] => [type, billStatus, number === null ? null : Number.parseFloat(number)];

let count = 0;
async function hire(...grants: readonly string[]): Promise<Session> {
  count += 1;
  const role = await world.first.must<{ id: string }>('POST', '/sys/role', { code: `R${count}`, name: `角色${count}`, menuList: grants.map((grant) => menuIdOf(grant)) });
  await world.first.must('POST', '/sys/user', { username: `viewer${count}`, realName: `读者${count}`, password: world.password, confirmPassword: world.password, roleIdList: [role.id], organizeCode: 'O1' });
  return world.login(`viewer${count}`);
}

describe('the life of an order', () => {
  test('is its deliveries and what left the warehouse for them, from whichever of them it is asked for', async () => {
    const { data: life } = await lifeOf(world.first, 'order:order', orderId);
    expect(life.nodes.map(told)).toEqual([['order:order', '1', 14], ['order:delivery', '2', 6], ['order:delivery', '2', 4], ['stock:inout', '1', 6], ['stock:inout', '1', 4]]);
    expect(life.nodes.map(({ isSelf }) => isSelf)).toEqual([true, false, false, false, false]);
    const layers = layersOf(life);
    const inLayer = (layer: number): string[] => life.nodes.filter((_node, at) => layers[at] === layer).map(({ id }) => id ?? '').toSorted();
    expect([inLayer(0), inLayer(1), inLayer(2)]).toEqual([[orderId], made.map(({ delivery }) => delivery).toSorted(), made.map(({ movement }) => movement).toSorted()]);
    expect(life.links.every(({ isActive }) => isActive)).toBe(true);
    expect(life.isCut).toBe(false);
    // The movement of the second delivery knows the first one through the order.
    const { data: behind } = await lifeOf(world.first, 'stock:inout', made[1]?.movement ?? '');
    expect(behind.nodes.map(({ id }) => String(id)).toSorted()).toEqual(life.nodes.map(({ id }) => String(id)).toSorted());
    expect(behind.nodes.find(({ isSelf }) => isSelf)?.id).toBe(made[1]?.movement);
  });

  test('shows a document that the reader may not open as one without a name', async () => {
    const reader = await hire('order/order', 'button order:order:view', 'order/delivery', 'button order:delivery:view');
    const { data: { nodes, links } } = await lifeOf(reader, 'order:order', orderId);
    expect(nodes.filter(({ type }) => type === 'stock:inout')).toEqual([1, 2].map(() => ({ type: 'stock:inout', id: null, code: null, billStatus: null, cancelFlag: null, billDate: null, amount: null, number: null, isSelf: false })));
    expect(nodes.filter(({ id }) => id !== null)).toHaveLength(3);
    expect(JSON.stringify({ nodes, links })).not.toContain(made[0]?.movement);
    expect((await lifeOf(reader, 'stock:inout', made[0]?.movement ?? '')).code).toBe(403);
  });

  test('keeps to the data scope at every step, not only at the first', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
    const [, second] = made;
    await world.sql(`update app.order_delivery set organize_code = 'O2' where id = $1`, [second?.delivery]);
    const reader = await hire('order/order', 'button order:order:view', 'order/delivery', 'button order:delivery:view');
    const { data: { nodes } } = await lifeOf(reader, 'order:order', orderId);
    expect(nodes.filter(({ type }) => type === 'order:delivery').map(({ id }) => String(id)).toSorted()).toEqual([String(made[0]?.delivery), 'null'].toSorted());
    expect((await lifeOf(reader, 'order:delivery', second?.delivery ?? '')).code).toBe(404);
    await world.sql(`update app.order_delivery set organize_code = 'O1' where id = $1`, [second?.delivery]);
  });

  test('means nothing to another tenant, and nonsense is not found', async () => {
    for (const [noun, id] of [['order:order', orderId], ['order:delivery', made[0]?.delivery ?? ''], ['stock:inout', made[0]?.movement ?? '']] as const) expect([404, 403], noun).toContain((await lifeOf(world.second, noun, id)).code);
    for (const [noun, id] of [['order:order', '1'], ['', orderId], ['data:brand', orderId], ['order:delivery', orderId]] as const) expect((await lifeOf(world.first, noun, id)).code).toBe(404);
  });

  test('marks a link that ended, and leaves out a document that was deleted', async () => {
    const { ids: [delivery = ''] } = await world.first.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [orderId]);
    const third = async (): Promise<{ readonly isThere: boolean; readonly isActive: boolean | undefined }> => {
      const { data: { nodes, links } } = await lifeOf(world.first, 'order:order', orderId);
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
    const [line] = await world.sql<{ id: string }>('select id from app.order_order_line where parent_id = $1 limit 1', [orderId]);
    const link = (from: string, to: string): Promise<unknown> => world.sql(`insert into app.doc_link (tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount) values ('1000', 'circle', 'order:order', $1, $3, 'order:order', $2, 'x', $3, 1, 1)`, [from, to, line?.id]);
    const { id: next } = await world.first.must<{ id: string }>('POST', '/channelsale/order', { organizeCode: 'O1', customerCode: 'CU1', lines: [{ productCode: 'M1', number: '1', price: '12' }] });
    await link(orderId, next);
    await link(next, orderId);
    const { data: circle } = await lifeOf(world.first, 'order:order', orderId);
    expect(circle.nodes).toHaveLength(6);
    expect(layersOf(circle)).toHaveLength(6);
    await world.sql(`insert into app.order_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'code', 'CROWD' || n))).* from app.order_order o, generate_series(1, 260) n where o.id = $1`, [next]);
    await world.sql(`insert into app.doc_link (tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount) select '1000', 'crowd', 'order:order', $1, $2, 'order:order', o.id, o.code, $2, 1, 1 from app.order_order o where o.code like 'CROWD%'`, [next, line?.id]);
    const { data: crowd } = await lifeOf(world.first, 'order:order', next);
    expect([crowd.nodes.length, crowd.isCut, crowd.nodes[0]?.isSelf]).toEqual([200, true, true]);
  });
});
