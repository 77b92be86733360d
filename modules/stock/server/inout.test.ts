import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { audited, openCustomer, orderFor, orderInWarehouse } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { movementOf, outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let keeper: Session;
beforeAll(async () => {
  world = await openWorld('inout');
  keeper = world.first;
  await furnish(keeper);
  await openCustomer(keeper, 'N1', { limit: '0', cash: '1000', isControlled: false });
});
afterAll(() => world.close());

const path = '/stock/inout';
const verb = async (name: string, id: string): Promise<string> =>
  outcome(await keeper.call('PUT', `${path}/${name}`, [id]));
const saved = async (moveType: string, code: string, number: string): Promise<string> =>
  (await keeper.must<{ id: string }>('POST', path, movementOf(moveType, [[code, number]]))).id;
const received = async (code: string, number: string): Promise<void> => {
  expect(await verb('audit', await saved('3', code, number))).toBe('');
};
const material = (code: string): Promise<unknown> =>
  keeper.must('POST', '/data/bd/material', { code, name: `漆${code}`, classCode: 'C1', mainUnitCode: 'PCS' });
const there = (code: string): Promise<unknown> =>
  world
    .sql(
      `
        select on_hand::int, occupied::int
        from app.stock_balance
        where tenant_code = '1000' and material_code = $1`,
      [code],
    )
    .then(([row]) => row);
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
};
/** Which of the floors the house has taken away. */
async function without(...codes: readonly ('ST002' | 'ST003')[]): Promise<void> {
  await world.sql(`delete from app.tenant_params where tenant_code = '1000' and code in ('ST002', 'ST003')`);
  for (const code of codes)
    await world.sql(
      `
        insert into app.tenant_params (tenant_code, id, code, name, value, type_code)
        values ('1000', gen_random_uuid(), $1, $1, '1', 'STK')`,
      [code],
    );
}

describe('stock below zero', () => {
  test('what was promised beyond what is there leaves where on-hand may be negative (ST003), and comes back exactly', async () => {
    await material('N1');
    await received('N1', '5');
    await without('ST002');
    const { movement } = await orderInWarehouse(keeper, 'N1', [['N1', '8', '10']]);
    expect(await keeper.call('PUT', `${path}/audit`, [movement])).toMatchObject({
      code: 10020,
      msg: '产品【N1】现存量不足，缺3',
      data: { key: 'E-ONHAND' },
    });
    await without('ST002', 'ST003');
    expect([await verb('audit', movement), await there('N1')]).toEqual(['', { on_hand: -3, occupied: 0 }]);
    await clean();
    expect([await verb('unaudit', movement), await there('N1')]).toEqual(['', { on_hand: 5, occupied: 8 }]);
    expect([await verb('audit', movement), await there('N1')]).toEqual(['', { on_hand: -3, occupied: 0 }]);
    // The house changes its mind: what comes in is welcome, nothing goes out.
    await without();
    await received('N1', '2');
    expect([await verb('audit', await saved('7', 'N1', '1')), await there('N1')]).toEqual([
      'E-ONHAND',
      { on_hand: -1, occupied: 0 },
    ]);
    await clean();
  });

  test('what nobody promised takes only what is free; with ST002 also what is promised, with both what is not there', async () => {
    await material('N2');
    await received('N2', '5');
    await orderInWarehouse(keeper, 'N1', [['N2', '2', '10']]);
    const [four, six] = [await saved('7', 'N2', '4'), await saved('7', 'N2', '6')];
    for (const floors of [[], ['ST003']] as const) {
      await without(...floors);
      expect(await keeper.call('PUT', `${path}/audit`, [four])).toMatchObject({
        code: 10020,
        msg: '产品【N2】现存量不足，缺1',
      });
    }
    await without('ST002');
    expect(await keeper.call('PUT', `${path}/audit`, [six])).toMatchObject({
      code: 10020,
      msg: '产品【N2】现存量不足，缺1',
    });
    expect([await verb('audit', four), await there('N2')]).toEqual(['', { on_hand: 1, occupied: 2 }]);
    await clean();
    expect(await verb('unaudit', four)).toBe('');
    await without('ST002', 'ST003');
    expect([await verb('audit', six), await there('N2')]).toEqual(['', { on_hand: -1, occupied: 2 }]);
    await clean();
    expect([await verb('unaudit', six), await there('N2')]).toEqual(['', { on_hand: 5, occupied: 2 }]);
    await without();
  });

  test('a receipt is not taken back from under what is promised because something once left below zero (E-ONHAND-REV)', async () => {
    await material('N3');
    const receipt = await saved('3', 'N3', '10');
    expect(await verb('audit', receipt)).toBe('');
    await without('ST003');
    const { movement } = await orderInWarehouse(keeper, 'N1', [['N3', '1', '10']]);
    await orderInWarehouse(keeper, 'N1', [['N3', '9', '10']]);
    expect([await verb('audit', movement), await there('N3')]).toEqual(['', { on_hand: 9, occupied: 9 }]);
    expect([await verb('unaudit', receipt), await there('N3')]).toEqual(['E-ONHAND-REV', { on_hand: 9, occupied: 9 }]);
    await without();
  });
});

describe('numbers in their units (am-A13)', () => {
  const tooFine = (paths: readonly string[], unit = '件', n = 0): object => ({
    code: 10003,
    msg: `单位【${unit}】的数量最多${n}位小数`,
    data: { key: 'E-NUMBER-DECIMALS', errors: paths.map((at) => expect.objectContaining({ path: at })) },
  });
  const call = (method: 'POST' | 'PUT', at: string, body: unknown): Promise<unknown> => keeper.call(method, at, body);

  beforeAll(async () => {
    await keeper.must('POST', '/data/bd/unit', { code: 'KG', name: '公斤', precision: 3 });
    await keeper.must('POST', '/data/bd/unit', { code: 'BAG', name: '袋' });
    await material('A1');
    await keeper.must('POST', '/data/bd/material', {
      code: 'A2',
      name: '散装',
      classCode: 'C1',
      mainUnitCode: 'KG',
      assistUnitCode: 'BAG',
      rate: '0.75',
    });
    await received('A1', '50');
    await received('A2', '12.345');
  });

  test('am-A13 a unit has 0 to 4 decimals', async () => {
    for (const precision of [5, -1])
      expect(await call('POST', '/data/bd/unit', { code: 'U', name: 'U', precision })).toMatchObject({ code: 10003 });
    await keeper.must('POST', '/data/bd/unit', { code: 'U4', name: 'U4', precision: 4 });
  });

  test('am-A13 more decimals than the unit has are refused at their cells, on every document that counts goods', async () => {
    const lines = [
      { productCode: 'A1', number: '1.5', price: '10' },
      { productCode: 'A2', number: '1.2345', price: '10' },
      { productCode: 'A1', number: '2.0000', price: '10' },
    ];
    const cells = ['lines.0.number', 'lines.1.number'];
    const bodies: readonly (readonly [string, object])[] = [
      ['/channelsale/order', { organizeCode: 'O1', customerCode: 'N1', storageCode: 'W1', lines }],
      [path, { organizeCode: 'O1', moveType: '7', storageCode: 'W1', lines }],
      [path, { organizeCode: 'O1', moveType: '3', storageCode: 'W1', lines }],
      [
        '/channelsale/opening',
        {
          kind: 'stock',
          lines: lines.slice(0, 2).map(({ productCode, number }) => ({
            organizeCode: 'O1',
            storageCode: 'W1',
            productCode,
            number,
            amount: '1',
          })),
        },
      ],
      [
        '/channelsale/ordertemplate',
        {
          name: 'T',
          content: { lines: lines.map(({ productCode, number }) => ({ text: productCode, changes: { number } })) },
        },
      ],
    ];
    for (const [at, body] of bodies) expect(await call('POST', at, body), at).toMatchObject(tooFine(cells));
    expect(
      await call('POST', '/channelsale/price/strategy', {
        name: 'S',
        pricingMode: '1',
        startDate: '2026-01-01',
        endDate: '2026-12-31',
        lines: [{ productCode: 'A1', price: '9', minNumber: '0.5' }],
      }),
    ).toMatchObject(tooFine(['lines.0.minNumber']));
    expect(
      await call('POST', '/channelsale/price/ladder', {
        name: 'L',
        startDate: '2026-01-01',
        endDate: '2026-12-31',
        lines: [{ productCode: 'A2', price: '9', startNumber: '0.0005' }],
      }),
    ).toMatchObject(tooFine(['lines.0.startNumber'], '公斤', 3));
    // In English, and as fine as the scales are.
    expect(
      await keeper.call('POST', path, movementOf('7', [['A1', '1.5']]), { 'Accept-Language': 'en-US' }),
    ).toMatchObject({
      msg: 'A quantity in 件 has at most 0 decimals',
    });
    await keeper.must('POST', path, movementOf('7', [['A2', '1.234']]));
  });

  test('am-A13 deliveries, picking, signing and red movements are held to it, too', async () => {
    const { order, delivery, movement } = await orderInWarehouse(keeper, 'N1', [
      ['A1', '4', '10'],
      ['A2', '1.5', '10'],
    ]);
    const { lines } = await keeper.must<{ lines: { id: string }[] }>('GET', `${path}/${movement}`);
    expect(
      await call('PUT', `${path}/pick`, [{ id: movement, scans: [{ barcode: 'A1', number: '0.5' }] }]),
    ).toMatchObject(tooFine(['scans.0.number']));
    await keeper.must('PUT', `${path}/audit`, [movement]);
    expect(
      await call('POST', `${path}/red`, [{ id: movement, lines: [{ id: lines[0]?.id, number: '0.5' }] }]),
    ).toMatchObject(tooFine(['lines.0.number']));
    const sent = await keeper.must<{ lines: { id: string }[] }>('GET', `/channelsale/delivery/${delivery}`);
    expect(
      await call('PUT', '/channelsale/delivery/sign', [
        { id: delivery, lines: [{ id: sent.lines[0]?.id, signedNumber: '3.5' }] },
      ]),
    ).toMatchObject(tooFine(['lines.0.signedNumber']));
    await keeper.must('PUT', '/channelsale/delivery/sign', [
      { id: delivery, lines: [{ id: sent.lines[1]?.id, signedNumber: '1.125' }] },
    ]);
    const bill = await keeper.must<{ code: string }>('GET', `/channelsale/order/${order}`);
    expect(
      await call('POST', '/channelsale/delivery', {
        orderCode: bill.code,
        organizeCode: 'O1',
        customerCode: 'N1',
        storageCode: 'W1',
        lines: [{ productCode: 'A1', number: '0.5' }],
      }),
    ).toMatchObject(tooFine(['lines.0.number']));
  });

  test('am-A13a a number from auxiliary units has the decimals of its unit; an auxiliary number that counts has its own', async () => {
    const stashed = (line: object): Promise<{ id: string }> =>
      keeper.must('POST', '/channelsale/order?stash=1', {
        organizeCode: 'O1',
        customerCode: 'N1',
        storageCode: 'W1',
        lines: [{ productCode: 'A2', ...line }],
      });
    const { id } = await stashed({ storeNumber: '3' });
    expect(await keeper.must('GET', `/channelsale/order/${id}`)).toMatchObject({
      lines: [{ number: '2.25', storeNumber: '3' }],
    });
    // 1 kg is 1.3333 bags: that follows from the number and is nobody's typing.
    const { id: tied } = await stashed({ number: '1', storeNumber: '1.3333' });
    expect(await keeper.must('GET', `/channelsale/order/${tied}`)).toMatchObject({
      lines: [{ storeNumber: '1.3333' }],
    });
    expect(
      await call('POST', '/channelsale/order?stash=1', {
        organizeCode: 'O1',
        customerCode: 'N1',
        lines: [{ productCode: 'A2', storeNumber: '1.5' }],
      }),
    ).toMatchObject(tooFine(['lines.0.storeNumber'], '袋', 0));
  });

  test('am-A13 nothing of 10^15 or more is taken or worked out (E-AMOUNT-MAX)', async () => {
    const huge = { code: 10003, msg: '金额超出最大值', data: { key: 'E-AMOUNT-MAX' } };
    const order = (number: string, price: string, more: object = {}): Promise<unknown> =>
      call('POST', '/channelsale/order', orderFor('N1', [['A1', number, price]], more));
    expect(await order('1000000000000000', '1')).toMatchObject({
      ...huge,
      data: { errors: [{ path: 'lines.0.number' }] },
    });
    expect(await order('1', '1000000000000000')).toMatchObject(huge);
    expect(await order('1', '1', { freightAmount: '1000000000000000' })).toMatchObject(huge);
    expect(await order('1000000000', '1000000')).toMatchObject({ ...huge, data: { key: 'E-AMOUNT-MAX' } });
    expect(await call('POST', path, movementOf('3', [['A1', '125000000000000']]))).toMatchObject(huge);
    expect(await call('POST', path, movementOf('3', [['A1', '124999999999999']]))).toMatchObject({ code: 0 });
    expect(
      await call('POST', '/channelsale/bill', {
        organizeCode: 'O1',
        customerCode: 'N1',
        billType: 'RC',
        amount: '1000000000000000',
      }),
    ).toMatchObject(huge);
    expect(
      await call('POST', '/data/bd/material', {
        code: 'A9',
        name: 'A9',
        classCode: 'C1',
        mainUnitCode: 'PCS',
        price: '-1000000000000000',
      }),
    ).toMatchObject(huge);
  });

  test('am-A13 a tenant that counted with decimals before goes on: its units get those it needs, and no more', async () => {
    await audited(keeper, path, movementOf('3', [['A2', '0.1250']]));
    await world.sql(`
      update app.data_unit
      set precision = case code when 'U4' then 7 else 0 end
      where tenant_code = '1000'`);
    await world.sql(readFileSync('database/migrations/0075-unit-decimals.sql', 'utf8'));
    expect(
      await world.sql(`select code, precision from app.data_unit where tenant_code = '1000' order by code`),
    ).toEqual([
      { code: 'BAG', precision: 0 },
      { code: 'KG', precision: 3 },
      { code: 'PCS', precision: 0 },
      { code: 'U4', precision: 4 },
    ]);
    expect(await keeper.call('POST', path, movementOf('7', [['A2', '0.125']]))).toMatchObject({ code: 0 });
  });
});
