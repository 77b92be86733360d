import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Entry {
  readonly operation: string;
  readonly creatorName: string;
  readonly createDate: string;
  readonly message: string | null;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>> | null;
}

let world: World;
let order: { id: string; data: { rowVersion: number } };
beforeAll(async () => {
  world = await openWorld('history');
  await furnish(world.first);
  await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  order = await orderOf('O1');
});
afterAll(() => world.close());

const orderOf = (organizeCode: string): Promise<typeof order> =>
  world.first.must('POST', '/channelsale/order', {
    organizeCode,
    customerCode: 'CU1',
    storageCode: 'W1',
    remark: '先写',
    lines: [{ productCode: 'M1', number: '2', price: '3' }],
  });
const historyOf = (session: Session, noun: string, id: string) =>
  session.call<Entry[]>('GET', `/sys/history?noun=${noun}&id=${id}`);
const linksOf = (session: Session, noun: string, id: string) =>
  session.call<Record<string, unknown>[]>('GET', `/sys/link?noun=${noun}&id=${id}`);

let count = 0;
async function hire(menuList: readonly string[]): Promise<Session> {
  count += 1;
  const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
    code: `R${count}`,
    name: `角色${count}`,
    menuList,
  });
  await world.first.must('POST', '/sys/user', {
    username: `reader${count}`,
    realName: `读者${count}`,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [role.id],
    organizeCode: 'O1',
  });
  return world.login(`reader${count}`);
}

describe('the history of a record', () => {
  test('says who did what, when, why, and what changed from what to what', async () => {
    const {
      id,
      data: { rowVersion },
    } = order;
    await world.first.must('PUT', '/channelsale/order', {
      id,
      rowVersion,
      organizeCode: 'O1',
      customerCode: 'CU1',
      storageCode: 'W1',
      remark: '后写',
      lines: [{ productCode: 'M1', number: '2', price: '3' }],
    });
    await world.first.must('PUT', '/channelsale/order/audit', [id]);
    await world.first.must('PUT', '/channelsale/order/unaudit', { ids: [id], operateMsg: '数量不对' });
    const { data } = await historyOf(world.first, 'order:order', id);
    expect(data.map(({ operation, message }) => [operation, message])).toEqual([
      ['unaudit', '数量不对'],
      ['audit', null],
      ['update', null],
      ['save', null],
    ]);
    expect(data[2]?.changes).toMatchObject({ remark: ['先写', '后写'] });
    expect(Object.keys(data[0] ?? {}).sort()).toEqual([
      'changes',
      'createDate',
      'creatorName',
      'id',
      'message',
      'operation',
    ]);
    expect(data[0]?.creatorName).not.toBe('');
  });

  test('names fields of lines, and lines that came and went, by their number', async () => {
    const { id } = await orderOf('O1');
    const bill = await world.first.must<{ rowVersion: number; lines: object[] }>('GET', `/channelsale/order/${id}`);
    const second = await world.first.must<{ data: { rowVersion: number; lines: { id: string }[] } }>(
      'PUT',
      '/channelsale/order',
      {
        ...bill,
        lines: [
          { ...bill.lines[0], number: '5.00', price: '3.0' },
          { productCode: 'M2', number: '1', price: '4' },
          { productCode: 'M3', number: '7', price: '4' },
        ],
      },
    );
    const now = await world.first.must<{ lines: object[] }>('GET', `/channelsale/order/${id}`);
    await world.first.must('PUT', '/channelsale/order', {
      ...now,
      lines: [now.lines[0], { productCode: 'M4', number: '2', price: '1' }],
    });
    const { data } = await historyOf(world.first, 'order:order', id);
    const ofLines = (at: number) =>
      Object.fromEntries(Object.entries(data[at]?.changes ?? {}).filter(([key]) => key.startsWith('lines.')));
    expect(second.data.lines).toHaveLength(3);
    expect(ofLines(1)).toEqual({
      'lines.1.number': ['2', '5'],
      'lines.2': [null, 'M2 × 1 × 4'],
      'lines.3': [null, 'M3 × 7 × 4'],
    });
    expect(ofLines(0)).toEqual({ 'lines.2': ['M2 × 1 × 4', 'M4 × 2 × 1'], 'lines.3': ['M3 × 7 × 4', null] });
  });

  test('of master data is the same call', async () => {
    const brand = await world.first.must<{ id: string }>('POST', '/data/bd/brand', { code: 'BH', name: '旧名' });
    await world.first.must('PUT', '/data/bd/brand', { id: brand.id, name: '新名' });
    const { data } = await historyOf(world.first, 'data:brand', brand.id);
    expect(data.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['update', { name: ['旧名', '新名'] }],
      ['save', null],
    ]);
  });

  test('is for holders of the view permission of that noun', async () => {
    const reader = await hire([menuIdOf('order/order'), menuIdOf('button order:order:view')]);
    const picker = await hire([menuIdOf('data/brand?tenantFlag=0')]);
    for (const ask of [historyOf, linksOf]) {
      expect((await ask(reader, 'order:order', order.id)).code).toBe(0);
      expect((await ask(picker, 'order:order', order.id)).code).toBe(403);
    }
  });

  test('of a record outside the data scope is not found, as the record itself', async () => {
    const far = await orderOf('O2');
    const reader = await hire([menuIdOf('order/order'), menuIdOf('button order:order:view')]);
    expect((await reader.call('GET', `/channelsale/order/${far.id}`)).code).toBe(404);
    expect((await historyOf(reader, 'order:order', far.id)).code).toBe(404);
    expect((await linksOf(reader, 'order:order', far.id)).code).toBe(404);
  });

  test('means nothing to another tenant, under any noun; nonsense is not found', async () => {
    const nouns = models.flatMap((module) => [...module.entities, ...module.documents]);
    const { rows } = {
      rows: await world.sql<{ record_id: string; noun: string }>(`
        select distinct record_id, noun
        from app.sys_operationlog
        where tenant_code = '1000' and record_id is not null`),
    };
    expect(rows.length).toBeGreaterThan(15);
    for (const { record_id: id, noun } of rows)
      for (const ask of [historyOf, linksOf])
        expect([404, 403], noun).toContain((await ask(world.second, noun, id)).code);
    for (const { name } of nouns)
      expect([404, 403], name).toContain((await historyOf(world.second, name, order.id)).code);
    for (const [noun, id] of [
      ['order:order', '1'],
      ['', order.id],
      ['toString', order.id],
      ['data:brand', order.id],
    ] as const)
      expect((await historyOf(world.first, noun, id)).code).toBe(404);
  });
});

describe('linked documents', () => {
  test('are named in both directions, once each, while the link is active and only to whoever may open them', async () => {
    const next = await orderOf('O1');
    const [from, to] = await Promise.all(
      [order.id, next.id].map((id) =>
        world.first.must<{ code: string; lines: { id: string }[] }>('GET', `/channelsale/order/${id}`),
      ),
    );
    const link = (active: boolean) =>
      world.sql(
        `
          insert into app.doc_link (
            tenant_code, kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount,
            is_active
          )
          values ('1000', 'copy', 'order:order', $1, $2, 'order:order', $3, $4, $5, 1, 1, $6)`,
        [order.id, from?.lines[0]?.id, next.id, to?.code, to?.lines[0]?.id, active],
      );
    await link(false);
    expect((await linksOf(world.first, 'order:order', order.id)).data).toEqual([]);
    await link(true);
    await link(true);
    expect((await linksOf(world.first, 'order:order', order.id)).data).toEqual([
      { direction: 'to', kind: 'copy', type: 'order:order', code: to?.code, id: next.id },
    ]);
    expect((await linksOf(world.first, 'order:order', next.id)).data).toEqual([
      { direction: 'from', kind: 'copy', type: 'order:order', code: from?.code, id: order.id },
    ]);
    await world.sql(`update app.doc_link set to_type = 'stock:inout' where is_active`);
    const reader = await hire([menuIdOf('order/order'), menuIdOf('button order:order:view')]);
    expect((await linksOf(reader, 'order:order', order.id)).data).toEqual([]);
  });
});
