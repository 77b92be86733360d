import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefundReceipt, RefundRecord } from '#sales/model/refund/refund-record.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { askBack, inboundOf, refunds, returnDraft, signOrder } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

interface Refund {
  id: string;
  code: string;
  billStatus: string;
  receiptStatus: string;
  storageCode: string;
  totalAmount: string;
  clawbackAmount: string;
  deliveryCode: string | null;
  estimate: RefundRecord | null;
  receipts: readonly RefundReceipt[] | null;
  lines: {
    id: string;
    productCode: string;
    number: string;
    amount: string;
    shortFlag: string;
    receivedNumber: string;
  }[];
}

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('refund');
  await furnish(world.first);
  await world.first.must('POST', '/data/storage', { code: 'W9', name: '残次仓', organizeCode: 'O1', type: '1' });
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '40', unitType: '0' });
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
  // Whatever the tests did, the books add up: usage, money, stock.
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  await world.close();
});

let customers = 0;
/** An order of a new customer who pays all of it in cash, shipped whole; answers its id. */
async function sold(lines: readonly object[], isSigned = true): Promise<{ id: string; customerCode: string }> {
  const customerCode = `RF${(customers += 1)}`;
  await openCustomer(world.first, customerCode, { limit: '0', cash: '10000', isControlled: true });
  const { id } = await world.first.must<{ id: string }>('POST', orders, {
    organizeCode: 'O1',
    customerCode,
    storageCode: 'W1',
    lines,
  });
  await world.first.must('PUT', `${orders}/audit`, [id]);
  await ship(id);
  if (isSigned) await signOrder(world.first, id);
  return { id, customerCode };
}
async function ship(id: string): Promise<string> {
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
  return made[0] ?? '';
}
const read = (id: string): Promise<Refund> => world.first.must<Refund>('GET', `${refunds}/${id}`);
const receive = (id: string): Promise<unknown> => world.first.must('PUT', `${movements}/audit`, [id]);
const unreceive = (id: string) => world.first.call('PUT', `${movements}/unaudit`, [id]);
async function cash(customerCode: string): Promise<string> {
  const [row] = await world.sql<{ amount: string }>(
    `select balance::float::text as amount from app.capital_balance where account_code = $1`,
    [`A001-O1-${customerCode}`],
  );
  return row?.amount ?? '';
}
async function during(ids: readonly string[], what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } finally {
    await away(...ids);
  }
}

describe('a return', () => {
  test('gives back what the customer paid beyond what he owes for what he keeps', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      // 20 × 100 less 100: 1,900 paid.
      const { id, customerCode } = await sold([{ productCode: 'M1', number: '20' }]);
      expect(await cash(customerCode)).toBe('8100');
      const refund = await askBack(world.first, id, { M1: '8' });
      // Kept 12 × 100 less 100 = 1,100: 800 come back, though their share was 760.
      expect(await read(refund.id)).toMatchObject({ totalAmount: '800', clawbackAmount: '-40', receiptStatus: '0' });
      expect(await cash(customerCode)).toBe('8100');
      await receive(refund.movement);
      expect(await cash(customerCode)).toBe('8900');
      const got = await read(refund.id);
      expect(got).toMatchObject({
        receiptStatus: '1',
        totalAmount: '800',
        accountCode: `A001-O1-${customerCode}`,
      });
      expect(got.receipts?.[0]?.record).toMatchObject({
        basis: 'kept',
        back: [{ productCode: 'M1', number: '8', share: '760.00' }],
        kept: [{ productCode: 'M1', number: '12', paid: '1140.00', owed: '1100.00' }],
        position: '1900.00',
        owed: '1100.00',
        refund: '800.00',
      });
      // Below a thousand the hundred is lost: of 1,100 he owes 900 for nine.
      const second = await askBack(world.first, id, { M1: '3' });
      await receive(second.movement);
      expect(await read(second.id)).toMatchObject({ totalAmount: '200', clawbackAmount: '85' });
      const last = await askBack(world.first, id, { M1: '9' });
      await receive(last.movement);
      // All of it came back: all that was paid went back.
      expect(await cash(customerCode)).toBe('10000');
      expect(await world.first.must('GET', `${orders}/${id}`)).toMatchObject({ clawbackAmount: '0' });
    });
  });

  test('charges gifts that are kept and not earned any more, and asks for them where money would be owed', async () => {
    const gift = await activity([tenPlusOne]);
    await during([gift], async () => {
      const { id, customerCode } = await sold([{ productCode: 'M1', number: '10' }]);
      const { lines } = await world.first.must<{ lines: { id: string; ruleNo: number | null }[] }>(
        'GET',
        `${orders}/${id}`,
      );
      const [bought, free] = lines;
      const back = (own: string, given: string) => [
        { orderLineId: bought?.id, productCode: 'M1', number: own },
        ...(given === '0' ? [] : [{ orderLineId: free?.id, productCode: 'M1', number: given }]),
      ];
      const draft = async (own: string, given: string) => ({
        ...(await returnDraft(world.first, id, {})),
        lines: back(own, given),
      });
      // One piece back without its gift: 100 less 100 for the gift.
      const one = await world.first.must<{ data: Refund }>('POST', refunds, await draft('1', '0'));
      expect(one.data).toMatchObject({ totalAmount: '0.00', clawbackAmount: '100.00' });
      expect(one.data.estimate?.gifts).toMatchObject([{ had: '1', earned: '0', price: '100', charge: '100.00' }]);
      await world.first.must('DELETE', refunds, [one.data.id]);
      const both = await world.first.must<{ id: string }>('POST', refunds, await draft('10', '1'));
      await world.first.must('PUT', `${refunds}/audit`, [both.id]);
      await receive(await inboundOf(world.first, both.id));
      expect(await cash(customerCode)).toBe('10000');
    });
  });

  test('is refused beyond what was signed for, what another return asks for, and what is too long ago', async () => {
    const { id } = await sold([{ productCode: 'M1', number: '5' }], false);
    const post = async (number: string, more: object = {}) =>
      world.first.call<{ key: string }>('POST', refunds, await returnDraft(world.first, id, { M1: number }, more));
    expect(await post('1')).toMatchObject({ code: 20207, data: { key: 'E-RET-OVER' } });
    await signOrder(world.first, id);
    expect(await post('6')).toMatchObject({ code: 20207 });
    expect(await post('3')).toMatchObject({ code: 0 });
    expect(await post('3')).toMatchObject({ code: 20207 });
    await world.sql(`update app.order_delivery set sign_date = now() - interval '31 days' where sign_date is not null`);
    expect(await post('1')).toMatchObject({ code: 20247, data: { key: 'E-RET-LATE' } });
    expect(await post('1', { returnReason: '1' })).toMatchObject({ code: 0 });
    await world.sql(`update app.order_delivery set sign_date = now() where sign_date is not null`);
  });

  test('of bad goods gives back what they were sold for, and they do not lie beside what is sold', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const { id, customerCode } = await sold([{ productCode: 'M1', number: '10' }]);
      const refund = await askBack(world.first, id, { M1: '2' }, { returnReason: '1' });
      await receive(refund.movement);
      expect(await read(refund.id)).toMatchObject({ totalAmount: '180', clawbackAmount: '0', storageCode: 'W9' });
      expect(await cash(customerCode)).toBe('9280');
      // They still count, so the eight that are left keep their part of the hundred; with one more that is given back
      // by choice it is lost: he paid 720 for eight and owes 700 for seven.
      const next = await askBack(world.first, id, { M1: '1' });
      expect((await read(next.id)).estimate).toMatchObject({ basis: 'kept', position: '720.00', refund: '20.00' });
    });
  });

  test('of recalled goods brings them frozen: nobody may have them until somebody has looked at them (FRZ, UFZ)', async () => {
    const there = async () =>
      (
        await world.sql<{ onHand: string; frozen: string }>(`
          select on_hand::float::text as "onHand", frozen::float::text as frozen
          from app.stock_balance
          where storage_code = 'W9' and material_code = 'M2'`)
      )[0] ?? { onHand: '0', frozen: '0' };
    const takeOut = async (number: string) => {
      const { id } = await world.first.must<{ id: string }>('POST', movements, {
        organizeCode: 'O1',
        moveType: '7',
        storageCode: 'W9',
        lines: [{ productCode: 'M2', number }],
      });
      return world.first.call('PUT', `${movements}/audit`, [id]);
    };
    const { id } = await sold([{ productCode: 'M2', number: '6' }]);
    const recall = await askBack(world.first, id, { M2: '4' }, { returnReason: '2' });
    await receive(recall.movement);
    expect(await there()).toEqual({ onHand: '4', frozen: '4' });
    expect(await takeOut('1')).toMatchObject({ code: 10020 });
    // Taken back it takes the freeze along.
    expect(await unreceive(recall.movement)).toMatchObject({ code: 0 });
    expect(await there()).toEqual({ onHand: '0', frozen: '0' });
    await receive(recall.movement);
    await world.first.must('PUT', `${movements}/unfreeze`, [recall.movement]);
    expect(await there()).toEqual({ onHand: '4', frozen: '0' });
    expect(await world.first.call('PUT', `${movements}/unfreeze`, [recall.movement])).toMatchObject({ code: 10010 });
    expect(await takeOut('1')).toMatchObject({ code: 0 });
    // What was used does not go back to the customer.
    expect(await unreceive(recall.movement)).toMatchObject({ code: 10020 });
  });

  test('that is taken back leaves the books as they were, until something was reckoned with it', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const { id, customerCode } = await sold([{ productCode: 'M1', number: '12' }]);
      const first = await askBack(world.first, id, { M1: '1' });
      await receive(first.movement);
      const after = await cash(customerCode);
      const second = await askBack(world.first, id, { M1: '4' });
      await receive(second.movement);
      expect(await unreceive(first.movement)).toMatchObject({ code: 20007 });
      expect(await unreceive(second.movement)).toMatchObject({ code: 0 });
      expect(await cash(customerCode)).toBe(after);
      expect(await read(second.id)).toMatchObject({
        receiptStatus: '0',
        receipts: null,
        accountCode: null,
      });
      // Agreed to but not received it is taken back with its movement; received it is not.
      expect(await world.first.call('PUT', `${refunds}/unaudit`, [first.id])).toMatchObject({ code: 20007 });
      expect(await world.first.call('PUT', `${refunds}/unaudit`, [second.id])).toMatchObject({ code: 0 });
      expect(await inboundOf(world.first, second.id)).toBe('');
      expect(await unreceive(first.movement)).toMatchObject({ code: 0 });
      expect(await cash(customerCode)).toBe('8900');
    });
  });

  test('of which less came in waits for the rest, or is closed without it', async () => {
    const { id, customerCode } = await sold([{ productCode: 'M2', number: '10' }]);
    const { id: refund, movement } = await askBack(world.first, id, { M2: '6' });
    const bill = await world.first.must<{ lines: object[] }>('GET', `${movements}/${movement}`);
    await world.first.must('PUT', movements, { ...bill, lines: bill.lines.map((line) => ({ ...line, number: '4' })) });
    // Its movement is the return's to take back.
    expect(await world.first.call('PUT', `${movements}/cancel`, [movement])).toMatchObject({ code: 20233 });
    await receive(movement);
    expect(await read(refund)).toMatchObject({
      receiptStatus: '0',
      totalAmount: '160',
      lines: [{ receivedNumber: '4' }],
    });
    await world.first.must('PUT', `${refunds}/inbound`, [refund]);
    await receive(await inboundOf(world.first, refund));
    expect(await read(refund)).toMatchObject({ receiptStatus: '1', totalAmount: '240' });
    expect(await cash(customerCode)).toBe('9840');
    const next = await askBack(world.first, id, { M2: '4' });
    await world.first.must('PUT', `${refunds}/close`, { ids: [next.id], operateMsg: '不退了' });
    expect(await inboundOf(world.first, next.id)).toBe('');
    expect(await world.first.call('POST', refunds, await returnDraft(world.first, id, { M2: '4' }))).toMatchObject({
      code: 0,
    });
  });
});

describe('account credit of a return', () => {
  const credit = {
    policyRuleTypeCode: 'P006',
    leastAmount: '1000',
    giveAccountAmount: '50',
    accountType: 'A003',
    giveDynamicFlag: '2',
  };
  const rebate = async (customerCode: string): Promise<string> =>
    (
      await world.sql<{ balance: string }>(
        'select balance::float::text as balance from app.capital_balance where account_code = $1',
        [`A003-O1-${customerCode}`],
      )
    )[0]?.balance ?? '';

  test('that is not earned any more is taken back as far as it is there, and charged beyond (6.7)', async () => {
    const given = await activity([credit]);
    await during([given], async () => {
      const { id, customerCode } = await sold([{ productCode: 'M1', number: '20' }]);
      expect(await rebate(customerCode)).toBe('100');
      const first = await askBack(world.first, id, { M1: '5' });
      await receive(first.movement);
      expect(await rebate(customerCode)).toBe('50');
      expect((await read(first.id)).receipts?.[0]?.record.credit).toEqual({
        granted: '100.00',
        earned: '50.00',
        taken: '50.00',
        charged: '0.00',
      });
      // Thirty of the fifty are spent elsewhere: twenty are taken and thirty charged.
      await world.first.must('POST', '/channelsale/bill', {
        organizeCode: 'O1',
        customerCode,
        billType: 'AD',
        amount: '-30',
        accountCode: `A003-O1-${customerCode}`,
      });
      const { list } = await world.first.must<{ list: { id: string }[] }>(
        'GET',
        `/channelsale/bill/page?customerCode=${customerCode}&billType=AD`,
      );
      await world.first.must('PUT', '/channelsale/bill/audit', [list[0]?.id]);
      const before = await cash(customerCode);
      const second = await askBack(world.first, id, { M1: '10' });
      await receive(second.movement);
      expect(await rebate(customerCode)).toBe('0');
      expect(await cash(customerCode)).toBe(String(Number(before) + 1000 - 30));
      expect(await unreceive(second.movement)).toMatchObject({ code: 0 });
      expect([await rebate(customerCode), await cash(customerCode)]).toEqual(['20', before]);
    });
  });
});

describe('what a customer does not sign for', () => {
  const sign = (id: string, lines: object[]) => world.first.must('PUT', `${deliveries}/sign`, [{ id, lines }]);
  async function delivered(lines: readonly object[]) {
    const { id, customerCode } = await sold(lines, false);
    const { code } = await world.first.must<{ code: string }>('GET', `${orders}/${id}`);
    const { list } = await world.first.must<{ list: { id: string; code: string }[] }>(
      'GET',
      `${deliveries}/page?orderCode=${code}`,
    );
    const [delivery] = list;
    const bill = await world.first.must<{ lines: { id: string }[] }>('GET', `${deliveries}/${delivery?.id ?? ''}`);
    const made = async (): Promise<Refund[]> => {
      const page = await world.first.must<{ list: { id: string }[] }>('GET', `${refunds}/page?orderCode=${code}`);
      return Promise.all(page.list.map((row) => read(row.id)));
    };
    return { id, customerCode, delivery: delivery?.id ?? '', code: delivery?.code, lines: bill.lines, made };
  }

  test('comes back by a return that makes itself; what did not arrive costs him no promotion', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const { delivery, code, lines, made, customerCode } = await delivered([{ productCode: 'M1', number: '10' }]);
      await sign(delivery, [{ id: lines[0]?.id, signedNumber: '7', refusedNumber: '1' }]);
      const [refund] = await made();
      expect(refund).toMatchObject({
        billStatus: '3',
        deliveryCode: code,
        lines: [
          { number: '2', shortFlag: '1', amount: '180' },
          { number: '1', shortFlag: '0', amount: '90' },
        ],
      });
      // A clerk knows at most that it arrived: he clears what is short, and cannot make it so.
      const opened = await world.first.must<{ lines: object[] }>('GET', `${refunds}/${refund?.id ?? ''}`);
      const { data } = await world.first.must<{ data: Refund }>('PUT', refunds, {
        ...opened,
        lines: opened.lines.map((line) => ({ ...line, shortFlag: '1' })).slice(0, 1),
      });
      expect(data.lines).toMatchObject([{ shortFlag: '1' }]);
      await world.first.must('PUT', `${refunds}/unstash`, [data.id]);
      await world.first.must('PUT', `${refunds}/audit`, [data.id]);
      await receive(await inboundOf(world.first, data.id));
      expect(await read(data.id)).toMatchObject({ totalAmount: '180', clawbackAmount: '0' });
      expect(await cash(customerCode)).toBe('9280');
    });
  });

  test('may be lost on the way: it lies in the in-transit warehouse until the carrier is done with (lossFlag)', async () => {
    const { delivery, lines, made, customerCode } = await delivered([{ productCode: 'M1', number: '10' }]);
    await sign(delivery, [{ id: lines[0]?.id, signedNumber: '5' }]);
    const [found] = await made();
    const opened = await world.first.must<{ lines: (Refund['lines'][number] & object)[] }>(
      'GET',
      `${refunds}/${found?.id ?? ''}`,
    );
    const [short] = opened.lines;
    if (short === undefined) throw new Error('nothing is short');
    // Three are lost, two never left the house; a clerk divides what is short and makes nothing of it.
    const divided = (more: object) => ({
      ...opened,
      lines: [
        { ...short, number: '3', lossFlag: '1' },
        { ...short, id: undefined, number: '2', ...more },
      ],
    });
    expect(await world.first.call('PUT', refunds, divided({}))).toMatchObject({
      code: 10003,
      data: { errors: [{ path: 'lines.0.lossFlag' }] },
    });
    await world.first.must('POST', '/data/storage', { code: 'WT', name: '在途仓', organizeCode: 'O1', type: '2' });
    const { data } = await world.first.must<{ data: Refund & { lines: { lossFlag: string }[] } }>(
      'PUT',
      refunds,
      divided({}),
    );
    expect(data.lines).toMatchObject([
      { number: '3', shortFlag: '1', lossFlag: '1' },
      { number: '2', shortFlag: '1', lossFlag: '0' },
    ]);
    await world.first.must('PUT', `${refunds}/unstash`, [data.id]);
    await world.first.must('PUT', `${refunds}/audit`, [data.id]);
    const moved = (): Promise<{ id: string; storageCode: string; moveType: string; redFlag: string }[]> =>
      world.sql(
        `
          select id, storage_code as "storageCode", move_type as "moveType", red_flag as "redFlag"
          from app.stock_inout
          where source_code = $1 and deleted_flag = '0'
          order by red_flag desc, storage_code desc`,
        [found?.code],
      );
    const stock = async (storageCode: string): Promise<string> =>
      (
        await world.sql<{ n: string }>(
          `
            select on_hand::float::text as n
            from app.stock_balance
            where storage_code = $1 and material_code = 'M1'`,
          [storageCode],
        )
      )[0]?.n ?? '0';
    const waiting = await moved();
    expect(waiting.map(({ storageCode }) => storageCode)).toEqual(['WT', 'W1']);
    const before = await stock('W1');
    for (const { id } of waiting.toReversed()) await receive(id);
    // The customer gets all five back, whoever lost them.
    expect(await cash(customerCode)).toBe('9500');
    expect([await stock('WT'), Number(await stock('W1')) - Number(before)]).toEqual(['3', 2]);
    const claim = (await moved()).find(({ redFlag }) => redFlag === '0');
    expect(claim).toMatchObject({ storageCode: 'WT', moveType: '7' });
    const [lost] = waiting;
    expect(await unreceive(lost?.id ?? '')).toMatchObject({ code: 0 });
    expect((await moved()).filter(({ redFlag }) => redFlag === '0')).toEqual([]);
    await receive(lost?.id ?? '');
    const again = (await moved()).find(({ redFlag }) => redFlag === '0');
    await world.first.must('PUT', `${movements}/audit`, [again?.id]);
    expect(await stock('WT')).toBe('0');
    // Settled with the carrier it is not undone behind his back.
    expect(await unreceive(lost?.id ?? '')).toMatchObject({ code: 20007 });
  });

  test('and is refused whole waits for its approval; a signature that is taken back takes it along', async () => {
    const { delivery, lines, made } = await delivered([{ productCode: 'M2', number: '3' }]);
    const nothing = lines.map((line) => ({ id: line.id, signedNumber: '0' }));
    await sign(delivery, nothing);
    expect(await made()).toMatchObject([{ billStatus: '0', lines: [{ number: '3', shortFlag: '0' }] }]);
    await world.first.must('PUT', `${deliveries}/unsign`, [delivery]);
    expect(await made()).toEqual([]);
    await sign(delivery, nothing);
    const [refund] = await made();
    await world.first.must('PUT', `${refunds}/audit`, [refund?.id]);
    expect(await world.first.call('PUT', `${deliveries}/unsign`, [delivery])).toMatchObject({ code: 20007 });
  });
});

describe('the books of returns', () => {
  test('are found out where a return, its movements and the claw-back of its order tell different stories', async () => {
    const { id } = await sold([{ productCode: 'M2', number: '2' }]);
    const { id: refund, movement } = await askBack(world.first, id, { M2: '1' });
    await receive(movement);
    const found = async (): Promise<string[]> => {
      const told = await Promise.all(
        bookChecks.map(async ({ rule, statement }) => ((await world.sql(statement.text)).length > 0 ? [rule] : [])),
      );
      return told.flat();
    };
    expect(await found()).toEqual([]);
    const line = 'update app.order_refund_line set received_number = received_number';
    await world.sql(`${line} + 1 where parent_id = $1`, [refund]);
    expect(await found()).toEqual(['What has come in of a return is what its movements brought']);
    await world.sql(`${line} - 1 where parent_id = $1`, [refund]);
    await world.sql('update app.order_order set clawback_amount = 5 where id = $1', [id]);
    expect(await found()).toEqual([expect.stringMatching(/^A10: the claw-back of an order/)]);
    await world.sql('update app.order_order set clawback_amount = 0 where id = $1', [id]);
  });
});
