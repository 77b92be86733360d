import { compare, minus, plus, round, times } from '#platform/model/decimal.ts';
import type { Shipped } from './deliver.ts';
import type { Customer } from './partners.ts';
import type { Staff } from './people.ts';
import { pieces } from './pieces.ts';
import { isControlled, pay, purseOf, type Purses } from './purse.ts';
import { dayAfter, endOfMonth, streamOf } from './stream.ts';

export interface Receipt {
  readonly customer: Customer;
  readonly amount: string;
  readonly date: string;
  readonly remark: string;
  /** Written, and nobody has looked at it yet. */ readonly isWaiting?: boolean;
}

/** In turn, so that each gets the same number every time. */
export async function writeReceipts(staff: Staff, receipts: readonly Receipt[]): Promise<void> {
  const ids: string[] = [];
  for (const { customer, amount, date, remark, isWaiting } of receipts) {
    const id = await staff.manager.post('/channelsale/bill', {
      organizeCode: customer.organizeCode,
      customerCode: customer.code,
      billType: 'RC',
      amount,
      billDate: date,
      remark,
      lines: [{ summary: remark.slice(0, 20), amount }],
    });
    if (isWaiting !== true) ids.push(id);
  }
  for (const part of pieces(ids)) await staff.auditor.put('/channelsale/bill/audit', part);
}

/**
 * When a customer pays what he ordered in a month, around the day on which it is due; null where that is after the
 * anchor.
 */
export function payDayOf({ code, receiveType, creditDays }: Customer, month: string, anchor: string): string | null {
  const chance = streamOf(`pays ${code} ${month}`);
  const due = receiveType === '2' ? endOfMonth(month, 1) : dayAfter(endOfMonth(month), creditDays);
  const [low, high] = chance.weighted(
    [
      [-8, -1],
      [0, 7],
      [8, 24],
    ] as const,
    (_span, which) => [55, 30, 15][which] ?? 0,
  );
  const day = dayAfter(due, chance.between(low, high));
  return day > anchor ? null : day;
}

/** What customers paid of that which has left: on the spot, or all of a month together when it is due. */
export async function collect(
  staff: Staff,
  purses: Purses,
  shipped: readonly Shipped[],
  anchor: string,
): Promise<number> {
  const receipts = [
    ...Map.groupBy(shipped, ({ order }) => `${order.customerCode} ${order.date.slice(0, 7)}`).values(),
  ].flatMap((own): Receipt[] => {
    const [first] = own;
    if (first === undefined) return [];
    const purse = purseOf(purses, first.order.customerCode);
    const { customer } = purse;
    if (isControlled(customer)) {
      const month = first.order.date.slice(0, 7);
      const day = payDayOf(customer, month, anchor);
      return day === null
        ? []
        : partsOf(customer, month, plus(...own.map(({ payable }) => payable))).map((amount, at) => ({
            customer,
            amount: pay(purse, amount),
            date: dayAfter(day, at === 0 ? 0 : -6),
            remark: `${month.slice(5)}月货款`,
          }));
    }
    // Who paid first owes nothing.
    if (customer.receiveType === '0') return [];
    return own.flatMap(({ payable, shipDate, code }): Receipt[] => {
      const chance = streamOf(`pays ${customer.code} ${code}`);
      const date = dayAfter(shipDate, chance.below(3));
      if (date > anchor) return [];
      const isWaiting = date > dayAfter(anchor, -10) && chance.chance(35);
      return [
        { customer, amount: isWaiting ? payable : pay(purse, payable), date, remark: `货到付款 ${code}`, isWaiting },
      ];
    });
  });
  await writeReceipts(staff, receipts);
  return receipts.length;
}

/** Large sums come in two parts at times. */
function partsOf({ code }: Customer, month: string, amount: string): readonly string[] {
  if (compare(amount, '10000') < 0 || !streamOf(`parts ${code} ${month}`).chance(60)) return [amount];
  const first = round(times(amount, '0.0006'), 0);
  return [times(first, '1000'), minus(amount, times(first, '1000'))];
}
