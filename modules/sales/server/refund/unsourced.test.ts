import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefundReceipt, RefundRecord } from '#sales/model/refund/refund-record.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { openCustomer, orderInWarehouse } from '#tests/proof/cash.ts';
import { inboundOf, refunds, signOrder } from '#tests/proof/returns.ts';
import { movements } from '#tests/proof/shop.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

interface Refund {
  code: string;
  orderCode: string | null;
  customerName: string;
  receiptStatus: string;
  storageCode: string;
  totalAmount: string;
  estimate: RefundRecord;
  receipts: readonly RefundReceipt[] | null;
  lines: { id: string; price: string; amount: string; receivedNumber: string }[];
}

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
const come = async (code: string, number: string): Promise<void> => {
  const { id } = await world.first.must<{ id: string }>('POST', movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: [{ productCode: code, number, price: '8' }],
  });
  await world.first.must('PUT', `${movements}/audit`, [id]);
};
beforeAll(async () => {
  world = await openWorld('unsourced');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '40', unitType: '0' });
  await come('M1', '500');
});
afterAll(async () => {
  // Whatever the tests did, the books add up: money, receivables, stock, costs.
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
  await world.close();
});

/** A customer who bought and signed for so many pieces, paid in cash as far as he has some, else on credit. */
async function bought(
  customerCode: string,
  goods: readonly (readonly [string, string, string])[],
  means: { readonly limit: string; readonly cash: string } = { limit: '0', cash: '10000' },
): Promise<void> {
  await openCustomer(world.first, customerCode, { ...means, isControlled: true });
  const { order, movement } = await orderInWarehouse(world.first, customerCode, goods);
  await world.first.must('PUT', `${movements}/audit`, [movement]);
  await signOrder(world.first, order);
}
const draft = (customerCode: string, lines: readonly object[], more: object = {}): object => ({
  organizeCode: 'O1',
  customerCode,
  returnReason: '3',
  lines,
  ...more,
});
const ask = (body: object) => world.first.call('POST', refunds, body);
const read = (id: string): Promise<Refund> => world.first.must<Refund>('GET', `${refunds}/${id}`);
async function agreed(body: object): Promise<{ readonly id: string; readonly movement: string }> {
  const { id } = await world.first.must<{ id: string }>('POST', refunds, body);
  await world.first.must('PUT', `${refunds}/audit`, [id]);
  return { id, movement: await inboundOf(world.first, id) };
}
const receive = (id: string) => world.first.call('PUT', `${movements}/audit`, [id]);
async function stands(customerCode: string, kind: string): Promise<string> {
  const [row] = await world.sql<{ amount: string }>(
    'select balance::float::text as amount from app.capital_balance where account_code = $1',
    [`${kind}-O1-${customerCode}`],
  );
  return row?.amount ?? '';
}
async function lying(code: string): Promise<{ readonly number: string; readonly cost: string }> {
  const [row] = await world.sql<{ number: string; cost: string }>(
    `
      select s.number::float::text as number, c.amount::float::text as cost
      from (select sum(b.on_hand) as number from app.stock_balance b where b.material_code = $1) s
      cross join (select sum(b.amount) as amount from app.cost_balance b where b.material_code = $1) c`,
    [code],
  );
  return row ?? { number: '', cost: '' };
}

describe('a return without its order (SD016)', () => {
  test('gives back what the customer paid last, when the goods are in', async () => {
    const off = await activity([hundredOff]);
    try {
      // 20 × 100 less 100: 95 a piece.
      await bought('US1', [['M1', '20', '100']]);
    } finally {
      await away(off);
    }
    expect(await stands('US1', 'A001')).toBe('8100');
    const before = await lying('M1');
    const { id, movement } = await agreed(draft('US1', [{ productCode: 'M1', number: '3' }]));
    const asked = await read(id);
    expect(asked).toMatchObject({
      orderCode: null,
      storageCode: 'W1',
      totalAmount: '285',
      estimate: { basis: 'last', refund: '285.00', owed: '0.00' },
      lines: [{ price: '95', amount: '285' }],
    });
    expect(await stands('US1', 'A001')).toBe('8100');

    // Two of three came: what is in is given back, and the third is asked for once more.
    const bill = await world.first.must<{ lines: object[] }>('GET', `${movements}/${movement}`);
    const more = { ...bill, lines: bill.lines.map((line) => ({ ...line, number: '4' })) };
    expect((await world.first.call('PUT', movements, more)).data).toMatchObject({ key: 'E-RED-OVER' });
    await world.first.must('PUT', movements, {
      ...bill,
      lines: bill.lines.map((line) => ({ ...line, number: '2' })),
    });
    expect((await receive(movement)).code).toBe(0);
    expect(await stands('US1', 'A001')).toBe('8290');
    expect(await read(id)).toMatchObject({ receiptStatus: '0', totalAmount: '190', lines: [{ receivedNumber: '2' }] });
    const after = await lying('M1');
    expect([Number(after.number) - Number(before.number), Number(after.cost) - Number(before.cost)]).toEqual([2, 16]);
    await world.first.must('PUT', `${refunds}/inbound`, [id]);
    const rest = await inboundOf(world.first, id);
    expect((await receive(rest)).code).toBe(0);
    expect(await stands('US1', 'A001')).toBe('8385');
    expect(await read(id)).toMatchObject({ receiptStatus: '1', totalAmount: '285' });

    // Taken back it leaves no trace.
    await world.first.must('PUT', `${movements}/unaudit`, [rest]);
    await world.first.must('PUT', `${movements}/unaudit`, [movement]);
    expect(await stands('US1', 'A001')).toBe('8100');
    expect(await lying('M1')).toEqual(before);
    expect(await read(id)).toMatchObject({ receiptStatus: '0', totalAmount: '285', lines: [{ receivedNumber: '0' }] });
    await world.first.must('PUT', `${refunds}/unaudit`, [id]);
    await world.first.must('PUT', `${refunds}/cancel`, [id]);
  });

  test('am-A1 repays used credit first, and no further than nothing', async () => {
    await bought('US2', [['M1', '3', '100']], { limit: '1000', cash: '0' });
    expect([await stands('US2', 'A001'), await stands('US2', 'A002')]).toEqual(['0', '-300']);
    const { id, movement } = await agreed(draft('US2', [{ productCode: 'M1', number: '5' }]));
    expect((await receive(movement)).code).toBe(0);
    expect([await stands('US2', 'A001'), await stands('US2', 'A002')]).toEqual(['200', '0']);
    expect((await read(id)).receipts?.[0]?.parts).toEqual([
      { account: 'A002-O1-US2', amount: '300' },
      { account: 'A001-O1-US2', amount: '200' },
    ]);
  });

  test('costs what such goods cost now, and is not taken in while nobody knows', async () => {
    await bought('US3', [['M2', '100', '40']]);
    expect(await lying('M2')).toEqual({ number: '0', cost: '0' });
    const { movement } = await agreed(draft('US3', [{ productCode: 'M2', number: '2' }]));
    expect((await receive(movement)).data).toMatchObject({ key: 'E-COST-NONE' });
    const costs = '/channelsale/price/cost';
    const { id } = await world.first.must<{ id: string }>('POST', costs, {
      organizeCode: 'O1',
      productCode: 'M2',
      year: 2026,
      month: 1,
      cost: '9',
    });
    await world.first.must('PUT', `${costs}/audit`, [id]);
    expect((await receive(movement)).code).toBe(0);
    expect(await lying('M2')).toEqual({ number: '2', cost: '18' });
  });

  test('is a counter withdrawal of goods that this customer had, where the house allows it', async () => {
    await bought('US4', [['M1', '1', '100']]);
    const one = [{ productCode: 'M1', number: '1' }];
    const at = async (body: object): Promise<unknown> => {
      const { data } = await ask(body);
      return (data as { errors?: readonly { path: string }[] } | null)?.errors?.map(({ path }) => path);
    };
    expect(await at(draft('US4', one, { returnReason: '0' }))).toEqual(['orderCode']);
    expect(await at(draft('US4', one, { orderType: '5' }))).toEqual(['orderCode']);
    expect(await at({ organizeCode: 'O1', returnReason: '3', lines: one })).toEqual(['customerCode']);
    expect(await at(draft('US4', [{ productCode: 'M2', number: '1' }]))).toEqual(['lines.0.productCode']);
    expect(await at(draft('US4', [{ productCode: 'M1', number: '0' }]))).toEqual(['lines.0.number']);
    await world.sql(`
      insert into app.sys_params (id, param_code, param_name, param_value)
      values (gen_random_uuid(), 'SD016', 'x', '0')
      on conflict (param_code) do update set param_value = '0'`);
    expect(await at(draft('US4', one))).toEqual(['orderCode']);
  });
});
