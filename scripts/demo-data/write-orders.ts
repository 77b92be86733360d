import type { Fate, OrderPlan } from './orders.ts';
import type { Staff } from './people.ts';
import type { Session } from './product.ts';

export interface WrittenOrder { readonly id: string; readonly order: OrderPlan }

/** A verb takes at most 500 ids; fewer keep its transaction short. */
const atATime = 50;

/** Clerks write, the manager audits and closes. Orders of one day are written in turn, so that each gets the same number every time. */
export async function writeOrders(staff: Staff, orders: readonly OrderPlan[]): Promise<readonly WrittenOrder[]> {
  const written: WrittenOrder[] = [];
  await Promise.all([...Map.groupBy(orders, ({ date }) => date).values()].map(async (sameDay) => {
    for (const order of sameDay) {
      const id = await staff.clerkOf(order.organizeCode).post(`/channelsale/order${order.fate === 'stashed' ? '?stash=1' : ''}`, order.body);
      written.push({ id, order });
    }
  }));
  // Organisations reserve in warehouses of their own, so none of these waits for another.
  await Promise.all([...Map.groupBy(written, ({ order }) => order.organizeCode)].map(async ([organizeCode, own]) => {
    const perform = async (who: Session, verb: string, fates: readonly Fate[], operateMsg: string): Promise<void> => {
      const ids = own.filter(({ order }) => fates.includes(order.fate)).map(({ id }) => id);
      for (let i = 0; i < ids.length; i += atATime) await who.put(`/channelsale/order/${verb}`, { ids: ids.slice(i, i + atATime), operateMsg });
    };
    await perform(staff.clerkOf(organizeCode), 'cancel', ['cancelled'], '客户取消订单');
    await perform(staff.manager, 'audit', ['audited', 'closed', 'reaudited'], '同意');
    await perform(staff.manager, 'unaudit', ['reaudited'], '数量有误，退回修改');
    await perform(staff.manager, 'audit', ['reaudited'], '已核对，同意');
    await perform(staff.manager, 'close', ['closed'], '客户不再需要余量');
  }));
  return written;
}
