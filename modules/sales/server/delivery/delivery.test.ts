import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import {
  audited,
  deliveries,
  movements,
  openCustomer,
  orderAtGate,
  orderFor,
  orderInWarehouse,
  orders,
  releases,
} from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Line {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
  readonly releasedNumber: string;
  readonly outNumber: string;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly organizeCode: string;
  readonly lines: readonly Line[];
}

let world: World;
let clerk: Session;
beforeAll(async () => {
  world = await openWorld('delivery');
  clerk = world.first;
  await furnish(clerk);
  await clerk.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
  await clerk.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O1' });
});
afterAll(() => world.close());

const one = (path: string, id: string): Promise<Bill> => clerk.must<Bill>('GET', `${path}/${id}`);
const verb = async (path: string, name: string, id: string): Promise<string> =>
  outcome(await clerk.call('PUT', `${path}/${name}`, { ids: [id], operateMsg: 'x' }));
const clean = async (): Promise<void> => {
  expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]);
};

describe('a closed delivery', () => {
  test('is opened again on an audited order only, and only while that asks for the same goods', async () => {
    await openCustomer(clerk, 'D1', { limit: '0', cash: '1000', isControlled: false });
    const { order, delivery } = await orderAtGate(clerk, 'D1', [['M1', '3', '10']]);
    expect([await verb(deliveries, 'close', delivery), await verb(orders, 'unaudit', order)]).toEqual(['', '']);
    const { code } = await one(orders, order);
    expect(await clerk.call('PUT', `${deliveries}/unclose`, [delivery])).toMatchObject({
      code: 10010,
      msg: `单据【${code}】当前状态为已保存，不能反关闭`,
    });
    expect([await verb(orders, 'audit', order), await verb(deliveries, 'unclose', delivery)]).toEqual(['', '']);
    expect((await one(orders, order)).lines).toMatchObject([{ releasedNumber: '3' }]);

    expect([await verb(deliveries, 'close', delivery), await verb(orders, 'unaudit', order)]).toEqual(['', '']);
    const bill = await one(orders, order);
    await clerk.must('PUT', orders, {
      ...bill,
      lines: bill.lines.map(({ id, number }) => ({ id, number, productCode: 'M2', price: '10' })),
    });
    expect([await verb(orders, 'audit', order), await verb(deliveries, 'unclose', delivery)]).toEqual([
      '',
      'E-OVER-DELIVERY',
    ]);
    await clean();
  });
});

describe('a delivery', () => {
  test('is of the organisation that took the order, whatever the form says', async () => {
    await openCustomer(clerk, 'D5', { limit: '0', cash: '1000', isControlled: false });
    const order = await audited(clerk, orders, orderFor('D5', [['M1', '3', '10']]));
    const { code: orderCode } = await one(orders, order);
    const { id } = await clerk.must<{ id: string }>('POST', deliveries, {
      organizeCode: 'O2',
      orderCode,
      storageCode: 'W1',
      lines: [{ productCode: 'M1', number: '1' }],
    });
    expect(await one(deliveries, id)).toMatchObject({ organizeCode: 'O1', organizeName: '总部' });
    await clerk.must('PUT', deliveries, { ...(await one(deliveries, id)), organizeCode: 'O2' });
    expect(await one(deliveries, id)).toMatchObject({ organizeCode: 'O1', organizeName: '总部' });
  });

  test('is not made for who pays before delivery and has not paid, on whichever credit account it hangs (SD017)', async () => {
    await openCustomer(clerk, 'D6', { limit: '0', cash: '5', isControlled: false });
    // A pocket of credit for one brand, under a number of the house's own.
    await clerk.must('POST', '/channelsale/capitalpoolaccount', {
      accountCode: 'KREDIT-D6',
      accountName: '澜彩授信',
      organizeCode: 'O1',
      customerCode: 'D6',
      brandCode: 'B1',
      accountType: 'A002',
    });
    const order = await audited(clerk, orders, orderFor('D6', [['M1', '3', '10']], { brandCode: 'B1' }));
    const held = await world.sql(
      `
        select b.account_code, h.occupied::float::text as held
        from app.capital_hold h
        join app.capital_balance b on b.id = h.balance_id
        where h.doc_id = $1 and h.occupied > 0
        order by 1`,
      [order],
    );
    expect(held).toEqual([
      { account_code: 'A001-O1-D6', held: '5' },
      { account_code: 'KREDIT-D6', held: '25' },
    ]);
    const {
      ids: [early = ''],
    } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
    await clerk.must('PUT', `${deliveries}/audit`, [early]);
    await world.sql(`update app.data_customer set receive_type = '0' where tenant_code = '1000' and code = 'D6'`);
    expect(await clerk.call('PUT', `${releases}/release`, [early])).toMatchObject({
      code: 10020,
      msg: '客户可用额度不足，缺25元',
      data: { key: 'E-CREDIT-OVER' },
    });
    for (const name of ['unaudit', 'cancel']) expect(await verb(deliveries, name, early)).toBe('');
    expect(outcome(await clerk.call('POST', `${orders}/pushDown`, [order]))).toBe('E-CREDIT-OVER');
    await world.sql(`update app.data_customer set receive_type = '3' where tenant_code = '1000' and code = 'D6'`);
    expect(outcome(await clerk.call('POST', `${orders}/pushDown`, [order]))).toBe('');
  });
});

describe('the movement of a delivery', () => {
  test('stays that of its delivery: whose, to whom and from where is not for the warehouse to say', async () => {
    for (const code of ['D2', 'D3']) await openCustomer(clerk, code, { limit: '0', cash: '1000', isControlled: false });
    const { movement } = await orderInWarehouse(clerk, 'D2', [['M1', '3', '10']]);
    const bill = await one(movements, movement);
    for (const [path, value] of [
      ['storageCode', 'W2'],
      ['customerCode', 'D3'],
      ['organizeCode', 'O2'],
      ['sourceCode', 'DN0'],
    ] as const) {
      expect(await clerk.call('PUT', movements, { ...bill, [path]: value }), path).toMatchObject({
        code: 10003,
        data: { errors: [{ path }] },
      });
    }
    await clerk.must('PUT', movements, { ...bill, remark: '轻放', deptCode: 'D1' });
    expect(await verb(movements, 'audit', movement)).toBe('');
    await clean();
    // Closed it is as sold as before, and opens again.
    expect(await verb(movements, 'close', movement)).toBe('');
    await clean();
    expect([await verb(movements, 'unclose', movement), await verb(movements, 'unaudit', movement)]).toEqual(['', '']);
    await clean();
  });

  test('that left without a line is not taken back once another delivery has that line', async () => {
    await openCustomer(clerk, 'D4', { limit: '0', cash: '1000', isControlled: false });
    const { order, movement } = await orderInWarehouse(clerk, 'D4', [
      ['M3', '3', '10'],
      ['M4', '2', '10'],
    ]);
    const bill = await one(movements, movement);
    await clerk.must('PUT', movements, {
      ...bill,
      lines: bill.lines.filter(({ productCode }) => productCode === 'M3'),
    });
    expect(await verb(movements, 'audit', movement)).toBe('');
    expect((await one(orders, order)).lines).toMatchObject([
      { releasedNumber: '3', outNumber: '3' },
      { releasedNumber: '0', outNumber: '0' },
    ]);
    const {
      ids: [rest = ''],
    } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
    expect(await clerk.call('PUT', `${movements}/unaudit`, [movement])).toMatchObject({
      code: 20215,
      msg: '产品【M4】发货数量超过订单剩余数量0',
    });
    await clerk.must('DELETE', deliveries, [rest]);
    expect(await verb(movements, 'unaudit', movement)).toBe('');
    expect((await one(orders, order)).lines).toMatchObject([
      { releasedNumber: '3', outNumber: '0' },
      { releasedNumber: '2', outNumber: '0' },
    ]);
    await clean();
  });
});
