import type { Session } from '#scripts/demo-data/product.ts';
import { customers } from './house-partners.ts';

interface Written {
  readonly id: string;
  readonly customerCode: string;
}

/**
 * Forty-eight orders of the first customers, two lines each. The oldest eight have left and six of them were signed
 * for; then two that are on their way, three that were closed, nineteen that were audited; the newest sixteen are
 * saved.
 */
export async function tradeInHouse(owner: Session, manager: Session): Promise<void> {
  const orders: Written[] = [];
  for (let i = 0; i < 48; i += 1) orders.push(await writeOrder(manager, i));
  const ids = orders.map(({ id }) => id);
  await owner.put('/channelsale/order/audit', ids.slice(0, 32));
  await ship(owner, ids.slice(0, 10));
  await owner.put('/channelsale/order/close', { ids: ids.slice(10, 13), operateMsg: '客户取消' });
  for (const { customerCode } of orders.slice(0, 4))
    await owner.put('/channelsale/bill/audit', [
      await owner.post('/channelsale/bill', { organizeCode: 'SHF', customerCode, billType: 'RC', amount: '300' }),
    ]);
  await owner.post('/channelsale/bill', {
    organizeCode: 'SHF',
    customerCode: customers[0]?.code,
    billType: 'RC',
    amount: '120.5',
  });
}

async function writeOrder(manager: Session, i: number): Promise<Written> {
  const customerCode = customers[i % 8]?.code ?? '';
  const style = `PT00${(i % 6) + 1}`;
  const id = await manager.post('/channelsale/order', {
    organizeCode: 'SHF',
    customerCode,
    storageCode: 'SHF01',
    orderType: '0',
    consignee: '孙经理',
    phone: '10012345678',
    address: '上海市人民路100号',
    remark: i % 4 === 0 ? '送货前请致电' : null,
    lines: [
      { productCode: `${style}A`, number: String(1 + (i % 5)) },
      { productCode: `${style}B`, number: '2' },
    ],
  });
  return { id, customerCode };
}

/** Pushed down, audited, let out; all but the last two have left, and the first six were signed for. */
async function ship(owner: Session, orders: readonly string[]): Promise<void> {
  const deliveries: string[] = [];
  for (const id of orders)
    deliveries.push(...(await owner.ask<{ ids: readonly string[] }>('/channelsale/order/pushDown', [id] as never)).ids);
  await owner.put('/channelsale/delivery/audit', deliveries);
  const { ids: movements } = await owner.put<{ ids: readonly string[] }>('/stock/deliveryrelease/release', deliveries);
  await owner.put('/stock/inout/audit', movements.slice(0, 8));
  await owner.put('/channelsale/delivery/sign', deliveries.slice(0, 6));
}
