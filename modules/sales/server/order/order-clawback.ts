import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import { freeLines } from '#price/server/pricing.ts';
import type { SoldPromotion } from '#promotion/model/kept/kept-promotions.ts';
import { clawbackOf, payable, type Clawback, type Kept, type Payable } from '#promotion/model/kept/payable.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { changeRests } from '#promotion/server/promotion-rest.ts';
import { closedAmountOf, closedNumberOf, openNumberOf, type ClosableLine } from '#sales/model/order/order-close.ts';
import type { order } from '#sales/model/order/order.ts';
import { isGift } from '#sales/server/promotion/gift-rooms.ts';

type Order = LockedBill<typeof order>;

/** What is kept of an order, what that was sold for, and what is owed for it. */
export interface Owed extends Payable {
  readonly kept: ReadonlyMap<string, Kept>;
  readonly paid: string;
  readonly owed: string;
}

/**
 * What an order owes once its lines stand as given. Pieces that we sent badly, or could not deliver, were given back at
 * their share and still count in ladders (A10b).
 */
export function owedFor(bill: Order, lines: readonly ClosableLine[]): Owed {
  const kept = keptIn(bill, lines);
  const due = payableFor(bill, kept);
  return {
    ...due,
    kept,
    paid: plus(...[...kept.values()].map(({ paid }) => paid), ...lines.map(unsettledOf)),
    owed: plus(due.amount, due.giftCharge),
  };
}

/**
 * Of a line that came back whole, what a revision posted for its goods when they had left: they came back for what they
 * had left for (B8b).
 */
function unsettledOf({
  number,
  payable: whole,
  isAdjusted,
  returnedNumber,
  returnedAmount,
  closes,
}: ClosableLine): string {
  if (isAdjusted !== true || !isZero(minus(number, plus(closedNumberOf(closes), returnedNumber)))) return '0';
  return minus(whole, plus(closedAmountOf(closes), returnedAmount));
}

/** What the order owes beyond what its kept pieces were sold for. */
export function clawbackFor(bill: Order, lines: readonly ClosableLine[]): Clawback {
  const { owed, paid } = owedFor(bill, lines);
  return clawbackOf({ owed, paid, withheld: bill.clawbackAmount ?? '0' });
}

/** An order with its lines as they stand. */
interface Standing {
  readonly bill: Order;
  readonly lines: readonly ClosableLine[];
}

/** Whether what nobody chose of an order was kept when it was sold (SD029). */
export const keepsRests = ({ promoTrace }: Pick<Order, 'promoTrace'>): boolean =>
  (promoTrace as PromotionRecord | null)?.question.leftOver !== undefined;

/**
 * What an order leaves to choose follows what is kept of it: less is left where less was earned, and what it had chosen
 * of earlier orders and does not have any more is left again.
 */
export function settleRests(ctx: Command, source: Source, before: Standing, after: Standing): void {
  if (!keepsRests(before.bill)) return;
  const restsOf = ({ bill, lines }: Standing) => owedFor(bill, lines).rests;
  const { id, customerCode } = before.bill;
  changeRests(ctx, source, { orderId: id, customerCode }, { before: restsOf(before), after: restsOf(after) });
}

/**
 * Gifts that were not shipped and that what is kept does not earn any more: how many of each line are closed (CL11).
 */
export function unearnedGifts(bill: Order, lines: readonly ClosableLine[]): ReadonlyMap<string, string> {
  const { earned } = payableFor(bill, keptIn(bill, lines));
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const due = earned.get(line.id);
      if (due === undefined || !isGift(bill.lines.find(({ id }) => id === line.id) ?? bought)) return [];
      const open = openNumberOf(line);
      const wanted = minus(due, minus(line.outNumber, line.returnedNumber));
      const more = minus(open, compare(wanted, '0') < 0 ? '0' : wanted);
      return compare(more, '0') > 0 && compare(open, '0') > 0 ? [[line.id, more]] : [];
    }),
  );
}
const bought = { ruleNo: null, lineType: null };

function payableFor(bill: Order, kept: ReadonlyMap<string, Kept>): Payable {
  const lines = bill.lines
    .filter(({ ruleNo }) => ruleNo === null)
    .map((line) => ({
      id: line.id,
      number: line.number,
      amount: line.amount ?? '0',
      discount: line.discountAmount ?? '0',
      record: freeLines.has(line.lineType ?? '0') ? null : (line.priceTrace as PriceRecord | null),
    }));
  return payable({ lines, promotion: promotionOf(bill) }, kept);
}

/** The promotions that an order was sold on, with what a gift of it costs that was not earned. */
export function promotionOf({ lines, promoTrace }: Order): SoldPromotion | null {
  const record = promoTrace as PromotionRecord | null;
  if (record === null) return null;
  const { question, outcome, giftCharges } = record;
  // Goods of an exchange are bought: beyond what is earned they cost what anybody pays for them.
  const chargeOf = (code: string, isFree: boolean): string =>
    (isFree ? giftCharges?.[code] : undefined) ?? question.giftPrices?.[code] ?? '0';
  return {
    question,
    outcome,
    lineNos: new Map(lines.filter(({ ruleNo }) => ruleNo === null).map(({ id, lineNo }) => [id, lineNo])),
    gifts: lines.flatMap((line) =>
      line.ruleNo === null
        ? []
        : [
            {
              id: line.id,
              activity: line.policyCode ?? '',
              ruleNo: line.ruleNo,
              productCode: line.productCode,
              price: chargeOf(line.productCode, isGift(line)),
              isPaid: !isGift(line),
            },
          ],
    ),
  };
}

/**
 * Of what is bought all is kept that was not closed and did not come back; of gifts what the customer has or awaits.
 */
function keptIn(bill: Order, lines: readonly ClosableLine[]): ReadonlyMap<string, Kept> {
  const gifts = new Set(bill.lines.filter(isGift).map(({ id }) => id));
  return new Map(lines.map((line) => [line.id, gifts.has(line.id) ? hadOf(line) : keptOf(line)]));
}

const hadOf = (line: ClosableLine): Kept => ({
  number: minus(line.outNumber, line.returnedNumber),
  short: openNumberOf(line),
  paid: '0',
});

function keptOf(line: ClosableLine): Kept {
  const { number, payable: whole, returnedNumber, choiceReturned, returnedAmount, closes, alone = '0' } = line;
  const left = minus(number, plus(closedNumberOf(closes), returnedNumber));
  return {
    number: left,
    short: plus(
      minus(returnedNumber, choiceReturned),
      closedNumberOf(closes.filter(({ isShort }) => isShort === true)),
    ),
    paid: isZero(left) ? '0' : minus(whole, plus(closedAmountOf(closes), returnedAmount)),
    ...(isZero(alone) ? {} : { alone }),
  };
}
