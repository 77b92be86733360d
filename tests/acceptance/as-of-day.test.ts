import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBusyBooks } from '#tests/ledger-truth/busy-books.ts';
import { hireReader, plain, told } from '#tests/report-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
let days: readonly string[] = [];

beforeAll(async () => {
  world = await openWorld('as_of_day');
  clerk = world.first;
  const today = await openBusyBooks(world);
  days = [250, 150, 41, 25, 14, 10, 1, 0].map((back) =>
    new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10),
  );
});
afterAll(() => world.close());

type Row = Readonly<Record<string, string | null>>;
const rowsOf = async (path: string, asOfDate: string | null, by: Session = clerk): Promise<readonly Row[]> =>
  (
    await by.must<{ list: readonly Row[] }>(
      'GET',
      `${path}/page?limit=500${asOfDate === null ? '' : `&asOfDate=${asOfDate}`}`,
    )
  ).list;
/** One figure of every row by what the row is of. */
const byKey = (rows: readonly Row[], keys: readonly string[], figure: string): Record<string, number> =>
  Object.fromEntries(
    rows
      .map((row) => [keys.map((key) => row[key]).join(' '), plain(row[figure])] as const)
      .filter(([, value]) => value !== 0),
  );
const posted = (ledger: string, key: string, { value, where }: { readonly value: string; readonly where: string }) =>
  told(
    world,
    `
      select ${key} as key, sum(${value}) as value
      from app.${ledger}_entry e
      join app.${ledger}_balance b on b.id = e.balance_id
      where e.tenant_code = '1000' and ${where}
      group by 1`,
  );

const stockKeys = ['storageCode', 'productCode'];
const stockFigures = {
  number: 'e.d_on_hand',
  lockedNumber: 'e.d_occupied',
  availableNumber: 'e.d_on_hand - e.d_occupied - e.d_frozen',
  inTransitNumber: 'e.d_in_transit',
} as const;

describe('as of any day', () => {
  test('stock by warehouse and product is what was posted up to it', async () => {
    for (const day of days) {
      const rows = await rowsOf('/stock/enquiry', day);
      for (const [figure, value] of Object.entries(stockFigures))
        expect([day, figure, byKey(rows, stockKeys, figure)]).toEqual([
          day,
          figure,
          await posted('stock', `b.storage_code || ' ' || b.material_code`, {
            value,
            where: `e.biz_date <= '${day}'`,
          }),
        ]);
    }
  });

  test('accounts hold what was posted up to it, and the month tells how', async () => {
    for (const day of days) {
      const rows = await rowsOf('/channelsale/balance', day);
      const month = `${day.slice(0, 7)}-01`;
      for (const [figure, value, where] of [
        ['balanceAmount', 'e.d_balance', `e.biz_date <= '${day}'`],
        ['frozenAmount', 'e.d_frozen', `e.biz_date <= '${day}'`],
        ['beginAmount', 'e.d_balance', `e.biz_date < '${month}'`],
        ['inAmount', 'greatest(0, e.d_balance)', `e.biz_date between '${month}' and '${day}'`],
        ['outAmount', '-least(0, e.d_balance)', `e.biz_date between '${month}' and '${day}'`],
      ] as const)
        expect([day, figure, byKey(rows, ['accountCode'], figure)]).toEqual([
          day,
          figure,
          await posted('capital', 'b.account_code', { value, where }),
        ]);
    }
  });

  test('payables are what was posted up to it, by how late they were then', async () => {
    for (const day of days) {
      const rows = await rowsOf('/channelsale/payable', day);
      expect([day, byKey(rows, ['supplierCode'], 'balanceAmount')]).toEqual([
        day,
        await posted('payable', 'b.supplier_code', { value: 'e.d_amount', where: `e.biz_date <= '${day}'` }),
      ]);
      for (const row of rows) {
        const of = (...keys: readonly string[]): number => keys.reduce((sum, key) => sum + plain(row[key]), 0);
        expect(of('notDueAmount', 'upTo30Amount', 'upTo60Amount', 'upTo90Amount', 'beyondAmount').toFixed(2)).toBe(
          of('balanceAmount', 'unsettledAmount').toFixed(2),
        );
      }
    }
  });

  test('without a day, and on the last of the books, each list says what there is now', async () => {
    for (const [path, keys, figures] of [
      ['/stock/enquiry', stockKeys, Object.keys(stockFigures)],
      [
        '/channelsale/balance',
        ['accountCode'],
        ['balanceAmount', 'frozenAmount', 'beginAmount', 'inAmount', 'outAmount'],
      ],
      ['/channelsale/payable', ['supplierCode'], ['balanceAmount', 'prepaidAmount', 'notDueAmount', 'beyondAmount']],
    ] as const)
      for (const figure of figures)
        expect([path, figure, byKey(await rowsOf(path, days.at(-1) ?? ''), keys, figure)]).toEqual([
          path,
          figure,
          byKey(await rowsOf(path, null), keys, figure),
        ]);
  });

  test('before the first entry there was nothing to list', async () => {
    for (const path of ['/stock/enquiry', '/channelsale/balance', '/channelsale/payable'])
      expect([path, await rowsOf(path, '1999-01-01')]).toEqual([path, []]);
  });

  test('behind a figure stand the entries up to it', async () => {
    for (const day of days) {
      const [wanted = 0] = Object.values(
        await told(
          world,
          `
            select 'n' as key, count(*) as value
            from app.stock_entry e
            join app.stock_balance b on b.id = e.balance_id
            where e.tenant_code = '1000'
              and b.storage_code = 'W1'
              and b.material_code = 'M3'
              and e.biz_date <= '${day}'`,
        ),
      );
      const asked = `organizeCode=O1&storageCode=W1&productCode=M3&limit=500&asOfDate=${day}`;
      const { list, total } = await clerk.must<{ list: readonly Row[]; total: number }>(
        'GET',
        `/stock/enquiry/entries?${asked}`,
      );
      expect([day, list.length, total]).toEqual([day, wanted, wanted]);
    }
  });

  test('in and out of stock are told of the same rows as without it', async () => {
    const day = days[4] ?? '';
    const all = await rowsOf('/stock/enquiry', day);
    for (const [type, isIn] of [
      ['1', true],
      ['2', false],
    ] as const) {
      const { list } = await clerk.must<{ list: readonly Row[] }>(
        'GET',
        `/stock/enquiry/page?limit=500&asOfDate=${day}&stockQueryType=${type}`,
      );
      expect(list).toEqual(all.filter((row) => plain(row['availableNumber']) > 0 === isIn));
    }
    const { list: one } = await clerk.must<{ list: readonly Row[] }>(
      'GET',
      `/stock/enquiry/page?asOfDate=${day}&storageCode=W2&orderField=number&order=desc`,
    );
    expect(one).toEqual(all.filter((row) => row['storageCode'] === 'W2'));
  });
});

describe('whoever asks', () => {
  test('sees of a past day the warehouses and organisations that he sees today', async () => {
    const [{ id: storage } = { id: '' }] = await world.sql<{ id: string }>(
      `select id from app.data_depot where tenant_code = '1000' and code = 'W2'`,
    );
    const [{ id: organize } = { id: '' }] = await world.sql<{ id: string }>(
      `select id from app.sys_organization where tenant_code = '1000' and code = 'O1'`,
    );
    const keeper = await hireReader(world, 'keeper2', {
      permissions: ['stock:enquiry:page'],
      role: { organizeList: [organize], storageList: [storage] },
    });
    for (const day of [null, ...days])
      for (const row of await rowsOf('/stock/enquiry', day, keeper)) expect(row['storageCode']).toBe('W2');
    expect((await rowsOf('/stock/enquiry', days[6] ?? '', keeper)).length).toBe(1);
    for (const path of ['/channelsale/balance', '/channelsale/payable'])
      expect(await keeper.call('GET', `${path}/page?asOfDate=${days[0]}`)).toMatchObject({ code: 403 });
    for (const path of ['/stock/enquiry', '/channelsale/balance', '/channelsale/payable'])
      expect(await world.second.must('GET', `${path}/page?asOfDate=${days[6]}`)).toMatchObject({ list: [] });
  });

  test('is told that a day is none', async () => {
    for (const path of ['/stock/enquiry', '/channelsale/balance', '/channelsale/payable'])
      for (const day of ['today', '2026-13-01', '2026-1-1'])
        expect([path, day, await clerk.call('GET', `${path}/page?asOfDate=${day}`)]).toMatchObject([
          path,
          day,
          { code: 10003 },
        ]);
  });

  test('takes the same day out in a file', async () => {
    const day = days[4] ?? '';
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/stock/enquiry/export',
      headers: { token: clerk.token },
      payload: { format: 'csv', asOfDate: day, storageCode: 'W2' },
    });
    expect(reply.body).toContain('M3');
    expect(reply.body.trim().split('\n').length).toBe(2);
  });
});
