import { dayAfter, streamOf } from './stream.ts';
import type { Customer } from './partners.ts';
import type { Staff } from './people.ts';
import type { TenantPlan } from './tenants.ts';
import type { WrittenOrder } from './write-orders.ts';

const atATime = 50;
const cashBeforeDelivery = '0';

function* pieces<T>(items: readonly T[]): Generator<readonly T[]> { for (let i = 0; i < items.length; i += atATime) yield items.slice(i, i + atATime); }

/** Before the first order: limits for those who are checked, money from those who pay first. */
export async function openCredit(staff: Staff, customers: readonly Customer[], day: string): Promise<void> {
  const open = customers.filter(({ isOpen }) => isOpen);
  const controlled = await Promise.all(open.filter(({ creditControlFlag }) => creditControlFlag === '1').map((customer) => staff.manager.post('/channelsale/creditchange', {
    organizeCode: customer.organizeCode, customerCode: customer.code, changeType: '0', changeAmount: '8000000', billDate: day, remark: '年度授信',
  })));
  for (const ids of pieces(controlled)) await staff.manager.put('/channelsale/creditchange/audit', ids);
  const prepaid = await Promise.all(open.filter(({ receiveType }) => receiveType === cashBeforeDelivery).map((customer) => staff.manager.post('/channelsale/bill', {
    organizeCode: customer.organizeCode, customerCode: customer.code, billType: 'RC', amount: '6000000', billDate: day, remark: '预付货款', lines: [{ summary: '预付货款', amount: '6000000' }],
  })));
  for (const ids of pieces(prepaid)) await staff.manager.put('/channelsale/bill/audit', ids);
}

/** Older orders have left and were signed for, the newest wait (domain §14, state by age). Answers how many have left. */
export async function shipOrders(staff: Staff, written: readonly WrittenOrder[], anchor: string): Promise<number> {
  const chance = streamOf(`ship ${written[0]?.order.organizeCode ?? ''}`);
  const ageOf = ({ order }: WrittenOrder): number => Math.round((Date.parse(anchor) - Date.parse(order.date)) / 86_400_000);
  const due = written.toSorted((a, b) => a.order.date.localeCompare(b.order.date) || a.order.organizeCode.localeCompare(b.order.organizeCode) || JSON.stringify(a.order.body).localeCompare(JSON.stringify(b.order.body)))
    .filter((each) => (each.order.fate === 'audited' || each.order.fate === 'reaudited') && ageOf(each) >= 3)
    .map((each) => ({ ...each, fate: ageOf(each) > 14 ? chance.weighted(['signed', 'shipped', 'waiting'] as const, (fate) => ({ signed: 97, shipped: 2, waiting: 1 })[fate]) : chance.weighted(['signed', 'shipped', 'waiting'] as const, (fate) => ({ signed: 55, shipped: 25, waiting: 20 })[fate]) }))
    .filter(({ fate }) => fate !== 'waiting');
  let shipped = 0;
  for (const [organizeCode, own] of Map.groupBy(due, ({ order }) => order.organizeCode)) {
    for (const group of pieces(own)) {
      const deliveries: { id: string; isSigned: boolean }[] = [];
      for (const isSigned of [true, false]) {
        const ids = group.filter(({ fate }) => (fate === 'signed') === isSigned).map(({ id }) => id);
        if (ids.length === 0) continue;
        const made = await staff.manager.ask<{ ids: readonly string[] }>('/channelsale/order/pushDown', { ids });
        deliveries.push(...made.ids.map((id) => ({ id, isSigned })));
      }
      for (const { id } of deliveries) await nameDriver(staff, organizeCode, id);
      const ids = deliveries.map(({ id }) => id);
      await staff.manager.put('/channelsale/delivery/audit', ids);
      const { ids: movements } = await staff.keeperOf(organizeCode).put<{ ids: readonly string[] }>('/stock/deliveryrelease/release', ids);
      await staff.keeperOf(organizeCode).put('/stock/inout/audit', movements);
      const signed = deliveries.filter(({ isSigned }) => isSigned).map(({ id }) => id);
      if (signed.length > 0) await staff.manager.put('/channelsale/delivery/sign', signed);
      shipped += group.length;
    }
  }
  return shipped;
}

/** Full trucks and the own fleet leave with a car and a driver. */
async function nameDriver({ manager }: Staff, organizeCode: string, id: string): Promise<void> {
  const delivery = await manager.get<{ readonly shippingMode: string | null }>(`/channelsale/delivery/${id}`);
  if (delivery.shippingMode !== '3' && delivery.shippingMode !== '4') return;
  const chance = streamOf(`driver ${organizeCode}`);
  const [cars, drivers] = await Promise.all(['/tms/vehicle', '/tms/driver'].map((path) => manager.get<{ list: readonly { code: string }[] }>(`${path}/list?page=1&limit=20&orderField=code&order=asc`)));
  await manager.put('/channelsale/delivery', { ...delivery, carCode: chance.pick(cars?.list ?? []).code, driverCode: chance.pick(drivers?.list ?? []).code });
}

/** What customers paid of it since. */
export async function takeReceipts(staff: Staff, plan: TenantPlan, customers: readonly Customer[], anchor: string): Promise<void> {
  const chance = streamOf(`receipts ${plan.code}`);
  const payers = customers.filter(({ isOpen, receiveType }) => isOpen && receiveType !== cashBeforeDelivery);
  const ids = await Promise.all(payers.flatMap((customer) => Array.from({ length: chance.between(0, 3) }, () => {
    const amount = `${chance.between(2, 90)}00`;
    return staff.manager.post('/channelsale/bill', {
      organizeCode: customer.organizeCode, customerCode: customer.code, billType: 'RC', amount, billDate: dayAfter(anchor, -chance.between(1, 30)), remark: chance.pick(['货款', '上月货款', '转账收款']),
      lines: [{ summary: '货款', amount }],
    });
  })));
  for (const part of pieces(ids.filter(() => chance.chance(90)))) await staff.manager.put('/channelsale/bill/audit', part);
}
