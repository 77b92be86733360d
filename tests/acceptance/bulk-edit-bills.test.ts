import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let people: Readonly<Record<'keeper' | 'buyer', Session>>;
beforeAll(async () => {
  world = await openWorld('bulk_edit_bills');
  await furnish(world.first);
  people = await hireStaff(world, {
    keeper: { role: 'WAREHOUSE' },
    buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'CU2' } },
  });
});
afterAll(() => world.close());

interface Order {
  readonly id: string;
  readonly code: string;
  readonly rowVersion: number;
  readonly salesmanCode: string | null;
  readonly salesmanName: string | null;
  readonly payableAmount: string;
  readonly lines: readonly object[];
  readonly [key: string]: unknown;
}
interface Saved {
  readonly rows: readonly (Pick<Order, 'id' | 'rowVersion'> & { readonly before: unknown; readonly after: unknown })[];
}
const path = '/channelsale/order';
const read = (id: string): Promise<Order> => world.first.must<Order>('GET', `${path}/${id}`);
async function writeOrders(count: number): Promise<readonly Order[]> {
  const orders: Order[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await world.first.must<{ id: string }>('POST', path, {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M1', number: '2', price: '12.5' }],
    });
    orders.push(await read(id));
  }
  return orders;
}
const body = (rows: readonly Pick<Order, 'id' | 'rowVersion'>[], field: string, value: unknown): object => ({
  ids: rows.map(({ id }) => id),
  field,
  value,
  rowVersions: Object.fromEntries(rows.map(({ id, rowVersion }) => [id, rowVersion])),
});
const edit = (rows: readonly Order[], field: string, value: unknown) =>
  world.first.call('PUT', `${path}/updateBatch`, body(rows, field, value));
const again = (rows: readonly Order[]): Promise<Order[]> => Promise.all(rows.map(({ id }) => read(id)));

describe('one field of several orders', () => {
  test('changes nothing but itself, is told in the log of each, and is taken back', async () => {
    const before = await writeOrders(3);
    const saved = await world.first.must<Saved>('PUT', `${path}/updateBatch`, body(before, 'salesmanCode', 'P1'));
    const after = await again(before);
    expect(after.map(({ salesmanCode, salesmanName }) => [salesmanCode, salesmanName])).toEqual(
      before.map(() => ['P1', '张三']),
    );
    const others = ({
      salesmanCode: _c,
      salesmanName: _n,
      rowVersion: _v,
      updaterName: _u,
      updateDate: _d,
      ...rest
    }: Order) => rest;
    expect(after.map(others)).toEqual(before.map(others));
    expect(saved.rows.map((row) => row.rowVersion)).toEqual(
      saved.rows.map(({ id }) => after.find((order) => order.id === id)?.rowVersion),
    );
    const [log] = await world.sql<{ changes: unknown }>(
      `select changes from app.sys_operationlog where record_id = $1 and operation = 'update'`,
      [before[0]?.id],
    );
    expect(log?.changes).toEqual({ salesmanCode: [null, 'P1'] });

    const undo = {
      ...body(saved.rows, 'salesmanCode', null),
      values: Object.fromEntries(saved.rows.map((row) => [row.id, row.before])),
    };
    await world.first.must('PUT', `${path}/updateBatch`, undo);
    expect((await again(before)).map(({ salesmanCode, salesmanName }) => [salesmanCode, salesmanName])).toEqual(
      before.map(() => [null, null]),
    );
    // Taken back once; whoever asks again with what was seen before that is refused.
    expect((await world.first.call('PUT', `${path}/updateBatch`, undo)).code).toBe(10011);
  });

  test('is refused for all, each named with its reason, when some stand elsewhere or were changed', async () => {
    const [sound, changed, audited, voided] = (await writeOrders(4)) as [Order, Order, Order, Order];
    await world.first.must('PUT', `${path}/updateBatch`, body([changed], 'remark', '改过'));
    await world.first.must('PUT', `${path}/audit`, [audited.id]);
    await world.first.must('PUT', `${path}/cancel`, [voided.id]);
    const refused = await edit([sound, changed, audited, voided], 'remark', '一起改');
    expect(refused.code).not.toBe(0);
    expect(refused.msg).toContain(changed.code);
    expect(refused.msg).toContain('已被他人修改');
    expect(refused.msg).toContain(audited.code);
    expect(refused.msg).toContain('已审核');
    expect(refused.msg).toContain(voided.code);
    expect(refused.msg).not.toContain(sound.code);
    const [after] = await again([sound]);
    expect(after?.['remark']).toBe(null);
  });

  test('is one that nothing is worked out of, and known to the house', async () => {
    const orders = await writeOrders(2);
    for (const field of [
      'customerCode',
      'storageCode',
      'freightAmount',
      'payableAmount',
      'billDate',
      'billStatus',
      'x',
    ])
      expect([field, (await edit(orders, field, '1')).code === 0]).toEqual([field, false]);
    expect((await edit(orders, 'salesmanCode', 'NOBODY')).code).toBe(10003);
    expect((await edit(orders, 'requiredDate', 'soon')).code).toBe(10003);
    expect((await edit(orders, 'requiredDate', '2026-12-24')).code).toBe(0);
    await world.first.must('PUT', '/data/bd/personnel/disable', [
      (
        (await world.first.must<{ list: { id: string }[] }>('GET', '/data/bd/personnel/page?codes=P1')).list[0] ?? {
          id: '',
        }
      ).id,
    ]);
    expect((await edit(await again(orders), 'salesmanCode', 'P1')).code).toBe(10003);
  });

  test('is for who may edit orders, of orders that he sees: others are not there, whatever else is wrong', async () => {
    const orders = await writeOrders(1);
    for (const field of ['remark', 'no such field']) {
      const asked = body(orders, field, 'stolen');
      expect((await people.keeper.call('PUT', `${path}/updateBatch`, asked)).code).toBe(403);
      expect((await people.buyer.call('PUT', `${path}/updateBatch`, asked)).code).toBe(404);
      expect((await world.second.call('PUT', `${path}/updateBatch`, asked)).code).toBe(404);
    }
  });
});
