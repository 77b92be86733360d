import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import {
  audited,
  bills,
  deliveries,
  movements,
  openCustomer,
  orderAtGate,
  orderInWarehouse,
  orders,
} from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { furnish } from '#tests/furniture.ts';
import { redOf } from '#tests/proof/returns.ts';
import { hireStaff } from '#tests/staff.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('rebate');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
};
const give = (customerCode: string, amount: string, billDate?: string): Promise<string> =>
  audited(clerk, bills, {
    organizeCode: 'O1',
    customerCode,
    billType: 'AD',
    amount,
    accountCode: `A003-O1-${customerCode}`,
    ...(billDate === undefined ? {} : { billDate }),
  });
/** What is left of each batch, those that lapse first first; `day` is when they do. */
const batches = async (customerCode: string): Promise<readonly string[]> =>
  (
    await world.sql<{ told: string }>(
      `
        select concat_ws(' of ', remaining::float, granted::float) ||
          coalesce(' until ' || (expire_date - give_date)::text, '') as told
        from app.rebate_batch
        where tenant_code = '1000' and account_code = 'A003-O1-' || $1 and (remaining > 0 or granted > 0)
        order by expire_date nulls last, granted`,
      [customerCode],
    )
  ).map(({ told }) => told);
const lapse = (customerCode: string, granted: string, days: string): Promise<unknown> =>
  world.sql(
    `
      update app.rebate_batch
      set expire_date = current_date + $3::integer
      where tenant_code = '1000' and account_code = 'A003-O1-' || $1 and granted = $2::numeric`,
    [customerCode, granted, days],
  );

/** As the schedule would, once. */
async function lapseRebate(): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=lapseRebate');
  const ran = async (): Promise<number> =>
    (
      await world.sql<{ n: number }>(`
        select count(*)::integer as n
        from app.job_schedulelog
        where bean_name = 'lapseRebate' and status = '1'`)
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

describe('am-A9a: rebate that is given until a day', () => {
  test('lapses after it; the day is of rebate that is given, and not before it is given', async () => {
    const customer = 'RBU';
    await openCustomer(clerk, customer, { cash: '10', limit: '0', isControlled: true });
    const given = {
      organizeCode: 'O1',
      customerCode: customer,
      billType: 'AD',
      amount: '40',
      accountCode: `A003-O1-${customer}`,
      billDate: '2029-05-01',
      expireDate: '2029-06-10',
    };
    await audited(clerk, bills, given);
    expect(await batches(customer)).toEqual(['40 of 40 until 40']);
    for (const wrong of [
      { expireDate: '2029-04-30' },
      { amount: '-1' },
      { accountCode: `A001-O1-${customer}` },
      { billType: 'RC', accountCode: `A001-O1-${customer}` },
    ])
      expect(await clerk.call('POST', bills, { ...given, ...wrong })).toMatchObject({
        code: 10003,
        data: { errors: [{ path: 'expireDate' }] },
      });
    await clean();
  });
});

describe('am-A9: rebate lies in batches', () => {
  test('each gift is one, valid for the months of FD004, and is taken back whole or not at all', async () => {
    await openCustomer(clerk, 'RB1', { limit: '0', cash: '1000', isControlled: true });
    const [first] = [await give('RB1', '100', '2026-01-31'), await give('RB1', '60', '2026-02-28')];
    expect(await batches('RB1')).toEqual(['100 of 100 until 365', '60 of 60 until 365']);
    await clerk.must('PUT', `${bills}/unaudit`, [first]);
    expect(await batches('RB1')).toEqual(['0 of 100 until 365', '60 of 60 until 365']);
    const second = await give('RB1', '40', '2026-01-31');
    const { movement } = await orderInWarehouse(clerk, 'RB1', [['M1', '1', '100']]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    // Thirty of a hundred, out of what lapses first.
    expect(await batches('RB1')).toEqual(['10 of 40 until 365', '0 of 100 until 365', '60 of 60 until 365']);
    // There is enough on the account, and not of this gift.
    expect(await clerk.call('PUT', `${bills}/unaudit`, [second])).toMatchObject({ data: { key: 'E-FUND-USED' } });
    await clerk.must('PUT', `${movements}/unaudit`, [movement]);
    expect((await batches('RB1'))[0]).toBe('40 of 40 until 365');
    await clean();
  });

  test('goods that come back refill what was taken last; what lapsed meanwhile is good for 30 days (RB04)', async () => {
    await openCustomer(clerk, 'RB2', { limit: '0', cash: '1000', isControlled: true });
    await give('RB2', '40');
    await give('RB2', '60');
    await lapse('RB2', '40', '10');
    await lapse('RB2', '60', '100');
    const { movement } = await orderInWarehouse(clerk, 'RB2', [['M1', '7', '34']]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    // 30 % of 238 is 71.40.
    expect(await batches('RB2')).toEqual(['0 of 40 until 10', '28.6 of 60 until 100']);
    await lapse('RB2', '40', '-1');
    const red = await redOf(clerk, movement);
    await clerk.must('PUT', `${movements}/audit`, [red]);
    expect(await batches('RB2')).toEqual(['0 of 40 until -1', '40 of 40 until 30', '60 of 60 until 100']);
    await clean();
    await clerk.must('PUT', `${movements}/unaudit`, [red]);
    expect(await batches('RB2')).toEqual(['0 of 40 until -1', '0 of 40 until 30', '28.6 of 60 until 100']);
    await clerk.must('PUT', `${movements}/audit`, [red]);
    expect((await batches('RB2')).filter((batch) => !batch.startsWith('0 '))).toEqual([
      '40 of 40 until 30',
      '60 of 60 until 100',
    ]);
    await clean();
  });

  test('what is taken by an adjustment goes from what lapses first, and never what an order holds', async () => {
    await openCustomer(clerk, 'RB3', { limit: '0', cash: '1000', isControlled: true });
    await give('RB3', '100');
    await orderInWarehouse(clerk, 'RB3', [['M1', '1', '200']]);
    const { id } = await clerk.must<{ id: string }>('POST', bills, {
      organizeCode: 'O1',
      customerCode: 'RB3',
      billType: 'AD',
      amount: '-50',
      accountCode: 'A003-O1-RB3',
    });
    expect(await clerk.call('PUT', `${bills}/audit`, [id])).toMatchObject({
      data: { key: 'E-FUND-LACK' },
      msg: '账户【返利】可用40.00元，不足50.00元',
    });
    await give('RB3', '-40');
    expect(await batches('RB3')).toEqual(['60 of 100 until 365']);
    await clean();
  });

  test('what has lapsed goes by night, but never what an order holds; when that is free again it goes too', async () => {
    await openCustomer(clerk, 'RB4', { limit: '0', cash: '1000', isControlled: true });
    await give('RB4', '100');
    await give('RB4', '5');
    await lapse('RB4', '100', '-1');
    const { order, delivery } = await orderAtGate(clerk, 'RB4', [['M1', '1', '200']]);
    await lapseRebate();
    expect(await batches('RB4')).toEqual(['55 of 100 until -1', '5 of 5 until 365']);
    await clerk.must('PUT', `${deliveries}/unaudit`, [delivery]);
    await clerk.must('PUT', `${deliveries}/cancel`, [delivery]);
    await clerk.must('PUT', `${orders}/unaudit`, [order]);
    await lapseRebate();
    expect(await batches('RB4')).toEqual(['0 of 100 until -1', '5 of 5 until 365']);
    await clean();
  });
});

interface Batch {
  readonly id: string;
  readonly customerCode: string;
  readonly grantedAmount: string;
  readonly usedAmount: string;
  readonly expiredAmount: string;
  readonly takenAmount: string;
  readonly balanceAmount: string;
  readonly batchStatus: string;
}
const statement = '/channelsale/rebatestatement';
const told = async (who: Session, query = ''): Promise<readonly Batch[]> =>
  (await who.must<{ list: readonly Batch[] }>('GET', `${statement}/page?limit=100${query}`)).list;
const figuresOf = ({ grantedAmount, usedAmount, expiredAmount, takenAmount, balanceAmount, batchStatus }: Batch) => [
  grantedAmount,
  usedAmount,
  expiredAmount,
  takenAmount,
  balanceAmount,
  batchStatus,
];

describe('the statement of rebate', () => {
  test('says of every batch what was granted, used, lapsed and taken back, and what is left; entry by entry', async () => {
    const customer = 'RB7';
    await openCustomer(clerk, customer, { limit: '0', cash: '1000', isControlled: true });
    await give(customer, '100');
    await give(customer, '50');
    await give(customer, '9');
    await lapse(customer, '100', '10');
    await lapse(customer, '9', '60');
    const { movement } = await orderInWarehouse(clerk, customer, [['M1', '1', '200']]);
    await clerk.must('PUT', `${movements}/audit`, [movement]);
    await give(customer, '-15');
    await lapse(customer, '9', '-1');
    await lapseRebate();
    const batches = await told(clerk, `&customerCode=${customer}`);
    expect(batches.map(figuresOf)).toEqual([
      ['9', '0', '9', '0', '0', '2'],
      ['100', '60', '0', '15', '25', '1'],
      ['50', '0', '0', '0', '50', '0'],
    ]);
    const entries = await clerk.must<{ total: number; list: readonly { postType: string; balanceAfter: string }[] }>(
      'GET',
      `${statement}/entries?id=${batches[1]?.id ?? ''}`,
    );
    expect(entries.list.map(({ postType, balanceAfter }) => [postType, balanceAfter])).toEqual([
      ['ADJ', '25'],
      ['DED', '40'],
      ['ADJ', '100'],
    ]);
    expect(entries.total).toBe(3);
    expect((await told(clerk, `&customerCode=${customer}&batchStatus=1`)).length).toBe(1);
  });

  test('shows a customer his own batches; he is told of those that lapse soon, once', async () => {
    await openCustomer(clerk, 'RB8', { limit: '0', cash: '1', isControlled: true });
    await openCustomer(clerk, 'RB9', { limit: '0', cash: '1', isControlled: true });
    await give('RB8', '30');
    await give('RB8', '40');
    await give('RB9', '70');
    await lapse('RB8', '30', '15');
    await lapse('RB8', '40', '16');
    const { buyer: shop } = await hireStaff(world, {
      buyer: { role: 'CUSTOMER', more: { accountType: '1', customerCode: 'RB8' } },
    });
    expect((await told(shop)).map(({ customerCode, balanceAmount }) => [customerCode, balanceAmount])).toEqual([
      ['RB8', '30'],
      ['RB8', '40'],
    ]);
    const [foreign] = await told(clerk, '&customerCode=RB9');
    expect(await shop.must('GET', `${statement}/entries?id=${foreign?.id ?? ''}`)).toMatchObject({
      total: 0,
      list: [],
    });
    await lapseRebate();
    await lapseRebate();
    const notices = await world.sql<{ content: string }>(
      `select content from app.sys_message where title = 'rebateExpiring' and content like '%30.00%'`,
    );
    expect(notices.length).toBe(1);
    expect(await world.sql(`select from app.sys_message where content like '%40.00%'`)).toEqual([]);
  });
});
