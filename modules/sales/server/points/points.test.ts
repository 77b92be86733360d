import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefundReceipt } from '#sales/model/refund/refund-record.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { deliveries, openCustomer, releases } from '#tests/proof/cash.ts';
import { askBack, refunds, signOrder } from '#tests/proof/returns.ts';
import { movements, orders } from '#tests/proof/shop.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { hundredOff, promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type World } from '#tests/world.ts';

const rules = '/channelsale/promotion/points';
const accounts = '/channelsale/points/account';

let world: World;
const prices = priceDesk(() => world);
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('points');
  await furnish(world.first);
  await prices.benchmark({ productCode: 'M1', price: '100', unitType: '0' });
  await prices.benchmark({ productCode: 'M2', price: '9.99', unitType: '0' });
  for (const code of ['M1', 'M2']) {
    const { id } = await world.first.must<{ id: string }>('POST', movements, {
      organizeCode: 'O1',
      moveType: '3',
      storageCode: 'W1',
      lines: [{ productCode: code, number: '5000', price: '8' }],
    });
    await world.first.must('PUT', `${movements}/audit`, [id]);
  }
});
afterAll(async () => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  const found = await Promise.all(
    bookChecks.map(async ({ rule, statement }) => ((await world.sql(statement.text)).length > 0 ? [rule] : [])),
  );
  expect(found.flat()).toEqual([]);
  await world.close();
});

let customers = 0;
async function newCustomer(): Promise<string> {
  const code = `PT${(customers += 1)}`;
  await openCustomer(world.first, code, { limit: '0', cash: '100000', isControlled: true });
  return code;
}
/** An order that is shipped whole and, unless told otherwise, signed for. */
async function sold(
  customerCode: string,
  lines: readonly object[],
  { isSigned = true, ...more }: { readonly isSigned?: boolean; readonly orderType?: string } = {},
): Promise<{ readonly id: string; readonly delivery: string }> {
  const { id } = await world.first.must<{ id: string }>('POST', orders, {
    organizeCode: 'O1',
    customerCode,
    storageCode: 'W1',
    ...more,
    lines,
  });
  await world.first.must('PUT', `${orders}/audit`, [id]);
  const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
  await world.first.must('PUT', `${deliveries}/audit`, made);
  const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
  await world.first.must('PUT', `${movements}/audit`, ids);
  if (isSigned) await signOrder(world.first, id);
  return { id, delivery: made[0] ?? '' };
}
interface Account {
  readonly id: string;
  readonly balancePoints: string;
  readonly debtPoints: string;
  readonly totalPoints: string;
}
async function account(customerCode: string): Promise<Account | undefined> {
  const { list } = await world.first.must<{ list: Account[] }>('GET', `${accounts}/page?customerCode=${customerCode}`);
  return list[0];
}
const has = async (customerCode: string): Promise<string> => (await account(customerCode))?.balancePoints ?? 'none';
const receive = (movement: string) => world.first.must('PUT', `${movements}/audit`, [movement]);
const adjust = (customerCode: string, points: number, remark = '盘点更正') =>
  world.first.call('POST', `${accounts}/adjust`, { customerCode, points, remark });
async function setParam(code: string, value: string): Promise<void> {
  const { list } = await world.first.must<{ list: { id: string; code: string }[] }>(
    'GET',
    `/sys/tenant/params/page?code=${code}`,
  );
  const [found] = list;
  if (found === undefined)
    await world.first.must('POST', '/sys/tenant/params', { code, name: code, value, typeCode: 'SD' });
  else await world.first.must('PUT', '/sys/tenant/params', { ...found, value });
}
/** As the schedule would, once. */
async function runJob(beanName: string): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', `/sys/schedule/page?beanName=${beanName}`);
  const ran = async (): Promise<number> =>
    (
      await world.sql<{ n: number }>(
        `select count(*)::integer as n from app.job_schedulelog where bean_name = $1 and status = '1'`,
        [beanName],
      )
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
const flow = async (customerCode: string): Promise<readonly string[]> =>
  (
    await world.first.must<{ list: { flowType: string; points: string; balancePoints: string }[] }>(
      'GET',
      `/channelsale/points/flow/page?customerCode=${customerCode}`,
    )
  ).list.map(({ flowType, points, balancePoints }) => `${flowType} ${points} → ${balancePoints}`);

describe('am-B12: points are earned by what is signed for', () => {
  test('one for every ten yuan, cut off once per signing, in a batch that lapses with the next year', async () => {
    const customer = await newCustomer();
    const { delivery } = await sold(
      customer,
      [
        { productCode: 'M2', number: '1' },
        { productCode: 'M2', number: '1' },
      ],
      {
        isSigned: false,
      },
    );
    expect(await account(customer)).toBeUndefined();
    await world.first.must('PUT', `${deliveries}/sign`, [delivery]);
    // 9.99 twice: 0.999 each would be nothing, together they are one.
    expect(await has(customer)).toBe('1');
    const { id } = (await account(customer)) as Account;
    const { batches } = await world.first.must<{ batches: { expireDate: string; balance: string }[] }>(
      'GET',
      `${accounts}/${id}`,
    );
    expect(batches).toMatchObject([{ balance: '1', expireDate: expect.stringMatching(/^\d{4}-12-31$/) }]);
  });

  test('a signature that is taken back takes its points along, and comes again', async () => {
    const customer = await newCustomer();
    const { delivery } = await sold(customer, [{ productCode: 'M1', number: '5' }]);
    expect(await has(customer)).toBe('50');
    await world.first.must('PUT', `${deliveries}/unsign`, [delivery]);
    expect(await has(customer)).toBe('0');
    await world.first.must('PUT', `${deliveries}/sign`, [delivery]);
    expect(await has(customer)).toBe('50');
    expect(await adjust(customer, -20)).toMatchObject({ code: 0 });
    expect(await world.first.call('PUT', `${deliveries}/unsign`, [delivery])).toMatchObject({
      data: { key: 'E-POINT-TAKEN' },
    });
    expect(await has(customer)).toBe('30');
  });

  test('rules of products say otherwise, and say of what', async () => {
    const rule = { startDate: '2020-01-01', endDate: '2099-12-31', organizeCode: 'O1' };
    await world.first.must('POST', rules, {
      code: 'R3',
      name: '按件',
      productScope: '3',
      productCode: 'M1',
      amountPerPoint: '0',
      pointsPerUnit: '3',
      ...rule,
    });
    const customer = await newCustomer();
    await sold(customer, [
      { productCode: 'M1', number: '5' },
      { productCode: 'M2', number: '10' },
    ]);
    // 5 pieces × 3, and 99.90 / 10.
    expect(await has(customer)).toBe('24');
    const { list } = await world.first.must<{ list: { id: string }[] }>('GET', `${rules}/page?code=R3`);
    await world.first.must('PUT', `${rules}/disable`, [list[0]?.id]);
    expect(
      await world.first.call('POST', rules, { code: 'R4', name: '缺分类', productScope: '1', ...rule }),
    ).toMatchObject({
      code: 10003,
    });
  });
});

describe('am-B12b: points of what comes back', () => {
  test('are those that what is kept does not earn, whatever the steps', async () => {
    const off = await activity([hundredOff]);
    try {
      const customer = await newCustomer();
      // 20 × 100 less 100: 1,900 earn 190.
      const { id } = await sold(customer, [{ productCode: 'M1', number: '20' }]);
      expect(await has(customer)).toBe('190');
      const first = await askBack(world.first, id, { M1: '8' });
      await receive(first.movement);
      // Kept 12 × 100 less 100.
      expect(await has(customer)).toBe('110');
      const second = await askBack(world.first, id, { M1: '3' });
      await receive(second.movement);
      expect(await has(customer)).toBe('90');
      await world.first.must('PUT', `${movements}/unaudit`, [second.movement]);
      expect(await has(customer)).toBe('110');
      await receive(second.movement);
      const last = await askBack(world.first, id, { M1: '9' });
      await receive(last.movement);
      expect(await has(customer)).toBe('0');
      expect(await flow(customer)).toEqual([
        '0 -90 → 0',
        '0 -20 → 90',
        '0 20 → 110',
        '0 -20 → 90',
        '0 -80 → 110',
        '0 190 → 190',
      ]);
      const { receipts } = await world.first.must<{ receipts: RefundReceipt[] }>('GET', `${refunds}/${last.id}`);
      expect(receipts[0]?.record.points).toMatchObject({ earned: '190', clawedBefore: '100', claw: '90', debt: '0' });
    } finally {
      await away(off);
    }
  });

  test('that were spent are owed, and what comes next pays for them first', async () => {
    const customer = await newCustomer();
    const { id } = await sold(customer, [{ productCode: 'M1', number: '10' }]);
    await adjust(customer, -70);
    const back = await askBack(world.first, id, { M1: '10' });
    await receive(back.movement);
    expect(await account(customer)).toMatchObject({ balancePoints: '0', debtPoints: '70' });
    await sold(customer, [{ productCode: 'M1', number: '9' }]);
    expect(await account(customer)).toMatchObject({ balancePoints: '20', debtPoints: '0' });
    // Taken back, what was owed and is paid meanwhile comes as points.
    await world.first.must('PUT', `${movements}/unaudit`, [back.movement]);
    expect(await account(customer)).toMatchObject({ balancePoints: '120', debtPoints: '0' });
  });

  test('wait with goods that are still to come', async () => {
    const customer = await newCustomer();
    const { id } = await world.first.must<{ id: string }>('POST', orders, {
      organizeCode: 'O1',
      customerCode: customer,
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '10' }],
    });
    await world.first.must('PUT', `${orders}/audit`, [id]);
    const { ids: made } = await world.first.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    const draft = await world.first.must<{ lines: { number: string }[] }>('GET', `${deliveries}/${made[0] ?? ''}`);
    for (const line of draft.lines) line.number = '6';
    await world.first.must('PUT', deliveries, draft);
    await world.first.must('PUT', `${deliveries}/audit`, made);
    const { ids } = await world.first.must<{ ids: string[] }>('PUT', `${releases}/release`, made);
    await world.first.must('PUT', `${movements}/audit`, ids);
    await signOrder(world.first, id);
    expect(await has(customer)).toBe('60');
    const back = await askBack(world.first, id, { M1: '2' });
    await receive(back.movement);
    // Four are his; the four that are on their way earn when they are signed for.
    expect(await has(customer)).toBe('40');
  });
});

describe('points by hand and by time', () => {
  test('need a reason, never go below nothing, and are for those who may', async () => {
    const customer = await newCustomer();
    expect(await adjust(customer, 100, '')).toMatchObject({ code: 10003 });
    expect(await adjust(customer, 100)).toMatchObject({ code: 0 });
    expect(await adjust(customer, -101)).toMatchObject({ data: { key: 'E-POINT-LACK' } });
    expect(await adjust('NOBODY', 1)).toMatchObject({ code: 10003 });
    expect(await has(customer)).toBe('100');
    expect(await world.second.must('GET', `${accounts}/page?customerCode=${customer}`)).toMatchObject({ list: [] });
  });

  test('are earned when goods leave where the house says so, and go with a movement that is taken back', async () => {
    await setParam('JF001', '0');
    try {
      const customer = await newCustomer();
      const { id, delivery } = await sold(customer, [{ productCode: 'M1', number: '3' }], { isSigned: false });
      expect(await has(customer)).toBe('30');
      const { list } = await world.first.must<{ list: { id: string; sourceCode: string }[] }>(
        'GET',
        '/stock/inout/page?moveType=4&billStatus=1&limit=200',
      );
      const { code } = await world.first.must<{ code: string }>('GET', `${deliveries}/${delivery}`);
      const movement = list.find(({ sourceCode }) => sourceCode === code)?.id ?? '';
      await world.first.must('PUT', `${movements}/unaudit`, [movement]);
      expect(await has(customer)).toBe('0');
      await receive(movement);
      await signOrder(world.first, id);
      expect(await has(customer)).toBe('30');
    } finally {
      await setParam('JF001', '1');
    }
  });

  test('lapse behind their last day, and not what is still good', async () => {
    const customer = await newCustomer();
    await adjust(customer, 40);
    await world.sql(
      `update app.points_balance set expire_date = '2020-12-31' where customer_code = $1 and batch_no <> ''`,
      [customer],
    );
    await adjust(customer, 5);
    await runJob('lapsePoints');
    expect(await has(customer)).toBe('5');
    expect((await flow(customer))[0]).toBe('3 -40 → 5');
    await runJob('lapsePoints');
    expect(await has(customer)).toBe('5');
  });

  test('that lapse in a week are told to whoever orders for the customer, once', async () => {
    const customer = await newCustomer();
    await world.first.must('POST', '/sys/user', {
      username: 'points-buyer',
      realName: '采购员',
      password: world.password,
      confirmPassword: world.password,
      accountType: '1',
      customerCode: customer,
    });
    // One of three days is a week from the tenant's today, whatever the hour.
    for (const days of [6, 7, 8]) {
      await adjust(customer, 10);
      await world.sql(
        `
          update app.points_balance
          set expire_date = (now()::date + $2::integer)::text
          where customer_code = $1 and batch_no <> '' and expire_date like '%-12-31'`,
        [customer, days],
      );
    }
    await runJob('lapsePoints');
    await runJob('lapsePoints');
    const told = await world.sql(`select content from app.sys_message where route_name = 'points-points'`);
    expect(told).toMatchObject([{ content: expect.stringContaining('10积分') }]);
  });

  test('that were changed behind the books are found out', async () => {
    const customer = await newCustomer();
    await adjust(customer, 10);
    const change = (sql: string) =>
      world.sql(`update app.points_balance set ${sql} where customer_code = $1`, [customer]);
    const ofPoints = bookChecks.filter(({ rule }) => rule.startsWith('I40'));
    const wrong = async (): Promise<readonly string[]> =>
      (
        await Promise.all(
          ofPoints.map(async ({ rule, statement }) => ((await world.sql(statement.text)).length > 0 ? [rule] : [])),
        )
      ).flat();
    expect(await wrong()).toEqual([]);
    await change(`balance = balance + (batch_no = '')::integer`);
    expect(await wrong()).toHaveLength(1);
    await change(`balance = balance - (batch_no = '')::integer, debt = (batch_no <> '')::integer`);
    expect(await wrong()).toHaveLength(1);
    await change(`debt = 0`);
    expect(await wrong()).toEqual([]);
  });

  test('a month begins with what the one before left', async () => {
    const customer = await newCustomer();
    await adjust(customer, 100);
    await adjust(customer, -30);
    const month = async (asked: string) =>
      (
        await world.first.must<{ list: object[] }>(
          'GET',
          `/channelsale/promotion/integral/page?customerCode=${customer}${asked}`,
        )
      ).list;
    expect(await month('')).toMatchObject([{ beginPoints: '0', earnedPoints: '70', balancePoints: '70' }]);
    expect(await month('&month=2099-01')).toMatchObject([
      { beginPoints: '70', earnedPoints: '0', balancePoints: '70' },
    ]);
    expect(await month('&month=2001-01')).toMatchObject([{ beginPoints: '0', balancePoints: '0' }]);
  });
});
