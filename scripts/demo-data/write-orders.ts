import type { Fate, OrderPlan } from './orders.ts';
import type { Staff } from './people.ts';
import type { Session } from './product.ts';
import { pieces } from './pieces.ts';

export interface WrittenOrder {
  readonly id: string;
  readonly code: string;
  readonly payable: string;
  readonly order: OrderPlan;
}

interface Saved {
  readonly id: string;
  readonly data: { readonly code: string; readonly payableAmount: string | null };
}

/**
 * Clerks write, one order after the other: so each gets the same number every time. All of a tenant take their numbers
 * from one counter, so together they would only wait for it.
 */
export async function writeOrders(staff: Staff, orders: readonly OrderPlan[]): Promise<readonly WrittenOrder[]> {
  const written: WrittenOrder[] = [];
  for (const order of orders.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
    const { id, data } = await staff
      .clerkOf(order.organizeCode)
      .ask<Saved>(`/channelsale/order${order.fate === 'stashed' ? '?stash=1' : ''}`, order.body);
    written.push({ id, code: data.code, payable: data.payableAmount ?? '0', order });
  }
  return written;
}

/** What is promised to a customer at some time, whatever became of it later. */
export const isPromised = ({ order: { fate } }: WrittenOrder): boolean =>
  fate === 'audited' || fate === 'reaudited' || fate === 'closed';

/**
 * The manager audits and closes. Organisations reserve in warehouses of their own, so none of these waits for another.
 */
export async function auditOrders(staff: Staff, written: readonly WrittenOrder[]): Promise<void> {
  await Promise.all(
    [...Map.groupBy(written, ({ order }) => order.organizeCode)].map(async ([organizeCode, own]) => {
      const perform = async (who: Session, verb: string, fates: readonly Fate[], operateMsg: string): Promise<void> => {
        for (const part of pieces(own.filter(({ order }) => fates.includes(order.fate))))
          await who.put(`/channelsale/order/${verb}`, { ids: part.map(({ id }) => id), operateMsg });
      };
      await perform(staff.clerkOf(organizeCode), 'cancel', ['cancelled'], '客户取消订单');
      await perform(staff.manager, 'audit', ['audited', 'closed', 'reaudited'], '同意');
      await perform(staff.manager, 'unaudit', ['reaudited'], '数量有误，退回修改');
      await perform(staff.manager, 'audit', ['reaudited'], '已核对，同意');
      await perform(staff.manager, 'close', ['closed'], '客户不再需要余量');
    }),
  );
}
