import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plus } from '#platform/model/decimal.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import type { OneSimulation, PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { copyOrder } from '#tests/many-orders.ts';
import { furnish } from '#tests/furniture.ts';
import { dates, on, order, priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
const path = '/channelsale/promotion/simulate';
beforeAll(async () => {
  world = await openWorld('simulate');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '40', unitType: '0' });
  await prices.benchmark({ productCode: 'M3', price: '30', unitType: '0' });
  for (const [code, name] of [
    ['CU2', '上海客户'],
    ['CU3', '苏州客户'],
  ])
    await world.first.must('POST', '/data/customer/manage', { code, name, classCode: 'K1', customerType: '1' });
  // A gift is worth what it costs this customer.
  await prices.strategy({ value: '25', scopes: [on('customer', 'CU2'), on('material', 'M3')] });
  const { id } = await world.first.must<{ id: string }>('POST', '/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: ['M1', 'M2', 'M3'].map((productCode) => ({ productCode, number: '100000', price: '8' })),
  });
  await world.first.must('PUT', '/stock/inout/audit', [id]);
});
afterAll(() => world.close());

const draft = async (rules: readonly Readonly<Record<string, unknown>>[], head: object = {}): Promise<string> =>
  (
    await world.first.must<{ id: string }>('POST', '/channelsale/promotion/activity', {
      ...dates,
      name: '草稿',
      policyRuleTypeCode: rules[0]?.['policyRuleTypeCode'],
      ...head,
      lines: rules,
    })
  ).id;
/** Days of each test are its own: orders of others do not count. */
let years = 2040;
const nextPeriod = () => {
  years += 1;
  return {
    from: `${years}-03-01`,
    to: `${years}-03-30`,
    day: (n: number) => `${years}-03-${String(n).padStart(2, '0')}`,
  };
};
async function sold(day: string, lines: readonly object[], more: object = {}): Promise<string> {
  const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/order', order(lines, more));
  await world.first.must('PUT', '/channelsale/order/audit', [id]);
  await world.sql('update app.order_order set bill_date = $2 where id = $1', [id, day]);
  return id;
}
const buy = (productCode: string, number: string) => ({ productCode, number });
const tried = (
  activityId: string | null,
  { from, to }: { from: string; to: string },
  more: object = {},
  session: Session = world.first,
): Promise<PeriodSimulation> =>
  session.must<PeriodSimulation>('POST', path, { activity: activityId, period: { from, to }, ...more });

describe('a draft over past orders', () => {
  test('costs what its rules would have given, by day, tier and order', async () => {
    const period = nextPeriod();
    const codes = [
      await sold(period.day(2), [buy('M1', '8'), buy('M2', '4')]),
      await sold(period.day(2), [buy('M1', '10')], { customerCode: 'CU2' }),
      await sold(period.day(5), [buy('M1', '25')]),
      await sold(period.day(5), [buy('M2', '2')]),
    ];
    expect(codes).toHaveLength(4);
    const id = await draft([{ ...hundredOff }, { ...hundredOff, leastAmount: '2600', onSaleAmount: '400' }]);
    const answer = await tried(id, period);
    expect(answer.counted).toBe(4);
    expect(answer.total).toMatchObject({
      orders: 2,
      customers: 2,
      sales: '3500.00',
      off: '200.00',
      gifts: '0.00',
      credit: '0.00',
      cost: '200.00',
      ratio: '5.7',
      replaced: '0.00',
      net: '200.00',
      // 960 of 1,000 and 2,500 of 2,600 are nearly there.
      near: 2,
    });
    expect(answer.days.filter(({ cost }) => cost !== '0.00')).toEqual([
      { date: period.day(2), cost: '100.00' },
      { date: period.day(5), cost: '100.00' },
    ]);
    expect(answer.days).toHaveLength(30);
    expect(answer.tiers.map(({ ruleNo, orders, sales, cost }) => [ruleNo, orders, sales, cost])).toEqual([
      [null, 2, '1040.00', '0.00'],
      [1, 2, '3500.00', '200.00'],
      [2, 0, '0.00', '0.00'],
    ]);
    expect(answer.orders?.costliest.map(({ basis, cost, gave }) => [basis, cost, gave])).toEqual([
      ['1000.00', '100.00', '0.00'],
      ['2500.00', '100.00', '0.00'],
    ]);
    expect(answer.orders?.near.map(({ basis, missing }) => [basis, missing?.amount])).toEqual([
      ['2500.00', '100.00'],
      ['960.00', '40.00'],
    ]);
  });

  test('is told beside other thresholds and other amounts, in the same pass', async () => {
    const period = nextPeriod();
    await sold(period.day(1), [buy('M1', '10')]);
    await sold(period.day(1), [buy('M1', '13')]);
    const { alternatives } = await tried(await draft([hundredOff]), period, {
      alternatives: [{ threshold: '120' }, { benefit: '90' }],
    });
    expect(
      alternatives.map(({ orders, cost, rules }) => [orders, cost, rules[0]?.leastAmount, rules[0]?.onSaleAmount]),
    ).toEqual([
      [1, '100.00', '1200.00', '100'],
      [2, '180.00', '1000', '90.00'],
    ]);
  });

  test('takes the place of what runs where both cannot be had, and is told what it replaces', async () => {
    const period = nextPeriod();
    const running = await activity([{ ...hundredOff, onSaleAmount: '60' }], { name: '现有满减' });
    await sold(period.day(3), [buy('M1', '10')]);
    await sold(period.day(3), [buy('M2', '1')]);
    const id = await draft([hundredOff], { priority: 1 });
    const together = await tried(id, period);
    expect(together.total).toMatchObject({ orders: 1, cost: '100.00', gave: '60.00', replaced: '60.00', net: '40.00' });
    expect(together.orders?.replacing).toMatchObject([{ cost: '100.00', gave: '60.00', replaced: '60.00' }]);
    expect(together.activities).toMatchObject([
      { name: '草稿', orders: 1, cost: '100.00', gave: '0.00', displaced: 0 },
      { name: '现有满减', orders: 0, cost: '0.00', gave: '60.00', displaced: 1 },
    ]);
    // What was stored with the lines says the same.
    expect(
      await world.sql(
        `
          select sum(l.promo_amount)::text as gave
          from app.order_order_line l
          join app.order_order o on o.id = l.parent_id
          where o.bill_date = $1`,
        [period.day(3)],
      ),
    ).toEqual([{ gave: '60.00' }]);
    const alone = await tried(id, period, { isTogether: false });
    expect(alone.total).toMatchObject({ orders: 1, cost: '100.00', replaced: '0.00', net: '100.00' });
    await away(running);
  });

  test('keeps its limit and its budget from order to order', async () => {
    const period = nextPeriod();
    for (const day of [1, 2, 3]) await sold(period.day(day), [buy('M1', '10')]);
    await sold(period.day(4), [buy('M1', '10')], { customerCode: 'CU2' });
    expect((await tried(await draft([hundredOff], { limitTimes: 2 }), period)).total).toMatchObject({
      orders: 3,
      cost: '300.00',
    });
    const spending = await tried(await draft([hundredOff], { budgetAmount: '150' }), period, {
      alternatives: [{ benefit: '50' }],
    });
    expect(spending.total).toMatchObject({ orders: 1, cost: '100.00' });
    expect(spending.alternatives).toMatchObject([{ orders: 3, cost: '150.00' }]);
  });

  test('of an activity that runs starts from what others have used, not from what these orders used', async () => {
    const period = nextPeriod();
    const running = await activity([hundredOff], { limitTimes: 2, name: '限两次' });
    for (const day of [1, 2]) await sold(period.day(day), [buy('M1', '10')], { customerCode: 'CU3' });
    const answer = await tried(running, period);
    expect(answer.total).toMatchObject({ orders: 2, cost: '200.00', gave: '200.00', replaced: '200.00', net: '0.00' });
    await away(running);
  });

  test('is worth its gifts at the price of each customer, and nothing for what he may still choose', async () => {
    const period = nextPeriod();
    await sold(period.day(1), [buy('M1', '20')]);
    await sold(period.day(1), [buy('M1', '10')], { customerCode: 'CU2' });
    const given = await tried(await draft([{ ...tenPlusOne, giveType: '1', giveCode: 'M3' }]), period);
    expect(given.total).toMatchObject({ orders: 2, gifts: '85.00', cost: '85.00', choices: 0 });
    const chosen = await tried(
      await draft([{ ...tenPlusOne, policyRuleTypeCode: 'P002', giveType: '2', giveCode: 'C1' }]),
      period,
    );
    expect(chosen.total).toMatchObject({ orders: 2, cost: '0.00', choices: 2 });
  });
});

describe('many past orders', () => {
  test('come out as each of them does alone, by the function of the order itself', async () => {
    const period = nextPeriod();
    const running = [
      await activity([{ ...hundredOff, leastAmount: '700', onSaleAmount: '30' }], { name: '满减', priority: 50 }),
      await activity([{ policyRuleTypeCode: 'P007', startNumber: '3', disRate: '80', giveDynamicFlag: '1' }], {
        name: '第三件',
        scopes: [on('material', 'M2')],
      }),
      await activity(
        [{ policyRuleTypeCode: 'P006', leastAmount: '500', giveDynamicFlag: '2', giveAccountAmount: '7' }],
        {
          name: '返利',
        },
      ),
      await activity([{ ...tenPlusOne, giveType: '1', giveCode: 'M3' }], { name: '买十赠一', stackFlag: '1' }),
    ];
    const number = (at: number, most: number): string => String(((at * 7919) % most) + 1);
    const ids: string[] = [];
    for (let at = 0; at < 200; at += 1)
      ids.push(
        await sold(period.day((at % 30) + 1), [buy('M1', number(at, 17)), buy('M2', number(at + 3, 11))], {
          customerCode: `CU${(at % 3) + 1}`,
        }),
      );
    const id = await draft([
      { ...tenPlusOne, policyRuleTypeCode: 'P002', leastNumber: '8', buyNumber: '8', giveType: '1', giveCode: 'M3' },
    ]);
    const answer = await tried(id, period);
    const alone: OneSimulation[] = [];
    for (const orderId of ids)
      alone.push(await world.first.must<OneSimulation>('POST', path, { activity: id, order: orderId }));
    expect(answer.counted).toBe(200);
    const costs = alone.map((one) => one.costs);
    expect([answer.total.off, answer.total.gifts, answer.total.credit].map((each) => plus(each))).toEqual([
      plus(...costs.map(({ off }) => off)),
      plus(...costs.map(({ gifts }) => gifts)),
      plus(...costs.map(({ credit }) => credit)),
    ]);
    expect(plus(answer.total.gifts)).not.toBe('0');
    const byId = new Map(alone.map((one) => [one.order.id, one]));
    for (const row of answer.orders?.costliest ?? [])
      expect([row.code, row.cost]).toEqual([row.code, byId.get(row.id)?.costs.cost]);
    // All activities together, too.
    const everything = await tried(null, period);
    const each = await Promise.all(
      ids.map((orderId) => world.first.must<OneSimulation>('POST', path, { order: orderId })),
    );
    expect(plus(everything.total.cost)).toBe(plus(...each.map((one) => one.costs.cost)));
    // What ran is what was given: nothing has changed since.
    expect(everything.total.cost).toBe(everything.total.gave);
    await away(...running);
  }, 120_000);

  test('beyond ten thousand are refused, and their number is named', async () => {
    const period = nextPeriod();
    const id = await sold('1999-01-01', [buy('M1', '10')]);
    await copyOrder(world, id, { count: 10_001, from: period.from, days: 30 });
    const reply = await world.first.call<{ key: string }>('POST', path, { period });
    expect([reply.data.key, reply.msg]).toEqual([
      'E-SIM-MANY',
      '这段时间有 10001 张订单，一次最多模拟 10000 张，请缩短时间',
    ]);
    await world.sql(
      `
        delete from app.order_order_line
        where parent_id in (select id from app.order_order where bill_date between $1 and $2)`,
      [period.from, period.to],
    );
    await world.sql(`delete from app.order_order where bill_date between $1 and $2`, [period.from, period.to]);
  }, 60_000);
});

describe('one order', () => {
  test('is told what it gets now and what it would get, line by line and with the reasons', async () => {
    const id = await draft([hundredOff]);
    const answer = await world.first.must<OneSimulation>('POST', path, {
      activity: id,
      customerCode: 'CU1',
      organizeCode: 'O1',
      lines: [buy('M1', '10'), buy('M2', '5')],
    });
    expect(answer.lines.map(({ amount, off }) => [amount, off])).toEqual([
      ['1000.00', '83.33'],
      ['200.00', '16.67'],
    ]);
    expect(answer).toMatchObject({
      mode: 'lines',
      costs: { off: '100.00', cost: '100.00' },
      without: { off: '0' },
      gave: null,
    });
    expect(answer.with?.trace.filter(({ result }) => result === 'APPLIED')).toMatchObject([{ amount: '1200.00' }]);
  });
});

describe('whoever simulates', () => {
  const join = async (username: string, buttons: readonly string[]): Promise<Session> => {
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: username,
      name: username,
      menuList: ['promotion/activity', ...buttons.map((each) => `button ${each}`)].map((each) => menuIdOf(each)),
    });
    await world.first.must('POST', '/sys/user', {
      username,
      realName: username,
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role.id],
      organizeCode: 'O1',
    });
    return world.login(username);
  };

  test('may read activities and simulate; costs and orders are told to those who may know them', async () => {
    const period = nextPeriod();
    await sold(period.day(1), [buy('M1', '10')]);
    const cost = await world.first.must<{ id: string }>('POST', '/channelsale/price/cost', {
      productCode: 'M1',
      year: 2025,
      month: 1,
      cost: '60',
    });
    await world.first.must('PUT', '/channelsale/price/cost/audit', [cost.id]);
    const id = await draft([hundredOff]);
    // 400 are earned of 1,000; with 100 off it is 300: 333.33 more bring the 100 back.
    expect((await tried(id, period)).breakEven).toEqual({ extraSales: '333.33', extraPercent: '33.3', known: '100.0' });
    const promoter = await join('promoter', ['promotion:activity:view', 'promotion:activity:simulate']);
    const told = await tried(id, period, {}, promoter);
    expect(told.total).toMatchObject({ orders: 1, cost: '100.00' });
    expect(['breakEven' in told, 'orders' in told]).toEqual([false, false]);
    // The role that writes activities is shipped with it.
    const { keeper } = await hireStaff(world, { keeper: { role: 'PROMO_ADMIN' } });
    expect((await tried(id, period, {}, keeper)).total.cost).toBe('100.00');
    for (const [name, buttons] of [
      ['reader', ['promotion:activity:view']],
      ['blind', ['promotion:activity:simulate']],
    ] as const) {
      const session = await join(name, buttons);
      expect([name, (await session.call('POST', path, { activity: id, period })).code]).toEqual([name, 403]);
    }
    // Nor is the activity of another house tried, nor are its orders counted.
    expect((await world.second.call('POST', path, { activity: id, period })).code).toBe(404);
    expect((await tried(null, period, {}, world.second)).counted).toBe(0);
  });

  test('asks for one thing at a time, in the form that is agreed', async () => {
    for (const body of [
      {},
      { period: { from: '2026-01-01', to: '2025-01-01' } },
      { period: { days: 0 } },
      { period: { days: 3 }, lines: [] },
      { lines: [] },
    ])
      expect([body, (await world.first.call('POST', path, body)).code]).toEqual([body, 10003]);
  });

  test('leaves every book as it was', async () => {
    const period = nextPeriod();
    await sold(period.day(1), [buy('M1', '10')]);
    const id = await draft([hundredOff], { limitTimes: 1 });
    const books = async (): Promise<unknown> => {
      const tables = await world.sql<{ name: string }>(`
        select table_name as name
        from information_schema.tables
        where table_schema = 'app'
          and table_type = 'BASE TABLE'
          and table_name ~ '^(order|promotion|stock|capital|receivable|sale|data)_'
        order by 1`);
      return Promise.all(
        tables.map(async ({ name }) => [
          name,
          await world.sql(`select count(*)::integer as rows, sum(hashtext(t::text)) as hash from app.${name} t`),
        ]),
      );
    };
    const before = await books();
    expect((await tried(id, period, { alternatives: [{ benefit: '90' }] })).total.cost).toBe('100.00');
    expect(await books()).toEqual(before);
  });
});
