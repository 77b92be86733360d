import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { audited, deliveries, openCustomer, orderFor, orderInWarehouse } from '#tests/proof/cash.ts';
import { redOf } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { askPivot, byKey, plain, post, sumOf, told } from '#tests/report-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { FigureKey } from '#report/model/figures.ts';
import { monthsBefore } from '#report/model/span.ts';

let world: World;
let clerk: Session;
let today = '';
const { activity } = promotionDesk(() => world);

beforeAll(async () => {
  world = await openWorld('report_list');
  clerk = world.first;
  await furnish(clerk);
  today = (await world.sql<{ day: string }>('select max(bill_date)::text as day from app.stock_inout'))[0]?.day ?? '';
  for (const code of ['LA', 'LB', 'LC'])
    await openCustomer(clerk, code, { cash: '0', limit: '0', isControlled: false });
  const sold: string[] = [];
  for (const [at, customer] of ['LA', 'LB', 'LC', 'LA'].entries()) {
    const { movement } = await orderInWarehouse(clerk, customer, [
      [`M${1 + at}`, String(2 + at), `${10 + at}.37`],
      ['M5', '3', '3.33'],
    ]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    sold.push(movement);
  }
  await clerk.must('PUT', `${movements}/audit`, [await redOf(clerk, sold[0] ?? '', { M1: '1' })]);
  // LC bought half a year ago and has not come back; what M5 came with lies there for long.
  await dated(sold[2] ?? '', monthsBefore(today, 6));
  await world.sql(
    `
      update app.stock_entry e
      set biz_date = $1::date - 200
      from app.stock_balance b
      where b.id = e.balance_id and b.material_code = 'M5' and e.d_on_hand > 0 and e.tenant_code = '1000'`,
    [today],
  );
  // Nobody has sent these: more than there is.
  await audited(clerk, orders, orderFor('LB', [['M4', '7', '5']]));
});
afterAll(() => world.close());

async function dated(movement: string, day: string): Promise<void> {
  await world.sql(`update app.stock_inout set bill_date = $2::date where id = $1`, [movement, day]);
  await world.sql(`update app.stock_entry set biz_date = $2::date where doc_id = $1`, [movement, day]);
}
const pivot = (figure: FigureKey, params: Readonly<Record<string, string>> = {}) => askPivot(clerk, figure, params);
const asTold = (text: string) => told(world, text);
const lately = () => ({ startDate: `${today.slice(0, 7)}-01`, endDate: today });
const longSpan = () => ({ startDate: monthsBefore(today, 11), endDate: today });

const posted = (ledger: string, entries: readonly object[], bizDate = today): Promise<void> =>
  post(world, ledger, { entries, bizDate });

const soldBy = (key: string, where: string): string => `
  select ${key} as key, sum(l.amount * case h.red_flag when '1' then -1 else 1 end) as value
  from app.stock_inout h
  join app.stock_inout_line l on l.parent_id = h.id
  where h.tenant_code = '1000' and h.move_type = '4' and h.bill_status = '1' and ${where}
  group by 1`;

describe('customers and promotions', () => {
  test('R04: who bought, who is new and who was lost', async () => {
    const report = await pivot('R04', lately());
    expect(byKey(report, 'amount')).toEqual(
      await asTold(
        soldBy('h.customer_code', `h.bill_date between date_trunc('month', '${today}'::date) and '${today}'`),
      ),
    );
    expect([sumOf(report, 'activeCount'), sumOf(report, 'newCount'), sumOf(report, 'lostCount')]).toEqual([2, 2, 1]);
    const days = await asTold(`
      select customer_code as key, '${today}'::date - max(bill_date) as value
      from app.stock_inout
      where tenant_code = '1000' and move_type = '4' and red_flag = '0' and bill_status = '1'
      group by 1`);
    expect(byKey(report, 'lastDays')).toEqual(days);
  });

  test('R08: an order that used two activities counts with both and once in all', async () => {
    await activity([hundredOff], { name: '满千减百', stackFlag: '1' });
    await activity([{ ...hundredOff, onSaleAmount: '40' }], { name: '再减四十', stackFlag: '1' });
    await audited(clerk, orders, orderFor('LA', [['M1', '20', '100']]));
    const used = `
      from app.promotion_usage_entry e
      join app.promotion_usage_balance b on b.id = e.balance_id
      join app.order_order o on o.id = e.doc_id
      where e.tenant_code = '1000'`;
    const report = await pivot('R08', lately());
    expect(report.list.length).toBeGreaterThan(0);
    expect(byKey(report, 'worth')).toEqual(
      await asTold(`select b.activity_code as key, sum(e.d_amount) as value ${used} group by 1`),
    );
    expect(byKey(report, 'amount')).toEqual(
      await asTold(`
        select x.key, sum(x.payable_amount) as value
        from (select distinct b.activity_code as key, o.id, o.payable_amount ${used}) x
        group by 1`),
    );
    const [whole] = await world.sql<{ value: string }>(
      `select sum(x.payable_amount) as value from (select distinct o.id, o.payable_amount ${used}) x`,
    );
    expect(sumOf(report, 'amount')).toBe(plain(whole?.value));
    expect(byKey(report, 'spent')).toEqual(
      await asTold(`
        select b.activity_code as key, sum(e.d_spent) as value
        from app.promotion_budget_entry e
        join app.promotion_budget_balance b on b.id = e.balance_id
        where e.tenant_code = '1000'
        group by 1`),
    );
  });

  test('R09: what was given to be tried, at its usual price', async () => {
    await world.sql(`
      update app.order_order_line
      set line_type = '4', retail_price = 12.5
      where tenant_code = '1000' and product_code = 'M5'`);
    const given = (value: string): string => `
      select l.product_code as key, sum(${value}) as value
      from app.order_order_line l
      join app.order_order h on h.id = l.parent_id
      where h.tenant_code = '1000' and h.bill_status = '1' and l.line_type in ('1', '4')
      group by 1`;
    const report = await pivot('R09', longSpan());
    expect(byKey(report, 'number')).toEqual(await asTold(given('l.number')));
    expect(byKey(report, 'giftAmount')).toEqual(
      await asTold(given('l.number * coalesce(l.list_price, l.retail_price)')),
    );
    expect(byKey(report, 'openTrials')).toEqual(await asTold(given('l.out_number - l.returned_number')));
  });

  test('R17: what left and came back is not invoiced yet', async () => {
    const report = await pivot('R17', longSpan());
    const ofOrders = (value: string): Promise<Record<string, number>> =>
      asTold(`
        select h.customer_code as key, sum(round(l.amount * (${value}) / l.number, 2)) as value
        from app.order_order_line l
        join app.order_order h on h.id = l.parent_id
        where h.tenant_code = '1000' and h.bill_status = '1' and l.number <> 0
        group by 1`);
    expect(byKey(report, 'shippedAmount')).toEqual(await ofOrders('l.out_number'));
    expect(byKey(report, 'returnedAmount')).toEqual(await ofOrders('l.returned_number'));
    expect(byKey(report, 'uninvoicedAmount')).toEqual(await ofOrders('l.out_number - l.returned_number'));
  });

  test('R23: points before, earned, used and expired add up to what is left', async () => {
    const points = { customer_code: 'LB', expire_date: '', batch_no: '' };
    await posted('points', [{ ...points, d_balance: '100', post_type: 'EARN' }], monthsBefore(today, 2));
    await posted('points', [{ ...points, d_balance: '40', post_type: 'EARN' }]);
    await posted('points', [{ ...points, d_balance: '-30', post_type: 'USE' }]);
    await posted('points', [{ ...points, d_balance: '-5', post_type: 'EXPIRE' }]);
    const { list } = await pivot('R23', { by_customer: 'LB', ...lately() });
    expect(list.map(({ key, now }) => [key, ...now.map(plain)])).toEqual([['LB', 100, 40, 30, 5, 105]]);
    expect(byKey(await pivot('R23', lately()), 'pointsAfter')).toEqual(
      await asTold(`
        select customer_code as key, sum(balance) as value
        from app.points_balance
        where tenant_code = '1000' and batch_no = ''
        group by 1`),
    );
  });
});

describe('goods', () => {
  test('R12: what lies there is what came last, of any day', async () => {
    for (const endDate of [monthsBefore(today, 7), monthsBefore(today, 1), today]) {
      const report = await pivot('R12', { endDate });
      expect(byKey(report, 'onHand')).toEqual(
        await asTold(`
          select b.material_code as key, sum(e.d_on_hand) as value
          from app.stock_entry e
          join app.stock_balance b on b.id = e.balance_id
          where e.tenant_code = '1000' and e.biz_date <= '${endDate}'
          group by 1`),
      );
      for (const { now } of report.list)
        expect(now.slice(1, 5).reduce((sum, each) => sum + plain(each), 0)).toBe(Math.max(0, plain(now[0])));
    }
    const report = await pivot('R12');
    expect(byKey(report, 'lyingLong')).toEqual({ M5: byKey(report, 'onHand')['M5'] });
  });

  test('R13: goods are short where more is wanted than there is', async () => {
    expect(byKey(await pivot('R13'), 'short')).toEqual({});
    const { list } = await pivot('R13');
    expect(Object.fromEntries(list.map(({ key, now }) => [key, now.map(plain)]))).toMatchObject({
      M4: [0, 7, await onHandOf('M4'), 0, 0],
    });
    await world.sql(`update app.stock_balance set on_hand = 2 where tenant_code = '1000' and material_code = 'M4'`);
    expect(byKey(await pivot('R13'), 'short')).toEqual({ M4: 5 });
    await world.sql(`update app.stock_balance set on_hand = $1 where tenant_code = '1000' and material_code = 'M4'`, [
      await sumOfEntries('M4'),
    ]);
  });
  const sumOfEntries = async (material: string): Promise<number> =>
    (
      await asTold(`
        select b.material_code as key, sum(e.d_on_hand) as value
        from app.stock_entry e
        join app.stock_balance b on b.id = e.balance_id
        where e.tenant_code = '1000'
        group by 1`)
    )[material] ?? 0;
  const onHandOf = sumOfEntries;

  test('R10: stock is worth what it cost', async () => {
    expect(byKey(await pivot('R10'), 'stockValue')).toEqual(
      await asTold(`select material_code as key, amount as value from app.cost_balance where tenant_code = '1000'`),
    );
  });

  test('R24: hours from the order to the gate and to the customer', async () => {
    await world.sql(`
      update app.stock_inout m
      set audit_date = o.audit_date + interval '6 hours'
      from app.doc_link k, app.order_order o
      where k.to_id = m.id and k.kind = 'out' and o.id = k.from_id and m.red_flag = '0' and m.tenant_code = '1000'`);
    await world.sql(`
      update app.order_delivery d
      set sign_date = o.audit_date + interval '30 hours'
      from app.order_order o
      where o.code = d.order_code and d.tenant_code = '1000'`);
    const report = await pivot('R24', longSpan());
    expect(sumOf(report, 'deliveryCount')).toBe(
      (await clerk.must<{ total: number }>('GET', `${deliveries}/page`)).total,
    );
    expect([sumOf(report, 'hoursToOut'), sumOf(report, 'hoursToSign')]).toEqual([6, 24]);
  });
});

describe('the house', () => {
  test('R20: what departments were given and what they used', async () => {
    const [year = '', month = ''] = today.split('-');
    const key = { year, period: month, dept_code: 'D1', budget_account_code: 'BA1', project_code: '' };
    await posted('budget', [{ ...key, d_init: '1000', post_type: 'INIT' }]);
    await posted('budget', [{ ...key, d_pre: '120', post_type: 'PRE' }]);
    await posted('budget', [{ ...key, d_used: '300.50', post_type: 'USE' }]);
    const { list, sum } = await pivot('R20', lately());
    expect(list.map(({ key: dept, now }) => [dept, ...now.map(plain)])).toEqual([
      ['D1', 1000, 120, 300.5, 579.5, 30.1],
    ]);
    expect(sum.now.map(plain)).toEqual([1000, 120, 300.5, 579.5, 30.1]);
    const { list: none } = await pivot('R20', { startDate: monthsBefore(today, 3), endDate: monthsBefore(today, 1) });
    expect(none).toEqual([]);
  });

  test('R06: a forecast goes on as the days that are gone', async () => {
    const report = await pivot('R06', { rows: 'month', ...lately() });
    const days = plain(today.slice(8, 10));
    const [{ whole } = { whole: 0 }] = await world.sql<{ whole: number }>(
      `select extract(day from date_trunc('month', $1::date) + interval '1 month - 1 day')::integer as whole`,
      [today],
    );
    expect(sumOf(report, 'forecast')).toBeCloseTo((sumOf(report, 'amount') * whole) / days, 1);
  });
});
