import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { furnish } from '#tests/furniture.ts';
import { openCustomer, orderAtGate, orderInWarehouse } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('release');
  clerk = world.first;
  await furnish(clerk);
});
afterAll(() => world.close());

interface Saved {
  readonly id: string;
}
interface Bill {
  readonly billStatus: string;
  readonly orderStatus: string;
  readonly releaseStatus: string;
}
async function audited(path: string, body: object): Promise<Saved> {
  const made = await clerk.must<Saved>('POST', path, body);
  await clerk.must('PUT', `${path}/audit`, [made.id]);
  return made;
}
const order = (number: string): object => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  lines: [{ productCode: 'M1', number, price: '10' }],
});
const one = (path: string, id: string): Promise<Bill> => clerk.must<Bill>('GET', `${path}/${id}`);
/** Every figure of money and goods. */
const books = async (): Promise<unknown> => [
  await world.sql(
    'select account_code, balance::float, occupied::float from app.capital_balance order by account_code',
  ),
  await world.sql('select customer_code, amount::float from app.receivable_balance order by customer_code'),
  await world.sql(
    'select material_code, on_hand::float, occupied::float from app.stock_balance order by material_code',
  ),
];

describe('at the gate', () => {
  test('nothing goes to a customer who was stopped since the order', async () => {
    await openCustomer(clerk, 'G3', { limit: '0', cash: '1000', isControlled: false });
    const { delivery } = await orderAtGate(clerk, 'G3', [['M3', '3', '10']]);
    const [row] = await world.sql<{ id: string }>(
      `select id from app.data_customer where tenant_code = '1000' and code = 'G3'`,
    );
    const release = (language: string) =>
      clerk.call('PUT', '/stock/deliveryrelease/release', [delivery], { 'accept-language': language });
    await clerk.must('PUT', '/data/customer/manage/disable', [row?.id]);
    expect(await release('zh-CN')).toMatchObject({ code: 20095, msg: '客户【G3】已停用，不能放行' });
    expect(await release('en-US')).toMatchObject({ msg: 'Customer G3 is stopped; cannot release' });
    await clerk.must('PUT', '/data/customer/manage/enable', [row?.id]);
    expect(await release('zh-TW')).toMatchObject({ code: 0 });
  });
});

describe('a delivery that the gate sends back', () => {
  test('says why, and may go again when sales has looked at it', async () => {
    await openCustomer(clerk, 'G4', { limit: '0', cash: '1000', isControlled: false });
    const { delivery } = await orderAtGate(clerk, 'G4', [['M3', '3', '10']]);
    const refuse = (body: unknown) => clerk.call('PUT', '/stock/deliveryrelease/refuse', body);
    for (const body of [[delivery], { ids: [delivery] }, { ids: [delivery], operateMsg: '  ' }]) {
      expect(await refuse(body)).toMatchObject({
        code: 10003,
        msg: '驳回原因：必填项不能为空',
        data: { errors: [{ path: 'operateMsg' }] },
      });
    }
    expect(await refuse({ ids: [delivery], operateMsg: '车牌不符' })).toMatchObject({ code: 0 });
    expect(await one('/channelsale/delivery', delivery)).toMatchObject({ billStatus: '1', releaseStatus: '2' });
    expect(
      await world.sql(`select message from app.sys_operationlog where record_id = $1 and operation = 'refuse'`, [
        delivery,
      ]),
    ).toEqual([{ message: '车牌不符' }]);
    for (const verb of ['unaudit', 'audit']) await clerk.must('PUT', `/channelsale/delivery/${verb}`, [delivery]);
    expect(await one('/channelsale/delivery', delivery)).toMatchObject({ billStatus: '1', releaseStatus: '0' });
    await clerk.must('PUT', '/stock/deliveryrelease/release', [delivery]);
  });
});

describe('what the gate let out', () => {
  test('is neither voided nor deleted in the warehouse: the release is taken back, and the order is free again', async () => {
    await openCustomer(clerk, 'G1', { limit: '0', cash: '1000', isControlled: false });
    const { order: sold, delivery, movement } = await orderInWarehouse(clerk, 'G1', [['M2', '3', '10']]);
    const { code } = await clerk.must<{ code: string }>('GET', `/stock/inout/${movement}`);
    const refused = { code: 20233, data: { key: 'E-MADE' } };
    const cancel = (language: string) =>
      clerk.call('PUT', '/stock/inout/cancel', [movement], { 'accept-language': language });
    expect(await cancel('zh-CN')).toMatchObject({
      ...refused,
      msg: `单据【${code}】由其他单据生成，不能作废，请取消放行`,
    });
    expect(await cancel('en-US')).toMatchObject({
      ...refused,
      msg: `Document ${code} was made by another one; cannot Void: undo the release instead`,
    });
    expect(await clerk.call('DELETE', '/stock/inout', [movement])).toMatchObject(refused);
    // Nor when it had left and came back: it cannot be deleted any more, and voiding is no way round.
    for (const verb of ['audit', 'unaudit']) await clerk.must('PUT', `/stock/inout/${verb}`, [movement]);
    expect(await cancel('zh-TW')).toMatchObject(refused);
    await clerk.must('PUT', '/stock/deliveryrelease/unrelease', [delivery]);
    for (const verb of ['unaudit', 'cancel']) await clerk.must('PUT', `/channelsale/delivery/${verb}`, [delivery]);
    await clerk.must('PUT', '/channelsale/order/unaudit', [sold]);
  });

  test('and was voided before that was refused keeps nobody waiting: it stays void, the delivery comes back', async () => {
    await openCustomer(clerk, 'G2', { limit: '0', cash: '1000', isControlled: false });
    const { order: sold, delivery, movement } = await orderInWarehouse(clerk, 'G2', [['M2', '3', '10']]);
    await world.sql(`update app.stock_inout set bill_status = '2', cancel_flag = '1' where id = $1`, [movement]);
    await clerk.must('PUT', '/stock/deliveryrelease/unrelease', [delivery]);
    expect(await clerk.must('GET', `/stock/inout/${movement}`)).toMatchObject({ billStatus: '2', cancelFlag: '1' });
    const {
      ids: [again = ''],
    } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
    await clerk.must('PUT', '/stock/inout/audit', [again]);
    expect(await one('/channelsale/order', sold)).toMatchObject({ orderStatus: '2' });
    expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
  });
});

describe('a gate without a warehouse behind it (ST010)', () => {
  const param = (code: string, value: string): Promise<unknown> =>
    world.sql(
      `
        insert into app.sys_params (id, param_code, param_name, param_value)
        values (gen_random_uuid(), $1, $1, $2)
        on conflict (param_code) do update set param_value = excluded.param_value`,
      [code, value],
    );
  const status = async (movement: string): Promise<string> => (await one('/stock/inout', movement)).billStatus;

  test('lets goods out with the release, and they come back as from any other movement', async () => {
    await audited('/channelsale/bill', { organizeCode: 'O1', customerCode: 'CU1', billType: 'RC', amount: '500' });
    const orders = await Promise.all(['3', '4'].map((number) => audited('/channelsale/order', order(number))));
    const before = await books();
    await param('ST010', '1');
    try {
      const { ids: deliveries } = await clerk.must<{ ids: string[] }>(
        'POST',
        '/channelsale/order/pushDown',
        orders.map(({ id }) => id),
      );
      await clerk.must('PUT', '/channelsale/delivery/audit', deliveries);
      const { ids: movements } = await clerk.must<{ ids: string[] }>(
        'PUT',
        '/stock/deliveryrelease/release',
        deliveries,
      );
      expect([
        await Promise.all(movements.map(status)),
        await Promise.all(orders.map(async ({ id }) => (await one('/channelsale/order', id)).orderStatus)),
      ]).toEqual([
        ['1', '1'],
        ['2', '2'],
      ]);
      expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
      await clerk.must('PUT', '/stock/inout/unaudit', movements);
      expect([await books(), await Promise.all(movements.map(status))]).toEqual([before, ['0', '0']]);
    } finally {
      await param('ST010', '0');
    }
  });

  test('waits for the scanner where pieces are scanned, and for somebody else than the writer of the delivery where nobody audits his own', async () => {
    const ready = async (): Promise<string> => {
      const {
        ids: [delivery = ''],
      } = await clerk.must<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [
        (await audited('/channelsale/order', order('1'))).id,
      ]);
      await clerk.must('PUT', '/channelsale/delivery/audit', [delivery]);
      return delivery;
    };
    const [first, second] = [await ready(), await ready()];
    await param('ST010', '1');
    try {
      await param('ST014', '1');
      const {
        ids: [movement = ''],
      } = await clerk.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [first]);
      await param('ST014', '0');
      await param('SYS021', '1');
      const { data } = await clerk.call<{ key: string }>('PUT', '/stock/deliveryrelease/release', [second]);
      expect([await status(movement), data.key, (await one('/channelsale/delivery', second)).releaseStatus]).toEqual([
        '0',
        'E-SELF-AUDIT',
        '0',
      ]);
    } finally {
      for (const [code, value] of [
        ['ST010', '0'],
        ['ST014', '0'],
        ['SYS021', '0'],
      ] as const)
        await param(code, value);
    }
  });
});
