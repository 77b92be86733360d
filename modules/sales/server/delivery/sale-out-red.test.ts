import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { figures, openCustomer, orderInWarehouse } from '#tests/proof/cash.ts';
import { askBack, returnDraft, type Back } from '#tests/proof/returns.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Bill {
  readonly id: string;
  readonly code: string;
  readonly orderStatus: string;
  readonly totalAmount: string;
  readonly lines: readonly {
    readonly id: string;
    readonly number: string;
    readonly amount: string;
    readonly outNumber: string;
    readonly returnedNumber: string;
  }[];
}

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('sale_red');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const path = '/stock/inout';
const verb = (name: string, id: string, on = path) => clerk.call('PUT', `${on}/${name}`, [id]);
const one = (id: string, on = path): Promise<Bill> => clerk.must<Bill>('GET', `${on}/${id}`);
const order = (id: string): Promise<Bill> => one(id, '/channelsale/order');
const redOf = async (orderId: string, back: Back | null = null): Promise<string> =>
  (await askBack(clerk, orderId, back)).movement;
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
};
async function money(customerCode: string): Promise<Record<string, string>> {
  const rows = await world.sql<{ what: string; amount: string }>(
    `
      select a.account_type as what, b.balance::float::text as amount
      from app.capital_balance b
      join app.sale_capitalaccount a using (tenant_code, account_code)
      where a.tenant_code = '1000' and a.customer_code = $1
      union all
      select 'owes', amount::float::text
      from app.receivable_balance
      where tenant_code = '1000' and customer_code = $1`,
    [customerCode],
  );
  return Object.fromEntries(rows.map(({ what, amount }) => [what, amount]));
}
const posted = (docId: string): Promise<readonly { type: string; amount: string }[]> =>
  world.sql(
    `
      select post_type as type, d_amount::float::text as amount
      from app.receivable_entry
      where doc_id = $1 and reversal_of is null
      order by id`,
    [docId],
  );

describe('goods that a customer brings back', () => {
  test('go into stock at what they cost, and each account gets back its part of what it paid', async () => {
    await openCustomer(clerk, 'R1', { limit: '500', cash: '600', isControlled: true });
    const rebate = `A003-O1-R1`;
    const { id: grant } = await clerk.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'R1',
      billType: 'AD',
      amount: '100',
      accountCode: rebate,
    });
    await clerk.must('PUT', '/channelsale/bill/audit', [grant]);
    const { order: sold, movement } = await orderInWarehouse(clerk, 'R1', [['M1', '10', '100']]);
    expect(await verb('audit', movement)).toMatchObject({ code: 0 });
    expect(await money('R1')).toEqual({ A001: '0', A002: '-300', A003: '0', owes: '300' });
    const before = await figures(world, 'R1');

    const red = await redOf(sold, { M1: '4' });
    expect(await figures(world, 'R1')).toBe(before);
    expect(await verb('audit', red)).toMatchObject({ code: 0 });
    // 400 of 1000: 240 of 600 in cash, 120 of 300 on credit, 40 of 100 of rebate.
    expect(await money('R1')).toEqual({ A001: '240', A002: '-180', A003: '40', owes: '-60' });
    expect(await posted(red)).toEqual([
      { type: 'RET', amount: '-400' },
      { type: 'RBT', amount: '40' },
    ]);
    expect(await order(sold)).toMatchObject({ orderStatus: '3', lines: [{ outNumber: '10', returnedNumber: '4' }] });
    expect(await one(red)).toMatchObject({ totalAmount: '400' });
    await clean();

    // Spent meanwhile it cannot be taken back; the money is there again, it can, and leaves no trace.
    const { id: spent } = await clerk.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'R1',
      storageCode: 'W1',
      lines: [{ productCode: 'M2', number: '1', price: '250' }],
    });
    await clerk.must('PUT', '/channelsale/order/audit', [spent]);
    expect(await verb('unaudit', red)).toMatchObject({ code: 20303 });
    await clerk.must('PUT', '/channelsale/order/unaudit', [spent]);
    expect(await verb('unaudit', red)).toMatchObject({ code: 0 });
    expect(await figures(world, 'R1')).toBe(before);
    expect(await order(sold)).toMatchObject({ lines: [{ returnedNumber: '0' }] });
    await clean();
  });

  test('piece by piece give back to the cent what the shipment had taken, and never more', async () => {
    await openCustomer(clerk, 'R2', { limit: '0', cash: '50', isControlled: false });
    const { order: sold, delivery, movement } = await orderInWarehouse(clerk, 'R2', [['M2', '3', '33.3333']]);
    await verb('audit', movement);
    expect(await verb('sign', delivery, '/channelsale/delivery')).toMatchObject({ code: 0 });
    const amounts: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const red = await redOf(sold, { M2: '1' });
      expect(await verb('audit', red)).toMatchObject({ code: 0 });
      amounts.push((await one(red)).totalAmount);
    }
    expect(amounts).toEqual(['33.33', '33.34', '33.33']);
    expect(await money('R2')).toMatchObject({ A001: '50', A002: '0', owes: '-50' });
    expect(await order(sold)).toMatchObject({ lines: [{ outNumber: '3', returnedNumber: '3' }] });
    expect(await clerk.call('POST', '/channelsale/refund', await returnDraft(clerk, sold))).toMatchObject({
      code: 20207,
    });
    // am-A2: and whoever works in the warehouse makes none by hand.
    expect(await clerk.call('POST', `${path}/red`, [movement])).toMatchObject({ code: 20244 });
    // What came back is neither unsigned nor unshipped.
    expect(await verb('unsign', delivery, '/channelsale/delivery')).toMatchObject({ code: 20007 });
    expect(await verb('unaudit', movement)).toMatchObject({ code: 20007 });
    await clean();
  });

  test('are not taken back together where their money is gone, though each alone could be', async () => {
    await openCustomer(clerk, 'R4', { limit: '0', cash: '100', isControlled: true });
    const { order: sold, movement } = await orderInWarehouse(clerk, 'R4', [['M4', '10', '10']]);
    await verb('audit', movement);
    const reds: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      reds.push(await redOf(sold, { M4: '5' }));
      expect(await verb('audit', reds[n] ?? '')).toMatchObject({ code: 0 });
    }
    const { id: spent } = await clerk.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'R4',
      storageCode: 'W1',
      lines: [{ productCode: 'M4', number: '1', price: '50' }],
    });
    await clerk.must('PUT', '/channelsale/order/audit', [spent]);
    // The second was reckoned with the first: it goes before it.
    expect(await verb('unaudit', reds[0] ?? '')).toMatchObject({ code: 20007 });
    expect(await verb('unaudit', reds[1] ?? '')).toMatchObject({ code: 0 });
    expect(await verb('unaudit', reds[0] ?? '')).toMatchObject({ code: 20303 });
    await clean();
  });

  test('come back although their order is closed or their period is', async () => {
    await openCustomer(clerk, 'R3', { limit: '0', cash: '1000', isControlled: true });
    const { order: sold, movement } = await orderInWarehouse(clerk, 'R3', [['M3', '4', '10']]);
    await verb('audit', movement);
    await world.sql(`update app.stock_inout set bill_date = '2024-02-10' where id = $1`, [movement]);
    const { id } = await clerk.must<{ id: string }>('POST', '/sys/accountperiod', {
      year: 2024,
      month: 2,
      organizeCode: 'O1',
      startDate: '2024-02-01',
      endDate: '2024-02-29',
    });
    for (const step of ['open', 'settle']) await clerk.must('PUT', `/sys/accountperiod/${step}`, [id]);
    await clerk.must('PUT', '/channelsale/order/close', { ids: [sold], operateMsg: '完' });
    expect(await verb('unaudit', movement)).toMatchObject({ code: 20012 });
    const red = await redOf(sold);
    expect(await verb('audit', red)).toMatchObject({ code: 0 });
    expect(await money('R3')).toMatchObject({ A001: '1000', owes: '-1000' });
    await clean();
  });
});
