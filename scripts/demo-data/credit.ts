import { compare, minus, over, plus, round, times } from '#platform/model/decimal.ts';
import type { OrderPlan } from './orders.ts';
import type { Customer } from './partners.ts';
import type { Staff } from './people.ts';
import { pieces } from './pieces.ts';
import { dayAfter, streamOf } from './stream.ts';
import { isControlled, pay, purseOf, type Purse, type Purses } from './purse.ts';
import { writeReceipts, type Receipt } from './receipts.ts';
import { isPromised, type WrittenOrder } from './write-orders.ts';

const cashBeforeDelivery = '0';

/** A limit follows the orders: the two busiest months that came one after the other. */
export function limitsOf(customers: readonly Customer[], orders: readonly OrderPlan[]): ReadonlyMap<string, string> {
  const ordered = Map.groupBy(orders, ({ customerCode }) => customerCode);
  return new Map(
    customers.filter(isControlled).map(({ code, creditLimit }) => {
      const months = Map.groupBy(ordered.get(code) ?? [], ({ date }) => date.slice(0, 7));
      const worth = [...months]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, own]) => plus(...own.map((order) => order.worth)));
      const busiest = worth
        .map((month, at) => plus(month, worth[at + 1]))
        .reduce((most, pair) => (compare(pair, most) > 0 ? pair : most), '0');
      const wanted = roundedUp(busiest, '10000');
      return [code, compare(wanted, creditLimit) > 0 ? wanted : creditLimit];
    }),
  );
}

/** Before the first order: limits for those who are checked. */
export async function openCredit(staff: Staff, customers: readonly Customer[], day: string): Promise<Purses> {
  const open = customers.filter(({ isOpen }) => isOpen);
  await changeLimits(
    staff,
    open
      .filter(isControlled)
      .map((customer) => ({ customer, by: customer.creditLimit, day, until: null, remark: '年度授信' })),
  );
  return new Map(
    open.map((customer) => [customer.code, { customer, limit: customer.creditLimit, owed: '0', hasTemporary: false }]),
  );
}

/**
 * Before the orders of a month are audited: who pays first has paid, and who would come over his limit pays something
 * or is allowed more.
 */
export async function coverOrders(
  staff: Staff,
  purses: Purses,
  written: readonly WrittenOrder[],
  { day, anchor }: { readonly day: string; readonly anchor: string },
): Promise<void> {
  // In the last month only for a while.
  const until = day.slice(0, 7) === anchor.slice(0, 7) ? dayAfter(anchor, 45) : null;
  const receipts: Receipt[] = [];
  const changes: Change[] = [];
  for (const [code, own] of Map.groupBy(written.filter(isPromised), ({ order }) => order.customerCode)) {
    const purse = purseOf(purses, code);
    const { customer } = purse;
    const needed = plus(...own.map(({ payable }) => payable));
    if (customer.receiveType === cashBeforeDelivery) {
      for (const { payable, order, code: orderCode } of own) {
        // What he paid for an order that was closed is his to spend.
        if (compare(plus(purse.owed, payable), '0') > 0)
          receipts.push({ customer, amount: pay(purse, payable), date: order.date, remark: `预付货款 ${orderCode}` });
        purse.owed = plus(purse.owed, payable);
      }
      continue;
    }
    const short = minus(plus(purse.owed, needed), purse.limit);
    if (isControlled(customer) && compare(short, '0') > 0) {
      const wanted = roundedUp(short, '1000');
      if (compare(purse.owed, wanted) > 0 && streamOf(`cover ${code} ${day}`).chance(50))
        receipts.push({ customer, amount: pay(purse, wanted), date: day, remark: '提前回款' });
      else
        changes.push(
          changed(purse, {
            by: roundedUp(times(short, '1.2'), '10000'),
            day,
            until,
            remark: until === null ? '旺季提额' : '临时提额',
          }),
        );
    }
    purse.owed = plus(purse.owed, needed);
  }
  await writeReceipts(staff, receipts);
  await changeLimits(staff, changes);
  for (const { payable, order } of written)
    if (order.fate === 'closed') pay(purseOf(purses, order.customerCode), payable);
}

/** Some use nearly all they have: their limits were looked at again. Answers who they are. */
export async function tightenCredit(
  staff: Staff,
  purses: Purses,
  { anchor, count }: { readonly anchor: string; readonly count: number },
): Promise<readonly Purse[]> {
  const using = [...purses.values()].filter(
    ({ customer, owed, hasTemporary }) => isControlled(customer) && !hasTemporary && compare(owed, '5000') > 0,
  );
  // Not the largest: whoever tries the demo orders for those.
  const tight = using.filter((_purse, at) => at % 2 === 1).slice(0, count);
  await changeLimits(
    staff,
    tight.map((purse) =>
      changed(purse, {
        by: minus(roundedUp(times(purse.owed, '1.03'), '500'), purse.limit),
        day: dayAfter(anchor, -2),
        until: null,
        remark: '额度复核',
      }),
    ),
  );
  return tight;
}

/** Before the season some are lent more for a while, those with a tight limit not among them. */
export async function lendForSeason(
  staff: Staff,
  purses: Purses,
  { anchor, besides }: { readonly anchor: string; readonly besides: readonly Purse[] },
): Promise<void> {
  const lent = [...purses.values()]
    .filter((purse) => isControlled(purse.customer) && !purse.hasTemporary && !besides.includes(purse))
    .filter((_purse, at) => at % 3 === 0);
  const [day, until] = [dayAfter(anchor, -5), dayAfter(anchor, 45)];
  await changeLimits(
    staff,
    lent.map((purse) => changed(purse, { by: '20000', day, until, remark: '旺季临时额度' })),
  );
}

interface Change {
  readonly customer: Customer;
  readonly by: string;
  readonly day: string;
  /** Null: for good. */ readonly until: string | null;
  readonly remark: string;
}

function changed(purse: Purse, change: Omit<Change, 'customer'>): Change {
  purse.limit = plus(purse.limit, change.by);
  purse.hasTemporary ||= change.until !== null;
  return { customer: purse.customer, ...change };
}

async function changeLimits(staff: Staff, changes: readonly Change[]): Promise<void> {
  const ids: string[] = [];
  for (const { customer, by, day, until, remark } of changes) {
    ids.push(
      await staff.manager.post('/channelsale/creditchange', {
        organizeCode: customer.organizeCode,
        customerCode: customer.code,
        changeAmount: by,
        creditDays: customer.creditDays,
        billDate: day,
        remark,
        ...(until === null ? { changeType: '0', startDate: day } : { changeType: '1', startDate: day, endDate: until }),
      }),
    );
  }
  for (const part of pieces(ids)) await staff.auditor.put('/channelsale/creditchange/audit', part);
}

function roundedUp(amount: string, step: string): string {
  const steps = round(over(amount, step), 0);
  return times(compare(times(steps, step), amount) < 0 ? plus(steps, '1') : steps, step);
}
