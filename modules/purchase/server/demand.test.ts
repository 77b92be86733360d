import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { furnish } from '#tests/furniture.ts';
import { outcome } from '#tests/proof/shop.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { refillOf } from '#purchase/model/refill.ts';

let world: World;
let buyer: Session;
const path = '/channelsale/demand';
const purchases = '/channelsale/purchase';
beforeAll(async () => {
  world = await openWorld('demand');
  buyer = world.first;
  await furnish(buyer);
  await buyer.must('POST', '/data/bd/supplier/class', { code: 'SC1', name: '原料' });
  for (const code of ['S1', 'S2'])
    await buyer.must('POST', '/data/bd/supplier', { code, name: `供应商${code}`, classCode: 'SC1' });
  for (const n of [1, 2, 3, 4, 5])
    for (const supplierCode of ['S1', 'S2'])
      await buyer.must('POST', '/channelsale/purchaseprice', {
        code: `A${supplierCode}${n}`,
        name: '协议',
        supplierCode,
        productCode: `M${n}`,
        price: '3',
        startDate: '2000-01-01',
      });
});
afterAll(() => world.close());

interface Demand {
  readonly id: string;
  readonly code: string;
  readonly source: string;
  readonly supplierCode: string | null;
  readonly purchaseCode: string | null;
  readonly orderCode: string | null;
  readonly draftStatus: string;
  readonly lines: readonly Readonly<Record<string, string>>[];
}
const read = (id: string): Promise<Demand> => buyer.must<Demand>('GET', `${path}/${id}`);
const verb = async (name: string, id: string, base = path): Promise<string> =>
  outcome(await buyer.call('PUT', `${base}/${name}`, [id]));
async function asked(more: object, lines: readonly (readonly [string, string])[]): Promise<string> {
  const { id } = await buyer.must<{ id: string }>('POST', path, {
    organizeCode: 'O1',
    requiredDate: '2030-01-31',
    ...more,
    lines: lines.map(([productCode, number]) => ({ productCode, number })),
  });
  expect(await verb('audit', id)).toBe('');
  return id;
}
interface Made {
  readonly type: string;
  readonly id: string;
  readonly code: string;
}
const toOrder = (ids: readonly string[]): Promise<readonly Made[]> => buyer.must('POST', `${path}/toOrder`, ids);

describe('demands become', () => {
  test('purchases, one for each supplier and day; lines say what was approved; the demand says what it became', async () => {
    const first = await asked({ supplierCode: 'S1' }, [['M1', '5']]);
    const second = await asked({ supplierCode: 'S1' }, [
      ['M2', '6'],
      ['M1', '1'],
    ]);
    const later = await asked({ supplierCode: 'S1', requiredDate: '2030-02-28' }, [['M1', '7']]);
    const other = await asked({ supplierCode: 'S2' }, [['M1', '8']]);
    const made = await toOrder([first, second, later, other]);
    const bills = await Promise.all(
      made.map(({ id }) =>
        buyer.must<{
          code: string;
          supplierCode: string;
          storageCode: string;
          arrivalDate: string;
          lines: { productCode: string; number: string; price: string }[];
        }>('GET', `${purchases}/${id}`),
      ),
    );
    expect(
      bills
        .map((bill) =>
          [
            bill.supplierCode,
            bill.arrivalDate,
            ...bill.lines.map(
              ({ productCode, number, price }) => `${productCode} ${Number(number)} × ${Number(price)}`,
            ),
          ].join(', '),
        )
        .toSorted(),
    ).toEqual(['S1, 2030-01-31, M1 5 × 3, M2 6 × 3, M1 1 × 3', 'S1, 2030-02-28, M1 7 × 3', 'S2, 2030-01-31, M1 8 × 3']);
    expect(made.map(({ type, code }) => [type, code])).toEqual(bills.map(({ code }) => ['purchase', code]));
    expect((await read(second)).purchaseCode).toBe(made[0]?.code);
    expect(outcome(await buyer.call('POST', `${path}/toOrder`, [second]))).toBe('E-DEMAND-DONE');
    expect(await verb('unaudit', second)).toBe('E-DOWNSTREAM');
    // Void, it serves nobody: what asked for it asks again.
    expect(await verb('cancel', made[0]?.id ?? '', purchases)).toBe('');
    expect((await read(second)).purchaseCode).toBeNull();
    expect((await toOrder([second])).length).toBe(1);
  });

  test('an order of the customer who asked', async () => {
    await buyer.must('POST', '/channelsale/console/priceClass', { code: 'PC01', name: '标准价' });
    const price = await buyer.must<{ id: string }>('POST', '/channelsale/price/benchmark', {
      productCode: 'M1',
      priceClassCode: 'PC01',
      organizeCode: 'O1',
      price: '12',
      startDate: '2020-01-01',
    });
    await buyer.must('PUT', '/channelsale/price/benchmark/audit', [price.id]);
    const id = await asked({ customerCode: 'CU1' }, [['M1', '2']]);
    const [made] = await toOrder([id]);
    expect(made).toMatchObject({ type: 'order' });
    const bill = await buyer.must<{ code: string; customerCode: string; lines: { number: string }[] }>(
      'GET',
      `/channelsale/order/${made?.id ?? ''}`,
    );
    expect([bill.code, bill.customerCode, bill.lines.map(({ number }) => Number(number))]).toEqual([
      made?.code,
      'CU1',
      [2],
    ]);
    expect((await read(id)).orderCode).toBe(bill.code);
    // Deleted, it serves nobody: what asked for it asks again.
    await buyer.must('DELETE', '/channelsale/order', [made?.id]);
    expect((await read(id)).orderCode).toBeNull();
    expect(await toOrder([id])).toMatchObject([{ type: 'order' }]);
  });

  test('nothing while they are not approved, or name nobody', async () => {
    const { id } = await buyer.must<{ id: string }>('POST', path, {
      organizeCode: 'O1',
      requiredDate: '2030-01-31',
      lines: [{ productCode: 'M1', number: '1' }],
    });
    expect((await read(id)).draftStatus).toBe('1');
    expect(outcome(await buyer.call('POST', `${path}/toOrder`, [id]))).toBe('E-STATE');
    await verb('audit', id);
    expect(outcome(await buyer.call('POST', `${path}/toOrder`, [id]))).toBe('E-INVALID');
  });
});

test('what an order lacks is asked for once', async () => {
  const { id } = await buyer.must<{ id: string }>('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    storageCode: 'W1',
    lines: [
      { productCode: 'M3', number: '130', price: '9' },
      { productCode: 'M4', number: '1', price: '9' },
    ],
  });
  const { ids } = await buyer.must<{ ids: readonly string[] }>('POST', `${path}/fromOrders`, [id]);
  const made = await read(ids[0] ?? '');
  expect(made).toMatchObject({ source: '1', purchaseCode: null, lines: [{ productCode: 'M3', number: '30' }] });
  expect(outcome(await buyer.call('POST', `${path}/fromOrders`, [id]))).toBe('E-NOTHING-SHORT');
});

/** As the schedule would, once. */
async function run(): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=minStockDemand');
  const ran = async (): Promise<number> =>
    (
      await world.sql<{ n: number }>(`
        select count(*)::integer as n
        from app.job_schedulelog
        where bean_name = 'minStockDemand' and status = '1'`)
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

describe('minimum stock', () => {
  const level = { minNumber: '20', maxNumber: null, leadDays: 10, onHand: '50', promised: '0', onOrder: '0' };
  test.each([
    ['enough for the minimum and the way', { ...level, outNumber: '90' }, '0'],
    ['less than leaves until more can come', { ...level, outNumber: '180' }, '10'],
    ['what is promised is not there', { ...level, promised: '40', outNumber: '0' }, '10'],
    ['what is to come is there', { ...level, promised: '40', onOrder: '10', outNumber: '0' }, '0'],
    ['filled up to the maximum', { ...level, maxNumber: '100', promised: '40', outNumber: '0' }, '90'],
    ['in whole units', { ...level, promised: '40.5', outNumber: '0' }, '11'],
  ] as const)('%s', (_title, standing, number) => {
    expect(refillOf(standing, 0).number).toBe(number);
  });

  test('the job asks the supplier for what will run out, says why, and asks once', async () => {
    for (const [code, productCode, minNumber, supplierCode] of [
      ['L1', 'M5', '150', 'S2'],
      ['L2', 'M4', '10', 'S2'],
      ['L3', 'M2', '160', 'S2'],
    ] as const)
      await buyer.must('POST', '/channelsale/minstock', {
        code,
        name: '安全库存',
        organizeCode: 'O1',
        storageCode: 'W1',
        productCode,
        minNumber,
        leadDays: 5,
        supplierCode,
      });
    const before = await world.sql(`select id from app.order_demand where tenant_code = '1000' and source = '2'`);
    expect(before).toEqual([]);
    await run();
    const [row, ...others] = await world.sql<{ id: string }>(
      `select id from app.order_demand where tenant_code = '1000' and source = '2'`,
    );
    expect(others).toEqual([]);
    const made = await read(row?.id ?? '');
    expect(made.supplierCode).toBe('S2');
    expect(
      made.lines.map((line) => [
        line['productCode'],
        Number(line['number']),
        Number(line['onHandNumber']),
        Number(line['onOrderNumber']),
        line['leadDays'],
      ]),
    ).toEqual([
      // Of M2 a purchase of the test above is to bring six.
      ['M2', 54, 100, 6, 5],
      ['M5', 50, 100, 0, 5],
    ]);
    await run();
    expect(await world.sql(`select id from app.order_demand where tenant_code = '1000' and source = '2'`)).toHaveLength(
      1,
    );
    for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
  });
});
