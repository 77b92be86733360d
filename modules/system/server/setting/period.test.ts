import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayIn } from '#platform/server/command/command.ts';
import type { Checklist } from '#system/model/period.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Reply, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('period');
  // Its periods are those that the tests write; the one of this month comes with the first goods.
  await world.sql(`delete from app.sys_accountperiod where tenant_code = '1000'`);
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
const audit = (id: string): Promise<{ code: number; msg: string }> =>
  world.first.call('PUT', '/stock/inout/audit', [id]);
const checklist = (id: string): Promise<Checklist> =>
  world.first.must<Checklist>('GET', `/sys/accountperiod/checklist?id=${id}`);
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
  });

  test('am-A4 of the tenant as a whole is there once, however many write it at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        world.first.call('POST', '/sys/accountperiod', {
          year: 2026,
          month: 5,
          startDate: '2026-05-01',
          endDate: '2026-05-31',
        }),
      ),
    );
    const ofMay = `tenant_code = '1000' and (year, month) = (2026, 5)`;
    expect(await world.sql(`select 1 as one from app.sys_accountperiod where ${ofMay}`)).toEqual([{ one: 1 }]);
    expect(replies.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, ...Array<number>(5).fill(20306)]);
    // Past the save, too.
    await expect(
      world.sql(`
        insert into app.sys_accountperiod (tenant_code, id, year, month, start_date, end_date)
        values ('1000', sec.new_id(), 2026, 5, '2026-05-01', '2026-05-31')`),
    ).rejects.toThrow('sys_accountperiod_key');
    await world.sql(`delete from app.sys_accountperiod where ${ofMay}`);
  });

  test('is opened once', async () => {
    expect((await verb('open', january)).code).toBe(0);
    expect((await verb('open', january)).code).toBe(10010);
    expect((await verb('open', february)).code).toBe(0);
  });

  test('is not closed before the one before it', async () => {
    expect(await verb('settle', february)).toMatchObject({ code: 20112, msg: '请先处理期间【2026-01】' });
    expect((await checklist(february)).lines).toEqual([
      { kind: 'earlier', state: 'todo', count: 1, earlier: { id: january, period: '2026-01' } },
    ]);
  });

  test('is not closed while a document in it waits to be audited, and says which', async () => {
    const id = await stockIn('2026-01-10');
    const { code, msg } = await verb('settle', january);
    expect([code, msg]).toEqual([20111, expect.stringContaining('还有 1 张未审核的单据：IO20260110')]);
    const { lines } = await checklist(january);
    expect(lines.map(({ kind, noun, book, state, count }) => [noun ?? book ?? kind, state, count])).toEqual([
      ['earlier', 'ok', 0],
      ['over', 'ok', 0],
      ['stock:allocation', 'ok', 0],
      ['stock:inventory', 'ok', 0],
      ['stock:inout', 'todo', 1],
      ['sale:bill', 'ok', 0],
      ['sale:rebate', 'ok', 0],
      ['order:purchaseinvoice', 'ok', 0],
      ['documents', 'ok', 0],
      // One line for each ledger, and one for what documents and ledgers must agree on.
      ...[
        'cost',
        'stock',
        'promotionBudget',
        'promotionRest',
        'promotionUsage',
        'points',
        'capital',
        'receivable',
        'payable',
        'budget',
        'claimed',
        'loan',
        'books',
      ].map((book) => [book, 'ok', 0]),
    ]);
    expect(lines.find(({ noun }) => noun === 'stock:inout')).toMatchObject({
      name: '出入库单',
      documents: [{ id, billDate: '2026-01-10', status: '已保存', creatorName: expect.any(String) }],
    });
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

  test('takes no posting before it either: what stood at its end is settled', async () => {
    await world.sql(`
      insert into app.sys_accountperiod (tenant_code, id, year, month, start_date, end_date, status)
      values ('1000', sec.new_id(), 2025, 12, '2025-12-01', '2025-12-31', '1')`);
    const id = await stockIn('2025-12-30');
    expect(await audit(id)).toMatchObject({ code: 20012, msg: '会计期间【2026-01】已结账' });
    await world.first.must('DELETE', `/stock/inout/${id}`);
    await world.sql(`delete from app.sys_accountperiod where tenant_code = '1000' and year = 2025`);
  });

  test('am-A4 holds postings only while it is open, in the books of the organisation, too', async () => {
    const none = (date: string) => ({ code: 20091, msg: `【${date}】没有已开启的会计期间` });
    const between = await stockIn('2026-01-30');
    expect((await audit(between)).code).toBe(20091);
    const id = await stockIn('2026-02-10');
    const own = await period(2, 'O1');
    expect(await audit(id)).toMatchObject(none('2026-02-10'));
    expect((await verb('open', own)).code).toBe(0);
    expect((await audit(id)).code).toBe(0);
    await world.first.must('DELETE', `/stock/inout/${between}`);
    // What was posted in it would lie in no books of the organisation any more.
    const gone = () => world.first.call<{ key: string }>('DELETE', '/sys/accountperiod', [own]);
    const { code } = await world.first.must<{ code: string }>('GET', `/stock/inout/${id}`);
    expect(await gone()).toMatchObject({
      code: 20113,
      msg: `期间【2026-02】已有 1 张过账的单据：${code}，不能删除`,
      data: { key: 'E-PERIOD-USED' },
    });
    expect(await statusOf(own)).toBe('1');
    await world.first.must('PUT', '/stock/inout/unaudit', { ids: [id], operateMsg: 'x' });
    expect((await gone()).code).toBe(0);
    await world.first.must('PUT', '/stock/inout/audit', [id]);
  });

  test('am-A4 that orders were audited in is not deleted, one that they only wait in is', async () => {
    const march = await period(3);
    await world.first.must('PUT', '/sys/accountperiod/open', [march]);
    const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      channelCode: 'CH1',
      storageCode: 'W1',
      billDate: '2026-03-10',
      lines: [{ productCode: 'M2', number: '1', price: '1' }],
    });
    const gone = () => world.first.call('DELETE', '/sys/accountperiod', [march]);
    await world.first.must('PUT', '/channelsale/order/audit', [id]);
    expect((await gone()).code).toBe(20113);
    await world.first.must('PUT', '/channelsale/order/unaudit', [id]);
    expect((await gone()).code).toBe(0);
    await world.first.must('DELETE', `/channelsale/order/${id}`).catch(() => undefined);
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

describe('am-A4 the month that has begun', () => {
  const today = todayIn('Asia/Shanghai');
  const books = () =>
    world.sql<{ since: string; status: string; organize_code: string | null }>(`
      select start_date::text as since, status, organize_code
      from app.sys_accountperiod
      where tenant_code = '1000' and start_date > '2026-12-31'
      order by organize_code nulls first, start_date`);
  const nothing = () =>
    world.sql(`delete from app.sys_accountperiod where tenant_code = '1000' and start_date > '2026-12-31'`);
  const first = `${today.slice(0, 7)}-01`;

  test('came with the first goods, and is told', async () => {
    expect(await books()).toEqual([{ since: first, status: '1', organize_code: null }]);
    const { list } = await world.first.must<{ list: { operation: string; recordCode: string }[] }>(
      'GET',
      '/sys/log/operation/page?noun=sys:accountperiod&limit=50',
    );
    expect(list).toContainEqual(expect.objectContaining({ operation: 'open', recordCode: first }));
  });

  test('comes once, however many post at once', async () => {
    await nothing();
    const ids = await Promise.all(Array.from({ length: 6 }, () => stockIn(today)));
    const replies = await Promise.all(ids.map(audit));
    expect(replies.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await books()).toEqual([{ since: first, status: '1', organize_code: null }]);
  });

  test('comes with an order that is audited, and not with its preview', async () => {
    await nothing();
    const { id } = await world.first.must<{ id: string }>('POST', '/channelsale/order', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      channelCode: 'CH1',
      storageCode: 'W1',
      lines: [{ productCode: 'M2', number: '1', price: '1' }],
    });
    await world.first.must('PUT', '/channelsale/order/audit?preview=1', [id]);
    expect(await books()).toEqual([]);
    await world.first.must('PUT', '/channelsale/order/audit', [id]);
    expect(await books()).toHaveLength(1);
  });

  test('goes on in the books that reached furthest, and does not come before the first or where it waits', async () => {
    await nothing();
    const own = (year: number, month: number, days: readonly [string, string], status: string) =>
      world.sql(
        `
          insert into app.sys_accountperiod (tenant_code, id, year, month, start_date, end_date, status, organize_code)
          values ('1000', sec.new_id(), $1, $2, $3, $4, $5, 'O1')`,
        [year, month, ...days, status],
      );
    await own(2027, 1, ['2027-01-01', '2027-01-31'], '2');
    const id = await stockIn(today);
    expect((await audit(id)).code).toBe(0);
    expect((await books()).slice(1)).toEqual([{ since: first, status: '1', organize_code: 'O1' }]);
    expect((await audit(await stockIn('2027-02-03'))).code).toBe(20091);
    await world.sql(`update app.sys_accountperiod set status = '0' where tenant_code = '1000' and start_date = $1`, [
      first,
    ]);
    const late = await stockIn(today);
    expect((await audit(late)).code).toBe(20091);
    // The race above may have closed a month, and what stood at its end is kept with it.
    await world.sql(`delete from app.period_balance where tenant_code = '1000'`);
    await world.sql(`delete from app.sys_accountperiod where tenant_code = '1000'`);
    await own(2090, 1, ['2090-01-01', '2090-01-31'], '1');
    expect((await audit(late)).code).toBe(20091);
  });
});

describe('am-A4 closing', () => {
  interface Kept {
    readonly kind: string;
    readonly number: string;
    readonly amount: string;
  }
  const months: string[] = [];
  const put = (name: string, ids: readonly string[]): Promise<Reply<{ key: string; params: { first: string } }>> =>
    world.second.call('PUT', `/sys/accountperiod/${name}`, ids);
  const kept = (id: string): Promise<Kept[]> =>
    world.sql<Kept>(
      `
        select kind, trim_scale(number)::text as number, trim_scale(amount)::text as amount
        from app.period_balance
        where period_id = $1
        order by kind`,
      [id],
    );
  const moved = async (billDate: string, number: string): Promise<void> => {
    const { id } = await world.second.must<{ id: string }>('POST', '/stock/inout', {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      billDate,
      lines: [{ productCode: 'M1', number, price: '2' }],
    });
    await world.second.must('PUT', '/stock/inout/audit', [id]);
  };
  const paid = async (billDate: string, amount: string): Promise<void> => {
    const { id } = await world.second.must<{ id: string }>('POST', '/channelsale/bill', {
      organizeCode: 'O1',
      customerCode: 'CU1',
      billType: 'RC',
      amount,
      billDate,
    });
    await world.second.must('PUT', '/channelsale/bill/audit', [id]);
  };
  const januaryKept = [
    { kind: 'cost', number: '3', amount: '6' },
    { kind: 'receivable', number: '0', amount: '-30' },
    { kind: 'stock', number: '3', amount: '0' },
  ];
  const februaryKept = [
    { kind: 'cost', number: '7', amount: '14' },
    { kind: 'receivable', number: '0', amount: '-35' },
    { kind: 'stock', number: '7', amount: '0' },
  ];
  const settlings = (): Promise<{ operation: string }[]> =>
    world.sql(`
      select operation
      from app.sys_operationlog
      where tenant_code = '2000' and noun = 'sys:accountperiod' and operation in ('settle', 'unsettle')
      order by seq`);

  beforeAll(async () => {
    await furnish(world.second);
    const { list } = await world.second.must<{ list: { id: string; startDate: string }[] }>(
      'GET',
      '/sys/accountperiod/page?limit=500',
    );
    for (const { id } of list.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1)).slice(0, 3)) months.push(id);
    await moved('2025-01-10', '3');
    await paid('2025-01-31', '30');
    await moved('2025-02-01', '4');
    await paid('2025-02-28', '5');
  });

  test('keeps what stood at the end of the period, and of the next from there; opening it again forgets it', async () => {
    const [january = '', february = ''] = months;
    expect((await put('settle', [january])).code).toBe(0);
    expect(await kept(january)).toEqual(januaryKept);
    expect((await put('settle', [february])).code).toBe(0);
    expect(await kept(february)).toEqual(februaryKept);
    expect((await put('unsettle', [january])).code).toBe(20112);
    expect((await put('unsettle', [february])).code).toBe(0);
    expect([await kept(january), await kept(february)]).toEqual([januaryKept, []]);
    expect((await settlings()).map(({ operation }) => operation)).toEqual(['settle', 'settle', 'unsettle']);
  });

  test('several at once keeps each of them', async () => {
    const [january = '', february = '', march = ''] = months;
    expect((await put('unsettle', [january])).code).toBe(0);
    expect((await put('settle', [march, january, february])).code).toBe(0);
    expect([await kept(january), await kept(february), await kept(march)]).toEqual([
      januaryKept,
      februaryKept,
      februaryKept,
    ]);
    expect((await put('unsettle', [february, march])).code).toBe(0);
  });

  test('starts from what was kept, and finds out where that is wrong', async () => {
    const [january = '', february = ''] = months;
    const tamper = (by: string): Promise<unknown> =>
      world.sql(`update app.period_balance set number = number + $2 where period_id = $1 and kind = 'stock'`, [
        january,
        by,
      ]);
    await tamper('1');
    const { code, data } = await put('settle', [february]);
    expect([code, data.params.first]).toEqual([
      20094,
      '库存：已结账期间的期末余额等于截至当日的流水 2025-02 总部 · 一号仓 · 内墙漆1: 8 / 0 ≠ 7 / 0',
    ]);
    expect(await kept(february)).toEqual([]);
    await tamper('-1');
  });

  test('runs every check of the books first, and closes nothing while one finds something', async () => {
    const [, february = ''] = months;
    const tamper = (by: string): Promise<unknown> =>
      world.sql(
        `update app.cost_balance set amount = amount + $1 where tenant_code = '2000' and material_code = 'M2'`,
        [by],
      );
    await tamper('1');
    expect(await put('settle', [february])).toMatchObject({
      code: 20094,
      msg: expect.stringMatching(/^会计期间【2025-02】核对有\d+处差异，不能结账$/) as string,
    });
    const { lines } = await world.second.must<Checklist>('GET', `/sys/accountperiod/checklist?id=${february}`);
    expect(lines.find(({ book }) => book === 'cost')).toMatchObject({
      state: 'todo',
      findings: expect.arrayContaining([
        expect.objectContaining({
          rule: '存货成本：结存金额等于流水合计',
          place: expect.stringMatching(/ · 内墙漆/) as string,
          detail: expect.stringContaining(' ≠ ') as string,
        }),
      ]) as unknown[],
    });
    await tamper('-1');
    expect((await put('settle', [february])).code).toBe(0);
  });
});
