import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { earnedCredit } from '#promotion/model/kept/earned-credit.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import type { CreditBack } from '#sales/model/refund/refund-record.ts';
import { countedIn } from '#sales/server/order/order-close.ts';
import { withBack, type Back } from './reckon.ts';
import type { Sold } from './refund-order.ts';

/**
 * Account credit that an order was granted and does not earn any more once goods have come back (P006). Before all of
 * it was shipped nothing was granted: what is kept then decides what will be.
 */
export function creditBack({ bill, lines, rows }: Sold, back: readonly Back[]): CreditBack | null {
  const record = bill.promoTrace as PromotionRecord | null;
  const granted = plus(...rows.standing.filter(({ orderId }) => orderId === bill.id).map(({ amount }) => amount));
  if (record === null || isZero(granted) || back.every(({ isByChoice }) => !isByChoice)) return null;
  const earned = plus(...earnedCredit(record, countedIn(bill, withBack(lines, back))).map(({ amount }) => amount));
  const lost = minus(granted, earned);
  return {
    granted: cents(granted),
    earned: cents(earned),
    taken: cents(compare(lost, '0') > 0 ? lost : '0'),
    charged: '0.00',
  };
}
