import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { applyNext } from '#platform/server/peer/runner.ts';
import type { Compared } from '#purchase/model/peer/compare.ts';
import type { Pair } from '#purchase/model/peer/pair.ts';
import { arrivedOf, isUnconfirmed, payableOf } from '#purchase/model/peer/settle.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import {
  applyAll,
  comparedOf,
  findingsOf,
  deliveries,
  movements,
  newest,
  orders,
  pairTenants,
  peerOptions,
  purchases,
  refunds,
  shipAll,
  type Bill,
} from '#tests/peers.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { outcome } from '#tests/proof/shop.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let buyer: Session;
let seller: Session;
beforeAll(async () => {
  world = await openWorld('peer');
  buyer = world.first;
  seller = world.second;
  await pairTenants(world);
});
afterAll(() => world.close());

const read = (id: string): Promise<Bill> => buyer.must<Bill>('GET', `${purchases}/${id}`);
const pairOf = (id: string): Promise<Pair> => buyer.must<Pair>('GET', `${purchases}/${id}/pair`);
const verb = async (session: Session, name: string, id: string, base: string): Promise<string> =>
  outcome(await session.call('PUT', `${base}/${name}`, [id]));

async function saved(lines: readonly (readonly [string, string, string | null])[]): Promise<Bill> {
  const { id } = await buyer.must<{ id: string }>('POST', purchases, {
    organizeCode: 'O1',
    supplierCode: 'UP',
    storageCode: 'W1',
    lines: lines.map(([productCode, number, price]) => ({ productCode, number, price, taxRate: '13' })),
  });
  return read(id);
}
async function sent(lines: readonly (readonly [string, string, string])[]): Promise<Bill> {
  const { id } = await saved(lines);
  expect(await verb(buyer, 'audit', id, purchases)).toBe('');
  return read(id);
}
const orderOf = async ({ id }: { readonly id: string }): Promise<Bill> => {
  const [row] = await world.sql<{ bill_id: string }>(
    `select bill_id from app.order_peer where id = $1 and side = '2'`,
    [id],
  );
  return seller.must<Bill>('GET', `${orders}/${row?.bill_id ?? ''}`);
};
const repriced = async (order: Bill, prices: readonly string[]): Promise<void> => {
  await seller.must('PUT', orders, {
    ...order,
    lines: order.lines.map((line, i) => ({ ...line, price: prices[i] ?? line.price })),
  });
};
/** A purchase that is an order of the seller at the prices of the purchase. */
async function ordered(lines: readonly (readonly [string, string, string])[]): Promise<Bill> {
  const bill = await sent(lines);
  await applyAll(world);
  await repriced(
    await orderOf(bill),
    lines.map(([, , price]) => price),
  );
  await applyAll(world);
  return read(bill.id);
}
const receiptOf = async (): Promise<Bill> => newest(buyer, movements);

const compared = (): Promise<readonly Compared[]> => comparedOf(world, buyer.tenantCode);
/** J09x and J09 of both sides. */
const clean = async (): Promise<void> => {
  expect(await findingsOf(world)).toEqual([]);
};

/** A vector's shipment, through both tenants: what it asks for is sent, received and signed. */
interface Settled {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly lines: readonly {
      readonly number: string;
      readonly amount: string;
      readonly gift?: boolean;
      readonly received?: string;
    }[];
    readonly rebateUsed?: string;
    readonly freight?: string;
  };
  readonly expect: {
    readonly stockIn?: readonly { readonly payable: string; readonly cost: string }[];
    readonly payable?: string;
    readonly error?: string;
    readonly room?: string;
    readonly upstreamReceivable?: string;
    readonly openShort?: string;
  };
}
interface Priced {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly purchase: readonly { readonly amount: string }[];
    readonly upstream: readonly { readonly amount: string }[];
    readonly confirmed?: readonly string[];
  };
  readonly expect: { readonly audit: string; readonly differences: readonly { readonly lineNo: number }[] };
}
const vectors = contractIsHere
  ? readVectors<{ interTenant: readonly Settled[]; interTenantPrice: readonly Priced[] }>('second-half-vectors.json')
  : { interTenant: [], interTenantPrice: [] };

test.each(vectors.interTenant.map((vector) => [`am-B17a: ${vector.id}: ${vector.title}`, vector] as const))(
  '%s',
  (_title, { given, expect: wanted }) => {
    const lines = given.lines;
    const payables = payableOf(lines, { rebate: given.rebateUsed ?? '0', freight: given.freight ?? '0' });
    const arrived = lines.map(({ number, received }, i) =>
      arrivedOf({ number, payable: payables[i] ?? '0', taxRate: '13' }, received ?? number),
    );
    const over = lines.find((_line, i) => arrived[i] === null);
    if (over !== undefined) return expect({ error: 'E-SIGN-OVER', room: over.number }).toEqual(wanted);
    expect(arrived.map((line) => [line?.payable, line?.cost])).toEqual(
      wanted.stockIn?.map(({ payable, cost }) => [payable, cost]),
    );
    const total = plus(...arrived.map((line) => line?.payable));
    expect(cents(total)).toBe(wanted.payable);
    const receivable = plus(...payables);
    expect([cents(receivable), cents(minus(receivable, total))]).toEqual([wanted.upstreamReceivable, wanted.openShort]);
  },
);

test.each(vectors.interTenantPrice.map((vector) => [`am-B16a: ${vector.id}: ${vector.title}`, vector] as const))(
  '%s',
  (_title, { given, expect: wanted }) => {
    const confirmed = [...(given.confirmed ?? [])];
    const open = given.purchase.flatMap(({ amount }, i) => {
      const upstream = given.upstream[i]?.amount ?? '';
      const agreed = amount === upstream ? null : (confirmed.shift() ?? null);
      return isUnconfirmed({ purchase: amount, upstream, confirmed: agreed }) ? [i + 1] : [];
    });
    expect(open).toEqual(wanted.differences.map(({ lineNo }) => lineNo));
    expect(wanted.audit).toBe('E-PEER-CONFIRM');
  },
);

describe('a purchase of a supplier in a tenant of his own', () => {
  test('am-B16: becomes an order there, priced by the house, with whose it is and its number', async () => {
    const bill = await sent([
      ['M1', '10', '90'],
      ['M2', '5', '12.5'],
    ]);
    expect([bill.pushStatus, bill.upstreamCode]).toEqual(['1', null]);
    expect(await applyNext(peerOptions(world))).toBe('applied');
    expect((await read(bill.id)).pushStatus).toBe('2');
    await applyAll(world);
    const order = await orderOf(bill);
    expect(order).toMatchObject({ source: '5', customerCode: 'DOWN', peerCode: bill.code, billStatus: '0' });
    expect(order.lines.map(({ productCode, number }) => [productCode, Number(number)])).toEqual([
      ['M1', 10],
      ['M2', 5],
    ]);
    expect(await read(bill.id)).toMatchObject({ pushStatus: '4', upstreamCode: order.code });
    expect(await applyAll(world)).toEqual([]);
  });

  test('am-B16: one that costs otherwise waits for the buyer, and what he confirmed holds for exactly that', async () => {
    const bill = await sent([
      ['M1', '10', '90'],
      ['M2', '5', '10'],
    ]);
    await applyAll(world);
    const order = await orderOf(bill);
    expect(await verb(seller, 'audit', order.id, orders)).toBe('E-PEER-CONFIRM');
    const { lines } = await pairOf(bill.id);
    expect(lines.map(({ isUnconfirmed: open, peerAmount }) => [open, Number(peerAmount)])).toEqual([
      [true, 1000],
      [false, 50],
    ]);
    const confirm = async (amount: string): Promise<string> =>
      outcome(
        await buyer.call('PUT', `${purchases}/confirmAmounts`, {
          id: bill.id,
          lines: [{ lineId: bill.lines[0]?.id, amount }],
        }),
      );
    expect(await confirm('900')).toBe('E-PEER-PRICE');
    expect(await confirm('1000')).toBe('');
    expect(Number((await read(bill.id)).totalAmount)).toBe(1050);
    // Priced again meanwhile, the order waits again.
    await repriced(order, ['101']);
    await applyAll(world);
    expect(await verb(seller, 'audit', order.id, orders)).toBe('E-PEER-CONFIRM');
    expect(await confirm('1010')).toBe('');
    await applyAll(world);
    expect(await verb(seller, 'audit', order.id, orders)).toBe('');
    await applyAll(world);
    await clean();
  });

  test('a price that nobody knows here is what the house there asks, once the buyer agrees to it', async () => {
    await seller.must('POST', '/channelsale/price/benchmark', {
      productCode: 'M5',
      price: '8.25',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
    });
    const { list } = await seller.must<{ list: readonly { id: string }[] }>(
      'GET',
      '/channelsale/price/benchmark/page?limit=1&productCode=M5',
    );
    await seller.must('PUT', '/channelsale/price/benchmark/audit', [list[0]?.id]);
    const lineOf = async (id: string): Promise<unknown[]> => {
      const { lines } = await buyer.must<{ lines: readonly { price: string | null; priceSource: string }[] }>(
        'GET',
        `${purchases}/${id}`,
      );
      return lines.map(({ price, priceSource }) => [price === null ? null : Number(price), priceSource]);
    };
    const { id } = await saved([['M5', '4', null]]);
    expect(await lineOf(id)).toEqual([[null, '3']]);
    expect(await verb(buyer, 'audit', id, purchases)).toBe('');
    await applyAll(world);
    const order = await orderOf({ id });
    expect(await verb(seller, 'audit', order.id, orders)).toBe('E-PEER-CONFIRM');
    const bill = await read(id);
    await buyer.must('PUT', `${purchases}/confirmAmounts`, {
      id,
      lines: [{ lineId: bill.lines[0]?.id, amount: '33' }],
    });
    await applyAll(world);
    expect(await lineOf(id)).toEqual([[8.25, '3']]);
    expect(await verb(seller, 'audit', order.id, orders)).toBe('');
    // From here on it is what was paid last.
    const again = await saved([['M5', '1', null]]);
    expect(await lineOf(again.id)).toEqual([[8.25, '2']]);
    await applyAll(world);
    await clean();
  });

  test('am-B17: of goods that nobody knows there it says which, and is an order once they are mapped', async () => {
    await buyer.must('POST', '/data/bd/material', {
      code: 'ONLY-HERE',
      name: '自有编码',
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    const bill = await sent([['ONLY-HERE', '4', '30']]);
    expect(await applyAll(world)).toEqual(['refused']);
    expect((await read(bill.id)).pushStatus).toBe('3');
    const { messages } = await pairOf(bill.id);
    expect(messages.map(({ refusal, refusalText }) => [refusal, refusalText?.[0]])).toEqual([
      ['E-PEER-MATERIAL', '对方产品【ONLY-HERE】未对应'],
    ]);
    await seller.must('POST', '/channelsale/peermaterial', {
      code: 'MAP1',
      name: '对应',
      peerTenantCode: buyer.tenantCode,
      peerProductCode: 'ONLY-HERE',
      productCode: 'M3',
    });
    expect(await verb(buyer, 'push', bill.id, purchases)).toBe('');
    expect(await applyAll(world)).toEqual(['applied', 'applied']);
    const order = await orderOf(bill);
    expect(order.lines.map(({ productCode }) => productCode)).toEqual(['M3']);
    expect(await verb(seller, 'audit', order.id, orders)).toBe('');
    await shipAll(seller, order.id);
    await applyAll(world);
    // What comes in is called as the buyer calls it.
    const receipt = await receiptOf();
    expect(receipt.lines.map(({ productCode, number }) => [productCode, Number(number)])).toEqual([['ONLY-HERE', 4]]);
    expect(await verb(buyer, 'audit', receipt.id, movements)).toBe('');
    await applyAll(world);
    await clean();
  });

  test('is taken back while it is no order yet, and not afterwards', async () => {
    const bill = await sent([['M1', '1', '100']]);
    expect(await verb(buyer, 'unaudit', bill.id, purchases)).toBe('');
    expect(await applyAll(world)).toEqual([]);
    expect((await read(bill.id)).pushStatus).toBe('0');
    expect(await verb(buyer, 'audit', bill.id, purchases)).toBe('');
    await applyAll(world);
    expect(await verb(buyer, 'unaudit', bill.id, purchases)).toBe('E-PUSHED');
    expect(await verb(buyer, 'close', bill.id, purchases)).toBe('E-PEER-ASK');
    expect(outcome(await buyer.call('POST', `${purchases}/receive`, [bill.id]))).toBe('E-PEER-COMES');
    // Void over there it is free again, and sent anew it is another order.
    const order = await orderOf(bill);
    expect(await verb(seller, 'cancel', order.id, orders)).toBe('');
    await applyAll(world);
    expect(await read(bill.id)).toMatchObject({ pushStatus: '0', upstreamCode: null });
    expect(await verb(buyer, 'push', bill.id, purchases)).toBe('');
    await applyAll(world);
    const again = await orderOf(bill);
    expect([again.id === order.id, (await read(bill.id)).upstreamCode]).toEqual([false, again.code]);
    await clean();
  });
});

describe('goods between two tenants', () => {
  const agreed = async (lines: readonly (readonly [string, string, string])[], more: object = {}): Promise<Bill> => {
    const bill = await ordered(lines);
    const order = await orderOf(bill);
    if (Object.keys(more).length > 0) await seller.must('PUT', orders, { ...order, ...more });
    expect(await verb(seller, 'audit', order.id, orders)).toBe('');
    await applyAll(world);
    return bill;
  };

  test('am-B16, am-B17: what leaves there comes in here at its amounts, freight in the cost; the receipt signs for it', async () => {
    const bill = await agreed([['M1', '10', '100']], { freightAmount: '30' });
    const order = await orderOf(bill);
    const out = await shipAll(seller, order.id);
    await applyAll(world);
    const receipt = await receiptOf();
    expect([receipt.billStatus, receipt.lines.map(({ amount }) => Number(amount))]).toEqual(['0', [1030]]);
    await clean();
    expect(await verb(seller, 'unaudit', out, movements)).toBe('E-PEER-SHIPPED');
    const [delivery] = await world.sql<{ id: string }>('select id from app.order_delivery where order_code = $1', [
      order.code,
    ]);
    expect(await verb(seller, 'sign', delivery?.id ?? '', deliveries)).toBe('E-PEER-SIGN');
    // PU003 does not count between tenants.
    const more = { ...receipt, lines: receipt.lines.map((line) => ({ ...line, number: '11' })) };
    expect(outcome(await buyer.call('PUT', movements, more))).toBe('E-SIGN-OVER');
    expect(await verb(buyer, 'audit', receipt.id, movements)).toBe('');
    await applyAll(world);
    expect((await orderOf(bill)).lines.map(({ signedNumber }) => Number(signedNumber))).toEqual([10]);
    expect(await read(bill.id)).toMatchObject({ receiptFlag: '1' });
    const [cost] = await world.sql<{ amount: string }>(
      `select sum(d_amount)::numeric(20, 2)::text as amount from app.cost_entry where doc_id = $1`,
      [receipt.id],
    );
    expect(cost?.amount).toBe('911.50');
    expect(await verb(buyer, 'unaudit', receipt.id, movements)).toBe('E-PEER-SIGNED');
    await clean();
  });

  test('am-B18: pieces that did not arrive are open until they are given back, and no difference', async () => {
    const bill = await agreed([['M2', '10', '10']]);
    const order = await orderOf(bill);
    await shipAll(seller, order.id);
    await applyAll(world);
    const receipt = await receiptOf();
    await buyer.must('PUT', movements, { ...receipt, lines: receipt.lines.map((line) => ({ ...line, number: '9' })) });
    expect(await verb(buyer, 'audit', receipt.id, movements)).toBe('');
    await applyAll(world);
    const open = (await compared()).find(({ subjectId, what }) => subjectId === bill.id && what === 'money');
    expect([Number(open?.buyer), Number(open?.seller), Number(open?.open)]).toEqual([90, 100, 10]);
    expect(await read(bill.id)).toMatchObject({ receiptFlag: '1', lines: [{ arrivedNumber: '9', closedNumber: '1' }] });
    await clean();
    const refund = await newest(seller, refunds);
    await seller.must('PUT', `${refunds}/unstash`, [refund.id]);
    await seller.must('PUT', `${refunds}/audit`, [refund.id]);
    const red = await newest(seller, movements);
    expect(await verb(seller, 'audit', red.id, movements)).toBe('');
    await applyAll(world);
    const done = (await compared()).find(({ subjectId, what }) => subjectId === bill.id && what === 'money');
    expect([Number(done?.buyer), Number(done?.seller), Number(done?.open)]).toEqual([90, 90, 0]);
    await clean();
  });

  test('am-B17: what goes back is a return there; freight does not come back, and both sides say so', async () => {
    const bill = await agreed([['M1', '10', '100']], { freightAmount: '30' });
    const order = await orderOf(bill);
    await shipAll(seller, order.id);
    await applyAll(world);
    const receipt = await receiptOf();
    expect(await verb(buyer, 'audit', receipt.id, movements)).toBe('');
    const { ids } = await buyer.must<{ ids: readonly string[] }>('POST', `${movements}/red`, [
      { id: receipt.id, lines: [{ id: receipt.lines[0]?.id, number: '3' }] },
    ]);
    expect(await verb(buyer, 'audit', ids[0] ?? '', movements)).toBe('');
    expect(await verb(buyer, 'unaudit', ids[0] ?? '', movements)).toBe('E-PEER-SIGNED');
    await applyAll(world);
    await clean();
    const refund = await newest(seller, refunds);
    expect(refund).toMatchObject({ billStatus: '0' });
    await seller.must('PUT', `${refunds}/audit`, [refund.id]);
    const red = await newest(seller, movements);
    expect(await verb(seller, 'audit', red.id, movements)).toBe('');
    await applyAll(world);
    const money = (await compared()).find(({ subjectId, what }) => subjectId === bill.id && what === 'money');
    // 1,030 less 300: of the freight nothing is given back.
    expect([Number(money?.buyer), Number(money?.seller), Number(money?.open)]).toEqual([730, 730, 0]);
    // What he took off beyond that, 9.00 with tax, is what the others cost more (B16a).
    const adjusted = await world.sql<{ amount: string }>(
      `
        select d_amount::numeric(20, 2)::text as amount
        from app.cost_entry
        where tenant_code = '1000' and post_type = 'COSTADJ' and doc_id = $1`,
      [bill.id],
    );
    expect(adjusted.map(({ amount }) => amount)).toEqual(['7.96']);
    await clean();
  });

  test('am-B4a: goods on their way back are received though they would give back less than nothing', async () => {
    const { activity, away } = promotionDesk(() => ({ ...world, first: seller }));
    const off = await activity([{ ...hundredOff, onSaleAmount: '150' }], {
      scopes: [{ side: 'customer', dimension: 'customer', code: 'DOWN', excludeFlag: '0' }],
    });
    // He knows of it, and asks for 85 each.
    const bill = await agreed([['M1', '10', '85']]);
    await shipAll(seller, (await orderOf(bill)).id);
    await applyAll(world);
    await away(off);
    const receipt = await receiptOf();
    expect(await verb(buyer, 'audit', receipt.id, movements)).toBe('');
    const { ids } = await buyer.must<{ ids: readonly string[] }>('POST', `${movements}/red`, [
      { id: receipt.id, lines: [{ id: receipt.lines[0]?.id, number: '1' }] },
    ]);
    expect(await verb(buyer, 'audit', ids[0] ?? '', movements)).toBe('');
    await applyAll(world);
    await clean();
    const refund = await newest(seller, refunds);
    expect(refund).toMatchObject({ totalAmount: '0' });
    await seller.must('PUT', `${refunds}/audit`, [refund.id]);
    expect(await verb(seller, 'audit', (await newest(seller, movements)).id, movements)).toBe('');
    await applyAll(world);
    // Nine without the 150 off: 850 were owed, and 50 are charged.
    const money = (await compared()).find(({ subjectId, what }) => subjectId === bill.id && what === 'money');
    expect([Number(money?.buyer), Number(money?.seller), Number(money?.open)]).toEqual([900, 900, 0]);
    await clean();
  });

  test('am-B17: pieces of two deliveries come back at once, and no cent is given back that was not taken off', async () => {
    const price = '33.3333';
    const bill = await ordered([['M1', '5', price]]);
    const order = await orderOf(bill);
    await seller.must('PUT', orders, { ...order, lines: order.lines.map((line) => ({ ...line, price })) });
    expect(await verb(seller, 'audit', order.id, orders)).toBe('');
    await applyAll(world);
    for (const number of ['1', '4']) {
      await shipAll(seller, order.id, () => number);
      await applyAll(world);
      expect(await verb(buyer, 'audit', (await receiptOf()).id, movements)).toBe('');
      await applyAll(world);
    }
    // Of what came with the second; there it is one of the first and three of the second.
    const receipt = await receiptOf();
    const { ids } = await buyer.must<{ ids: readonly string[] }>('POST', `${movements}/red`, [
      { id: receipt.id, lines: [{ id: receipt.lines[0]?.id, number: '4' }] },
    ]);
    expect(await verb(buyer, 'audit', ids[0] ?? '', movements)).toBe('');
    await applyAll(world);
    await seller.must('PUT', `${refunds}/audit`, [(await newest(seller, refunds)).id]);
    expect(await verb(seller, 'audit', (await newest(seller, movements)).id, movements)).toBe('');
    await applyAll(world);
    const [line] = await world.sql<{ taken: string; given: string }>(
      `
        select taken_amount::text as taken, given_amount::text as given
        from app.order_peer_line
        where tenant_code = '1000' and peer_id = $1`,
      [bill.id],
    );
    expect(line?.given).toBe(line?.taken);
    await clean();
  });

  test('am-B17: closed here it is asked there, and what is closed there is given up here', async () => {
    const bill = await agreed([['M3', '10', '30']]);
    const order = await orderOf(bill);
    await shipAll(seller, order.id, () => '4');
    await applyAll(world);
    expect(outcome(await buyer.call('PUT', `${purchases}/askClose`, { ids: [bill.id], operateMsg: '不再需要' }))).toBe(
      '',
    );
    await applyAll(world);
    expect((await orderOf(bill)).billStatus).toBe('2');
    expect(await read(bill.id)).toMatchObject({ lines: [{ closedNumber: '6' }] });
    await clean();
    expect(await verb(buyer, 'audit', (await receiptOf()).id, movements)).toBe('');
    await applyAll(world);
    expect(await read(bill.id)).toMatchObject({ receiptFlag: '1' });
    await clean();
    expect(await verb(seller, 'unclose', order.id, orders)).toBe('');
    await applyAll(world);
    expect(await read(bill.id)).toMatchObject({ receiptFlag: '0', lines: [{ closedNumber: '0' }] });
    await clean();
  });

  test('a message that is applied twice, or before its predecessor, changes nothing', async () => {
    const bill = await sent([['M4', '2', '7.77']]);
    const [first] = await world.sql<{ id: string }>(`select id from sec.peer_message where subject_id = $1`, [bill.id]);
    await world.sql(
      `
        insert into sec.peer_message (id, tenant_code, to_tenant, subject_id, seq, kind, payload)
        select gen_random_uuid(), tenant_code, to_tenant, subject_id, 2, 'askClose', '{"reason":null}'
        from sec.peer_message
        where id = $1`,
      [first?.id],
    );
    const [second] = await world.sql<{ id: string }>(
      `select id from sec.peer_message where subject_id = $1 and seq = 2`,
      [bill.id],
    );
    expect(await applyNext(peerOptions(world), second?.id)).toBe('nothing');
    const before = await world.sql(`select count(*) from app.order_order where tenant_code = '2000'`);
    expect(await applyNext(peerOptions(world), first?.id)).toBe('applied');
    expect(await applyNext(peerOptions(world), first?.id)).toBe('nothing');
    // Whoever held it when it was over has nothing left to do.
    await world.sql(`update sec.peer_message set lease_until = null where id = $1`, [first?.id]);
    expect(await applyNext(peerOptions(world), first?.id)).toBe('nothing');
    const after = await world.sql(`select count(*) from app.order_order where tenant_code = '2000'`);
    expect(Number(after[0]?.['count']) - Number(before[0]?.['count'])).toBe(1);
    expect(await applyNext(peerOptions(world), second?.id)).toBe('applied');
    await applyAll(world);
    expect(await read(bill.id)).toMatchObject({ pushStatus: '0' });
    await clean();
  });
});
