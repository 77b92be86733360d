import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { redOf } from '#tests/proof/returns.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Bill {
  readonly id: string;
  readonly code: string;
  readonly pickedFlag: string;
  readonly lines: readonly {
    readonly id: string;
    readonly productCode: string;
    readonly number: string;
    readonly barcode: string | null;
    readonly pickedNumber: string;
  }[];
}
interface Progress {
  readonly pickedFlag: string;
  readonly lines: readonly { readonly number: string; readonly pickedNumber: string }[];
}

let world: World;
let keeper: Session;
beforeAll(async () => {
  world = await openWorld('picking');
  keeper = world.first;
  await furnish(keeper);
  const [m1] = (
    await keeper.must<{ list: object[] }>('POST', '/data/bd/material/all/page', { page: 1, limit: 5, codes: ['M1'] })
  ).list;
  await keeper.must('PUT', '/data/bd/material', { ...m1, barcode: '6901234567892' });
  await keeper.must('POST', '/data/bd/product', {
    code: 'PM2',
    name: '墙面漆',
    classCode: 'PC1',
    mainUnitCode: 'PCS',
    materialCode: 'M2',
    barcode: '6909876543210',
  });
});
afterAll(() => world.close());

const path = '/stock/inout';
const one = (id: string): Promise<Bill> => keeper.must<Bill>('GET', `${path}/${id}`);
const pick = (id: string, scans: readonly object[], headers: Record<string, string> = {}) =>
  keeper.call<readonly Progress[]>('PUT', `${path}/pick`, [{ id, scans }], headers);
const picked = async (id: string): Promise<readonly string[]> =>
  (await one(id)).lines.map(({ pickedNumber }) => pickedNumber);
const requireScans = (value: '0' | '1') =>
  world.sql(
    `
      insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
      values ('1000', gen_random_uuid(), 'ST014', '条码', $1, 'STK')
      on conflict do nothing`,
    [value],
  );

/** A movement that the gate let out, waiting in the warehouse. */
async function released(lines: readonly (readonly [code: string, number: string])[]): Promise<string> {
  const { id } = await keeper.must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: lines.map(([productCode, number]) => ({ productCode, number, price: '1' })),
  });
  await keeper.must('PUT', '/channelsale/order/audit', [id]);
  const {
    ids: [delivery = ''],
  } = await keeper.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [id]);
  await keeper.must('PUT', '/channelsale/delivery/audit', [delivery]);
  return (await keeper.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery])).ids[0] ?? '';
}

describe('a picking list', () => {
  test('is checked piece by piece: by the barcode of the material, of its product, or by the code of a material without any', async () => {
    const id = await released([
      ['M1', '3'],
      ['M2', '2'],
      ['M3', '1'],
      ['M1', '2'],
    ]);
    expect((await one(id)).lines.map(({ barcode }) => barcode)).toEqual(['6901234567892', null, null, '6901234567892']);
    expect(await pick(id, [{ barcode: '6901234567892' }])).toMatchObject({
      code: 0,
      data: [{ pickedFlag: '0', lines: [{ number: '3', pickedNumber: '1' }, {}, {}, {}] }],
    });
    // Lines of the same goods are filled one after the other.
    expect(await pick(id, [{ barcode: '6901234567892', number: '3' }])).toMatchObject({ code: 0 });
    expect(await picked(id)).toEqual(['3', '0', '0', '1']);
    expect(await pick(id, [{ barcode: '6909876543210', number: '2' }, { barcode: 'M3' }])).toMatchObject({
      code: 0,
      data: [{ pickedFlag: '0' }],
    });
    // Who has a barcode is not known by its code.
    expect(await pick(id, [{ barcode: 'M1' }])).toMatchObject({ code: 20213, msg: '条码【M1】不在拣货单中或已拣满' });
    expect(await pick(id, [{ barcode: '6901234567892' }])).toMatchObject({ code: 0, data: [{ pickedFlag: '1' }] });
    expect(await one(id)).toMatchObject({ pickedFlag: '1' });
    expect(await pick(id, [{ barcode: '6901234567892' }], { 'accept-language': 'en-US' })).toMatchObject({
      code: 20213,
      msg: 'Barcode 6901234567892 is not on the picking list or is already complete',
    });
  });

  test('counts everything that was sent or nothing, and the same scan once however often it is sent', async () => {
    const id = await released([
      ['M1', '3'],
      ['M3', '2'],
    ]);
    expect(await pick(id, [{ barcode: '6901234567892' }, { barcode: 'wrong' }])).toMatchObject({ code: 20213 });
    expect(await picked(id)).toEqual(['0', '0']);
    const key = { 'idempotency-key': 'scan-1' };
    const answers = await Promise.all([1, 2, 3].map(() => pick(id, [{ barcode: '6901234567892' }], key)));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await picked(id)).toEqual(['1', '0']);
    // Two people at once: nothing is lost and nothing is counted beyond the list.
    const both = await Promise.all([1, 2, 3, 4].map(() => pick(id, [{ barcode: 'M3' }])));
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 20213, 20213]);
    expect(await picked(id)).toEqual(['1', '2']);
    for (const scans of [
      [{}],
      [{ barcode: '' }],
      [{ barcode: 'M3', number: '0' }],
      [{ barcode: 'M3', number: '-1' }],
      [{ barcode: 'M3', number: 'x' }],
    ])
      expect(await pick(id, scans)).toMatchObject({ code: 10003 });
    expect(await world.second.call('PUT', `${path}/pick`, [{ id, scans: [] }])).toMatchObject({ code: 404 });
  });

  test('is begun anew, and counted again where it asks for less than lies in the box', async () => {
    const id = await released([
      ['M1', '4'],
      ['M3', '1'],
    ]);
    await pick(id, [{ barcode: '6901234567892', number: '4' }, { barcode: 'M3' }]);
    const bill = await one(id);
    await keeper.must('PUT', path, {
      ...bill,
      lines: bill.lines.map((line) => ({ ...line, ...(line.productCode === 'M1' ? { number: '3' } : {}) })),
    });
    expect(await one(id)).toMatchObject({ pickedFlag: '0', lines: [{ pickedNumber: '0' }, { pickedNumber: '1' }] });
    await keeper.must('PUT', `${path}/unpick`, [id]);
    expect(await picked(id)).toEqual(['0', '0']);
  });

  test('belongs to what waits to leave for a customer and to nothing else', async () => {
    const { id } = await keeper.must<{ id: string }>('POST', path, {
      organizeCode: 'O1',
      moveType: '7',
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '1' }],
    });
    expect(await pick(id, [{ barcode: '6901234567892' }])).toMatchObject({ code: 10003 });
    const sold = await released([['M3', '1']]);
    await keeper.must('PUT', `${path}/audit`, [sold]);
    expect(await pick(sold, [{ barcode: 'M3' }])).toMatchObject({ code: 10010 });
    expect(await keeper.call('PUT', `${path}/unpick`, [sold])).toMatchObject({ code: 10010 });
  });

  test('must be complete before goods leave where the tenant wants it so (ST014)', async () => {
    await requireScans('1');
    const id = await released([
      ['M1', '2'],
      ['M3', '1'],
    ]);
    await pick(id, [{ barcode: '6901234567892', number: '2' }]);
    expect(await keeper.call('PUT', `${path}/audit`, [id])).toMatchObject({
      code: 20232,
      msg: `【${(await one(id)).code}】还有1件未扫码拣货`,
    });
    await pick(id, [{ barcode: 'M3' }]);
    expect(await keeper.call('PUT', `${path}/audit`, [id])).toMatchObject({ code: 0 });
    // Goods that no customer gets have no picking list.
    const { id: other } = await keeper.must<{ id: string }>('POST', path, {
      organizeCode: 'O1',
      moveType: '7',
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '1' }],
    });
    expect(await keeper.call('PUT', `${path}/audit`, [other])).toMatchObject({ code: 0 });
    const red = await redOf(keeper, id);
    expect(await keeper.call('PUT', `${path}/audit`, [red])).toMatchObject({ code: 0 });
  });
});
