/** Figures of the home page: each equals the list it opens, and nobody sees one of a list that is closed to him. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverModules } from '#apps/api/compose.ts';
import { plus } from '#platform/model/decimal.ts';
import type { Page } from '#platform/model/envelope.ts';
import type { ShownFigure } from '#platform/model/home/home-figure.ts';
import { furnish } from '#tests/furniture.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let people: Readonly<Record<'clerk' | 'keeper' | 'seller' | 'buyer' | 'receivables', Session>>;
beforeAll(async () => {
  world = await openWorld('home_figures');
  for (const session of [world.first, world.second]) {
    await furnish(session);
    const other = { code: 'CU2', name: '苏州客户', classCode: 'K1', customerType: '1' };
    await session.must('POST', '/data/customer/manage', other);
  }
  people = await hireStaff(world, {
    clerk: { role: 'SALES_CLERK' },
    keeper: { role: 'WAREHOUSE' },
    seller: { role: 'SALESPERSON', more: { personnelCode: 'P1' } },
    buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'CU1' } },
    receivables: { role: 'AR_ACCOUNTANT' },
  });
  // 40 orders, one a day; of a month ago and of a year ago as well. The other tenant's are none of ours.
  for (const tenant of ['1000', '2000']) await write(tenant, tenant === '1000' ? 40 : 400);
});
afterAll(() => world.close());

async function write(tenant: string, count: number): Promise<void> {
  const today = `(now() at time zone 'Asia/Shanghai')::date`;
  await world.sql(
    `
      insert into app.order_order (
        tenant_code, id, code, bill_date, bill_status, order_status, organize_code, customer_code, customer_name,
        payable_amount
      )
      select $1, gen_random_uuid(), 'H' || y || '-' || n, (${today} - (n - 1) - y * interval '1 year')::date,
        case when n % 5 = 0 then '0' else '1' end, case when n % 2 = 0 then '1' else '2' end, 'O1',
        case when n % 4 = 0 then 'CU2' else 'CU1' end, '客户', n * (10 - y)
      from generate_series(1, $2::integer) n
      cross join generate_series(0, 1) y`,
    [tenant, count],
  );
}

const figuresOf = (session: Session): Promise<readonly ShownFigure[]> =>
  session.must<readonly ShownFigure[]>('GET', '/home/figures');
const all = serverModules.flatMap(({ figures = [] }) => figures);

/** Rows of the list that a figure opens, asked as the browser asks. */
async function listed(session: Session, { key, where }: ShownFigure): Promise<Page<Record<string, string>>> {
  const figure = all.find((each) => each.key === key);
  if (figure === undefined) throw new Error(`there is no figure ${key}`);
  const { path } = figure.of as { readonly path: string };
  const asked = new URLSearchParams({ ...where, page: '1', limit: '500' });
  return session.must<Page<Record<string, string>>>('GET', `${path}/page?${asked.toString()}`);
}

describe('figures of the home page', () => {
  test('equal the rows of the lists that they open, for everybody as far as he sees', async () => {
    let compared = 0;
    for (const [name, session] of Object.entries({ owner: world.first, ...people })) {
      for (const shown of await figuresOf(session)) {
        const figure = all.find(({ key }) => key === shown.key);
        if (figure === undefined || 'read' in figure) continue;
        const { list, total } = await listed(session, shown);
        expect([name, shown.key, shown.count]).toEqual([name, shown.key, total]);
        if (figure.sum !== undefined)
          expect([name, shown.key, plus(shown.amount)]).toEqual([
            name,
            shown.key,
            plus('0', ...list.map((row) => row[figure.sum ?? ''] ?? '0')),
          ]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(15);
  });

  test('are of lists that one may open, and of one’s own customers', async () => {
    const keysOf = async (session: Session): Promise<readonly string[]> =>
      (await figuresOf(session)).map(({ key }) => key);
    expect(await keysOf(world.first)).toEqual(expect.arrayContaining(['tasks', 'ordersOfMonth', 'overdue', 'payable']));
    const keeper = await keysOf(people.keeper);
    expect(keeper).toContain('deliveriesToRelease');
    for (const money of ['overdue', 'receivable', 'payable', 'ordersOfMonth']) expect(keeper).not.toContain(money);
    expect(await keysOf(people.receivables)).toEqual(expect.arrayContaining(['receivable', 'overdue']));
    const [mine, everybody] = await Promise.all(
      [people.buyer, world.first].map(async (session) => {
        const found = (await figuresOf(session)).find(({ key }) => key === 'ordersToShip');
        return found?.count ?? 0;
      }),
    );
    expect(mine).toBeGreaterThan(0);
    expect(mine).toBeLessThan(everybody ?? 0);
  });

  test('stand beside the same days of the year before, with a line of fourteen days', async () => {
    const month = (await figuresOf(world.first)).find(({ key }) => key === 'ordersOfMonth');
    expect(month?.days).toHaveLength(14);
    expect(month?.where).toMatchObject({ billStatus: '1' });
    const [{ before } = { before: '' }] = await world.sql<{ before: string }>(
      `
        select coalesce(sum(payable_amount), 0)::text as before
        from app.order_order
        where tenant_code = '1000'
          and bill_status = '1'
          and bill_date between $1::date - interval '1 year' and $2::date - interval '1 year'`,
      [month?.where['billDateStart'], month?.where['billDateEnd']],
    );
    expect(plus(month?.before?.amount)).toBe(plus(before));
    expect(month?.before?.of).toBe('year');
  });
});
