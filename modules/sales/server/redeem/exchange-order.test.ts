import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { askBack, exchangeDraft, refunds, signOrder } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

const activities = '/channelsale/points/activity';
const exchanges = '/channelsale/points/exchange';
const accounts = '/channelsale/points/account';

let world: World;
const prices = priceDesk(() => world);
beforeAll(async () => {
  world = await openWorld('redeem');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  const found = await Promise.all(
    bookChecks.map(async ({ rule, statement }) => ((await world.sql(statement.text)).length > 0 ? [rule] : [])),
  );
  expect(found.flat()).toEqual([]);
  await world.close();
});

let customers = 0;
async function newCustomer(points: number, cash = '0'): Promise<string> {
  const code = `EX${(customers += 1)}`;
  await openCustomer(world.first, code, { limit: '0', cash, isControlled: true });
  if (points > 0) await adjust(code, points);
  return code;
}
const adjust = (customerCode: string, points: number) =>
  world.first.must('POST', `${accounts}/adjust`, { customerCode, points, remark: '盘点更正' });
async function offered(lines: readonly object[], more: object = {}): Promise<{ id: string; code: string }> {
  const { id, data } = await world.first.must<{ id: string; data: { code: string } }>('POST', activities, {
    name: '积分换礼',
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    ...more,
    lines,
  });
  await world.first.must('PUT', `${activities}/audit`, [id]);
  return { id, code: data.code };
}
const paint = { productCode: 'M2', exchangePointNum: '200' };
const draft = (activityCode: string, customerCode: string, number: string, productCode = 'M2') => ({
  organizeCode: 'O1',
  activityCode,
  customerCode,
  lines: [{ productCode, number }],
});
const write = async (...asked: Parameters<typeof draft>): Promise<string> =>
  (await world.first.must<{ id: string }>('POST', exchanges, draft(...asked))).id;

interface Exchange {
  readonly id: string;
  readonly code: string;
  readonly totalPoints: string;
  readonly totalAmount: string;
  readonly orderStatus: string;
  readonly newOrderCode: string | null;
}
const read = (id: string) => world.first.must<Exchange>('GET', `${exchanges}/${id}`);
async function orderOf(id: string): Promise<{
  readonly id: string;
  readonly payableAmount: string;
  readonly billStatus: string;
  readonly lines: readonly { readonly lineType: string; readonly amount: string; readonly number: string }[];
}> {
  const { newOrderCode } = await read(id);
  const { list } = await world.first.must<{ list: { id: string }[] }>('GET', `${orders}/page?code=${newOrderCode}`);
  return world.first.must('GET', `${orders}/${list[0]?.id}`);
}
async function account(customerCode: string) {
  const { list } = await world.first.must<{
    list: { balancePoints: string; frozenPoints: string; usedPoints: string; totalPoints: string }[];
  }>('GET', `${accounts}/page?customerCode=${customerCode}`);
  return list[0];
}
async function ship(orderId: string): Promise<void> {
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [orderId]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
}
/** By which number its entries are known. */
const heldBy = async (id: string): Promise<readonly unknown[]> =>
  (await world.sql(`select distinct doc_code as code from app.points_entry where doc_id = '${id}'`)).map(
    ({ code }) => code,
  );
const audit = (id: string) => world.first.call('PUT', `${exchanges}/audit`, [id]);

describe('am-B12: goods for points', () => {
  test('saved it holds the points, voided or deleted it gives them up, changed it holds what it asks now', async () => {
    const customer = await newCustomer(1000);
    const { code } = await offered([paint]);
    const id = await write(code, customer, '2');
    expect(await read(id)).toMatchObject({ totalPoints: '400', totalAmount: '0', orderStatus: '0' });
    expect(await account(customer)).toMatchObject({ balancePoints: '1000', frozenPoints: '400' });
    expect(await heldBy(id)).toEqual([(await read(id)).code]);
    await world.first.must('PUT', exchanges, { ...(await read(id)), lines: [{ productCode: 'M2', number: '3' }] });
    expect(await account(customer)).toMatchObject({ balancePoints: '1000', frozenPoints: '600' });
    const other = await write(code, customer, '2');
    expect(await world.first.call('POST', exchanges, draft(code, customer, '1'))).toMatchObject({
      data: { key: 'E-POINT-LACK', params: { avail: '0' } },
    });
    await world.first.must('PUT', `${exchanges}/cancel`, [other]);
    await world.first.must('DELETE', `${exchanges}/${id}`);
    expect(await account(customer)).toMatchObject({ balancePoints: '1000', frozenPoints: '0' });
  });

  test('approved it spends them and is an order of gifts that costs nothing, and leaves like any other', async () => {
    const customer = await newCustomer(1000);
    const { code } = await offered([paint]);
    const id = await write(code, customer, '2');
    expect(await audit(id)).toMatchObject({ code: 0 });
    expect(await account(customer)).toMatchObject({ balancePoints: '600', frozenPoints: '0', usedPoints: '400' });
    const made = await orderOf(id);
    expect(made).toMatchObject({ payableAmount: '0', billStatus: '1' });
    expect(made.lines).toMatchObject([{ lineType: '1', number: '2' }]);
    expect(await world.first.call('PUT', `${orders}/unaudit`, [made.id])).toMatchObject({ data: { key: 'E-MADE' } });
    await ship(made.id);
    await signOrder(world.first, made.id);
    expect((await read(id)).orderStatus).toBe('3');
    // Goods for points earn none.
    expect(await account(customer)).toMatchObject({ balancePoints: '600' });
    expect(await world.first.call('PUT', `${exchanges}/unaudit`, [id])).not.toMatchObject({ code: 0 });
  });

  test('taken back before anything left, its points are held as they were', async () => {
    const customer = await newCustomer(1000);
    const { code } = await offered([paint]);
    const id = await write(code, customer, '2');
    await audit(id);
    await world.first.must('PUT', `${exchanges}/unaudit`, [id]);
    expect(await account(customer)).toMatchObject({ balancePoints: '1000', frozenPoints: '400' });
    expect(await read(id)).toMatchObject({ newOrderCode: null, orderStatus: '0' });
    expect(await audit(id)).toMatchObject({ code: 0 });
    expect(await account(customer)).toMatchObject({ balancePoints: '600', frozenPoints: '0' });
  });

  test('what is paid beside the points is held and paid like any order', async () => {
    const customer = await newCustomer(500, '100');
    const { code } = await offered([{ ...paint, price: '20' }]);
    const id = await write(code, customer, '2');
    expect(await read(id)).toMatchObject({ totalPoints: '400', totalAmount: '40' });
    await audit(id);
    const made = await orderOf(id);
    expect(made).toMatchObject({ payableAmount: '40' });
    expect(made.lines).toMatchObject([{ lineType: '0', amount: '40' }]);
    // Both are paid back the way they came: a piece brings 200 points and 20.00.
    await ship(made.id);
    const { id: back, movement } = await askBack(world.first, made.id, { M2: '1' });
    await world.first.must('PUT', `${movements}/audit`, [movement]);
    expect(await world.first.must('GET', `${refunds}/${back}`)).toMatchObject({ totalAmount: '20' });
    expect(await account(customer)).toMatchObject({ balancePoints: '300' });
  });

  test('what comes back gives points and no money; taken out of the warehouse again, they are spent again', async () => {
    const customer = await newCustomer(1000);
    const { code } = await offered([paint]);
    const id = await write(code, customer, '3');
    await audit(id);
    const made = await orderOf(id);
    await ship(made.id);
    const { id: back, movement } = await askBack(world.first, made.id, { M2: '2' });
    expect(await account(customer)).toMatchObject({ balancePoints: '400' });
    await world.first.must('PUT', `${movements}/audit`, [movement]);
    expect(await account(customer)).toMatchObject({ balancePoints: '800' });
    expect(await world.first.must('GET', `${refunds}/${back}`)).toMatchObject({ totalAmount: '0' });
    await world.first.must('PUT', `${movements}/unaudit`, [movement]);
    expect(await account(customer)).toMatchObject({ balancePoints: '400' });
    expect(
      await world.first.call('POST', refunds, await exchangeDraft(world.first, made.id, { M2: '1' }, { M1: '1' })),
    ).not.toMatchObject({ code: 0 });
  });

  test('closed before they left, goods give their points back; they are exchanged anew and not reopened', async () => {
    const customer = await newCustomer(600);
    const { code } = await offered([{ ...paint, number: '3' }]);
    const id = await write(code, customer, '3');
    await audit(id);
    const made = await orderOf(id);
    await world.first.must('PUT', `${orders}/close`, { ids: [made.id], operateMsg: '缺货' });
    expect(await account(customer)).toMatchObject({ balancePoints: '600' });
    expect((await read(id)).orderStatus).toBe('3');
    expect(await world.first.call('PUT', `${orders}/unclose`, [made.id])).toMatchObject({ data: { key: 'E-MADE' } });
    // What was given up is there to be had again.
    await write(code, customer, '3');
  });
});

describe('an activity says what may be had', () => {
  test('at once, by one customer, and by all of them', async () => {
    const [one, two] = [await newCustomer(9000), await newCustomer(9000)];
    const { code } = await offered([{ ...paint, onceExchangeMaxNum: '2', customerMaxNum: '3', number: '4' }]);
    expect(await world.first.call('POST', exchanges, draft(code, one, '3'))).toMatchObject({
      data: { key: 'E-EXCH-LIMIT', params: { n: '2' } },
    });
    await write(code, one, '2');
    expect(await world.first.call('POST', exchanges, draft(code, one, '2'))).toMatchObject({
      data: { key: 'E-EXCH-QUOTA', params: { n: '1' } },
    });
    await write(code, one, '1');
    expect(await world.first.call('POST', exchanges, draft(code, two, '2'))).toMatchObject({
      data: { key: 'E-EXCH-QUOTA', params: { n: '1' } },
    });
    await write(code, two, '1');
  });

  test('to whom, and when; it is not taken back once something was exchanged', async () => {
    const [one, two] = [await newCustomer(900), await newCustomer(900)];
    const { code, id } = await offered([paint], { customerCodes: [one] });
    const over = await offered([paint], { endDate: '2020-12-31' });
    for (const [activity, customer] of [
      [code, two],
      [over.code, one],
    ] as const)
      expect(await world.first.call('POST', exchanges, draft(activity, customer, '1'))).toMatchObject({ code: 10003 });
    expect(await world.first.call('POST', exchanges, draft(code, one, '1', 'M3'))).toMatchObject({ code: 10003 });
    await write(code, one, '1');
    expect(await world.first.call('PUT', `${activities}/unaudit`, [id])).toMatchObject({
      data: { key: 'E-DOWNSTREAM' },
    });
    await world.first.must('PUT', `${activities}/close`, { ids: [id], operateMsg: '结束' });
    expect(await world.first.call('POST', exchanges, draft(code, one, '1'))).toMatchObject({ code: 10003 });
  });

  test('two exchanges of the last piece, and of the last points: one has it', async () => {
    const [one, two] = [await newCustomer(200), await newCustomer(200)];
    const { code } = await offered([{ ...paint, number: '1' }]);
    const both = await Promise.all([one, two].map((who) => world.first.call('POST', exchanges, draft(code, who, '1'))));
    expect(both.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 20605]);
    const three = await newCustomer(200);
    const { code: more } = await offered([paint]);
    const twice = await Promise.all([1, 2].map(() => world.first.call('POST', exchanges, draft(more, three, '1'))));
    expect(twice.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 10020]);
  });
});

test('whoever owes points exchanges none (B12b)', async () => {
  const customer = await newCustomer(0, '2000');
  const { code } = await offered([paint]);
  const { id: sold } = await world.first.must<{ id: string }>('POST', orders, {
    organizeCode: 'O1',
    customerCode: customer,
    storageCode: 'W1',
    lines: [{ productCode: 'M1', number: '20' }],
  });
  await world.first.must('PUT', `${orders}/audit`, [sold]);
  await ship(sold);
  await signOrder(world.first, sold);
  // 2,000.00 earned 200; half of the goods come back when they are spent.
  await audit(await write(code, customer, '1'));
  const { movement } = await askBack(world.first, sold, { M1: '10' });
  await world.first.must('PUT', `${movements}/audit`, [movement]);
  await adjust(customer, 500);
  expect(await world.first.call('POST', exchanges, draft(code, customer, '1'))).toMatchObject({
    data: { key: 'E-POINT-DEBT', params: { n: '100' } },
  });
});
