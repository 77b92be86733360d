import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissionOf } from '#platform/model/permission.ts';
import { furnish } from '#tests/furniture.ts';
import { openCustomer, orderInWarehouse } from '#tests/proof/cash.ts';
import { movements } from '#tests/proof/shop.ts';
import { askPivot, byKey, hireReader, plain, told } from '#tests/report-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import type { Detail, Pivot } from '#report/model/answer.ts';
import { reportDefinition } from '#report/model/definition.ts';

const path = reportDefinition.path;
let world: World;
let clerk: Session;
let colleague: Session;
let count = 0;

beforeAll(async () => {
  world = await openWorld('own_report');
  clerk = world.first;
  await furnish(clerk);
  for (const code of ['OA', 'OB']) await openCustomer(clerk, code, { cash: '0', limit: '0', isControlled: false });
  for (const [at, customer] of ['OA', 'OB', 'OA'].entries()) {
    const { movement } = await orderInWarehouse(clerk, customer, [
      ['M1', String(1 + at), '10.37'],
      ['M5', '2', '3.33'],
    ]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
  }
  await clerk.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  colleague = await hireReader(world, 'looker', {
    permissions: ['report:salesorder:page', 'report:stockinout:page', permissionOf(reportDefinition, 'page')],
  });
});
afterAll(() => world.close());

interface Words {
  readonly name?: string;
  readonly dataSource?: string;
  readonly columns?: object | null;
  readonly filters?: object | null;
}
const bodyOf = ({ name = '客户与产品', dataSource = 'R03', columns, filters = null }: Words = {}) => ({
  code: `OWN${(count += 1)}`,
  name,
  reportType: 'sales',
  chartType: 'bar',
  dataSource,
  columns: columns ?? { rows: 'customer', columns: null, measures: ['amount', 'number'], measure: 'amount' },
  filters,
});
const define = async (words?: Words): Promise<string> =>
  (await clerk.must<{ readonly id: string }>('POST', path, bodyOf(words))).id;
const query = (id: string, params: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ code: 'own', definition: id, limit: '500', ...params }).toString();
const run = (id: string, params: Readonly<Record<string, string>> = {}, session = clerk): Promise<Pivot> =>
  session.must('GET', `/report/data/pivot?${query(id, params)}`);

describe('a report of one’s own', () => {
  test('says what its view says, and what the movements say', async () => {
    const own = await run(await define());
    const { today } = own;
    expect(own.span).toEqual({ from: `${today.slice(0, 7)}-01`, to: today });
    expect(own.measures).toEqual(['amount', 'number']);
    expect(own.sum).toEqual(
      (await run(await define({ columns: { rows: 'month', measures: ['amount', 'number'] } }))).sum,
    );
    const view = await askPivot(clerk, 'R03', { rows: 'customer' });
    expect(byKey(own, 'amount')).toEqual(byKey(view, 'amount'));
    expect(byKey(own, 'amount')).toEqual(
      await told(
        world,
        `
          select h.customer_code as key, sum(l.amount) as value
          from app.stock_inout h
          join app.stock_inout_line l on l.parent_id = h.id
          where h.tenant_code = '1000' and h.move_type = '4' and h.bill_status = '1'
          group by 1`,
      ),
    );
  });

  test('keeps to its conditions, which whoever looks narrows and never widens', async () => {
    const id = await define({ filters: { where: { customer: ['OA'] }, span: 'year', compare: 'year' } });
    const own = await run(id);
    expect(own.list.map(({ key }) => key)).toEqual(['OA']);
    expect(own.before).not.toBeNull();
    expect(own.span.from).toBe(`${own.today.slice(0, 4)}-01-01`);
    expect((await run(id, { by_customer: 'OB' })).list).toEqual([]);
    const narrowed = await run(id, { by_material: 'M5', rows: 'material' });
    expect(narrowed.list.map(({ key, now }) => [key, ...now.map(plain)])).toEqual([['M5', 13.32, 4]]);
    const { sum, list } = await clerk.must<Detail>('GET', `/report/data/detail?${query(id, {})}`);
    expect(plain(sum)).toBe(plain(own.sum.now[0]));
    expect(new Set(list.map(({ customerName }) => customerName)).size).toBe(1);
  });

  test('is previewed before it is saved, and saved only of what its view has', async () => {
    const { dataSource, columns, filters } = bodyOf();
    const shown = await clerk.must<Pivot>('POST', `${path}/preview`, { dataSource, columns, filters });
    expect(byKey(shown, 'amount')).toEqual(byKey(await askPivot(clerk, 'R03', { rows: 'customer' }), 'amount'));
    const wrong: readonly (readonly [string, Words])[] = [
      ['dataSource', { dataSource: 'constructor' }],
      ['columns', { columns: { rows: 'supplier', measures: ['amount'] } }],
      ['columns', { columns: { rows: 'customer', measures: [] } }],
      ['columns', { columns: { rows: 'customer', measures: ['amount', 'sum(1)'] } }],
      ['columns', { columns: { rows: 'customer', columns: 'customer', measures: ['amount'] } }],
      ['filters', { filters: { where: { "customer' or true --": ['OA'] } } }],
      ['filters', { filters: { where: { customer: [{ code: 'OA' }] } } }],
      ['filters', { filters: { span: 'decade' } }],
    ];
    for (const [field, words] of wrong)
      for (const call of [path, `${path}/preview`]) {
        const { code, data } = await clerk.call('POST', call, bodyOf(words));
        expect([field, words, code, JSON.stringify(data)]).toEqual([
          field,
          words,
          10003,
          expect.stringContaining(field),
        ]);
      }
  });

  test('tells costs only to who may see them, and says what it left out', async () => {
    const columns = { rows: 'material', measures: ['onHand', 'stockValue'], measure: 'stockValue' };
    const id = await define({ dataSource: 'R10', columns });
    const mine = await run(id);
    expect([mine.measures, mine.hidden]).toEqual([['onHand', 'stockValue'], []]);
    const theirs = await run(id, {}, colleague);
    expect([theirs.measures, theirs.hidden]).toEqual([['onHand'], ['stockValue']]);
    expect(JSON.stringify(theirs)).not.toContain(String(mine.sum.now[1]));
    const onlyCosts = await define({ dataSource: 'R10', columns: { rows: 'material', measures: ['stockValue'] } });
    const { code, data } = await colleague.call('GET', `/report/data/pivot?${query(onlyCosts, {})}`);
    expect([code, JSON.stringify(data)]).toEqual([403, expect.stringContaining('E-REPORT-COSTS')]);
  });

  test('gives nobody a view that he may not open, and is gone when it is switched off', async () => {
    const funds = await define({ dataSource: 'R16', columns: { rows: 'customer', measures: ['funds'] } });
    expect((await colleague.call('GET', `/report/data/pivot?${query(funds, {})}`)).code).toBe(403);
    expect((await colleague.call('POST', `${path}/preview`, bodyOf())).code).toBe(403);
    const id = await define();
    await run(id, {}, colleague);
    await clerk.must('PUT', `${path}/disable`, [id]);
    expect((await colleague.call('GET', `/report/data/pivot?${query(id, {})}`)).code).toBe(404);
    expect((await world.second.call('GET', `/report/data/pivot?${query(funds, {})}`)).code).toBe(404);
  });

  test('holds what its viewer may see and nothing else', async () => {
    const id = await define();
    const stranger = await hireReader(world, 'elsewhere', {
      permissions: ['report:salesorder:page'],
      user: { organizeCode: 'O2' },
    });
    expect(plain((await run(id, {}, stranger)).sum.now[0])).toBe(0);
    expect(plain((await run(id, {}, colleague)).sum.now[0])).toBe(plain((await run(id)).sum.now[0]));
  });
});
