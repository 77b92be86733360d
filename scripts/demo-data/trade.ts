import { compare, minus } from '#platform/model/decimal.ts';
import { applyForLoans, stateAccounts } from './accounts.ts';
import { coverOrders, lendForSeason, tightenCredit } from './credit.ts';
import { deliver, fleetOf, shipmentsOf, type Shipped } from './deliver.ts';
import { moveStock, type MovePlan } from './moves.ts';
import type { OrderPlan } from './orders.ts';
import type { Customer } from './partners.ts';
import type { Load, Staff } from './people.ts';
import { isControlled, purseOf, type Purse, type Purses } from './purse.ts';
import { collect, payDayOf } from './receipts.ts';
import { auditOrders, isPromised, writeOrders, type WrittenOrder } from './write-orders.ts';

export interface TradePlan {
  readonly load: Load;
  readonly staff: Staff;
  readonly purses: Purses;
  readonly orders: readonly OrderPlan[];
  readonly moves: readonly MovePlan[];
}

/** The business of one tenant, as it went on from month to month. */
export interface Trade {
  go(months: readonly string[]): Promise<void>;
  /** What is open on the last day. Answers what to tell of all of it. */
  end(): Promise<string>;
}

export async function openTrade({ load, staff, purses, orders, moves }: TradePlan): Promise<Trade> {
  const { admin, plan, anchor, share } = load;
  const fleet = await fleetOf(staff.manager);
  const byMonth = Map.groupBy(orders, ({ date }) => date.slice(0, 7));
  const unpaid: Shipped[] = [];
  const audited: WrittenOrder[] = [];
  const waiting = [...moves];
  let [delivered, receipts] = [0, 0];
  let settled = Promise.resolve();

  async function settle(shipments: readonly Shipped[]): Promise<void> {
    await deliver(staff, fleet, shipments);
    delivered += shipments.length;
    receipts += await collect(staff, purses, shipments, anchor);
  }

  return {
    async go(months) {
      for (const month of months) {
        // While the goods of the month before are still being delivered.
        const [written] = await Promise.all([
          writeOrders(staff, byMonth.get(month) ?? []),
          settled,
          moveStock(staff, waiting.splice(0)),
        ]);
        await coverOrders(staff, purses, written, { day: `${month}-01`, anchor });
        await auditOrders(staff, written);
        audited.push(...written.filter(isPromised));
        const shipments = shipmentsOf(written, anchor);
        const isLate = ({ order }: Shipped): boolean =>
          owesTooLong(purseOf(purses, order.customerCode).customer, month, anchor);
        unpaid.push(...shipments.filter(isLate));
        settled = settle(shipments.filter((each) => !isLate(each)));
      }
      await settled;
    },
    async end() {
      await settle(unpaid);
      await applyForLoans(staff, purses, { anchor, count: plan.full.loans });
      const tight = await tightenCredit(staff, purses, { anchor, count: Math.max(2, Math.round(6 * share)) });
      await lendForSeason(staff, purses, { anchor, besides: tight });
      const pressed = tight.filter((_purse, at) => at % 2 === 0);
      const refused = await askTooMuch(staff, pressed, audited, anchor);
      // However small the demo is, one in each state.
      const months = [...byMonth.keys()].toSorted((a, b) => (a < b ? -1 : 1));
      const count = Math.min(plan.full.stated, Math.max(4, Math.round(plan.full.stated * share)));
      const statements = await stateAccounts(admin, purses, months, { anchor, count });
      return [
        `${orders.length + refused} orders`,
        `${delivered} of them delivered`,
        `${receipts} receipts of it`,
        `${statements} statements`,
        `${moves.length} movements`,
        `${tight.length} customers near their limit`,
        `${refused} orders refused`,
      ].join(', ');
    },
  };
}

/**
 * Whoever owes too long gets nothing more: what nobody will have paid for on the last day leaves after the last audit.
 */
const owesTooLong = (customer: Customer, month: string, anchor: string): boolean =>
  isControlled(customer) && payDayOf(customer, month, anchor) === null;

const [creditOver, overdue] = [10_020, 20_302];

/** Once more what he ordered before, and more than he may: it is written, and not audited. */
async function askTooMuch(
  staff: Staff,
  purses: readonly Purse[],
  audited: readonly WrittenOrder[],
  anchor: string,
): Promise<number> {
  const repeated = purses.flatMap(({ customer, limit, owed }): OrderPlan[] => {
    const large = audited.findLast(
      ({ payable, order }) => order.customerCode === customer.code && compare(payable, minus(limit, owed)) > 0,
    );
    return large === undefined
      ? []
      : [
          {
            ...large.order,
            date: anchor,
            fate: 'saved',
            body: { ...large.order.body, billDate: anchor, requiredDate: anchor, remark: '客户追加订货' },
          },
        ];
  });
  for (const { id, code } of await writeOrders(staff, repeated)) {
    const answer = await staff.manager.refused('/channelsale/order/audit', { ids: [id], operateMsg: '同意' });
    if (answer !== creditOver && answer !== overdue) throw new Error(`${code} was refused with ${answer}`);
  }
  return repeated.length;
}
