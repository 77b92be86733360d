import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { foldFigures } from '#tests/fold-figures.ts';
import { furnish } from '#tests/furniture.ts';
import { audited, bills, openCustomer, orderFor, orderInWarehouse } from '#tests/proof/cash.ts';
import { redOf } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { Detail, Pivot } from '#report/model/answer.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import { endOfMonth, monthsBefore, spanBefore } from '#report/model/span.ts';
import { reportScreens, statisticsScreens } from '#report/model/shown-figures.ts';

let world: World;
let clerk: Session;
let today = '';

beforeAll(async () => {
  world = await openWorld('report');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/data/bd/personnel', { code: 'P2', name: '李四', deptCode: 'D1', organizeCode: 'O1' });
  await clerk.must('POST', '/data/bd/brand', { code: 'B2', name: '织野' });
  const customers = ['RA', 'RB', 'RC'];
  for (const [i, code] of customers.entries())
    await openCustomer(clerk, code, { cash: i === 0 ? '200' : '0', limit: '0', isControlled: false });
  today = (await world.sql<{ day: string }>('select max(bill_date)::text as day from app.stock_inout'))[0]?.day ?? '';
  const sold: string[] = [];
  for (let i = 0; i < 9; i += 1) {
    const { movement } = await orderInWarehouse(clerk, customers[i % 3] ?? '', [
      [`M${1 + (i % 4)}`, String(1 + (i % 3)), `${10 + i}.37`],
      ['M5', '2', '3.33'],
    ]);
    sold.push(movement);
    if (i < 8) await clerk.must('PUT', `${movements}/audit`, [movement]);
  }
  await clerk.must('PUT', `${movements}/audit`, [await redOf(clerk, sold[1] ?? '', { M2: '1' })]);
  // Two that left in other months: their days, and those of what they posted.
  await moveTo(sold[2] ?? '', monthsBefore(today, 1));
  await moveTo(sold[3] ?? '', monthsBefore(today, 12));
  await world.sql(`
    update app.order_order
    set salesman_code = case when customer_code = 'RA' then 'P1' else 'P2' end, channel_code = 'CH1'
    where tenant_code = '1000' and customer_code in ('RA', 'RB')`);
});
afterAll(() => world.close());

async function moveTo(movement: string, day: string): Promise<void> {
  for (const [table, column, key] of [
    ['stock_inout', 'bill_date', 'id'],
    ['stock_entry', 'biz_date', 'doc_id'],
    ['receivable_entry', 'biz_date', 'doc_id'],
  ] as const)
    await world.sql(`update app.${table} set ${column} = $2::date where tenant_code = '1000' and ${key} = $1`, [
      movement,
      day,
    ]);
}

const codeOf = (figure: FigureKey): { area: string; code: string } => {
  const find = (screens: Readonly<Record<string, { readonly shows: readonly string[] }>>): string | undefined =>
    Object.entries(screens).find(([, { shows }]) => shows.includes(figure))?.[0];
  const code = find(reportScreens);
  return code === undefined ? { area: 'statistics', code: find(statisticsScreens) ?? '' } : { area: 'report', code };
};
const pivot = (figure: FigureKey, params: Readonly<Record<string, string>> = {}, session = clerk): Promise<Pivot> => {
  const { area, code } = codeOf(figure);
  return session.must(
    'GET',
    `/${area}/data/pivot?${new URLSearchParams({ code, figure, limit: '500', ...params }).toString()}`,
  );
};
const detail = (figure: FigureKey, params: Readonly<Record<string, string>> = {}): Promise<Detail> => {
  const { area, code } = codeOf(figure);
  return clerk.must(
    'GET',
    `/${area}/data/detail?${new URLSearchParams({ code, figure, limit: '500', ...params }).toString()}`,
  );
};
const year = (): Readonly<Record<string, string>> => ({ startDate: monthsBefore(today, 13), endDate: today });
const plain = (value: unknown): number => Number(value ?? 0); // figures of the test are small
/** Rows of a report by their keys. */
const byKey = ({ list, measures }: Pivot, measure: string): Record<string, number> =>
  Object.fromEntries(list.map(({ key, now }) => [key ?? '-', plain(now[(measures as string[]).indexOf(measure)])]));
const independent = async (text: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await world.sql<{ key: string; value: string }>(text)).map(({ key, value }) => [key, plain(value)]),
  );

/** Sales by the lines of audited movements, written apart from the product. */
const sales = (key: string, value: string, where = 'true'): string => `
  select ${key} as key, sum(${value} * case h.red_flag when '1' then -1 else 1 end) as value
  from app.stock_inout h
  join app.stock_inout_line l on l.parent_id = h.id and l.tenant_code = h.tenant_code
  join app.data_material m on m.code = l.product_code and m.tenant_code = h.tenant_code
  where h.tenant_code = '1000' and h.move_type = '4' and h.bill_status = '1' and ${where}
  group by 1`;

const dimensionKeys = {
  customer: 'h.customer_code',
  material: 'l.product_code',
  brand: 'm.brand_code',
  productClass: 'm.class_code',
  storage: 'h.storage_code',
  month: `to_char(h.bill_date, 'YYYY-MM')`,
  day: `to_char(h.bill_date, 'YYYY-MM-DD')`,
} as const;

describe('R03: sales are the lines of audited movements', () => {
  const everyDimension = async (): Promise<void> => {
    for (const [rows, key] of Object.entries(dimensionKeys))
      for (const [measure, value] of [
        ['amount', 'l.amount'],
        ['number', 'l.number'],
      ] as const) {
        const wanted = await independent(sales(key, value));
        expect([rows, measure, byKey(await pivot('R03', { rows, ...year() }), measure)]).toEqual([
          rows,
          measure,
          wanted,
        ]);
        // Without distinct orders the figures that were added up are read.
        const { list, sum } = await pivot('R03', { rows, columns: 'salesman', measure, ...year() });
        expect(Object.fromEntries(list.map(({ key: each, now }) => [each, plain(now[0])]))).toEqual(wanted);
        expect(plain(sum.now[0])).toBeCloseTo(
          Object.values(wanted).reduce((a, b) => a + b, 0),
          6,
        );
      }
  };

  test('before anybody added anything up', everyDimension);

  test('after the days were added up, and what was added up is read', async () => {
    await foldFigures(world);
    expect(await world.sql('select from app.report_pending')).toEqual([]);
    await everyDimension();
    await world.sql(`update app.report_sales_day set amount = amount + 1 where tenant_code = '1000'`);
    const { sum } = await pivot('R03', { rows: 'customer', columns: 'salesman', measure: 'amount', ...year() });
    const [told] = await world.sql<{ value: string }>(sales(`'x'`, 'l.amount'));
    expect(plain(sum.now[0])).toBeGreaterThan(plain(told?.value));
  });

  test('adding up anew gives the same rows', async () => {
    const rows = async (): Promise<unknown> =>
      Promise.all(
        ['day', 'month'].map(async (table) =>
          (
            await world.sql<{ row: string }>(
              `select (to_jsonb(t) - 'id')::text as row from app.report_sales_${table} t order by 1`,
            )
          ).map(({ row }) => row),
        ),
      );
    await world.sql(`insert into app.report_pending (tenant_code, day) values ('1000', null)`);
    await foldFigures(world);
    const first = await rows();
    await world.sql(`insert into app.report_pending (tenant_code, day) values ('1000', null)`);
    await everyDimension();
    await foldFigures(world);
    expect(await rows()).toEqual(first);
    await everyDimension();
  });

  test('a movement that is taken back, goods of another brand and an order of somebody else are right at once', async () => {
    const { movement, order } = await orderInWarehouse(clerk, 'RB', [['M1', '4', '12.50']]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    await everyDimension();
    await foldFigures(world);
    await everyDimension();
    await clerk.must('PUT', `${movements}/unaudit`, { ids: [movement], operateMsg: '录错' });
    await everyDimension();
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    await foldFigures(world);
    await world.sql(`update app.order_order set salesman_code = 'P1' where id = $1`, [order]);
    const bySalesman = byKey(await pivot('R03', { rows: 'salesman', ...year() }), 'amount');
    const { list } = await pivot('R03', { rows: 'salesman', columns: 'month', measure: 'amount', ...year() });
    expect(Object.fromEntries(list.map(({ key, now }) => [key ?? '-', plain(now[0])]))).toEqual(bySalesman);
    await world.sql(`update app.data_material set brand_code = 'B2' where tenant_code = '1000' and code = 'M1'`);
    await everyDimension();
    await foldFigures(world);
    await everyDimension();
  });

  test('is compared with the year before by the same months', async () => {
    const span = { startDate: `${today.slice(0, 7)}-01`, endDate: today, compare: 'year' };
    const { sum, before, list } = await pivot('R03', { rows: 'month', columns: 'channel', ...span });
    const wanted = await independent(
      sales(`'x'`, 'l.amount', `h.bill_date between '${before?.from}' and '${before?.to}'`),
    );
    expect(plain(sum.before?.[0])).toBe(wanted['x']);
    expect(plain(sum.before?.[0])).toBeGreaterThan(0);
    expect(list.map(({ key }) => key)).toEqual([today.slice(0, 7)]);
  });

  test('a figure leads to the lines that add up to it', async () => {
    const { list } = await pivot('R03', { rows: 'customer', columns: 'material', ...year() });
    for (const { key, cells } of list)
      for (const [material, { now }] of Object.entries(cells)) {
        const found = await detail('R03', { by_customer: key ?? '-', by_material: material, ...year() });
        expect([key, material, plain(found.sum)]).toEqual([key, material, plain(now[0])]);
        expect(found.list.reduce((sum, row) => sum + plain(row['amount']), 0)).toBeCloseTo(plain(found.sum), 6);
      }
  });

  test('sums are of the whole and not of the page', async () => {
    const one = await pivot('R03', { rows: 'customer', limit: '1', ...year() });
    const all = await pivot('R03', { rows: 'customer', ...year() });
    expect([one.list.length, one.total, one.sum]).toEqual([1, all.list.length, all.sum]);
    const second = await pivot('R03', { rows: 'customer', limit: '1', page: '2', ...year() });
    expect(second.list[0]?.key).toBe(all.list[1]?.key);
  });
});

describe('what came and went', () => {
  test('R11: opening, in and out add up to what is left, of any key and any two days', async () => {
    const inward = ['producedIn', 'purchasedIn', 'transferIn', 'otherIn'];
    const outward = ['soldOut', 'usedOut', 'transferOut', 'otherOut'];
    for (const startDate of [monthsBefore(today, 13), monthsBefore(today, 1), today])
      for (const rows of ['material', 'storage', 'productClass', 'brand']) {
        const { list, measures, sum } = await pivot('R11', { rows, startDate, endDate: today });
        const of = (now: readonly (string | null)[], keys: readonly string[]): number =>
          keys.reduce((total, key) => total + plain(now[(measures as string[]).indexOf(key)]), 0);
        for (const { now } of [...list, sum])
          expect(of(now, ['opening', ...inward]) - of(now, outward)).toBe(of(now, ['closing']));
      }
    expect(byKey(await pivot('R11', { rows: 'material' }), 'closing')).toEqual(
      await independent(`
        select material_code as key, sum(on_hand) as value
        from app.stock_balance
        where tenant_code = '1000'
        group by 1`),
    );
  });

  test('R10: what lies where is what the ledger says', async () => {
    for (const [measure, value] of [
      ['onHand', 'on_hand'],
      ['occupied', 'occupied'],
      ['available', 'on_hand - occupied - frozen'],
    ] as const)
      expect(byKey(await pivot('R10', { rows: 'material' }), measure)).toEqual(
        await independent(`
          select material_code as key, sum(${value}) as value
          from app.stock_balance
          where tenant_code = '1000'
          group by 1`),
      );
  });

  test('R19: what came back is what red movements brought', async () => {
    expect(byKey(await pivot('R19', { rows: 'customer', ...year() }), 'returnedAmount')['RB']).toBe(
      -((await independent(sales('h.customer_code', 'l.amount', `h.red_flag = '1'`)))['RB'] ?? 0),
    );
    expect(byKey(await pivot('R19', { rows: 'reason', ...year() }), 'returnedNumber')['0']).toBe(1);
  });
});

describe('money', () => {
  test('R14: as of any day the columns less receipts are what was owed on that day', async () => {
    await audited(clerk, bills, { organizeCode: 'O1', customerCode: 'RB', billType: 'RC', amount: '15.20' });
    for (const endDate of [monthsBefore(today, 12), monthsBefore(today, 1), today]) {
      const { list, sum } = await pivot('R14', { rows: 'customer', endDate });
      for (const { now } of [...list, sum]) {
        const [balance, unsettled, ...open] = [now[0], now[6], ...now.slice(1, 6)].map(plain);
        expect(open.reduce((a, b) => a + b, 0) + (unsettled ?? 0)).toBeCloseTo(balance ?? 0, 6);
      }
      const wanted = await independent(`
        select b.customer_code as key, sum(e.d_amount) as value
        from app.receivable_entry e
        join app.receivable_balance b on b.id = e.balance_id and b.tenant_code = e.tenant_code
        where e.tenant_code = '1000' and e.biz_date <= '${endDate}'
        group by 1
        having sum(e.d_amount) <> 0`);
      expect(byKey({ ...(await pivot('R14', { rows: 'customer', endDate })) }, 'balance')).toMatchObject(wanted);
    }
  });

  test('R15: what was owed, what came and went add up to what is owed', async () => {
    const { list, sum } = await pivot('R15', { rows: 'customer' });
    expect(list.length).toBeGreaterThan(0);
    for (const { now } of [...list, sum]) {
      const [opening = 0, debit = 0, credit = 0, closing] = now.map(plain);
      expect(opening + debit - credit).toBeCloseTo(closing ?? Number.NaN, 6);
    }
  });

  test('R16: accounts as the ledger has them', async () => {
    expect(byKey(await pivot('R16', { rows: 'customer' }), 'funds')).toEqual(
      await independent(`
        select a.customer_code as key, sum(b.balance) as value
        from app.capital_balance b
        join app.sale_capitalaccount a on a.account_code = b.account_code and a.tenant_code = b.tenant_code
        where b.tenant_code = '1000'
        group by 1`),
    );
  });

  test('R07: sales less what the goods cost by the ledger of costs', async () => {
    const { list, measures } = await pivot('R07', { rows: 'material', ...year() });
    expect(measures).toContain('costAmount');
    const wanted = await independent(`
      select b.material_code as key, -sum(e.d_amount) as value
      from app.cost_entry e
      join app.cost_balance b on b.id = e.balance_id and b.tenant_code = e.tenant_code
      join app.stock_inout h on h.id = e.doc_id and h.tenant_code = e.tenant_code
      where e.tenant_code = '1000' and h.move_type = '4' and h.bill_status = '1'
      group by 1`);
    expect(Object.fromEntries(list.map(({ key, now }) => [key, plain(now[measures.indexOf('costAmount')])]))).toEqual(
      wanted,
    );
  });
});

describe.skipIf(!contractIsHere)('am-E2: AG01–AG05', () => {
  interface Vector {
    readonly id: string;
    readonly given: {
      readonly asOf: string;
      readonly entries: readonly {
        readonly id: string;
        readonly bizDate: string;
        readonly dueDate: string;
        readonly amount: string;
        readonly settles?: readonly string[];
      }[];
    };
    readonly expect: Readonly<Record<string, string>>;
  }
  const vectors = contractIsHere ? readVectors<{ ageing: readonly Vector[] }>('second-half-vectors.json').ageing : [];
  test.each(vectors.map((vector) => [vector.id, vector] as const))('%s', async (id, { given, expect: wanted }) => {
    await openCustomer(clerk, id, { cash: '0', limit: '0', isControlled: false });
    await asAdministrator(world.adminUrl, async (client) => {
      await client.query('begin');
      await client.query(`select sec.bind('1000', null, 'S')`);
      for (const entry of given.entries)
        await client.query('select app.receivable_post($1::jsonb)', [
          JSON.stringify({
            doc_type: 'test',
            doc_id: randomUUID(),
            doc_code: entry.id,
            op_seq: 1,
            biz_date: entry.bizDate,
            entries: [
              {
                organize_code: 'O1',
                customer_code: id,
                d_amount: entry.amount,
                post_type: 'ADJ',
                line_id: randomUUID(),
                guards: 'nothing',
                due_date: entry.dueDate,
                order_code: entry.settles?.[0] ?? (entry.amount.startsWith('-') ? null : entry.id),
              },
            ],
          }),
        ]);
      await client.query('commit');
    });
    const { list, measures } = await pivot('R14', { rows: 'customer', endDate: given.asOf, by_customer: id });
    const of = (key: string): string => plain(list[0]?.now[(measures as string[]).indexOf(key)]).toFixed(2);
    expect({
      notDue: of('notDue'),
      '1-30': of('upTo30'),
      '31-60': of('upTo60'),
      '61-90': of('upTo90'),
      '>90': of('beyond'),
      unsettledCredit: plain(-plain(of('unsettled'))).toFixed(2),
      balance: of('balance'),
    }).toEqual({ ...wanted });
  });
});

describe('who may see what', () => {
  /** Who sells as `personnel`, with a role that has these permissions. */
  async function hire(username: string, permissions: readonly string[], personnelCode?: string): Promise<Session> {
    const menus = await world.sql<{ id: string }>('select id from app.sys_menu where permissions = any($1)', [
      permissions,
    ]);
    const { id } = await clerk.must<{ id: string }>('POST', '/sys/role', {
      code: username,
      name: username,
      menuList: menus.map((menu) => menu.id),
    });
    await clerk.must('POST', '/sys/user', {
      username,
      realName: username,
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [id],
      organizeCode: 'O1',
      ...(personnelCode === undefined ? {} : { accountType: '3', personnelCode }),
    });
    await world.sql('update sec.account set must_change = false');
    return world.login(username);
  }

  test('a salesperson is told the sum of what he can open, and no costs', async () => {
    const permissions = ['report:salesorder:page', 'report:receivable:page', 'order:order:page', 'report:cost:page'];
    const one = await hire('seller', permissions, 'P1');
    const told = await pivot('R03', { rows: 'customer', columns: 'salesman', measure: 'amount', ...year() }, one);
    const { list } = await one.must<{ list: readonly { id: string }[] }>('GET', '/channelsale/order/page?limit=500');
    const [wanted] = await world.sql<{ value: string }>(
      `
        select sum(l.amount * case h.red_flag when '1' then -1 else 1 end) as value
        from app.stock_inout h
        join app.stock_inout_line l on l.parent_id = h.id and l.tenant_code = h.tenant_code
        join app.doc_link k on k.to_line_id = l.id and k.is_active and k.kind in ('out', 'return')
        where h.tenant_code = '1000' and h.bill_status = '1' and k.from_id = any($1::uuid[])`,
      [list.map(({ id }) => id)],
    );
    expect(plain(told.sum.now[0])).toBe(plain(wanted?.value));
    expect(plain(told.sum.now[0])).toBeGreaterThan(0);
    expect(told.heads.map(({ key }) => key)).toEqual(['P1']);
    const { measures } = await pivot('R07', { rows: 'customer', ...year() }, one);
    expect(measures).toEqual(['amount', 'rebateUsed', 'number']);
  });

  test('the permission of one report opens no other', async () => {
    const one = await hire('keeper', ['report:stockinout:page']);
    expect((await pivot('R10', { rows: 'material' }, one)).list.length).toBeGreaterThan(0);
    for (const code of ['salesorder', 'margin', 'receivable'])
      for (const call of ['pivot', 'page', 'detail', 'export'])
        expect(await one.call('GET', `/report/data/${call}?code=${code}`)).toMatchObject({ code: 403 });
    expect(await one.call('GET', '/statistics/data/page?code=customer')).toMatchObject({ code: 403 });
  });

  test('the page of the contract has the share of every row, and a file holds the same rows', async () => {
    const { list, total } = await clerk.must<{
      list: readonly { dimension: string; dimensionName: string; amount: string; ratio: string }[];
      total: number;
    }>('GET', `/report/data/page?code=salesorder&dimension=customer&startDate=${year()['startDate']}&endDate=${today}`);
    expect(total).toBe(list.length);
    expect(list.reduce((sum, { ratio }) => sum + plain(ratio), 0)).toBeCloseTo(100, 0);
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/report/data/export',
      headers: { token: clerk.token },
      payload: {
        code: 'salesorder',
        dimension: 'customer',
        format: 'csv',
        startDate: year()['startDate'],
        endDate: today,
      },
    });
    for (const { dimension, dimensionName } of list) expect(reply.body).toContain(`${dimension},${dimensionName}`);
  });

  test('every report answers by each of its dimensions', async () => {
    for (const { code, dimensions } of Object.values(figures))
      for (const rows of dimensions) {
        const { sum, total } = await pivot(code, { rows, compare: 'year' });
        expect([code, rows, sum.now.length > 0, total >= 0]).toEqual([code, rows, true, true]);
      }
    for (const { code, ...figure } of Object.values(figures))
      if ('drill' in figure) expect([code, (await detail(code)).total >= 0]).toEqual([code, true]);
  });
});

test('what a span is compared with', () => {
  expect(spanBefore('span', { from: '2026-11-01', to: '2026-11-16' }, 'year')).toEqual({
    from: '2025-11-01',
    to: '2025-11-16',
  });
  expect(spanBefore('span', { from: '2026-11-01', to: '2026-11-16' }, 'span')).toEqual({
    from: '2026-10-01',
    to: '2026-10-16',
  });
  expect(spanBefore('span', { from: '2024-02-01', to: '2024-02-29' }, 'year')).toEqual({
    from: '2023-02-01',
    to: '2023-02-28',
  });
  expect(spanBefore('span', { from: '2023-02-01', to: '2023-02-28' }, 'span')).toEqual({
    from: '2023-01-01',
    to: '2023-01-31',
  });
  expect(spanBefore('span', { from: '2026-11-09', to: '2026-11-15' }, 'span')).toEqual({
    from: '2026-11-02',
    to: '2026-11-08',
  });
  expect(endOfMonth('2024-02')).toBe('2024-02-29');
});

test('orders that are not audited are in no report', async () => {
  const was = (await pivot('R01', { rows: 'customer' })).sum;
  await clerk.must('POST', orders, orderFor('RA', [['M1', '1', '5']]));
  expect((await pivot('R01', { rows: 'customer' })).sum).toEqual(was);
});
