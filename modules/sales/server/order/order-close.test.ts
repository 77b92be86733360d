import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';

interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly outNumber: string;
  readonly closedNumber: string;
  readonly releasedNumber: string;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly orderStatus: string;
  readonly closeReason: string | null;
  readonly rowVersion: number;
  readonly lines: readonly Line[];
}

const [orders, deliveries, movements] = ['/channelsale/order', '/channelsale/delivery', '/stock/inout'];
let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('order_close');
  clerk = world.first;
  await furnish(clerk);
  for (const productCode of ['M1', 'M2'])
    await audited(movements, {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode, number: '100', price: '8' }],
    });
});
afterAll(() => world.close());

async function audited(path: string, body: object): Promise<string> {
  const { id } = await clerk.must<{ id: string }>('POST', path, body);
  await clerk.must('PUT', `${path}/audit`, [id]);
  return id;
}
let count = 0;
/**
 * A customer with so much cash and credit and an audited order of his: ten of M1 at 10, three of M2 for 100 less a
 * discount.
 */
async function ordered(
  more: object = {},
  { cash = '100', limit = '1000', isControlled = true } = {},
): Promise<{ id: string; customer: string; a: string; b: string }> {
  const customer = `CC${(count += 1)}`;
  await clerk.must('POST', '/data/customer/manage', {
    code: customer,
    name: customer,
    classCode: 'K1',
    customerType: '1',
    receiveType: '3',
    creditDays: 30,
    creditControlFlag: isControlled ? '1' : '0',
  });
  if (limit !== '0')
    await audited('/channelsale/creditchange', {
      organizeCode: 'O1',
      customerCode: customer,
      changeType: '0',
      changeAmount: limit,
    });
  if (cash !== '0')
    await audited('/channelsale/bill', { organizeCode: 'O1', customerCode: customer, billType: 'RC', amount: cash });
  const id = await audited(orders, {
    organizeCode: 'O1',
    customerCode: customer,
    storageCode: 'W1',
    ...more,
    lines: [
      { productCode: 'M1', number: '10', price: '10' },
      { productCode: 'M2', number: '3', price: '33.3333' },
    ],
  });
  const [a, b] = (await order(id)).lines;
  return { id, customer, a: a?.id ?? '', b: b?.id ?? '' };
}
const order = (id: string): Promise<Bill> => clerk.must<Bill>('GET', `${orders}/${id}`);
const call = (
  verb: 'close' | 'unclose',
  id: string,
  lineIds: unknown,
  more: object = { operateMsg: '缺货' },
): Promise<Reply<{ key: string }>> => clerk.call('PUT', `${orders}/${verb}`, { ids: [id], lineIds, ...more });
async function must(verb: 'close' | 'unclose', id: string, ...lineIds: string[]): Promise<void> {
  expect(await call(verb, id, lineIds)).toMatchObject({ code: 0 });
}
async function shipped(
  id: string,
  numbers: Readonly<Record<string, string>>,
): Promise<{ delivery: string; movement: string }> {
  const {
    ids: [delivery = ''],
  } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  const draft = await clerk.must<Bill>('GET', `${deliveries}/${delivery}`);
  await clerk.must('PUT', deliveries, {
    ...draft,
    lines: draft.lines.flatMap((line) =>
      numbers[line.productCode] === undefined ? [] : [{ ...line, number: numbers[line.productCode] }],
    ),
  });
  await clerk.must('PUT', `${deliveries}/audit`, [delivery]);
  const {
    ids: [movement = ''],
  } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
  await clerk.must('PUT', `${movements}/audit`, [movement]);
  return { delivery, movement };
}
/** What cash and credit have promised to the customer's orders, and what of the goods is promised. */
async function books(customer: string): Promise<Record<string, string>> {
  const rows = await world.sql<{ what: string; occupied: string }>(
    `
      select a.account_type as what, b.occupied::float::text as occupied
      from app.capital_balance b
      join app.sale_capitalaccount a using (tenant_code, account_code)
      where a.tenant_code = '1000' and a.customer_code = $1
      union all
      select material_code, occupied::float::text
      from app.stock_balance
      where tenant_code = '1000' and material_code in ('M1', 'M2')`,
    [customer],
  );
  const {
    A001: cash = '0',
    A002: credit = '0',
    M1 = '0',
    M2 = '0',
  } = Object.fromEntries(rows.map(({ what, occupied }) => [what, occupied]));
  return { cash, credit, M1, M2 };
}

describe('single lines of an order', () => {
  test('are closed with a reason; the order stays open, holds what the others cost with the freight, and delivers only those', async () => {
    const { id, customer, a, b } = await ordered({ freightAmount: '20', allowanceAmount: '10' });
    // 100 and 100 less 5 each, and the freight; cash first.
    expect(await books(customer)).toEqual({ cash: '100', credit: '110', M1: '10', M2: '3' });
    await must('close', id, a);
    expect(await order(id)).toMatchObject({
      billStatus: '1',
      orderStatus: '1',
      closeReason: null,
      lines: [{ closedNumber: '10' }, { closedNumber: '0' }],
    });
    // 95 of 210 went back, pro rata to what each had promised.
    expect(await books(customer)).toEqual({ cash: '54.76', credit: '60.24', M1: '0', M2: '3' });
    const { delivery } = await shipped(id, { M2: '3' });
    expect(
      (await clerk.must<Bill>('GET', `${deliveries}/${delivery}`)).lines.map(({ productCode }) => productCode),
    ).toEqual(['M2']);
    expect(await books(customer)).toEqual({ cash: '0', credit: '0', M1: '0', M2: '0' });
    expect(await order(id)).toMatchObject({ billStatus: '1', orderStatus: '2' });
    expect(b).not.toBe('');
    const [log] = await world.sql<{ operation: string; message: string; changes: object }>(
      `
        select operation, message, changes
        from app.sys_operationlog
        where tenant_code = '1000' and record_id = $1 and operation = 'close'`,
      [id],
    );
    expect(log).toMatchObject({ message: '缺货', changes: { 'lines.1.closedNumber': ['0', '10'] } });
  });

  test('come back as they were, one by one or with the order, and a reopened line is delivered again', async () => {
    const { id, customer, a, b } = await ordered({ freightAmount: '20' });
    const before = await books(customer);
    await must('close', id, a);
    const one = await books(customer);
    await must('close', id, b);
    // Nothing is left to ship: the order is closed as if it had been closed whole, and its freight with it.
    expect(await order(id)).toMatchObject({ billStatus: '2', orderStatus: '3', closeReason: '缺货' });
    expect(await books(customer)).toEqual({ cash: '0', credit: '0', M1: '0', M2: '0' });
    // The whole reopening takes that close back, and not the one before.
    await clerk.must('PUT', `${orders}/unclose`, [id]);
    expect(await order(id)).toMatchObject({
      billStatus: '1',
      orderStatus: '1',
      closeReason: null,
      lines: [{ closedNumber: '10' }, { closedNumber: '0' }],
    });
    expect(await books(customer)).toEqual(one);
    await must('close', id, b);
    await must('unclose', id, a);
    expect(await order(id)).toMatchObject({ billStatus: '1', lines: [{ closedNumber: '0' }, { closedNumber: '3' }] });
    await must('unclose', id, b);
    expect(await books(customer)).toEqual(before);
    await shipped(id, { M1: '10', M2: '3' });
    expect(await order(id)).toMatchObject({ orderStatus: '2' });
  });

  test('of an order that is closed whole afterwards stay closed when that is taken back; after the audit is taken back all of it is ordered anew', async () => {
    const { id, customer, a } = await ordered();
    await must('close', id, a);
    const before = await books(customer);
    await clerk.must('PUT', `${orders}/close`, { ids: [id], operateMsg: '完' });
    await clerk.must('PUT', `${orders}/unclose`, [id]);
    expect(await books(customer)).toEqual(before);
    expect((await order(id)).lines.map(({ closedNumber }) => closedNumber)).toEqual(['10', '0']);
    await clerk.must('PUT', `${orders}/unaudit`, [id]);
    expect((await order(id)).lines.map(({ closedNumber }) => closedNumber)).toEqual(['0', '0']);
    expect(await books(customer)).toEqual({ cash: '0', credit: '0', M1: '0', M2: '0' });
    await clerk.must('PUT', `${orders}/audit`, [id]);
    expect(await books(customer)).toMatchObject({ M1: '10', M2: '3' });
    await clerk.must('PUT', `${orders}/unaudit`, [id]);
  });

  test('partly shipped give back the rest to the cent; a movement that is taken back is shipped again for what it cost', async () => {
    const { id, customer, b } = await ordered({}, { cash: '0' });
    const first = await shipped(id, { M2: '1' });
    const second = await shipped(id, { M2: '1' });
    // 33.33 and 33.34 have left; the first comes back, and 33.34 is what one piece has cost.
    await clerk.must('PUT', `${movements}/unaudit`, [first.movement]);
    await clerk.must('PUT', '/stock/deliveryrelease/unrelease', [first.delivery]);
    await clerk.must('PUT', `${deliveries}/close`, { ids: [first.delivery], operateMsg: 'x' });
    expect(await books(customer)).toMatchObject({ credit: '166.66' });
    await must('close', id, b);
    expect(await books(customer)).toMatchObject({ credit: '100', M2: '0' });
    await clerk.must('PUT', `${movements}/unaudit`, [second.movement]);
    expect(await books(customer)).toMatchObject({ credit: '133.34', M2: '1' });
    await clerk.must('PUT', `${movements}/audit`, [second.movement]);
    expect(await books(customer)).toMatchObject({ credit: '100' });
    await must('unclose', id, b);
    expect(await books(customer)).toMatchObject({ credit: '166.66', M2: '2' });
    await shipped(id, { M1: '10', M2: '2' });
    expect(await books(customer)).toMatchObject({ credit: '0' });
  });

  test('say where the order stands, closed or opened again: how far it is delivered, and whether it waits for goods or for a signature', async () => {
    const stands = async (id: string): Promise<object> => {
      const { billStatus, orderStatus, deliveryStatus } = await clerk.must<Bill & { deliveryStatus: string }>(
        'GET',
        `${orders}/${id}`,
      );
      return { billStatus, orderStatus, deliveryStatus };
    };
    const whole = (verb: string, id: string): Promise<unknown> =>
      clerk.must('PUT', `${orders}/${verb}`, { ids: [id], operateMsg: '不要了' });
    const { id } = await ordered();
    await shipped(id, { M1: '4' });
    expect(await stands(id)).toEqual({ billStatus: '1', orderStatus: '1', deliveryStatus: '1' });
    await whole('close', id);
    expect(await stands(id)).toEqual({ billStatus: '2', orderStatus: '2', deliveryStatus: '2' });
    await whole('unclose', id);
    expect(await stands(id)).toEqual({ billStatus: '1', orderStatus: '1', deliveryStatus: '1' });
    // Nothing was left to close, and nothing comes back: it goes on waiting for its signature.
    await shipped(id, { M1: '6', M2: '3' });
    await whole('close', id);
    await whole('unclose', id);
    expect(await stands(id)).toEqual({ billStatus: '1', orderStatus: '2', deliveryStatus: '2' });
  });

  test('are not closed while a delivery of them is under way, unlike the others', async () => {
    const { id, a, b } = await ordered();
    const {
      ids: [delivery = ''],
    } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const draft = await clerk.must<Bill & { code: string }>('GET', `${deliveries}/${delivery}`);
    await clerk.must('PUT', deliveries, {
      ...draft,
      lines: draft.lines.filter(({ productCode }) => productCode === 'M1'),
    });
    expect(await call('close', id, [a])).toMatchObject({ code: 20008, data: { key: 'E-INFLIGHT' } });
    expect(await call('close', id, [a, b])).toMatchObject({ code: 20008 });
    await must('close', id, b);
    await clerk.must('DELETE', `${deliveries}/${delivery}`);
    await must('close', id, a);
    expect(await order(id)).toMatchObject({ billStatus: '2' });
  });

  test('are not reopened when the goods or the money are gone', async () => {
    const { id, customer, a, b } = await ordered({}, { cash: '200', limit: '0' });
    await must('close', id, b);
    const refund = await audited('/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: customer,
      billType: 'RF',
      amount: '60',
    });
    expect(await call('unclose', id, [b])).toMatchObject({ code: 10020, data: { key: 'E-CREDIT-OVER' } });
    await clerk.must('PUT', '/channelsale/bill/unaudit', [refund]);
    const [stocked] = await world.sql<{ free: string }>(`
      select (on_hand - occupied)::float::text as free
      from app.stock_balance
      where tenant_code = '1000' and material_code = 'M2'`);
    const other = await audited(movements, {
      organizeCode: 'O1',
      moveType: '7',
      storageCode: 'W1',
      lines: [{ productCode: 'M2', number: stocked?.free ?? '0', price: '8' }],
    });
    expect(await call('unclose', id, [b])).toMatchObject({ code: 10020, data: { key: 'E-STOCK' } });
    await clerk.must('PUT', `${movements}/unaudit`, [other]);
    await must('unclose', id, b);
    await must('close', id, a, b);
  });

  test('are asked for as such: one order, its own lines, with something left, from the right state, and why', async () => {
    const { id, a, b } = await ordered();
    const other = await ordered();
    expect(await call('close', id, [a], {})).toMatchObject({ code: 10003 });
    expect(await call('close', id, [a], { operateMsg: '  ' })).toMatchObject({ code: 10003 });
    expect(await call('close', id, [other.a])).toMatchObject({ code: 404 });
    // Nothing that stands where lines are named closes the whole order.
    for (const wrong of [[], 'x', {}, [null], [a, 'x']])
      expect(await call('close', id, wrong)).toMatchObject({ code: 404 });
    expect(
      await clerk.call('PUT', `${orders}/close`, { ids: [id, other.id], lineIds: [a], operateMsg: 'x' }),
    ).toMatchObject({ code: 10003 });
    expect(await clerk.call('PUT', `${orders}/unaudit`, { ids: [id], lineIds: [a] })).toMatchObject({ code: 10003 });
    expect(await call('unclose', id, [a])).toMatchObject({ code: 20220, msg: '第1行没有可反关闭的数量' });
    expect(
      await clerk.must<{ effects: object[] }>('PUT', `${orders}/close?preview=1`, { ids: [id], lineIds: [a] }),
    ).toMatchObject({ effects: [{}, {}, {}] });
    expect(await order(id)).toMatchObject({ billStatus: '1', lines: [{ closedNumber: '0' }, { closedNumber: '0' }] });
    await must('close', id, a);
    expect(await call('close', id, [a, b])).toMatchObject({ code: 20220, data: { key: 'E-LINE-IDLE' } });
    const { rowVersion } = await order(id);
    expect(
      await clerk.call('PUT', `${orders}/close`, {
        ids: [id],
        lineIds: [b],
        operateMsg: 'x',
        rowVersions: { [id]: rowVersion - 1 },
      }),
    ).toMatchObject({ code: 10011 });
    await clerk.must('PUT', `${orders}/unclose`, { ids: [id], lineIds: [a] });
    await clerk.must('PUT', `${orders}/unaudit`, [id]);
    expect(await call('close', id, [a])).toMatchObject({ code: 10010 });
    await clerk.must('PUT', `${orders}/cancel`, [id]);
    expect(await call('unclose', id, [a])).toMatchObject({ data: { key: 'E-CANCELLED' } });
  });

  test('two who close the same line at once: one does, and the books know it once', async () => {
    const { id, customer, a } = await ordered();
    const replies = await Promise.all([call('close', id, [a]), call('close', id, [a])]);
    expect(replies.map(({ code }) => code).toSorted((one, two) => one - two)).toEqual([0, 20220]);
    expect(await books(customer)).toMatchObject({ cash: '50', credit: '50' });
  });

  test('leave the books right, whatever was done to them here', async () => {
    expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
  });
});

describe('am-A10: what a close loses of ladders', () => {
  const { benchmark, ladder, param } = priceDesk(() => world);
  let isFurnished = false;
  /** Fifty of M4 at 90, which cost 95 from ten on and 100 below. */
  async function laddered(
    wallet?: Parameters<typeof ordered>[1],
  ): Promise<{ id: string; customer: string; line: string }> {
    if (!isFurnished) {
      isFurnished = true;
      await audited(movements, {
        organizeCode: 'O1',
        moveType: '3',
        storageCode: 'W1',
        lines: [{ productCode: 'M4', number: '500', price: '8' }],
      });
      const sourceId = await benchmark({ productCode: 'M4', price: '100' });
      const tier = (startNumber: string, price: string) => ({ productCode: 'M4', startNumber, price });
      await ladder({ sourceType: 'benchmark', sourceId, lines: [tier('10', '95'), tier('50', '90')] });
    }
    const { id: other, customer } = await ordered({}, { cash: '100', limit: '9000', ...wallet });
    await clerk.must('PUT', `${orders}/unaudit`, [other]);
    const id = await audited(orders, {
      organizeCode: 'O1',
      customerCode: customer,
      storageCode: 'W1',
      lines: [{ productCode: 'M4', number: '50' }],
    });
    return { id, customer, line: (await order(id)).lines[0]?.id ?? '' };
  }
  /** Balances of cash and credit, and what the customer owes. */
  const wallet = async (customer: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (
        await world.sql<{ what: string; amount: string }>(
          `
            select a.account_type as what, b.balance::float::text as amount
            from app.capital_balance b
            join app.sale_capitalaccount a using (tenant_code, account_code)
            where a.tenant_code = '1000' and a.customer_code = $1 and a.account_type in ('A001', 'A002')
            union all
            select 'owed', amount::float::text
            from app.receivable_balance
            where tenant_code = '1000' and customer_code = $1`,
          [customer],
        )
      ).map(({ what, amount }) => [what, amount]),
    );
  const closed = (id: string, more: object = {}): Promise<Reply<{ key: string }>> =>
    clerk.call('PUT', `${orders}/close`, { ids: [id], operateMsg: '不要了', ...more });

  test('is charged: free cash first, the rest on credit; reopened it comes back, and credit never becomes cash', async () => {
    const { id, customer } = await laddered();
    await shipped(id, { M4: '20' });
    // 20 at 90, from cash and credit as they had promised.
    expect(await wallet(customer)).toEqual({ A001: '60', A002: '-1760', owed: '1700' });
    expect(await closed(id)).toMatchObject({ code: 0 });
    // 20 cost 95: 100 are missing, and 60 of it are there in cash.
    expect(await order(id)).toMatchObject({ billStatus: '2', clawbackAmount: '100' });
    expect(await wallet(customer)).toEqual({ A001: '0', A002: '-1800', owed: '1800' });
    await clerk.must('PUT', `${orders}/unclose`, [id]);
    // Sixty of it were cash, and are cash again.
    expect(await order(id)).toMatchObject({ billStatus: '1', clawbackAmount: '0' });
    expect(await wallet(customer)).toEqual({ A001: '60', A002: '-1760', owed: '1700' });
    await shipped(id, { M4: '30' });
    expect(await wallet(customer)).toEqual({ A001: '0', A002: '-4400', owed: '4400' });
  });

  test('of a line that was shipped in part is charged from cash, and goes back when it is reopened', async () => {
    const { id, customer, line } = await laddered({ cash: '5000', limit: '0' });
    await shipped(id, { M4: '5' });
    expect(await wallet(customer)).toEqual({ A001: '4550', A002: '0', owed: '-4550' });
    expect(await closed(id, { lineIds: [line] })).toMatchObject({ code: 0 });
    // 5 of 50 are kept, at 100: 50 more than they were sold for.
    expect(await order(id)).toMatchObject({ clawbackAmount: '50' });
    expect(await wallet(customer)).toEqual({ A001: '4500', A002: '0', owed: '-4500' });
    await must('unclose', id, line);
    expect(await wallet(customer)).toEqual({ A001: '4550', A002: '0', owed: '-4550' });
  });

  test('of one of two lines is charged on the other, which is open; it goes when the audit is taken back', async () => {
    const { customer } = await laddered({ cash: '9900', limit: '0' });
    await param('SD007', '1');
    const half = { productCode: 'M4', number: '30' };
    const id = await audited(orders, {
      organizeCode: 'O1',
      customerCode: customer,
      storageCode: 'W1',
      lines: [half, half],
    });
    await param('SD007', '0');
    expect(await closed(id, { lineIds: [(await order(id)).lines[0]?.id] })).toMatchObject({ code: 0 });
    // 30 alone cost 95 instead of 90.
    expect(await order(id)).toMatchObject({ billStatus: '1', clawbackAmount: '150' });
    expect(await wallet(customer)).toEqual({ A001: '9750', A002: '0', owed: '-9750' });
    await clerk.must('PUT', `${orders}/unaudit`, [id]);
    expect(await order(id)).toMatchObject({ billStatus: '0', clawbackAmount: null });
    expect(await wallet(customer)).toEqual({ A001: '9900', A002: '0', owed: '-9900' });
  });

  test('costs the customer nothing where we could not deliver, or where the house charges no close', async () => {
    for (const isOurFault of [true, false]) {
      const { id, customer } = await laddered();
      await shipped(id, { M4: '20' });
      if (!isOurFault) await param('SD026', '0');
      expect(await closed(id, isOurFault ? { reasonKind: '1' } : {})).toMatchObject({ code: 0 });
      await param('SD026', '1');
      expect(await order(id)).toMatchObject({ billStatus: '2', clawbackAmount: '0' });
      expect(await wallet(customer)).toEqual({ A001: '60', A002: '-1760', owed: '1700' });
    }
    const { id } = await laddered();
    expect((await closed(id, { reasonKind: '7' })).code).toBe(10003);
  });

  test('nothing of it is left when everything is given up, and repaid credit that comes back is cash', async () => {
    const { id, customer } = await laddered();
    await clerk.must('PUT', `${orders}/close`, { ids: [id], operateMsg: '不要了' });
    expect(await order(id)).toMatchObject({ clawbackAmount: '0' });
    expect(await wallet(customer)).toMatchObject({ A001: '100', A002: '0' });
    await clerk.must('PUT', `${orders}/unclose`, [id]);
    await shipped(id, { M4: '20' });
    expect(await closed(id)).toMatchObject({ code: 0 });
    await audited('/channelsale/bill', { organizeCode: 'O1', customerCode: customer, billType: 'RC', amount: '1800' });
    await clerk.must('PUT', `${orders}/unclose`, [id]);
    const { A001 = '0', A002 = '0' } = await wallet(customer);
    expect(Number(A002)).toBeLessThanOrEqual(0);
    expect(Number(A001) + Number(A002)).toBe(100);
    expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
  });
});
