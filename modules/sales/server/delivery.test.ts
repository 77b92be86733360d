import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { deliveries, movements, openCustomer, orderAtGate, orderInWarehouse, orders } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { outcome } from '#tests/proof/shop.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Line { readonly id: string; readonly productCode: string; readonly number: string; readonly releasedNumber: string; readonly outNumber: string }
interface Bill { readonly id: string; readonly code: string; readonly billStatus: string; readonly organizeCode: string; readonly lines: readonly Line[] }

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
const verb = async (path: string, name: string, id: string): Promise<string> => outcome(await clerk.call('PUT', `${path}/${name}`, { ids: [id], operateMsg: 'x' }));
const clean = async (): Promise<void> => { expect(await asAdministrator(world.adminUrl, checkLedgers)).toEqual([]); };

describe('a closed delivery', () => {
  test('is opened again on an audited order only, and only while that asks for the same goods', async () => {
    await openCustomer(clerk, 'D1', { limit: '0', cash: '1000', isControlled: false });
    const { order, delivery } = await orderAtGate(clerk, 'D1', [['M1', '3', '10']]);
    expect([await verb(deliveries, 'close', delivery), await verb(orders, 'unaudit', order)]).toEqual(['', '']);
    const { code } = await one(orders, order);
    expect(await clerk.call('PUT', `${deliveries}/unclose`, [delivery])).toMatchObject({ code: 10010, msg: `单据【${code}】当前状态为已保存，不能反关闭` });
    expect([await verb(orders, 'audit', order), await verb(deliveries, 'unclose', delivery)]).toEqual(['', '']);
    expect((await one(orders, order)).lines).toMatchObject([{ releasedNumber: '3' }]);

    expect([await verb(deliveries, 'close', delivery), await verb(orders, 'unaudit', order)]).toEqual(['', '']);
    const bill = await one(orders, order);
    await clerk.must('PUT', orders, { ...bill, lines: bill.lines.map(({ id, number }) => ({ id, number, productCode: 'M2', price: '10' })) });
    expect([await verb(orders, 'audit', order), await verb(deliveries, 'unclose', delivery)]).toEqual(['', 'E-OVER-DELIVERY']);
    await clean();
  });
});

describe('the movement of a delivery', () => {
  test('stays that of its delivery: whose, to whom and from where is not for the warehouse to say', async () => {
    for (const code of ['D2', 'D3']) await openCustomer(clerk, code, { limit: '0', cash: '1000', isControlled: false });
    const { movement } = await orderInWarehouse(clerk, 'D2', [['M1', '3', '10']]);
    const bill = await one(movements, movement);
    for (const [path, value] of [['storageCode', 'W2'], ['customerCode', 'D3'], ['organizeCode', 'O2'], ['sourceCode', 'DN0']] as const) {
      expect(await clerk.call('PUT', movements, { ...bill, [path]: value }), path).toMatchObject({ code: 10003, data: { errors: [{ path }] } });
    }
    await clerk.must('PUT', movements, { ...bill, remark: '轻放', deptCode: 'D1' });
    expect(await verb(movements, 'audit', movement)).toBe('');
    await clean();
  });

  test('that left without a line is not taken back once another delivery has that line', async () => {
    await openCustomer(clerk, 'D4', { limit: '0', cash: '1000', isControlled: false });
    const { order, movement } = await orderInWarehouse(clerk, 'D4', [['M3', '3', '10'], ['M4', '2', '10']]);
    const bill = await one(movements, movement);
    await clerk.must('PUT', movements, { ...bill, lines: bill.lines.filter(({ productCode }) => productCode === 'M3') });
    expect(await verb(movements, 'audit', movement)).toBe('');
    expect((await one(orders, order)).lines).toMatchObject([{ releasedNumber: '3', outNumber: '3' }, { releasedNumber: '0', outNumber: '0' }]);
    const { ids: [rest = ''] } = await clerk.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
    expect(await clerk.call('PUT', `${movements}/unaudit`, [movement])).toMatchObject({ code: 20215, msg: '产品【M4】发货数量超过订单剩余数量0' });
    await clerk.must('DELETE', deliveries, [rest]);
    expect(await verb(movements, 'unaudit', movement)).toBe('');
    expect((await one(orders, order)).lines).toMatchObject([{ releasedNumber: '3', outNumber: '0' }, { releasedNumber: '2', outNumber: '0' }]);
    await clean();
  });
});
