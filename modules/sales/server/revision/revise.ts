import { compare, greater, isZero, minus, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { amountsOf } from '#price/model/price.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import type { PricedAnswer } from '#price/server/pricing.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { chargesOf, payableOf } from '#sales/model/order/order-charge.ts';
import { closedAmountOf, closedNumberOf } from '#sales/model/order/order-close.ts';
import { revisedAmounts, type RevisedAmounts } from '#sales/model/revision/revised-order.ts';
import { isGift } from '#sales/server/promotion/gift-rooms.ts';
import { givenLines } from '#sales/server/promotion/order-given.ts';
import type { Promoted } from '#sales/server/promotion/order-promotion.ts';
import { closesOf, countedIn, type Order, type OrderLine } from './revised-lines.ts';

/** The bought lines of an order from now on, priced and promoted, in their order. */
export interface Bought {
  readonly lines: readonly OrderLine[];
  readonly listed: readonly PricedAnswer[];
  readonly promoted: Promoted;
}

/** An order that was made another, with what that does to what is held and posted for it. */
export interface Revised {
  readonly bill: Order;
  readonly amounts: RevisedAmounts;
  /** By how much the discount of the head is larger than the goods; null when it is not. */
  readonly excess: string | null;
}

const nothing = { number: '0', amount: '0' };

/**
 * An order with other lines (B8a, B8b). Amounts belong to what is not closed, closed pieces keep what they cost; what
 * was shipped stays as posted, and the open part of a line carries the difference.
 */
export function revise(bill: Order, bought: Bought, outOf: (lineId: string) => string): Revised {
  const before = new Map(bill.lines.map((line) => [line.id, line]));
  const wanted = [...boughtGoods(bought), ...givenGoods(bill, bought)];
  const closed = bill.lines.map((line) => discountClosed(line));
  const charges = chargesOf(
    wanted.map(({ after }) => after),
    {
      freightAmount: bill.freightAmount,
      allowanceAmount: minus(plus(bill.allowanceAmount, bill.roundingAmount), plus(...closed)),
      roundingAmount: null,
    },
  );
  const lines = wanted.map(({ line, after }, at): OrderLine => {
    const off = discountClosed(before.get(line.id));
    const amount = cents(plus(after, closedAmountOf(closesOf(line)), off));
    const discountAmount = cents(plus(charges.lines[at]?.discount ?? '0', off));
    const taxRate = (line.priceTrace as PriceRecord | null)?.question.taxRate ?? line.taxRate ?? '0';
    return {
      ...line,
      lineNo: at + 1,
      amount,
      discountAmount,
      taxAmount: amountsOf('0', { number: '1', taxRate }, minus(amount, discountAmount)).taxAmount,
    };
  });
  const amounts = revisedAmounts(
    [...new Set([...before.keys(), ...lines.map(({ id }) => id)])].map((id, at) => {
      const [was, is] = [before.get(id), lines.find((line) => line.id === id)];
      return {
        lineNo: at,
        number: is?.number ?? '0',
        closedNumber: was?.closedNumber ?? '0',
        shippedNumber: was?.outNumber ?? '0',
        shippedAmount: outOf(id),
        amountBefore: openPayable(was),
        amountAfter: openPayable(is),
      };
    }),
  );
  const opens = new Map(
    [...new Set([...before.keys(), ...lines.map(({ id }) => id)])].map((id, at) => [
      id,
      amounts.lines[at]?.openAmount ?? '0',
    ]),
  );
  for (const line of lines) settle(line, outOf(line.id), opens.get(line.id) ?? '0');
  return { bill: headOf(bill, lines, bought.promoted.record), amounts, excess: charges.excess };
}

/** What is paid for that of a line which is not closed. */
export const openPayable = (line: OrderLine | undefined): string =>
  line === undefined ? '0' : cents(minus(payableOf(line), closedAmountOf(closesOf(line))));

/** What has left is settled with what it costs now: what of that was not posted then is posted now. */
function settle(line: OrderLine, shipped: string, open: string): void {
  const paid = minus(openPayable(line), open);
  line.adjustedAmount = cents(plus(line.adjustedAmount, minus(paid, shipped)));
  line.settledNumber = line.outNumber ?? '0';
  line.settledAmount = cents(paid);
}

interface Goods {
  readonly line: OrderLine;
  /** What its pieces cost that are not closed, before the discount of the head. */
  readonly after: string;
}

const boughtGoods = ({ lines, listed, promoted }: Bought): readonly Goods[] =>
  lines.map((line, at) => {
    const [answer, list] = [promoted.answers[at], listed[at]];
    const left = minus(line.number, closedNumberOf(closesOf(line)));
    const whole = { amount: answer?.amount ?? '0', number: countedIn(line, line.number) };
    return {
      line: {
        ...line,
        price: answer?.price ?? line.price,
        listPrice: list?.resolved?.price ?? line.listPrice,
        listAmount: cents(list?.amount ?? '0'),
        typedPrice: list?.record?.source === 'typed' ? list.price : null,
        promoAmount: promoted.off[at] ?? '0',
        priceTrace: list?.record ?? line.priceTrace,
      },
      after: partAmount(whole, nothing, left),
    };
  });

/**
 * What rules give now. A line of them that is on its way stays at least as long as that; goods of an exchange that are
 * not earned cost what anybody pays for them (RT15).
 */
function givenGoods(bill: Order, { lines, promoted }: Bought): readonly Goods[] {
  const before = new Map(bill.lines.filter(({ ruleNo }) => ruleNo !== null).map((line) => [line.id, line]));
  const given = givenLines(lines, bill, promoted) as readonly OrderLine[];
  const now = given.map((line): Goods =>
    kept({ ...line, ...standingOf(before.get(line.id)) }, line.number, line.amount ?? '0', promoted.record),
  );
  const gone = [...before.values()]
    .filter(({ id }) => !given.some((line) => line.id === id))
    .map((line): Goods => kept(line, '0', '0', promoted.record));
  return [...now, ...gone].filter(({ line: { number } }) => compare(number, '0') > 0);
}

function kept(line: OrderLine, earned: string, amount: string, record: PromotionRecord | null): Goods {
  const closed = closedNumberOf(closesOf(line));
  const left = greater(earned, line.releasedNumber ?? '0');
  const price = isGift(line) ? '0' : (record?.question.giftPrices?.[line.productCode] ?? line.price);
  return {
    line: { ...line, number: plus(left, closed) },
    after: cents(plus(amount, times(minus(left, earned), price))),
  };
}

/** What has become of a line so far; of one that is new, nothing. */
const standingOf = (line: OrderLine | undefined) => ({
  releasedNumber: line?.releasedNumber ?? '0',
  outNumber: line?.outNumber ?? '0',
  signedNumber: line?.signedNumber ?? '0',
  shortNumber: line?.shortNumber ?? '0',
  returnedNumber: line?.returnedNumber ?? '0',
  choiceReturnedNumber: line?.choiceReturnedNumber ?? '0',
  closedNumber: line?.closedNumber ?? '0',
  closedAmount: line?.closedAmount ?? '0',
  closes: line?.closes ?? null,
  adjustedAmount: line?.adjustedAmount ?? '0',
  settledNumber: line?.settledNumber ?? '0',
  settledAmount: line?.settledAmount ?? '0',
  invoicedNumber: line?.invoicedNumber ?? '0',
  components: line?.components ?? null,
});
/** A line as it is when nothing has become of it yet. */
export const unmoved = standingOf(undefined);

/** The share of the head's discount that closed pieces of a line bore. */
function discountClosed(line: OrderLine | undefined): string {
  if (line === undefined) return '0';
  const closed = closedNumberOf(closesOf(line));
  return isZero(closed)
    ? '0'
    : partAmount({ amount: line.discountAmount ?? '0', number: line.number }, nothing, closed);
}

function headOf(bill: Order, lines: OrderLine[], promoTrace: PromotionRecord | null): Order {
  return {
    ...bill,
    lines,
    promoTrace,
    revisionNo: (bill.revisionNo ?? 0) + 1,
    totalNumber: plus(...lines.map(({ number }) => number)),
    totalAmount: plus(...lines.map(({ amount }) => amount)),
    payableAmount: plus(bill.freightAmount, ...lines.map(payableOf)),
  };
}

/** What an order is worth as it stands: what is not closed of it, and its freight. */
export const worthOf = ({ lines, freightAmount }: Pick<Order, 'lines' | 'freightAmount'>): string =>
  cents(plus(freightAmount, ...lines.map(openPayable)));
