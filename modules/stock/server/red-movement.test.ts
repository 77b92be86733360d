import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { stockMoveType } from '#stock/model/choices.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly amount: string;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly moveType: string;
  readonly redFlag: string;
  readonly billDate: string;
  readonly sourceCode: string;
  readonly totalAmount: string;
  readonly lines: readonly Line[];
}

let world: World;
let keeper: Session;
beforeAll(async () => {
  world = await openWorld('red');
  keeper = world.first;
  await furnish(keeper);
});
afterAll(() => world.close());

const path = '/stock/inout';
const saved = async (
  moveType: string,
  lines: readonly (readonly [code: string, number: string, price?: string])[],
  more: object = {},
): Promise<string> =>
  (
    await keeper.must<{ id: string }>('POST', path, {
      organizeCode: 'O1',
      moveType,
      storageCode: 'W1',
      ...more,
      lines: lines.map(([productCode, number, price]) => ({ productCode, number, price })),
    })
  ).id;
const moved = async (...given: Parameters<typeof saved>): Promise<string> => {
  const id = await saved(...given);
  await keeper.must('PUT', `${path}/audit`, [id]);
  return id;
};
const one = (id: string): Promise<Bill> => keeper.must<Bill>('GET', `${path}/${id}`);
const redOf = async (...items: readonly unknown[]): Promise<string> =>
  (await keeper.must<{ ids: string[] }>('POST', `${path}/red`, items)).ids[0] ?? '';
const audit = (id: string) => keeper.call('PUT', `${path}/audit`, [id]);
const unaudit = (id: string) => keeper.call('PUT', `${path}/unaudit`, [id]);
async function there(code: string): Promise<{ onHand: string; number: string; amount: string }> {
  const [row] = await world.sql<{ onHand: string; number: string; amount: string }>(
    `
      select b.on_hand::float::text as "onHand", c.number::float::text as number, c.amount::float::text as amount
      from app.stock_balance b
      join app.cost_balance c using (tenant_code, stock_organize_code, material_code)
      where b.tenant_code = '1000' and b.material_code = $1 and b.storage_code = 'W1'`,
    [code],
  );
  return row ?? { onHand: '0', number: '0', amount: '0' };
}
/** Goods of an allocation that left and arrived; its movements. */
async function sent(outStorageCode: string, inStorageCode: string, number: string): Promise<readonly string[]> {
  const { id, data } = await keeper.must<{ id: string; data: { code: string } }>('POST', '/stock/allocation', {
    organizeCode: 'O1',
    outStorageCode,
    inStorageCode,
    lines: [{ productCode: 'M5', number }],
  });
  await keeper.must('PUT', '/stock/allocation/audit', [id]);
  const made: string[] = [];
  for (const type of ['6', '2']) {
    const [row] = await world.sql<{ id: string }>(
      `select id from app.stock_inout where source_code = $1 and move_type = $2 and bill_status = '0'`,
      [data.code, type],
    );
    expect(await audit(row?.id ?? ''), `type ${type}`).toMatchObject({ code: 0 });
    made.push(row?.id ?? '');
  }
  return made;
}
/** The movement that is to bring goods of a purchase. */
async function bought(number: string): Promise<string> {
  await keeper.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '原料' });
  await keeper.must('POST', '/data/bd/supplier', { code: 'S1', name: '供应商', classCode: 'SC1' });
  const { id } = await keeper.must<{ id: string }>('POST', '/channelsale/purchase', {
    organizeCode: 'O1',
    supplierCode: 'S1',
    storageCode: 'W1',
    lines: [{ productCode: 'M5', number, price: '8', taxRate: '0' }],
  });
  await keeper.must('PUT', '/channelsale/purchase/audit', [id]);
  const { ids } = await keeper.must<{ ids: readonly string[] }>('POST', '/channelsale/purchase/receive', [id]);
  return ids[0] ?? '';
}
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
};

describe('every audited movement moves goods by its type', () => {
  test('[A342] types 0 to 3 add stock and 4 to 7 take it away; the types that another document makes cannot be written by hand', async () => {
    const before = Number.parseFloat((await there('M5')).onHand);
    const waits = (type: string, number: string): Promise<string> =>
      type === '1' ? bought(number) : saved(type, [type < '4' ? ['M5', number, '8'] : ['M5', number]]);
    const moves: Readonly<Record<string, number>> = { 0: 11, 1: 13, 3: 7, 5: -3, 7: -5 };
    // Type 4 is sold below, 2 and 6 are sent there and back: only their documents make them.
    expect([...Object.keys(moves), '2', '4', '6'].toSorted()).toEqual(Object.keys(stockMoveType));
    let expected = before;
    for (const [type, change] of Object.entries(moves)) {
      const id = await waits(type, String(Math.abs(change)));
      expect((await there('M5')).onHand, `type ${type} saved`).toBe(String(expected));
      expect(await audit(id), `type ${type}`).toMatchObject({ code: 0 });
      expected += change;
      expect((await there('M5')).onHand, `type ${type} audited`).toBe(String(expected));
    }
    await keeper.must('POST', '/data/storage', { code: 'W9', name: '九号仓', organizeCode: 'O1' });
    for (const [type, from, to, change] of [
      ['6', 'W1', 'W9', -19],
      ['2', 'W9', 'W1', 19],
    ] as const) {
      for (const made of await sent(from, to, '19')) expect(await one(made)).toMatchObject({ redFlag: '0' });
      expected += change;
      expect((await there('M5')).onHand, `type ${type} audited`).toBe(String(expected));
    }
    for (const type of ['1', '2', '4', '6'])
      expect(
        await keeper.call('POST', path, {
          organizeCode: 'O1',
          moveType: type,
          storageCode: 'W1',
          lines: [{ productCode: 'M5', number: '1' }],
        }),
      ).toMatchObject({ code: 10003 });

    const { id: order } = await keeper.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M5', number: '2', price: '1' }],
    });
    await keeper.must('PUT', '/channelsale/order/audit', [order]);
    const {
      ids: [delivery = ''],
    } = await keeper.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [order]);
    await keeper.must('PUT', '/channelsale/delivery/audit', [delivery]);
    const {
      ids: [sold = ''],
    } = await keeper.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
    expect((await there('M5')).onHand).toBe(String(expected));
    expect(await audit(sold)).toMatchObject({ code: 0 });
    expect(await one(sold)).toMatchObject({ moveType: '4' });
    expect((await there('M5')).onHand).toBe(String(expected - 2));
    console.log(`${Object.keys(stockMoveType).length} types of movement`);
  });
});

describe('a red movement', () => {
  test('takes goods back at what they cost then, not at the average of today', async () => {
    const source = await moved('7', [
      ['M1', '10'],
      ['M2', '4'],
    ]);
    await moved('3', [['M1', '90', '16']]);
    expect(await there('M1')).toEqual({ onHand: '180', number: '180', amount: '2160' });
    const red = await redOf(source);
    const { code } = await one(source);
    expect(await one(red)).toMatchObject({
      moveType: '7',
      redFlag: '1',
      sourceCode: code,
      billDate: todayIn('Asia/Shanghai'),
      lines: [
        { productCode: 'M1', number: '10' },
        { productCode: 'M2', number: '4' },
      ],
    });
    expect(await there('M1')).toMatchObject({ onHand: '180' });
    expect(await audit(red)).toMatchObject({ code: 0 });
    // Ten at 8 came back, not ten at 12.
    expect(await there('M1')).toEqual({ onHand: '190', number: '190', amount: '2240' });
    expect(await there('M2')).toEqual({ onHand: '100', number: '100', amount: '800' });
    expect(await unaudit(red)).toMatchObject({ code: 0 });
    expect(await there('M1')).toEqual({ onHand: '180', number: '180', amount: '2160' });
    await clean();
  });

  test('of goods that came in takes them out again, and only what is free', async () => {
    const source = await moved('3', [['M3', '20', '9']]);
    const red = await redOf(source);
    await moved('7', [['M3', '110']]);
    expect(await audit(red)).toMatchObject({ code: 10020 });
    await moved('3', [['M3', '40', '1']]);
    expect(await audit(red)).toMatchObject({ code: 0 });
    expect(await there('M3')).toMatchObject({ onHand: '30', number: '30' });
    await clean();
  });

  test('of production and of requisition does the same as of any other that is written by hand', async () => {
    await keeper.must('POST', '/data/bd/material', { code: 'R3', name: '红三', classCode: 'C1', mainUnitCode: 'PCS' });
    const made = await moved('0', [['R3', '10', '9']]);
    expect(await there('R3')).toEqual({ onHand: '10', number: '10', amount: '90' });
    const used = await moved('5', [['R3', '4']], { deptCode: 'D1' });
    expect(await there('R3')).toEqual({ onHand: '6', number: '6', amount: '54' });
    expect(await audit(await saved('5', [['R3', '7']]))).toMatchObject({
      code: 10020,
      msg: '产品【R3】现存量不足，缺1',
    });
    const unused = await redOf(used);
    expect([await one(unused), await audit(unused), await there('R3')]).toMatchObject([
      { moveType: '5', redFlag: '1' },
      { code: 0 },
      { onHand: '10', amount: '90' },
    ]);
    const unmade = await redOf({ id: made, lines: [{ id: (await one(made)).lines[0]?.id, number: '3' }] });
    expect([await one(unmade), await audit(unmade), await there('R3')]).toMatchObject([
      { moveType: '0', redFlag: '1' },
      { code: 0 },
      { onHand: '7', amount: '63' },
    ]);
    for (const id of [unmade, unused]) expect(await unaudit(id)).toMatchObject({ code: 0 });
    await clean();
  });

  test('of the last pieces leaves nothing behind, whatever the average had become', async () => {
    await keeper.must('POST', '/data/bd/material', { code: 'R1', name: '红一', classCode: 'C1', mainUnitCode: 'PCS' });
    const source = await moved('3', [['R1', '10', '8']]);
    await moved('3', [['R1', '10', '10']]);
    await moved('7', [['R1', '10']]);
    expect(await there('R1')).toEqual({ onHand: '10', number: '10', amount: '90' });
    const red = await redOf(source);
    expect(await audit(red)).toMatchObject({ code: 0 });
    expect(await there('R1')).toEqual({ onHand: '0', number: '0', amount: '0' });
    expect(await unaudit(red)).toMatchObject({ code: 0 });
    expect(await there('R1')).toEqual({ onHand: '10', number: '10', amount: '90' });
    await clean();
  });

  test('may be lowered and never raised; all of them together take back exactly what the source moved', async () => {
    await keeper.must('POST', '/data/bd/material', { code: 'R2', name: '红二', classCode: 'C1', mainUnitCode: 'PCS' });
    await moved('3', [['R2', '3', '33.3333']]);
    await moved('3', [['R2', '3', '0.0001']]);
    const source = await moved('7', [['R2', '3']]);
    const first = await redOf({ id: source, lines: [{ id: (await one(source)).lines[0]?.id, number: '2' }] });
    const bill = await one(first);
    const lowered = (number: string) =>
      keeper.call('PUT', path, { ...bill, lines: bill.lines.map((line) => ({ ...line, number })) });
    expect(await lowered('3')).toMatchObject({ code: 20231, msg: '红字数量超过来源单据可红冲数量2' });
    expect(await keeper.call('PUT', path, { ...bill, storageCode: 'W9' })).toMatchObject({ code: 10003 });
    expect(await lowered('1')).toMatchObject({ code: 0 });
    // What was asked for stays taken until it is decided.
    expect(
      await keeper.call('POST', `${path}/red`, [
        { id: source, lines: [{ id: (await one(source)).lines[0]?.id, number: '2' }] },
      ]),
    ).toMatchObject({ code: 20231 });
    expect(await audit(first)).toMatchObject({ code: 0 });
    const [second, third] = [
      await redOf({ id: source, lines: [{ id: (await one(source)).lines[0]?.id, number: '1' }] }),
      await redOf(source),
    ];
    // Two of one source in one command see each other.
    expect(await keeper.call('PUT', `${path}/audit`, [second, third])).toMatchObject({ code: 0 });
    expect(await there('R2')).toEqual({ onHand: '6', number: '6', amount: '100' });
    expect(await keeper.call('POST', `${path}/red`, [source])).toMatchObject({ code: 20231 });
    await clean();
  });

  test('keeps its source from being undone until it is gone', async () => {
    const source = await moved('7', [['M4', '5']]);
    const red = await redOf(source);
    const { code } = await one(red);
    expect(await unaudit(source)).toMatchObject({ code: 20007, msg: `已生成下游单据【${code}】，不能弃审` });
    await keeper.must('DELETE', path, [red]);
    expect(await unaudit(source)).toMatchObject({ code: 0 });
    expect(await audit(source)).toMatchObject({ code: 0 });
    const again = await redOf(source);
    await keeper.must('PUT', `${path}/cancel`, [again]);
    expect(await unaudit(source)).toMatchObject({ code: 0 });
  });

  test('is made of what is audited and is not red itself', async () => {
    const source = await saved('3', [['M4', '5', '1']]);
    expect(await keeper.call('POST', `${path}/red`, [source])).toMatchObject({ code: 10010 });
    await audit(source);
    const red = await redOf(source);
    await audit(red);
    expect(await keeper.call('POST', `${path}/red`, [red], { 'accept-language': 'en-US' })).toMatchObject({
      code: 10010,
      msg: `Document ${(await one(red)).code} is Red; cannot make a red document`,
    });
    expect(await keeper.call('POST', `${path}/red`, [])).toMatchObject({ code: 404 });
    expect(await world.second.call('POST', `${path}/red`, [source])).toMatchObject({ code: 404 });
  });

  test('takes back what a closed period keeps from being undone', async () => {
    const source = await moved('7', [['M4', '6']], { billDate: '2025-03-05' });
    const { id } = await keeper.must<{ id: string }>('POST', '/sys/accountperiod', {
      year: 2025,
      month: 3,
      organizeCode: 'O1',
      startDate: '2025-03-01',
      endDate: '2025-03-31',
    });
    for (const step of ['open', 'settle']) await keeper.must('PUT', `/sys/accountperiod/${step}`, [id]);
    expect(await unaudit(source)).toMatchObject({ code: 20012 });
    const before = (await there('M4')).onHand;
    const red = await redOf(source);
    expect(await audit(red)).toMatchObject({ code: 0 });
    expect(Number.parseFloat((await there('M4')).onHand)).toBe(Number.parseFloat(before) + 6);
    await clean();
  });
});
