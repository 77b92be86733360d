import { compare, isZero, minus, plus, times } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { paidShare, refundDue } from '#promotion/model/kept/refund-due.ts';
import type { ClosableLine } from '#sales/model/order/order-close.ts';
import type { order } from '#sales/model/order/order.ts';
import type { CreditBack, KeptGift, KeptGoods, RefundRecord } from '#sales/model/refund/refund-record.ts';
import { owedFor, promotionOf, type Owed } from '#sales/server/order/order-clawback.ts';

type Order = LockedBill<typeof order>;

/** Pieces of an order line that come back, and what they were sold for. */
export interface Back {
  readonly lineId: string;
  readonly number: string;
  readonly share: string;
  readonly isByChoice: boolean;
  /** The component of a kit that comes back alone, and how many of it; no kit comes back with it. */
  readonly part?: { readonly productCode: string; readonly productName: string | null; readonly number: string };
  /** What was given back before for components that these kits come back without. */
  readonly missing?: string;
}

/**
 * What an order gives back for goods that come back, and why. Pieces for which the fault is ours give back what they
 * were sold for; for the others it is asked what is owed for all that stays (A10, B5).
 */
export function reckon(
  bill: Order,
  before: readonly ClosableLine[],
  back: readonly Back[],
  credit: CreditBack | null,
): RefundRecord {
  const now = owedFor(bill, withBack(before, back));
  const sumOf = (lines: readonly Back[]): string => plus(...lines.map(({ share }) => share));
  const chosen = back.filter(({ isByChoice }) => isByChoice);
  const ours = sumOf(back.filter(({ isByChoice }) => !isByChoice));
  const withheldBefore = cents(bill.clawbackAmount ?? '0');
  const standing = { share: sumOf(chosen), paid: now.paid, withheld: withheldBefore, owed: now.owed };
  const due = chosen.length === 0 ? paidShare(standing) : refundDue(standing);
  return {
    basis: chosen.length === 0 ? 'share' : isUnkept(bill) ? 'unkept' : 'kept',
    back: back.map(({ lineId, number, share, part }) => ({
      ...goodsOf(bill, lineId),
      ...(part === undefined ? {} : { productCode: part.productCode, productName: part.productName }),
      number: part?.number ?? number,
      share: cents(share),
    })),
    kept: keptGoods(bill, now),
    gifts: keptGifts(bill, now),
    paid: cents(plus(now.paid, sumOf(chosen), ours)),
    withheldBefore,
    position: cents(plus(due.position, ours)),
    owed: due.owed,
    refund: cents(plus(due.refund, ours)),
    charge: due.charge,
    withheld: due.withheld,
    credit,
  };
}

/** The lines of an order once pieces have come back. */
export const withBack = (lines: readonly ClosableLine[], back: readonly Back[]): readonly ClosableLine[] =>
  lines.map((line) =>
    back
      .filter(({ lineId }) => lineId === line.id)
      .reduce<ClosableLine>(
        (left, { number, share, isByChoice, part, missing = '0' }) => ({
          ...left,
          alone: minus(plus(left.alone ?? '0', part === undefined ? '0' : share), missing),
          returnedNumber: plus(left.returnedNumber, number),
          choiceReturned: isByChoice ? plus(left.choiceReturned, number) : left.choiceReturned,
          returnedAmount: plus(left.returnedAmount, share),
        }),
        line,
      ),
  );

/** Sold before prices and promotions were kept with an order: nobody knows what less of it would have cost. */
const isUnkept = ({ promoTrace, lines }: Order): boolean =>
  promoTrace === null && lines.every(({ priceTrace }) => priceTrace === null);

function goodsOf({ lines }: Order, lineId: string) {
  const line = lines.find(({ id }) => id === lineId);
  return { lineId, productCode: line?.productCode ?? '', productName: line?.productName ?? null };
}

const keptGoods = (bill: Order, { kept, trace }: Owed): readonly KeptGoods[] =>
  trace
    .filter(({ number }) => compare(number, '0') > 0)
    .map(({ id, number, amount }) => ({
      ...goodsOf(bill, id),
      number,
      paid: cents(kept.get(id)?.paid ?? '0'),
      owed: amount,
    }));

function keptGifts(bill: Order, { kept, earned }: Owed): readonly KeptGift[] {
  return (promotionOf(bill)?.gifts ?? []).flatMap(({ id, price }): KeptGift[] => {
    const had = kept.get(id)?.number ?? '0';
    if (isZero(had)) return [];
    const more = minus(had, earned.get(id) ?? '0');
    const charge = compare(more, '0') > 0 ? times(more, price) : '0';
    return [{ ...goodsOf(bill, id), had, earned: earned.get(id) ?? '0', price, charge: cents(charge) }];
  });
}
