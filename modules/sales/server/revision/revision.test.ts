import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RevisionRecord } from '#sales/model/revision/revision-record.ts';
import { plus } from '#platform/model/decimal.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { askBack, inboundOf, signOrder } from '#tests/proof/returns.ts';
import { addKit, movements, orders } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
  readonly amount: string;
  readonly releasedNumber: string;
  readonly outNumber: string;
  readonly lineType: string;
}
interface Order {
  readonly id: string;
  readonly code: string;
  readonly payableAmount: string;
  readonly clawbackAmount: string;
  readonly orderStatus: string;
  readonly revisionNo: number | null;
  readonly lines: readonly Line[];
}
interface Revision {
  readonly id: string;
  readonly code: string;
  readonly beforeAmount: string;
  readonly afterAmount: string;
  readonly estimate: RevisionRecord;
}

const path = '/channelsale/orderrevision';
let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('revision');
  await furnish(world.first);
  for (const code of ['M1', 'M2']) {
    await prices.benchmark({ productCode: code, price: '100', unitType: '0' });
    const { id } = await world.first.must<{ id: string }>('POST', movements, {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode: code, number: '5000', price: '8' }],
    });
    await world.first.must('PUT', `${movements}/audit`, [id]);
  }
});
// Whatever a test did, the books add up: usage, money, stock.
afterEach(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
});
afterAll(() => world.close());

let customers = 0;
type Numbers = Readonly<Record<string, string>>;
const linesOf = (numbers: Numbers): readonly object[] =>
  Object.entries(numbers).map(([productCode, number]) => ({ productCode, number }));

/** An audited order of a new customer with so much cash. */
async function sold(numbers: Numbers, cash = '10000', more: object = {}): Promise<string> {
  const customerCode = `RV${(customers += 1)}`;
  await openCustomer(world.first, customerCode, { limit: '0', cash, isControlled: true });
  const { id } = await world.first.must<{ id: string }>('POST', orders, {
    organizeCode: 'O1',
    customerCode,
    storageCode: 'W1',
    ...more,
    lines: linesOf(numbers),
  });
  await world.first.must('PUT', `${orders}/audit`, [id]);
  return id;
}
const read = (id: string): Promise<Order> => world.first.must<Order>('GET', `${orders}/${id}`);

/** So many pieces of an order are taken up by a delivery; those that are not named stay. */
async function pushed(id: string, numbers: Numbers): Promise<string> {
  const {
    ids: [delivery = ''],
  } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  const made = await world.first.must<{ lines: readonly { productCode: string; orderLineId: string }[] }>(
    'GET',
    `${deliveries}/${delivery}`,
  );
  const gifts = new Set((await read(id)).lines.filter(({ lineType }) => lineType === '1').map((line) => line.id));
  await world.first.must('PUT', deliveries, {
    ...made,
    lines: made.lines.flatMap((line) => {
      const number = numbers[gifts.has(line.orderLineId) ? `${line.productCode}赠` : line.productCode];
      return number === undefined ? [] : [{ ...line, number }];
    }),
  });
  return delivery;
}
async function shipped(id: string, numbers: Numbers): Promise<string> {
  const delivery = await pushed(id, numbers);
  await world.first.must('PUT', `${deliveries}/audit`, [delivery]);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
  await world.first.must('PUT', `${movements}/audit`, ids);
  return ids[0] ?? '';
}
async function shippedWhole(id: string): Promise<string> {
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
  return ids[0] ?? '';
}

interface Asked {
  readonly [productCode: string]: string | { readonly number?: string; readonly price?: string };
}
/** A revision as it is written: other numbers of lines of the order, 'X' for those that go, others are added. */
async function draftOf(orderId: string, asked: Asked): Promise<object> {
  const { code, lines } = await read(orderId);
  return {
    organizeCode: 'O1',
    orderCode: code,
    reason: '客户改数量',
    lines: Object.entries(asked).map(([productCode, change]) => {
      const line = lines.find((each) => each.productCode === productCode && each.lineType === '0');
      const { number = line?.number, price } =
        typeof change === 'string' ? { number: change, price: undefined } : change;
      return {
        orderLineId: line?.id ?? null,
        action: line === undefined ? 'A' : number === 'X' ? 'X' : 'C',
        productCode,
        afterNumber: number === 'X' ? '0' : number,
        ...(price === undefined ? {} : { afterPrice: price }),
      };
    }),
  };
}
async function drafted(orderId: string, asked: Asked): Promise<Revision> {
  const { id } = await world.first.must<{ id: string }>('POST', path, await draftOf(orderId, asked));
  return world.first.must<Revision>('GET', `${path}/${id}`);
}
async function revised(orderId: string, asked: Asked): Promise<Revision> {
  const made = await drafted(orderId, asked);
  await world.first.must('PUT', `${path}/audit`, [made.id]);
  return world.first.must<Revision>('GET', `${path}/${made.id}`);
}
const audit = (id: string) => world.first.call<{ key: string }>('PUT', `${path}/audit`, [id]);
async function money(orderId: string): Promise<{ balance: string; occupied: string }> {
  const [row] = await world.sql<{ balance: string; occupied: string }>(
    `
      select b.balance::float::text as balance, b.occupied::float::text as occupied
      from app.capital_balance b
      join app.order_order o on b.account_code = 'A001-O1-' || o.customer_code
      where o.id = $1`,
    [orderId],
  );
  return row ?? { balance: '', occupied: '' };
}
async function during(ids: readonly string[], what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } finally {
    await away(...ids);
  }
}

describe('a revision', () => {
  test('RV01: fewer pieces lose the promotion and give back what is held for them', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const id = await sold({ M1: '10' });
      expect(await money(id)).toEqual({ balance: '10000', occupied: '900' });
      const made = await drafted(id, { M1: '8' });
      expect(made).toMatchObject({ beforeAmount: '900', afterAmount: '800' });
      expect(made.estimate).toMatchObject({
        basis: 'kept',
        openBefore: '900.00',
        openAfter: '800.00',
        delta: '-100.00',
      });
      // It is an estimate: nothing has moved.
      expect(await money(id)).toEqual({ balance: '10000', occupied: '900' });
      await world.first.must('PUT', `${path}/audit`, [made.id]);
      expect(await money(id)).toEqual({ balance: '10000', occupied: '800' });
      expect(await read(id)).toMatchObject({
        payableAmount: '800',
        revisionNo: 1,
        lines: [{ number: '8', price: '100', amount: '800' }],
      });
    });
  });

  test('RV02, RV03: a rise is covered anew, by the promotions that the order was sold on, or not at all', async () => {
    const off = await activity([hundredOff]);
    const id = await sold({ M1: '10' }, '1500');
    await away(off);
    // The activity is over, the order goes on by it.
    const { id: made } = await drafted(id, { M1: '20' });
    expect(await audit(made)).toMatchObject({ data: { key: 'E-CREDIT-OVER', params: { short: '400.00' } } });
    expect(await read(id)).toMatchObject({ payableAmount: '900', revisionNo: null, lines: [{ number: '10' }] });
    await world.first.must('PUT', `${path}/cancel`, [made]);
    expect(await revised(id, { M1: '15' })).toMatchObject({ afterAmount: '1400' });
    expect(await money(id)).toEqual({ balance: '1500', occupied: '1400' });
  });

  test('RV04: what has left is settled at once where a line behind it earns the promotion for both', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const id = await sold({ M1: '8', M2: '1' });
      await shipped(id, { M1: '8' });
      expect(await money(id)).toEqual({ balance: '9200', occupied: '100' });
      const { estimate } = await revised(id, { M2: '2' });
      expect(estimate).toMatchObject({ openBefore: '100.00', openAfter: '180.00', delta: '80.00', adjust: '-80.00' });
      expect(await money(id)).toEqual({ balance: '9280', occupied: '180' });
      await shippedWhole(id);
      expect(await money(id)).toEqual({ balance: '9100', occupied: '0' });
      // What comes back whole gives back what was paid whole.
      await signOrder(world.first, id);
      const back = await askBack(world.first, id);
      await world.first.must('PUT', `${movements}/audit`, [await inboundOf(world.first, back.id)]);
      expect(await money(id)).toEqual({ balance: '10000', occupied: '0' });
    });
  });

  test('RV05: the open part carries the difference, and what leaves next costs what is left of it', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const id = await sold({ M1: '10' });
      const movement = await shipped(id, { M1: '5' });
      const { estimate } = await revised(id, { M1: '8' });
      expect(estimate).toMatchObject({ openBefore: '450.00', openAfter: '350.00', delta: '-100.00', adjust: '0.00' });
      expect(await money(id)).toEqual({ balance: '9550', occupied: '350' });
      // The revision was reckoned with what had left.
      expect(await world.first.call('PUT', `${movements}/unaudit`, [movement])).toMatchObject({
        data: { key: 'E-DOWNSTREAM' },
      });
      const next = await shipped(id, { M1: '1' });
      await world.first.must('PUT', `${movements}/unaudit`, [next]);
      await world.first.must('PUT', `${movements}/audit`, [next]);
      await shippedWhole(id);
      expect(await money(id)).toEqual({ balance: '9200', occupied: '0' });
    });
  });

  test('RV06: not below what is on its way', async () => {
    const id = await sold({ M1: '10' });
    await pushed(id, { M1: '6' });
    expect(await world.first.call('POST', path, await draftOf(id, { M1: '5' }))).toMatchObject({
      data: { key: 'E-REV-LOW', params: { n: '6' } },
    });
    await revised(id, { M1: 'X', M2: '1' });
    expect(await read(id)).toMatchObject({ lines: [{ number: '6' }, { productCode: 'M2', number: '1' }] });
  });

  test('RV07, RV08: a line is added and reaches the threshold, another is taken out and loses it', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const id = await sold({ M1: '8' });
      expect(await revised(id, { M2: '2' })).toMatchObject({ beforeAmount: '800', afterAmount: '900' });
      expect(await read(id)).toMatchObject({ lines: [{ amount: '720' }, { productCode: 'M2', amount: '180' }] });
      expect(await revised(id, { M1: 'X' })).toMatchObject({ beforeAmount: '900', afterAmount: '200' });
      expect(await read(id)).toMatchObject({
        revisionNo: 2,
        lines: [{ productCode: 'M2', number: '2', amount: '200' }],
      });
      expect(await money(id)).toEqual({ balance: '10000', occupied: '200' });
      // Taken back and given again, the order is what it became.
      await world.first.must('PUT', `${orders}/unaudit`, [id]);
      expect(await money(id)).toEqual({ balance: '10000', occupied: '0' });
      await world.first.must('PUT', `${orders}/audit`, [id]);
      expect(await money(id)).toEqual({ balance: '10000', occupied: '200' });
    });
  });

  test('RV09: what goods that have left cost more is charged at once; a return gives all of it back', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const id = await sold({ M1: '8', M2: '2' });
      await shipped(id, { M1: '8' });
      const { estimate } = await revised(id, { M2: '1' });
      expect(estimate).toMatchObject({ openBefore: '180.00', openAfter: '100.00', delta: '-80.00', adjust: '80.00' });
      expect(await money(id)).toEqual({ balance: '9200', occupied: '100' });
      await world.first.must('PUT', `${orders}/close`, { ids: [id], operateMsg: '不要了' });
      expect(await money(id)).toEqual({ balance: '9200', occupied: '0' });
      await world.first.must('PUT', `${orders}/unclose`, [id]);
      expect(await money(id)).toEqual({ balance: '9200', occupied: '100' });
      await shippedWhole(id);
      await signOrder(world.first, id);
      const back = await askBack(world.first, id);
      await world.first.must('PUT', `${movements}/audit`, [await inboundOf(world.first, back.id)]);
      expect(await money(id)).toEqual({ balance: '10000', occupied: '0' });
    });
  });

  test('gifts follow; those that have left and are not earned any more are charged, and given back by a return', async () => {
    const gift = await activity([tenPlusOne]);
    await during([gift], async () => {
      const id = await sold({ M1: '20' });
      expect((await read(id)).lines.map(({ number }) => number)).toEqual(['20', '2']);
      await revised(id, { M1: '30' });
      expect((await read(id)).lines.map(({ number }) => number)).toEqual(['30', '3']);
      await revised(id, { M1: '10' });
      expect((await read(id)).lines.map(({ number }) => number)).toEqual(['10', '1']);
      // Five and both gifts have left; five alone earn none of them.
      const other = await sold({ M1: '20' });
      await shipped(other, { M1: '5', M1赠: '2' });
      const { estimate } = await revised(other, { M1: '5', M2: '1' });
      expect(estimate).toMatchObject({ delta: '-1400.00', adjust: '0.00', charge: '200.00' });
      expect(await read(other)).toMatchObject({
        clawbackAmount: '200',
        lines: [{ number: '5' }, { productCode: 'M2' }, { lineType: '1', number: '2' }],
      });
      expect(await money(other)).toEqual({ balance: '9300', occupied: '100' });
      // Earned again they cost nothing.
      await revised(other, { M1: '20' });
      expect(await read(other)).toMatchObject({ clawbackAmount: '0' });
      expect(await money(other)).toEqual({ balance: '9500', occupied: '1600' });
    });
  });

  test('a close behind a revision charges what the revised order loses', async () => {
    const off = await activity([hundredOff]);
    await during([off], async () => {
      const id = await sold({ M1: '8' });
      await revised(id, { M1: '12' });
      expect(await read(id)).toMatchObject({ payableAmount: '1100' });
      await shipped(id, { M1: '6' });
      // 6 of 12 left for 550; kept are 6 at 100.
      await world.first.must('PUT', `${orders}/close`, { ids: [id], operateMsg: '不要了' });
      expect(await read(id)).toMatchObject({ clawbackAmount: '50' });
      expect(await money(id)).toEqual({ balance: '9400', occupied: '0' });
    });
  });

  test('a price that is typed holds; lines that nobody touched keep theirs', async () => {
    const id = await sold({ M1: '10', M2: '1' });
    await revised(id, { M1: { price: '90' } });
    expect(await read(id)).toMatchObject({
      payableAmount: '1000',
      lines: [{ price: '90', amount: '900' }, { price: '100' }],
    });
    await revised(id, { M1: '5' });
    expect(await read(id)).toMatchObject({ payableAmount: '550', lines: [{ price: '90', amount: '450' }, {}] });
  });

  test('am-A15 what is paid for a kit now is spread over what it holds', async () => {
    await addKit(world.first, 'RVKIT', [
      ['M1', '1'],
      ['M2', '2'],
    ]);
    await prices.benchmark({ productCode: 'RVKIT', price: '100', unitType: '0' });
    const id = await sold({ RVKIT: '10' });
    await revised(id, { RVKIT: { number: '4', price: '99.99' } });
    const { lines } = await world.first.must<{ lines: { amount: string; components: { amount: string }[] }[] }>(
      'GET',
      `${orders}/${id}`,
    );
    expect(lines[0]?.amount).toBe('399.96');
    expect(plus(...(lines[0]?.components ?? []).map(({ amount }) => amount))).toBe('399.96');
  });

  test('one at a time: a second is refused, and the order is not taken back under it', async () => {
    const id = await sold({ M1: '10' });
    const { id: made, code } = await drafted(id, { M1: '9' });
    expect(await world.first.call('POST', path, await draftOf(id, { M1: '8' }))).toMatchObject({
      data: { key: 'E-REV-OPEN', params: { code } },
    });
    expect(await world.first.call('PUT', `${orders}/unaudit`, [id])).toMatchObject({ data: { key: 'E-REV-OPEN' } });
    const both = await Promise.all([audit(made), audit(made)]);
    expect(both.filter(({ code: answer }) => answer === 0).length).toBe(1);
    expect(await read(id)).toMatchObject({ revisionNo: 1, lines: [{ number: '9' }] });
  });

  test('every version of an order is kept', async () => {
    const id = await sold({ M1: '10' });
    await revised(id, { M1: '9' });
    await revised(id, { M1: '8' });
    const kept = await world.sql<{ no: number; number: string }>(
      `
        select revision_no as no, lines->0->>'number' as number
        from app.order_history
        where order_id = $1
        order by 1`,
      [id],
    );
    expect(kept).toEqual([
      { no: 0, number: '10' },
      { no: 1, number: '9' },
    ]);
  });
});
