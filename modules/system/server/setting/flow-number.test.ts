import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';
import { sampleOf } from './flow-number.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('number');
  // The rules that came with the tenant: these tests begin without one.
  await world.sql(`delete from app.sys_flownotype where tenant_code = '1000'`);
  await furnish(world.first);
});
afterAll(() => world.close());

const order = async (billDate?: string): Promise<string> => {
  const { data } = await world.first.must<{ data: { code: string } }>('POST', '/stock/inout', {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    ...(billDate === undefined ? {} : { billDate }),
    lines: [{ productCode: 'M1', number: '1', price: '1' }],
  });
  return data.code;
};
const rule = (values: object): Promise<{ code: number; msg: string; data: { data: Record<string, unknown> } }> =>
  world.first.call('POST', '/sys/flownotype', {
    code: 'IO',
    name: '出入库单',
    docType: 'stock',
    datePattern: 'yyyyMMdd',
    serialLength: 4,
    reset: '3',
    ...values,
  });

describe('document numbers', () => {
  test('without a rule are made of the type, the day and a serial', async () => {
    expect(await order('2026-03-01')).toBe('IO20260301000001');
    expect(await order('2026-03-01')).toBe('IO20260301000002');
  });

  test.each([
    [{ datePattern: 'yyyyMM', reset: '3' }, 'reset'],
    [{ datePattern: '', reset: '1' }, 'reset'],
    [{ datePattern: 'dd.MM' }, 'datePattern'],
    [{ serialLength: 0 }, 'serialLength'],
    [{ prefix: `'; drop` }, 'prefix'],
  ])('a rule that could give the same number twice is refused: %o', async (values, path) => {
    const { code, data } = (await rule(values)) as unknown as { code: number; data: { errors: { path: string }[] } };
    expect([code, data.errors.map((error) => error.path)]).toEqual([10003, [path]]);
  });

  test('follow the rule of the tenant, begin anew when it says so, and are not given out twice', async () => {
    const { data } = await rule({ prefix: 'RK-', datePattern: 'yyMM', serialLength: 3, reset: '2' });
    expect(data.data['sample']).toMatch(/^RK-\d{4}001$/);
    expect(await order('2026-03-01')).toBe('RK-2603001');
    expect(await order('2026-03-31')).toBe('RK-2603002');
    expect(await order('2026-04-01')).toBe('RK-2604001');
    expect(await order('2026-03-15')).toBe('RK-2603003');
    const { list } = await world.first.must<{ list: Record<string, unknown>[] }>('GET', '/sys/flownotype/page?code=IO');
    expect(list[0]?.['currentNo']).toBe(3);
    const at = await Promise.all(Array.from({ length: 8 }, () => order('2026-05-01')));
    expect(new Set(at).size).toBe(8);
  });

  test('may change their look only under a prefix that is new', async () => {
    const {
      list: [known],
    } = await world.first.must<{ list: Record<string, unknown>[] }>('GET', '/sys/flownotype/page?code=IO');
    const refused = await world.first.call<{ key: string }>('PUT', '/sys/flownotype', {
      ...known,
      datePattern: 'yyyyMM',
    });
    expect([refused.code, refused.data.key]).toEqual([20110, 'E-NUMBER-PREFIX']);
    await world.first.must('PUT', '/sys/flownotype', { ...known, datePattern: '', reset: '0', prefix: 'N' });
    expect(await order('2026-03-01')).toBe('N001');
    expect(await order('2027-03-01')).toBe('N002');
  });

  test('are of the other tenant no business', async () => {
    await furnish(world.second);
    const { data } = await world.second.must<{ data: { code: string } }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      billDate: '2026-03-01',
      lines: [{ productCode: 'M1', number: '1', price: '1' }],
    });
    expect(data.code).toBe('IO20260301000001');
  });

  test('are shown beforehand as they will be', () => {
    expect(
      sampleOf({ code: 'SO', prefix: null, datePattern: 'yyyyMMdd', serialLength: 5, currentNo: 41 }, '2026-03-02'),
    ).toBe('SO2026030200042');
  });
});
