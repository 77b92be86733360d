import { isZero, minus, plus } from '#platform/model/decimal.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { clawbackOf, payable, type Clawback, type Kept } from '#price/model/payable.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import { freeLines } from '#price/server/pricing.ts';
import { closedAmountOf, closedNumberOf, type ClosableLine } from '#sales/model/order/order-close.ts';
import type { order } from '#sales/model/order/order.ts';

type Order = LockedBill<typeof order>;

/**
 * What the order owes beyond what its kept pieces were sold for, once its lines stand as given. Pieces that came back
 * were refunded at their share and, like those that we could not deliver, still count in ladders (A10b).
 */
export function clawbackFor(bill: Order, lines: readonly ClosableLine[]): Clawback {
  const kept = new Map(lines.map((line) => [line.id, keptOf(line)]));
  const sold = bill.lines.map((line) => ({
    id: line.id,
    number: line.number,
    amount: line.amount ?? '0',
    discount: line.discountAmount ?? '0',
    record: freeLines.has(line.lineType ?? '0') ? null : (line.priceTrace as PriceRecord | null),
  }));
  return clawbackOf({
    owed: payable({ lines: sold }, kept).amount,
    paid: plus(...[...kept.values()].map(({ paid }) => paid)),
    withheld: bill.clawbackAmount ?? '0',
  });
}

function keptOf({ number, payable: whole, returnedNumber, returnedAmount, closes }: ClosableLine): Kept {
  const left = minus(number, plus(closedNumberOf(closes), returnedNumber));
  return {
    number: left,
    short: plus(returnedNumber, closedNumberOf(closes.filter(({ isShort }) => isShort === true))),
    paid: isZero(left) ? '0' : minus(whole, plus(closedAmountOf(closes), returnedAmount)),
  };
}
