import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { audited, openCustomer, orderFor, orderInWarehouse } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { movementOf, outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { redOf, returnDraft } from '#tests/proof/returns.ts';
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
    expect(
      await call('PUT', `${path}/pick`, [{ id: movement, scans: [{ barcode: 'A1', number: '0.5' }] }]),
    ).toMatchObject(tooFine(['scans.0.number']));
    await keeper.must('PUT', `${path}/audit`, [movement]);
    expect(await call('POST', '/channelsale/refund', await returnDraft(keeper, order, { A1: '0.5' }))).toMatchObject(
      tooFine(['lines.0.number']),
    );
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

describe('a gift box (am-A15)', () => {
  const box = {
    code: 'BOX1',
    name: '礼盒',
    classCode: 'C1',
    mainUnitCode: 'PCS',
    groupFlag: '1',
    combination: [
      { productCode: 'G1', number: '1', price: '60' },
      { productCode: 'G2', number: '2', price: '25' },
    ],
  };
  const save = (body: object): Promise<unknown> => keeper.call('POST', '/data/bd/material', body);
  const idOf = async (code: string): Promise<string> =>
    (await keeper.must<{ list: { id: string }[] }>('POST', '/data/bd/material/all/page', { code })).list[0]?.id ?? '';
  const stocks = async (): Promise<unknown> => [await there('G1'), await there('G2')];
  const componentsOf = async (at: string): Promise<unknown> =>
    (await keeper.must<{ lines: { components: unknown }[] }>('GET', at)).lines[0]?.components;
  const shares = (components: unknown): unknown =>
    (components as { productCode: string; number: string; amount: string }[]).map(({ productCode, number, amount }) => [
      productCode,
      Number(number),
      amount,
    ]);
  const costs = (): Promise<unknown> =>
    world.sql(`
      select material_code, number::float, amount::float
      from app.cost_balance
      where tenant_code = '1000' and material_code in ('G1', 'G2')
      order by material_code`);

  beforeAll(async () => {
    await without();
    await material('G1');
    await material('G2');
    await received('G1', '20');
    await received('G2', '25');
  });

  test('am-A15a is no kit of kits, holds goods that are there, and whole pieces of them', async () => {
    expect(await save({ ...box, combination: [{ productCode: 'nobody', number: '1' }] })).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'combination', msg: '第1行不存在或已停用' }] },
    });
    expect(await save({ ...box, combination: [{ productCode: 'G1', number: '0.5' }] })).toMatchObject({
      data: { key: 'E-NUMBER-DECIMALS' },
    });
    expect(await save({ ...box, combination: [{ productCode: 'BOX1', number: '1' }] })).toMatchObject({
      code: 20152,
      msg: '组合件【BOX1】的组件不能是组合件',
      data: { key: 'E-KIT-NEST' },
    });
    await keeper.must('POST', '/data/bd/material', box);
    expect(await save({ ...box, code: 'BOX2', combination: [{ productCode: 'BOX1', number: '1' }] })).toMatchObject({
      data: { key: 'E-KIT-NEST' },
    });
    const id = await idOf('G1');
    expect(await keeper.call('PUT', '/data/bd/material', { id, groupFlag: '1' })).toMatchObject({
      code: 20152,
      msg: '组合件【BOX1】的组件不能是组合件',
    });
    expect(await keeper.call('DELETE', `/data/bd/material/${id}`)).toMatchObject({ code: 10009 });
    // It lies in no warehouse, and half of it is none.
    expect(await keeper.call('POST', path, movementOf('3', [['BOX1', '1']]))).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'lines.0.productCode' }] },
    });
    expect(await keeper.call('POST', '/channelsale/order', orderFor('N1', [['BOX1', '0.5', '100']]))).toMatchObject({
      data: { key: 'E-NUMBER-DECIMALS' },
    });
  });

  test('am-A15a has what its scarcest component allows, while it is written and where goods are chosen', async () => {
    const { lines } = await keeper.must<{ lines: { available: string; isShort: boolean }[] }>(
      'POST',
      '/channelsale/order/calculate',
      orderFor('N1', [
        ['G2', '4', '10'],
        ['BOX1', '11', '100'],
      ]),
    );
    expect(lines.map(({ available, isShort }) => [available, isShort])).toEqual([
      ['25', false],
      ['10', true],
    ]);
    const found = async (stockQueryType: string): Promise<unknown> =>
      (
        await keeper.must<{ list: { erpStockNumber: string; number: string }[] }>(
          'POST',
          '/data/bd/material/all/page',
          { code: 'BOX1', stockQueryType },
        )
      ).list.map(({ erpStockNumber, number }) => [erpStockNumber, number]);
    expect([await found('0'), await found('1'), await found('2')]).toEqual([[['12', '12']], [['12', '12']], []]);
  });

  test('am-A15 of three is ordered, half of it shipped, the rest closed, some comes back: its parts are right', async () => {
    const short = await keeper.must<{ id: string }>(
      'POST',
      '/channelsale/order',
      orderFor('N1', [['BOX1', '13', '100']]),
    );
    expect(await keeper.call('PUT', '/channelsale/order/audit', [short.id])).toMatchObject({
      code: 10020,
      msg: '产品【G2】在【一号仓】可用量25，不足26',
    });
    const order = await audited(keeper, '/channelsale/order', orderFor('N1', [['BOX1', '10', '100']]));
    expect(await stocks()).toEqual([
      { on_hand: 20, occupied: 10 },
      { on_hand: 25, occupied: 20 },
    ]);
    expect(shares(await componentsOf(`/channelsale/order/${order}`))).toEqual([
      ['G1', 1, '545.45'],
      ['G2', 2, '454.55'],
    ]);
    await clean();
    // Its audit taken back frees all, and again.
    await keeper.must('PUT', '/channelsale/order/unaudit', [order]);
    expect([await stocks(), await componentsOf(`/channelsale/order/${order}`)]).toEqual([
      [
        { on_hand: 20, occupied: 0 },
        { on_hand: 25, occupied: 0 },
      ],
      null,
    ]);
    await keeper.must('PUT', '/channelsale/order/audit', [order]);
    const {
      ids: [delivery = ''],
    } = await keeper.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [order]);
    const note = await keeper.must<Record<string, unknown> & { lines: Record<string, unknown>[] }>(
      'GET',
      `/channelsale/delivery/${delivery}`,
    );
    await keeper.must('PUT', '/channelsale/delivery', {
      ...note,
      lines: note.lines.map((each) => ({ ...each, number: '5' })),
    });
    await keeper.must('PUT', '/channelsale/delivery/audit', [delivery]);
    const {
      ids: [movement = ''],
    } = await keeper.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
    expect(await verb('audit', movement)).toBe('');
    const { lines } = await keeper.must<{
      lines: { id: string; productCode: string; amount: string; components: unknown }[];
    }>('GET', `${path}/${movement}`);
    expect(lines.map(({ productCode, amount, components }) => [productCode, amount, shares(components)])).toEqual([
      [
        'BOX1',
        '500',
        [
          ['G1', 1, '272.73'],
          ['G2', 2, '227.27'],
        ],
      ],
    ]);
    const half = [
      { on_hand: 15, occupied: 5 },
      { on_hand: 15, occupied: 10 },
    ];
    expect(await stocks()).toEqual(half);
    await clean();
    expect([await verb('unaudit', movement), await verb('audit', movement), await stocks()]).toEqual(['', '', half]);
    const closed = [
      { on_hand: 15, occupied: 0 },
      { on_hand: 15, occupied: 0 },
    ];
    await keeper.must('PUT', '/channelsale/order/close', [order]);
    expect(await stocks()).toEqual(closed);
    await clean();
    await keeper.must('PUT', '/channelsale/order/unclose', [order]);
    expect(await stocks()).toEqual(half);
    await keeper.must('PUT', '/channelsale/order/close', [order]);
    const red = await redOf(keeper, movement, { [lines[0]?.productCode ?? '']: '2' });
    expect(await verb('audit', red)).toBe('');
    expect([await stocks(), await costs()]).toEqual([
      [
        { on_hand: 17, occupied: 0 },
        { on_hand: 19, occupied: 0 },
      ],
      [
        { material_code: 'G1', number: 17, amount: 136 },
        { material_code: 'G2', number: 19, amount: 152 },
      ],
    ]);
    await clean();
    for (const { rule, statement } of bookChecks) expect(await world.sql(statement.text), rule).toEqual([]);
    expect([await verb('unaudit', red), await stocks()]).toEqual(['', closed]);
    await clean();
  });

  test('am-A15a a part is weighed by its benchmark, and what changes of a kit later is for later orders', async () => {
    await audited(keeper, '/channelsale/price/benchmark', { productCode: 'G1', price: '150', startDate: '2026-01-01' });
    const order = await audited(keeper, '/channelsale/order', orderFor('N1', [['BOX1', '2', '100']]));
    const kept = [
      ['G1', 1, '150.00'],
      ['G2', 2, '50.00'],
    ];
    expect(shares(await componentsOf(`/channelsale/order/${order}`))).toEqual(kept);
    await keeper.must('PUT', '/data/bd/material', {
      id: await idOf('BOX1'),
      combination: [{ productCode: 'G1', number: '3' }],
    });
    expect(shares(await componentsOf(`/channelsale/order/${order}`))).toEqual(kept);
    await keeper.must('PUT', '/channelsale/order/close', [order]);
    expect(await stocks()).toEqual([
      { on_hand: 15, occupied: 0 },
      { on_hand: 15, occupied: 0 },
    ]);
    await clean();
  });
});
