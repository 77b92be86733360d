import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { RefundQuote } from '#sales/model/refund/refund-record.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { inboundOf, refunds, signOrder } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
const materials = '/data/bd/material';

beforeAll(async () => {
  world = await openWorld('kitparts');
  await furnish(world.first);
  await world.first.must('POST', '/data/storage', { code: 'W9', name: '残次仓', organizeCode: 'O1', type: '1' });
  const goods = { classCode: 'C1', mainUnitCode: 'PCS' };
  for (const code of ['KA', 'KB']) await world.first.must('POST', materials, { code, name: code, ...goods });
  await world.first.must('POST', materials, {
    code: 'KIT',
    name: '套装',
    ...goods,
    groupFlag: '1',
    combination: [
      { productCode: 'KA', number: '1' },
      { productCode: 'KB', number: '2' },
    ],
  });
  for (const [productCode, price] of [
    ['KA', '60'],
    ['KB', '25'],
    ['KIT', '100'],
  ])
    await prices.benchmark({ productCode, price, unitType: '0' });
  // Costs that are no round number: what came back must not leave a cent behind.
  for (const [productCode, price] of [
    ['KA', '7.77'],
    ['KB', '3.33'],
  ]) {
    const { id } = await world.first.must<{ id: string }>('POST', movements, {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode, number: '700', price }],
    });
    await world.first.must('PUT', `${movements}/audit`, [id]);
  }
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  for (const { rule, statement } of bookChecks) expect(await world.sql(statement.text), rule).toEqual([]);
  await world.close();
});

let customers = 0;
/** Ten kits of a customer who paid for them in cash; answers the order, its kit line and the customer. */
async function sold(number = '10', isSigned = true) {
  const customerCode = `KP${(customers += 1)}`;
  await openCustomer(world.first, customerCode, { limit: '0', cash: '5000', isControlled: true });
  const { id } = await world.first.must<{ id: string }>('POST', orders, {
    organizeCode: 'O1',
    customerCode,
    storageCode: 'W1',
    lines: [{ productCode: 'KIT', number }],
  });
  await world.first.must('PUT', `${orders}/audit`, [id]);
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
  if (isSigned) await signOrder(world.first, id);
  const { code, lines } = await world.first.must<{ code: string; lines: { id: string }[] }>('GET', `${orders}/${id}`);
  return { id, code, customerCode, line: lines[0]?.id ?? '', delivery: made[0] ?? '' };
}
type Sold = Awaited<ReturnType<typeof sold>>;

const draft = ({ code, line }: Sold, lines: readonly object[], returnReason: string) => ({
  organizeCode: 'O1',
  orderCode: code,
  returnReason,
  lines: lines.map((each) => ({ orderLineId: line, ...each })),
});
async function agree(order: Sold, lines: readonly object[], returnReason = '1') {
  const { id } = await world.first.must<{ id: string }>('POST', refunds, draft(order, lines, returnReason));
  await world.first.must('PUT', `${refunds}/audit`, [id]);
  return { id, movement: await inboundOf(world.first, id) };
}
const receive = (id: string): Promise<unknown> => world.first.must('PUT', `${movements}/audit`, [id]);
const amountOf = async (id: string): Promise<string> =>
  (await world.first.must<{ totalAmount: string }>('GET', `${refunds}/${id}`)).totalAmount;
async function back(order: Sold, lines: readonly object[], reason = '1'): Promise<string> {
  const { id, movement } = await agree(order, lines, reason);
  await receive(movement);
  return amountOf(id);
}
const cash = async ({ customerCode }: Sold): Promise<string | undefined> =>
  (
    await world.sql<{ amount: string }>(
      `select balance::float::text as amount from app.capital_balance where account_code = $1`,
      [`A001-O1-${customerCode}`],
    )
  )[0]?.amount;
/** What lies in a warehouse, and what all of it costs. */
const there = (storage: string): Promise<object[]> =>
  world.sql(
    `
      select material_code as code, on_hand::float as number
      from app.stock_balance
      where storage_code = $1 and material_code in ('KA', 'KB')
      order by 1`,
    [storage],
  );
const costs = (): Promise<object[]> =>
  world.sql(`
    select material_code as code, number::float, amount::float
    from app.cost_balance
    where material_code in ('KA', 'KB')
    order by 1`);

describe('a kit that comes back in parts (am-A15a)', () => {
  test('KT03: gives back for a bad component its share, and for the kit without it so much less', async () => {
    const before = [await there('W1'), await costs()];
    const order = await sold();
    expect(await back(order, [{ productCode: 'KB', number: '3' }])).toBe('68.18');
    expect(await cash(order)).toBe('4068.18');
    expect(await there('W9')).toEqual([{ code: 'KB', number: 3 }]);
    // No kit came back: all ten still count.
    expect(await world.first.must('GET', `${orders}/${order.id}`)).toMatchObject({
      lines: [{ returnedNumber: '0' }],
    });
    const all = await agree(order, [{ productCode: 'KIT', number: '10' }], '0');
    expect(await amountOf(all.id)).toBe('931.82');
    await receive(all.movement);
    expect(await amountOf(all.id)).toBe('931.82');
    expect(await cash(order)).toBe('5000');
    expect(await world.first.must('GET', `${orders}/${order.id}`)).toMatchObject({
      clawbackAmount: '0',
      lines: [{ returnedNumber: '10' }],
    });
    const [stock, cost] = before;
    expect(await there('W1')).toEqual([(stock as object[])[0], { code: 'KB', number: 697 }]);
    expect(await costs()).toEqual(cost);
  });

  test('E-KIT-PART: for another reason a kit comes back whole', async () => {
    const order = await sold('2');
    for (const reason of ['0', '3'])
      expect(
        await world.first.call('POST', refunds, draft(order, [{ productCode: 'KB', number: '1' }], reason)),
      ).toMatchObject({ code: 20153, msg: '组合件的单个组件只能因质量、召回或短少退回' });
    // Nor does it hold what it does not.
    expect(
      await world.first.call('POST', refunds, draft(order, [{ productCode: 'M1', number: '1' }], '1')),
    ).toMatchObject({ code: 10003 });
    expect(await back(order, [{ productCode: 'KB', number: '1' }], '2')).toBe('22.73');
  });

  test('does not come back twice: pieces that came alone, and kits that lack pieces on their way', async () => {
    const order = await sold('2');
    const part = await agree(order, [{ productCode: 'KB', number: '3' }]);
    const refuse = async (productCode: string, number: string, n: string): Promise<void> => {
      expect(await world.first.call('POST', refunds, draft(order, [{ productCode, number }], '1'))).toMatchObject({
        code: 20207,
        msg: `退货数量超过可退数量${n}`,
      });
    };
    await refuse('KB', '2', '1');
    // Both kits lack a piece that has not come in: what it gives back is not known yet.
    await refuse('KIT', '1', '0');
    await receive(part.movement);
    await refuse('KIT', '3', '2');
    const quote = await world.first.must<RefundQuote>('POST', `${refunds}/calculate`, {
      orderCode: order.code,
      returnReason: '1',
      lines: [{ orderLineId: order.line, number: '2' }],
    });
    expect(quote.lines[0]).toMatchObject({
      room: '2',
      components: [
        { productCode: 'KA', room: '2', lacks: '0' },
        { productCode: 'KB', room: '1', lacks: '3' },
      ],
    });
    expect(quote.record?.refund).toBe('131.82');
  });

  test('comes back without what is said to be missing, else without what must be', async () => {
    const order = await sold();
    await back(order, [{ productCode: 'KB', number: '3' }]);
    expect(
      await back(order, [{ productCode: 'KIT', number: '2', missing: [{ productCode: 'KB', number: '2' }] }], '0'),
    ).toBe('154.55');
    // Seven of eight: the one that stays may lack the last piece.
    expect(await back(order, [{ productCode: 'KIT', number: '7' }], '0')).toBe('700');
    expect(await back(order, [{ productCode: 'KIT', number: '1' }], '0')).toBe('77.27');
    expect(await cash(order)).toBe('5000');
  });

  test('takes no promotion along: its share is on neither side', async () => {
    const off = await activity([hundredOff]);
    try {
      const order = await sold();
      expect(await cash(order)).toBe('4100');
      expect(await back(order, [{ productCode: 'KB', number: '3' }])).toBe('61.36');
      // Five are kept at 500 less 61.36; 838.64 was paid for ten.
      expect(await back(order, [{ productCode: 'KIT', number: '5' }], '0')).toBe('400');
      expect(await back(order, [{ productCode: 'KIT', number: '5' }], '0')).toBe('438.64');
      expect(await cash(order)).toBe('5000');
    } finally {
      await away(off);
    }
  });

  test('is taken back as it was posted, the last one first', async () => {
    const order = await sold();
    const bad = await agree(order, [{ productCode: 'KB', number: '3' }]);
    await receive(bad.movement);
    const [stock, cost, money] = [await there('W1'), await costs(), await cash(order)];
    const all = await agree(order, [{ productCode: 'KIT', number: '10' }], '0');
    await receive(all.movement);
    const undo = (id: string) => world.first.call('PUT', `${movements}/unaudit`, [id]);
    expect(await undo(bad.movement)).toMatchObject({ code: 20007 });
    expect(await undo(all.movement)).toMatchObject({ code: 0 });
    expect([await there('W1'), await costs(), await cash(order)]).toEqual([stock, cost, money]);
    expect(await undo(bad.movement)).toMatchObject({ code: 0 });
    expect(await cash(order)).toBe('4000');
    await receive(bad.movement);
    expect(await cash(order)).toBe('4068.18');
  });

  test('of which one component did not arrive is returned by that component', async () => {
    const order = await sold('4', false);
    const { lines } = await world.first.must<{ lines: { id: string }[] }>('GET', `${deliveries}/${order.delivery}`);
    await world.first.must('PUT', `${deliveries}/sign`, [
      { id: order.delivery, lines: [{ id: lines[0]?.id, signedNumber: '3' }] },
    ]);
    const { list } = await world.first.must<{ list: { id: string }[] }>(
      'GET',
      `${refunds}/page?orderCode=${order.code}&limit=5`,
    );
    const made = await world.first.must<{ lines: object[] }>('GET', `${refunds}/${list[0]?.id}`);
    expect(made).toMatchObject({ lines: [{ productCode: 'KIT', number: '1', shortFlag: '1' }] });
    const changed = (more: object) => ({
      ...made,
      storageCode: 'W1',
      lines: made.lines.map((line) => ({ ...line, ...more })),
    });
    // Three pieces are more than one kit holds: they did not all fail to arrive.
    expect(
      await world.first.call('PUT', refunds, changed({ productCode: 'KB', productName: 'KB', number: '3' })),
    ).toMatchObject({ code: 20153 });
    await world.first.must('PUT', refunds, changed({ productCode: 'KB', productName: 'KB', number: '1' }));
    const id = list[0]?.id ?? '';
    expect(await world.first.must('GET', `${refunds}/${id}`)).toMatchObject({
      totalAmount: '22.73',
      lines: [{ productCode: 'KB', number: '1', shortFlag: '1' }],
    });
  });

  test('is found out where the order and its movements tell different stories (J09)', async () => {
    const order = await sold('2');
    await back(order, [{ productCode: 'KB', number: '1' }]);
    const found = async (): Promise<string[]> =>
      (
        await Promise.all(
          bookChecks.map(async ({ rule, statement }) => ((await world.sql(statement.text)).length > 0 ? [rule] : [])),
        )
      ).flat();
    expect(await found()).toEqual([]);
    const becomes = (number: string) =>
      world.sql(
        `
          update app.order_order_line
          set components = jsonb_set(components, '{1,alone,number}', $2)
          where id = $1`,
        [order.line, JSON.stringify(number)],
      );
    await becomes('2');
    expect(await found()).toEqual([expect.stringMatching(/^KT03: /)]);
    await becomes('1');
  });
});
