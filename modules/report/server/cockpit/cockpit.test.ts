import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#platform/model/time/day.ts';
import { furnish } from '#tests/furniture.ts';
import { audited, openCustomer, orderFor, orderInWarehouse } from '#tests/proof/cash.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { askPivot, plain, sumOf } from '#tests/report-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { CardKey, Cockpit, CockpitCard } from '#report/model/cockpit.ts';
import { monthsBefore } from '#report/model/span.ts';

let world: World;
let clerk: Session;
let today = '';

beforeAll(async () => {
  world = await openWorld('cockpit');
  clerk = world.first;
  await furnish(clerk);
  today = (await world.sql<{ day: string }>('select max(bill_date)::text as day from app.stock_inout'))[0]?.day ?? '';
  const sold: string[] = [];
  for (const [at, code] of ['CA', 'CB', 'CC'].entries()) {
    await openCustomer(clerk, code, { cash: '0', limit: '500', isControlled: false });
    const { movement } = await orderInWarehouse(clerk, code, [[`M${1 + at}`, String(2 + at), `${1000 + at}.50`]]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    sold.push(movement);
  }
  await world.sql(`
    update app.data_customer
    set province_code = case code when 'CA' then '320000' else '330000' end
    where tenant_code = '1000' and code in ('CA', 'CB')`);
  await world.sql('update app.stock_inout set bill_date = $2::date where id = $1', [sold[2], monthsBefore(today, 12)]);
  await audited(clerk, orders, orderFor('CA', [['M4', '3', '7']]));
});
afterAll(() => world.close());

const read = (session = clerk, query = ''): Promise<Cockpit> => session.must('GET', `/dashboard/data${query}`);
const cardOf = ({ cards }: Cockpit, key: CardKey): CockpitCard =>
  cards.find((card) => card.key === key) ?? {
    key,
    kind: 'amount',
    value: null,
    before: null,
    of: null,
    beside: null,
    to: null,
  };
const rowsOf = (rows: readonly { readonly key: string | null; readonly now: string | null }[]) =>
  rows.map(({ key, now }) => [key, plain(now)]);

describe('the cockpit tells what the reports tell', () => {
  const month = () => ({ startDate: `${today.slice(0, 7)}-01`, endDate: today });

  test('its tiles', async () => {
    const cockpit = await read();
    const value = (key: CardKey): number => plain(cardOf(cockpit, key).value);
    const sales = await askPivot(clerk, 'R03', { rows: 'customer', compare: 'year', ...month() });
    expect(value('sales')).toBe(sumOf(sales, 'amount'));
    expect(value('sales')).toBeGreaterThan(0);
    expect(plain(cardOf(cockpit, 'sales').before)).toBe(plain(sales.sum.before?.[0]));
    expect(plain(cardOf(cockpit, 'sales').before)).toBeGreaterThan(0);
    const ofToday = await askPivot(clerk, 'R03', { rows: 'customer', startDate: today, endDate: today });
    expect(value('salesToday')).toBe(sumOf(ofToday, 'amount'));
    const weekday = addDays(today, -364);
    const then = await askPivot(clerk, 'R03', { rows: 'customer', startDate: weekday, endDate: weekday });
    expect(plain(cardOf(cockpit, 'salesToday').before)).toBe(sumOf(then, 'amount'));
    const placed = await askPivot(clerk, 'R01', { rows: 'customer', ...month() });
    expect([value('orders'), plain(cardOf(cockpit, 'orders').beside?.value)]).toEqual([
      sumOf(placed, 'orderCount'),
      sumOf(placed, 'customerCount'),
    ]);
    const owed = await askPivot(clerk, 'R14', { rows: 'customer', endDate: today });
    expect(value('receivable')).toBe(sumOf(owed, 'balance'));
    expect(value('overdue')).toBe(
      (['upTo30', 'upTo60', 'upTo90', 'beyond'] as const).reduce((sum, key) => sum + sumOf(owed, key), 0),
    );
    expect(value('stock')).toBe(sumOf(await askPivot(clerk, 'R10', { rows: 'material' }), 'available'));
  });

  test('what waits is what its list shows', async () => {
    const cockpit = await read();
    for (const key of ['toApprove', 'toShip', 'toSign'] as const) {
      const { value, to } = cardOf(cockpit, key);
      const where = new URLSearchParams(to?.where).toString();
      const { total } = await clerk.must<{ total: number }>('GET', `/channelsale/order/page?${where}`);
      expect([key, plain(value)]).toEqual([key, total]);
    }
    expect(plain(cardOf(cockpit, 'toShip').value)).toBeGreaterThan(0);
    expect(cockpit.rankings.orders?.map(({ customerName }) => customerName)).toContain('客户CA');
  });

  test('its charts and rankings', async () => {
    const { charts, rankings } = await read();
    for (const [part, figure, rows] of [
      [charts.provinces, 'R03', 'province'],
      [charts.channels, 'R03', 'channel'],
      [rankings.customers, 'R03', 'customer'],
      [rankings.products, 'R03', 'material'],
    ] as const) {
      const { list } = await askPivot(clerk, figure, { rows, ...month() });
      expect(rowsOf(part?.rows ?? []).filter(([, now]) => now !== 0)).toEqual(
        list.map(({ key, now }) => [key, plain(now[0])]),
      );
    }
    const days = await askPivot(clerk, 'R03', { rows: 'day', ...month() });
    expect(charts.pace?.steps.filter(({ now }) => plain(now) !== 0).map(({ name, now }) => [name, plain(now)])).toEqual(
      days.list.map(({ key, now }) => [key, plain(now[0])]),
    );
    const age = await askPivot(clerk, 'R12', { rows: 'storage' });
    expect(plain(charts.ageing?.sum)).toBe(sumOf(age, 'onHand'));
    expect(charts.credit).toMatchObject({ over: 3, near: 0 });
  });

  test('of a year month by month, and of one organisation', async () => {
    const span = { startDate: monthsBefore(today, 12), endDate: today };
    const { charts, cards } = await read(clerk, `?${new URLSearchParams(span).toString()}`);
    const months = await askPivot(clerk, 'R03', { rows: 'month', ...span });
    const [sales] = cards.filter(({ key }) => key === 'sales');
    expect(charts.pace?.unit).toBe('month');
    expect(plain(sales?.value)).toBe(sumOf(months, 'amount'));
    expect(plain(cardOf(await read(clerk, '?organizeCode=O9'), 'sales').value)).toBe(0);
  });
});

test('whoever may open no report is told no figure', async () => {
  const menus = await world.sql<{ id: string }>(
    `select id from app.sys_menu where permissions = any('{report:stockinout:page}')`,
  );
  const { id } = await clerk.must<{ id: string }>('POST', '/sys/role', {
    code: 'KEEPER',
    name: '仓管',
    menuList: menus.map((menu) => menu.id),
  });
  await clerk.must('POST', '/sys/user', {
    username: 'keeper1',
    realName: '仓管',
    password: world.password,
    confirmPassword: world.password,
    roleIdList: [id],
    organizeCode: 'O1',
  });
  await world.sql('update sec.account set must_change = false');
  const { cards, charts, rankings } = await read(await world.login('keeper1'));
  expect(cards.filter(({ value }) => value !== null).map(({ key, beside }) => [key, beside])).toEqual([
    ['stock', null],
  ]);
  expect([charts.pace, charts.provinces, charts.credit, rankings.customers, rankings.orders]).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});
