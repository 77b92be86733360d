import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { audited, limits, openCustomer, orderFor, orders } from '#tests/proof/cash.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('credit_change');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const day = (shift: number): string => todayIn('Asia/Shanghai', new Date(Date.now() + shift * 86_400_000));
/** What the customer's credit may reach for good, and what is lent to him today. */
async function limitsOf(customerCode: string): Promise<readonly string[]> {
  const {
    list: [info],
  } = await clerk.must<{ list: { creditAmount: string }[] }>(
    'GET',
    `/channelsale/credit/page?customerCode=${customerCode}`,
  );
  const [row] = await world.sql<{ limit: string; lent: string }>(
    `
      select b.credit_limit::float::text as
      limit, ($2::numeric - b.credit_limit)::float::text as lent
      from app.capital_balance b
      join app.sale_capitalaccount a using (tenant_code, account_code)
      where a.tenant_code = '1000' and a.customer_code = $1 and a.account_type = 'A002'`,
    [customerCode, info?.creditAmount],
  );
  return [row?.limit ?? '', row?.lent ?? ''];
}
const lend = (customerCode: string, changeAmount: string, start = -1): Promise<string> =>
  audited(clerk, limits, {
    organizeCode: 'O1',
    customerCode,
    changeType: '1',
    changeAmount,
    startDate: day(start),
    endDate: day(3),
  });
const raise = (customerCode: string, changeAmount: string): Promise<string> =>
  audited(clerk, limits, { organizeCode: 'O1', customerCode, changeType: '0', changeAmount });
/** As the schedule would, once. */
async function switchCredit(): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=switchCredit');
  const ran = async (): Promise<number> =>
    (
      await world.sql<{ n: number }>(`
        select count(*)::integer as n
        from app.job_schedulelog
        where bean_name = 'switchCredit' and status = '1'`)
    )[0]?.n ?? 0;
  const before = await ran();
  const jobs = startJobs({
    host: { door: world.door, stores: fileStores(world.door), log: world.app.log, models },
    handlers: jobHandlers(),
  });
  await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
  await expect.poll(ran, { timeout: 20_000 }).toBeGreaterThan(before);
  await jobs.stop();
}

describe('a limit that is lent for a time', () => {
  test('ends when its document is closed, and is lent again by another one only', async () => {
    await openCustomer(clerk, 'CC1', { limit: '100', cash: '0', isControlled: true });
    const id = await lend('CC1', '700');
    expect(await limitsOf('CC1')).toEqual(['100', '700']);
    await clerk.must('PUT', `${limits}/close`, { ids: [id], operateMsg: '提前结束' });
    expect(await limitsOf('CC1')).toEqual(['100', '0']);
    expect(await clerk.call('PUT', `${limits}/unclose`, [id])).toMatchObject({ code: 10010 });
    await world.sql('update app.sale_creditchange set end_date = $2 where id = $1', [id, day(-1)]);
    await switchCredit();
    expect(await limitsOf('CC1')).toEqual(['100', '0']);
  });

  test('that has run out is not reopened, and not taken back twice', async () => {
    await openCustomer(clerk, 'CC2', { limit: '100', cash: '0', isControlled: true });
    const id = await lend('CC2', '700');
    await world.sql('update app.sale_creditchange set end_date = $2 where id = $1', [id, day(-1)]);
    await lend('CC2', '300', 0);
    expect(await limitsOf('CC2')).toEqual(['100', '300']);
    await switchCredit();
    expect(await limitsOf('CC2')).toEqual(['100', '300']);
    expect(await clerk.call('PUT', `${limits}/unclose`, [id])).toMatchObject({ code: 10010 });
    await switchCredit();
    expect(await limitsOf('CC2')).toEqual(['100', '300']);
  });

  test('that has not begun yet ends without having been given', async () => {
    await openCustomer(clerk, 'CC3', { limit: '100', cash: '0', isControlled: true });
    const id = await lend('CC3', '700', 1);
    await clerk.must('PUT', `${limits}/close`, { ids: [id], operateMsg: '不需要了' });
    expect(await limitsOf('CC3')).toEqual(['100', '0']);
  });
});

describe('am-A6: a temporary limit', () => {
  test('counts on its days and on no other, whenever it was audited and whether or not a job ran', async () => {
    await openCustomer(clerk, 'CC6', { limit: '0', cash: '0', isControlled: true });
    const id = await lend('CC6', '700', 1);
    const buy = (): Promise<{ readonly code: number; readonly data: unknown }> =>
      clerk
        .must<{ id: string }>('POST', orders, orderFor('CC6', [['M1', '1', '100']]))
        .then((order) => clerk.call('PUT', `${orders}/audit`, [order.id]));
    expect(await buy()).toMatchObject({ data: { key: 'E-CREDIT-OVER' } });
    const dated = (start: number, end: number): Promise<unknown> =>
      world.sql('update app.sale_creditchange set start_date = $2, end_date = $3 where id = $1', [
        id,
        day(start),
        day(end),
      ]);
    await dated(0, 0);
    expect(await limitsOf('CC6')).toEqual(['0', '700']);
    expect(await buy()).toMatchObject({ code: 0 });
    await dated(-2, -1);
    expect(await limitsOf('CC6')).toEqual(['0', '0']);
    expect(await buy()).toMatchObject({ data: { key: 'E-CREDIT-OVER' } });
    expect(await world.sql(`select count(*)::integer as n from app.capital_entry where doc_id = $1`, [id])).toEqual([
      { n: 0 },
    ]);
  });

  test('stands alone on its days, and ends neither before it begins nor before today', async () => {
    await openCustomer(clerk, 'CC7', { limit: '0', cash: '0', isControlled: true });
    await lend('CC7', '700');
    const ask = (startDate: string | null, endDate: string | null): object => ({
      organizeCode: 'O1',
      customerCode: 'CC7',
      changeType: '1',
      changeAmount: '50',
      startDate,
      endDate,
    });
    const wrong: readonly (readonly [string, string | null])[] = [
      [day(5), day(4)],
      [day(-5), day(-1)],
      [day(1), null],
    ];
    for (const [startDate, endDate] of wrong)
      expect(await clerk.call('POST', limits, ask(startDate, endDate))).toMatchObject({
        data: { key: 'E-LIMIT-DATE' },
      });
    const { id } = await clerk.must<{ id: string }>('POST', limits, ask(day(3), day(6)));
    expect(await clerk.call('PUT', `${limits}/audit`, [id])).toMatchObject({ data: { key: 'E-OVERLAP' } });
    await audited(clerk, limits, ask(day(4), day(6)));
  });
});

describe('a limit that is given for good', () => {
  test('stays when its document is closed and reopened', async () => {
    await openCustomer(clerk, 'CC4', { limit: '0', cash: '0', isControlled: true });
    const id = await raise('CC4', '100');
    await clerk.must('PUT', `${limits}/close`, { ids: [id], operateMsg: '归档' });
    await clerk.must('PUT', `${limits}/unclose`, [id]);
    expect(await limitsOf('CC4')).toEqual(['100', '0']);
  });

  test('and was cut since is not taken back; the cut is, and then the rest', async () => {
    await openCustomer(clerk, 'CC5', { limit: '0', cash: '0', isControlled: true });
    const [raised, cut] = [await raise('CC5', '100'), await raise('CC5', '-60')];
    expect(await clerk.call('PUT', `${limits}/unaudit`, [raised])).toMatchObject({ code: 20303 });
    await clerk.must('PUT', `${limits}/unaudit`, [cut]);
    await clerk.must('PUT', `${limits}/unaudit`, [raised]);
    expect(await limitsOf('CC5')).toEqual(['0', '0']);
  });
});
