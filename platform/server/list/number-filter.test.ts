import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let codes: string[] = [];
beforeAll(async () => {
  world = await openWorld('numbers');
  await furnish(world.first);
  await world.first.must('POST', '/data/customer/manage', {
    code: 'CU2',
    name: '另一客户',
    classCode: 'K1',
    customerType: '1',
  });
  for (let n = 0; n < 23; n += 1) {
    const { data } = await world.first.must<{ data: { code: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: n % 2 === 0 ? 'CU1' : 'CU2',
      lines: [{ productCode: 'M1', number: '1', price: '2' }],
    });
    codes.push(data.code);
  }
  codes = codes.toReversed();
});
afterAll(() => world.close());

interface Found {
  readonly list: readonly { readonly code: string; readonly billDate: string }[];
  readonly total: number;
  readonly next?: string;
}
const page = (query: string): Promise<Found> => world.first.must('GET', `/channelsale/order/page?${query}`);
const found = async (code: string): Promise<readonly string[]> =>
  (await page(`limit=50&code=${encodeURIComponent(code)}`)).list.map((row) => row.code);

describe('a document is found by its number', () => {
  test('typed whole, by its beginning, its end and its middle, newest first', async () => {
    const [last = ''] = codes;
    expect(await found(last)).toEqual([last]);
    expect(await found(last.slice(0, -2))).toEqual(codes.filter((code) => code.startsWith(last.slice(0, -2))));
    expect(await found(last.slice(-5))).toEqual([last]);
    expect(await found(last.slice(-3))).toEqual([last]);
    expect(await found(last.slice(2, 8))).toEqual(codes);
    expect(await found('SO')).toEqual(codes);
    expect((await page(`limit=20&code=${last.slice(0, 8)}`)).total).toBe(23);
  });

  test('% and _ are letters, and what nobody has is not found', async () => {
    for (const none of ['%%%%%%', '_', 'SO_____________', 'SO19990101', 'ZZZ']) expect(await found(none)).toEqual([]);
  });

  test('an order that was deleted is not', async () => {
    const { data } = await world.first.must<{ data: { id: string; code: string } }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      lines: [{ productCode: 'M1', number: '1', price: '2' }],
    });
    await world.first.must('DELETE', '/channelsale/order', [data.id]);
    expect(await found(data.code)).toEqual([]);
  });
});

describe('documents of some days', () => {
  // What was written later is not of a later day: four days, none of them in a row, each with some of every customer.
  const dayOf = (code: string): string => `2026-03-0${1 + ((Number.parseInt(code.slice(-5), 10) * 7) % 4)}`;
  beforeAll(() =>
    world.sql(
      `
        update app.order_order o
        set bill_date = x.day
        from unnest($1::text[], $2::date[]) as x(code, day)
        where o.code = x.code`,
      [codes, codes.map(dayOf)],
    ),
  );

  test('come from the last day back, of a day the newest first, and their pages go on where one ended', async () => {
    const query = 'billDateStart=2000-01-01&billDateEnd=2999-12-31';
    const first = await page(`page=1&limit=20&${query}`);
    const rest = await page(`limit=20&${query}&after=${first.next ?? ''}`);
    const byDay = codes.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)));
    expect(byDay).not.toEqual(codes);
    expect([...first.list, ...rest.list].map(({ code }) => code)).toEqual(byDay);
    expect([...first.list, ...rest.list].map(({ billDate }) => billDate)).toEqual(byDay.map(dayOf));
    expect([first.total, rest.next]).toEqual([23, undefined]);
  });

  test('both ends count, and nothing beyond them', async () => {
    const { list } = await page('page=1&limit=50&billDateStart=2026-03-02&billDateEnd=2026-03-03');
    expect(list.map(({ code }) => code).toSorted()).toEqual(
      codes.filter((code) => ['2026-03-02', '2026-03-03'].includes(dayOf(code))).toSorted(),
    );
  });

  test('of one customer come newest first', async () => {
    const { list, total } = await page('page=1&limit=20&billDateStart=2000-01-01&customerCode=CU2');
    expect([list.map(({ code }) => code), total]).toEqual([codes.filter((_code, at) => at % 2 === 1), 11]);
  });
});
