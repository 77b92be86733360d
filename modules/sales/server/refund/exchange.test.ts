import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { RefundReceipt } from '#sales/model/refund/refund-record.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { exchangeDraft, inboundOf, refunds, returnDraft, signOrder, type Back } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

interface Exchange {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly receiptStatus: string;
  readonly totalAmount: string;
  readonly newAmount: string;
  readonly newOrderCode: string | null;
  readonly receipts: readonly RefundReceipt[] | null;
  readonly lines: readonly {
    direction: string;
    productCode: string;
    number: string;
    amount: string;
    ruleNo: number | null;
  }[];
}

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('exchange');
  await furnish(world.first);
  await world.first.must('POST', '/data/storage', { code: 'W9', name: '残次仓', organizeCode: 'O1', type: '1' });
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '50', unitType: '0' });
  for (const code of ['M1', 'M2']) {
    const { id } = await world.first.must<{ id: string }>('POST', movements, {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode: code, number: '5000', price: '8' }],
    });
    await world.first.must('PUT', `${movements}/audit`, [id]);
  }
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
  await world.close();
});

let customers = 0;
/** An order of a new customer with so much cash and rebate, shipped and signed for. */
async function sold(lines: readonly object[], cash = '10000', rebate = '0') {
  const customerCode = `XC${(customers += 1)}`;
  await openCustomer(world.first, customerCode, { limit: '0', cash, isControlled: true });
  if (rebate !== '0') {
    const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode,
      billType: 'AD',
      amount: rebate,
      accountCode: `A003-O1-${customerCode}`,
    });
    await world.first.must('PUT', '/channelsale/bill/audit', [id]);
  }
  const { id } = await world.first.must<{ id: string }>('POST', orders, {
    organizeCode: 'O1',
    customerCode,
    storageCode: 'W1',
    lines,
  });
  await world.first.must('PUT', `${orders}/audit`, [id]);
  await ship(id);
  await signOrder(world.first, id);
  return { id, customerCode };
}
async function letOut(orderId: string) {
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [orderId]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  return { made, release: () => world.first.call<{ ids: string[]; key: string }>('PUT', `${releases}/release`, made) };
}
async function ship(orderId: string): Promise<void> {
  const { release } = await letOut(orderId);
  await world.first.must('PUT', `${movements}/audit`, (await release()).data.ids);
}
const read = (id: string): Promise<Exchange> => world.first.must<Exchange>('GET', `${refunds}/${id}`);
const receive = (id: string): Promise<unknown> => world.first.must('PUT', `${movements}/audit`, [id]);

/** An exchange that is agreed to, with the movement that brings the old goods and the order of the new ones. */
async function exchanged(orderId: string, back: Back, out: Back, more: object = {}) {
  const { id } = await world.first.must<{ id: string }>(
    'POST',
    refunds,
    await exchangeDraft(world.first, orderId, back, out, more),
  );
  await world.first.must('PUT', `${refunds}/audit`, [id]);
  const { newOrderCode } = await read(id);
  const { list } = await world.first.must<{ list: { id: string }[] }>('GET', `${orders}/page?code=${newOrderCode}`);
  return { id, movement: await inboundOf(world.first, id), order: list[0]?.id ?? '' };
}
/** What an order holds, by the kind of account. */
async function held(orderId: string): Promise<Readonly<Record<string, string>>> {
  const rows = await world.sql<{ kind: string; amount: string }>(
    `
      select a.account_type as kind, sum(h.occupied)::float::text as amount
      from app.capital_hold h
      join app.capital_balance b on b.id = h.balance_id
      join app.sale_capitalaccount a on a.account_code = b.account_code
      where h.doc_id = $1 and h.occupied <> 0
      group by 1`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
async function money(customerCode: string): Promise<readonly string[]> {
  const rows = await world.sql<{ figures: string }>(
    `
      select balance::float || ' ' || occupied::float as figures
      from app.capital_balance
      where account_code in ($1, $2)
      order by account_code`,
    [`A001-O1-${customerCode}`, `A003-O1-${customerCode}`],
  );
  return rows.map(({ figures }) => figures);
}

describe('an exchange [am-B6]', () => {
  test('XC01: holds the difference, then what comes back on the accounts it came to; the new goods follow', async () => {
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '2' }], '1000', '50');
    expect(await money(customerCode)).toEqual(['850 0', '0 0']);
    const before = await exchangeDraft(world.first, id, { M1: '2' }, { M1: '3' });
    const { data } = await world.first.must<{ data: Exchange }>('POST', refunds, before);
    expect(data).toMatchObject({ newAmount: '300.00', totalAmount: '200.00', newOrderCode: null });
    await world.first.must('DELETE', refunds, [data.id]);
    const made = await exchanged(id, { M1: '2' }, { M1: '3' });
    expect(await held(made.order)).toEqual({ A001: '100' });
    const { release } = await letOut(made.order);
    expect(await release()).toMatchObject({ code: 20209, data: { key: 'E-EXCH-WAIT' } });
    await receive(made.movement);
    expect(await held(made.order)).toEqual({ A001: '250', A003: '50' });
    expect((await read(made.id)).receipts?.[0]?.held).toEqual([
      { account: `A001-O1-${customerCode}`, amount: '150.00' },
      { account: `A003-O1-${customerCode}`, amount: '50.00' },
    ]);
    const { data: out } = await release();
    await receive(out.ids[0] ?? '');
    await signOrder(world.first, made.order);
    expect(await money(customerCode)).toEqual(['750 0', '0 0']);
    expect(await world.first.must('GET', `${orders}/${made.order}`)).toMatchObject({
      orderType: '5',
      orderStatus: '3',
    });
  });

  test('XC02: for less leaves the difference with the customer', async () => {
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '2' }], '1000', '50');
    const made = await exchanged(id, { M1: '2' }, { M2: '3' });
    expect(await held(made.order)).toEqual({});
    await receive(made.movement);
    expect(await held(made.order)).toEqual({ A001: '112.5', A003: '37.5' });
    expect(await money(customerCode)).toEqual(['1000 112.5', '50 37.5']);
    await ship(made.order);
    expect(await money(customerCode)).toEqual(['887.5 0', '12.5 0']);
  });

  test('XC03: holds all where goods may leave first, and then the return only returns', async () => {
    await prices.param('SD027', '1');
    try {
      const { id, customerCode } = await sold([{ productCode: 'M1', number: '2' }], '1000');
      const made = await exchanged(id, { M1: '2' }, { M1: '3' });
      expect(await held(made.order)).toEqual({ A001: '300' });
      await ship(made.order);
      await receive(made.movement);
      expect((await read(made.id)).receipts?.[0]?.held).toBeUndefined();
      expect((await money(customerCode))[0]).toBe('700 0');
    } finally {
      await prices.param('SD027', '0');
    }
  });

  test('XC04: that brings less than was thought is covered at the gate, or refused there', async () => {
    const off = await activity([{ ...hundredOff, onSaleAmount: '60' }]);
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '12' }], '1290');
    const made = await exchanged(id, { M1: '2' }, { M2: '6' });
    expect(await held(made.order)).toEqual({ A001: '100' });
    const { id: other } = await world.first.must<{ id: string }>(
      'POST',
      refunds,
      await returnDraft(world.first, id, { M1: '1' }),
    );
    await world.first.must('PUT', `${refunds}/audit`, [other]);
    await receive(await inboundOf(world.first, other));
    await receive(made.movement);
    expect((await read(made.id)).totalAmount).toBe('140');
    expect(await held(made.order)).toEqual({ A001: '240' });
    // 150 were left, 100 of them held at first; the other return brought 100.
    expect((await money(customerCode))[0]).toBe('390 240');
    await ship(made.order);
    expect((await money(customerCode))[0]).toBe('90 0');
    await away(off);
  });

  test('XC05: waits for the last of its goods; closed without them the rest is covered', async () => {
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '2' }], '400');
    const made = await exchanged(id, { M1: '2' }, { M2: '6' });
    const bill = await world.first.must<{ lines: object[] }>('GET', `${movements}/${made.movement}`);
    await world.first.must('PUT', movements, { ...bill, lines: bill.lines.map((line) => ({ ...line, number: '1' })) });
    await receive(made.movement);
    expect(await held(made.order)).toEqual({ A001: '200' });
    const { release } = await letOut(made.order);
    expect(await release()).toMatchObject({ code: 20209 });
    await world.first.must('PUT', `${refunds}/close`, { ids: [made.id], operateMsg: '只退一件' });
    expect(await release()).toMatchObject({ code: 0 });
    expect(await held(made.order)).toEqual({ A001: '300' });
    expect((await money(customerCode))[0]).toBe('300 300');
  });

  test('XC06: replaces bad goods for what they were sold for, and more of them for what they cost [am-B6b]', async () => {
    const off = await activity([hundredOff]);
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '10' }], '900');
    const made = await exchanged(id, { M1: '2' }, { M1: '2' }, { returnReason: '1' });
    expect(await read(made.id)).toMatchObject({ newAmount: '180', totalAmount: '180' });
    expect(await held(made.order)).toEqual({});
    await receive(made.movement);
    await ship(made.order);
    expect((await money(customerCode))[0]).toBe('0 0');
    const more = await world.first.must<{ data: Exchange }>(
      'POST',
      refunds,
      await exchangeDraft(world.first, id, { M1: '1' }, { M1: '3' }, { returnReason: '2' }),
    );
    expect(more.data).toMatchObject({
      newAmount: '290.00',
      lines: [{ direction: '-1' }, { number: '2', amount: '200.00' }, { number: '1', amount: '90.00' }],
    });
    await away(off);
  });
});

describe('an exchange that is taken back', () => {
  test('leaves the books as they were, step by step, until its new goods were let out', async () => {
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '2' }], '1000');
    const start = await money(customerCode);
    const made = await exchanged(id, { M1: '2' }, { M1: '3' });
    const agreed = await money(customerCode);
    // Its order goes with it and not alone.
    expect(await world.first.call('PUT', `${orders}/unaudit`, [made.order])).toMatchObject({ code: 20233 });
    await receive(made.movement);
    expect(await world.first.call('PUT', `${refunds}/unaudit`, [made.id])).toMatchObject({ code: 20007 });
    await world.first.must('PUT', `${movements}/unaudit`, [made.movement]);
    expect(await money(customerCode)).toEqual(agreed);
    await world.first.must('PUT', `${refunds}/unaudit`, [made.id]);
    expect(await money(customerCode)).toEqual(start);
    expect(await read(made.id)).toMatchObject({ billStatus: '0', newOrderCode: null });
    await world.first.must('PUT', `${refunds}/audit`, [made.id]);
    const again = await read(made.id);
    const { list } = await world.first.must<{ list: { id: string }[] }>(
      'GET',
      `${orders}/page?code=${again.newOrderCode}`,
    );
    const movement = await inboundOf(world.first, made.id);
    await receive(movement);
    const { made: delivery, release } = await letOut(list[0]?.id ?? '');
    await release();
    expect(await world.first.call('PUT', `${movements}/unaudit`, [movement])).toMatchObject({ code: 20007 });
    await world.first.must('PUT', `${releases}/unrelease`, delivery);
    expect(await world.first.call('PUT', `${movements}/unaudit`, [movement])).toMatchObject({ code: 0 });
  });

  test('and an order of it that is closed frees what was held', async () => {
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '2' }], '1000');
    const made = await exchanged(id, { M1: '2' }, { M1: '3' });
    await world.first.must('PUT', `${orders}/close`, { ids: [made.order], operateMsg: '不换了' });
    expect(await held(made.order)).toEqual({});
    await receive(made.movement);
    expect((await money(customerCode))[0]).toBe('1000 0');
  });
});

describe('an exchange is refused', () => {
  test('without new goods, with new goods in a return, over what came, and to whom is stopped [am-A14a]', async () => {
    const { id, customerCode } = await sold([{ productCode: 'M1', number: '2' }]);
    const post = async (back: Back, out: Back, more: object = {}) =>
      world.first.call('POST', refunds, await exchangeDraft(world.first, id, back, out, more));
    expect(await post({ M1: '1' }, {})).toMatchObject({ code: 10003 });
    expect(await post({ M1: '1' }, { M1: '1' }, { orderType: '2' })).toMatchObject({ code: 10003 });
    expect(await post({ M1: '3' }, { M1: '1' })).toMatchObject({ code: 20207 });
    expect(await post({ M1: '1' }, { M1: '200' })).toMatchObject({ code: 0 });
    const { list } = await world.first.must<{ list: { id: string }[] }>(
      'GET',
      `${refunds}/page?customerCode=${customerCode}`,
    );
    expect(await world.first.call('PUT', `${refunds}/audit`, [list[0]?.id])).toMatchObject({ code: 10020 });
    await world.first.must('DELETE', refunds, [list[0]?.id]);
    await world.sql(`update app.data_customer set status = '0' where code = $1`, [customerCode]);
    expect(await post({ M1: '1' }, { M1: '1' })).toMatchObject({ code: 20095 });
    expect(await world.first.call('POST', refunds, await returnDraft(world.first, id, { M1: '1' }))).toMatchObject({
      code: 0,
    });
  });
});
