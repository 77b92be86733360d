import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('period');
  await furnish(world.first);
});
afterAll(() => world.close());

interface Row {
  readonly id: string;
  readonly status: string;
}
const period = async (month: number, organizeCode: string | null = null): Promise<string> => {
  const text = String(month).padStart(2, '0');
  return (
    await world.first.must<{ id: string }>('POST', '/sys/accountperiod', {
      year: 2026,
      month,
      startDate: `2026-${text}-01`,
      endDate: `2026-${text}-28`,
      organizeCode,
    })
  ).id;
};
const verb = (name: string, id: string): Promise<{ code: number; msg: string }> =>
  world.first.call('PUT', `/sys/accountperiod/${name}`, [id]);
const stockIn = async (billDate: string): Promise<string> =>
  (
    await world.first.must<{ id: string }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      billDate,
      lines: [{ productCode: 'M1', number: '1', price: '1' }],
    })
  ).id;
const statusOf = async (id: string): Promise<string> =>
  (await world.first.must<Row>('GET', `/sys/accountperiod/${id}`)).status;

describe('an accounting period', () => {
  let january: string;
  let february: string;
  beforeAll(async () => {
    january = await period(1);
    february = await period(2);
  });

  test('does not overlap another of the same books', async () => {
    const { code } = await world.first.call('POST', '/sys/accountperiod', {
      year: 2026,
      month: 12,
      startDate: '2026-02-20',
      endDate: '2026-03-20',
    });
    expect(code).toBe(20306);
    await period(1, 'O1');
  });

  test('is opened once', async () => {
    expect((await verb('open', january)).code).toBe(0);
    expect((await verb('open', january)).code).toBe(10010);
    expect((await verb('open', february)).code).toBe(0);
  });

  test('is not closed before the one before it', async () => {
    expect(await verb('settle', february)).toMatchObject({ code: 20112, msg: '请先处理期间【2026-01】' });
  });

  test('is not closed while a document in it waits to be audited, and says which', async () => {
    const id = await stockIn('2026-01-10');
    const { code, msg } = await verb('settle', january);
    expect([code, msg]).toEqual([20111, expect.stringContaining('还有 1 张未审核的单据：IO20260110')]);
    const blockers = await world.first.must<{ name: string; documents: { code: string }[] }[]>(
      'GET',
      `/sys/accountperiod/blockers?id=${january}`,
    );
    expect(blockers.map(({ name, documents }) => [name, documents.length])).toEqual([['出入库单', 1]]);
    await world.first.must('PUT', '/stock/inout/audit', [id]);
    expect((await verb('settle', january)).code).toBe(0);
    expect(await statusOf(january)).toBe('2');
    // What was posted in it stays.
    expect(await world.first.call('PUT', '/stock/inout/unaudit', { ids: [id], operateMsg: 'x' })).toMatchObject({
      code: 20012,
      msg: '会计期间【2026-01】已结账',
    });
  });

  test('takes no posting once it is closed', async () => {
    const id = await stockIn('2026-01-20');
    expect((await world.first.call('PUT', '/stock/inout/audit', [id])).code).toBe(20012);
    expect((await world.first.call('PUT', '/sys/accountperiod', { id: january, startDate: '2026-01-02' })).code).toBe(
      10003,
    );
  });

  test('is opened again only from the last', async () => {
    const waiting = await world.first.must<{ list: { id: string }[] }>('GET', '/stock/inout/page?billStatus=0');
    for (const { id } of waiting.list) await world.first.must('DELETE', `/stock/inout/${id}`);
    await world.first.must('PUT', '/sys/accountperiod/settle', [february]);
    expect((await verb('unsettle', january)).code).toBe(20112);
    expect((await verb('unsettle', february)).code).toBe(0);
    expect((await verb('unsettle', january)).code).toBe(0);
  });

  test('closing waits for a posting under way and then sees it', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => stockIn('2026-01-15')));
    const [settled, ...audits] = await Promise.all([
      verb('settle', january),
      ...ids.map((id) => world.first.call('PUT', '/stock/inout/audit', [id])),
    ]);
    const done = audits.filter(({ code }) => code === 0).length;
    // Either everything was audited before, or the period stayed open.
    expect(settled.code === 0 ? done : 6).toBe(6);
    if (settled.code === 0) expect(await statusOf(january)).toBe('2');
  });
});
