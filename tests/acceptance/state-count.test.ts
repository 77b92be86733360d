import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '#platform/model/envelope.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { stateCountOf } from '#platform/server/list/state-count.ts';
import { order } from '#sales/model/order/order.ts';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let people: Readonly<Record<'clerk' | 'seller' | 'buyer', Session>>;
const bulk = 12_000;
beforeAll(async () => {
  world = await openWorld('state_count');
  for (const session of [world.first, world.second]) {
    await furnish(session);
    await session.must('POST', '/data/customer/manage', {
      code: 'CU2',
      name: '苏州客户',
      classCode: 'K1',
      customerType: '1',
    });
  }
  people = await hireStaff(world, {
    clerk: { role: 'SALES_CLERK' },
    seller: { role: 'SALESPERSON', more: { personnelCode: 'P1' } },
    buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'CU1' } },
  });
  for (const tenant of ['1000', '2000']) await write(tenant, tenant === '1000' ? bulk : 50);
});
afterAll(() => world.close());

/** Three of ten of the first customer; seven of ten audited; thirty a day. */
async function write(tenant: string, count: number): Promise<void> {
  await world.sql(
    `
      insert into app.order_order
        (tenant_code, id, code, bill_date, bill_status, organize_code, customer_code, customer_name, salesman_code)
      select $1, gen_random_uuid(), 'SX' || n, date '2026-11-16' - n / 30,
        case when n % 10 < 7 then '1' when n % 10 < 9 then '2' else '0' end, 'O1',
        case when n % 10 in (0, 7, 9) then 'CU1' else 'CU2' end, '客户', case when n % 100 = 0 then 'P1' end
      from generate_series(1, $2::integer) n`,
    [tenant, count],
  );
}

type Answer = Page<{ code: string }>;
const page = (session: Session, query: string): Promise<Answer> =>
  session.must<Answer>('GET', `/channelsale/order/page?limit=20&page=1&${query}`);

describe('counts of the states', () => {
  test('stop at a thousand, within the days that were asked for, and cost no second call', async () => {
    const all = await page(world.first, 'counts=1');
    expect(all.counts).toEqual({ 0: 1000, 1: 1000, 2: 1000, 3: 0, 4: 0 });
    const fortnight = await page(world.first, 'counts=1&billDateStart=2026-11-03&billDateEnd=2026-11-16');
    expect(fortnight.counts).toEqual({ 0: 42, 1: 293, 2: 84, 3: 0, 4: 0 });
    expect(fortnight.total).toBe(419);
    expect((await page(world.first, 'limit=20')).counts).toBeUndefined();
  });

  test('are the totals of the same list by state, whoever asks and whatever else is filtered', async () => {
    for (const session of [world.first, world.second, ...Object.values(people)])
      for (const more of ['', '&customerCode=CU1', '&salesmanCode=P1', '&code=SX1']) {
        const days = `billDateStart=2026-10-20&billDateEnd=2026-11-16${more}`;
        const { counts = {} } = await page(session, `counts=1&fresh=1&${days}`);
        for (const state of ['0', '1', '2', '3', '4']) {
          const { total } = await page(session, `fresh=1&billStatus=${state}&${days}`);
          expect([more, state, counts[state] ?? 0]).toEqual([more, state, total]);
        }
        const withState = await page(session, `counts=1&fresh=1&billStatus=1&${days}`);
        expect(withState.counts).toEqual(counts);
      }
    const { counts = {} } = await page(people.buyer, 'counts=1&billDateStart=2026-11-03&billDateEnd=2026-11-16');
    expect(counts['1']).toBe(41);
  });

  test('of a longer list than anybody counts are said to be at least so many', async () => {
    const answer = await page(world.first, 'counts=1&organizeCode=O1');
    expect([answer.countsCapped, answer.totalCapped, answer.total]).toEqual([true, true, 10_000]);
  });

  test('half-written orders are counted for whoever wrote them', async () => {
    const body = { organizeCode: 'O1', customerCode: 'CU1', lines: [] };
    await people.clerk.must('POST', '/channelsale/order?stash=1', body);
    const counted = async (session: Session): Promise<number | undefined> =>
      (await page(session, 'counts=1&fresh=1')).counts?.['3'];
    expect([await counted(people.clerk), (await counted(people.seller)) ?? 0, await counted(world.first)]).toEqual([
      1, 0, 1,
    ]);
  });

  test('read at most 25 buffers where nothing but days is asked for', async () => {
    await world.sql('vacuum analyze app.order_order');
    const sid = world.first.token;
    const found = await asAdministrator(world.adminUrl, async (client) => {
      await client.query('set session authorization qudao_app');
      for (const setting of ['plan_cache_mode = force_generic_plan', 'jit = off', 'search_path = app'])
        await client.query(`set ${setting}`);
      const figures: number[] = [];
      for (const [n, asked] of [{}, { billDateStart: '2025-11-03', billDateEnd: '2026-11-16' }].entries()) {
        const { text, values } = stateCountOf(order, asked).statement;
        const given = values.map((value) => (Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`));
        await client.query('begin');
        await client.query(`select * from sec.open(encode(sha256($1::bytea), 'hex'), null, null, null)`, [sid]);
        await client.query(`prepare counts${n} as ${text}`);
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
          `explain (analyze, buffers, format json) execute counts${n} (${given.join(', ')})`,
        );
        await client.query('rollback');
        const plan = rows[0]?.['QUERY PLAN'][0].Plan;
        figures.push((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0));
      }
      return figures;
    });
    expect(Math.max(...found), String(found)).toBeLessThanOrEqual(25);
    expect(Math.min(...found)).toBeGreaterThan(0);
  });
});
