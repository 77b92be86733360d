import { compare, isZero, minus, plus, round, times } from '#platform/model/decimal.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { amountsOf, resolvePrice } from '#price/model/price.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import { freeLines, type PricedAnswer } from '#price/server/pricing.ts';
import { closedNumberOf, type Close } from '#sales/model/order/order-close.ts';
import type { order } from '#sales/model/order/order.ts';

export type Order = LockedBill<typeof order>;
export type OrderLine = Order['lines'][number];

export const closesOf = ({ closes }: Pick<OrderLine, 'closes'>): readonly Close[] => (closes ?? []) as readonly Close[];
/** Pieces that ladders and promotions look at: closed for our own shortage they still count (A10b). */
export const countedIn = (line: Pick<OrderLine, 'closes'>, number: string): string =>
  minus(number, closedNumberOf(closesOf(line).filter(({ isShort }) => isShort !== true)));

/** What is bought of a line from now on: how many pieces, and a price that was typed for them; null where none was. */
export interface Wanted {
  readonly line: OrderLine;
  readonly number: string;
  readonly typedPrice: string | null;
}

/** What so many pieces of the lines cost before promotions, on the terms on which they were sold (B8a). */
export function soldAgain(wanted: readonly Wanted[]): readonly PricedAnswer[] {
  const totals = new Map(
    [...Map.groupBy(wanted, ({ line }) => line.productCode)].map(([code, own]) => [
      code,
      plus(...own.map(({ line, number }) => countedIn(line, number))),
    ]),
  );
  return wanted.map((each) => answerFor(each, totals.get(each.line.productCode) ?? each.number));
}

function answerFor({ line, number: wanted, typedPrice }: Wanted, total: string): PricedAnswer {
  const number = countedIn(line, wanted);
  const record = line.priceTrace as PriceRecord | null;
  const taxRate = record?.question.taxRate ?? line.taxRate ?? '0';
  const at = (price: string, amount: string, more: Partial<PricedAnswer>): PricedAnswer => ({
    price: round(price, 4),
    amount: round(amount, 2),
    taxAmount: amountsOf('0', { number: '1', taxRate }, amount).taxAmount,
    resolved: null,
    floor: null,
    isBelowFloor: false,
    record: null,
    refusals: [],
    ...more,
  });
  if (freeLines.has(line.lineType ?? '0')) return at('0', '0', { record });
  const { ladderNumber, ...question } = record?.question ?? { ladderNumber: undefined };
  if (record === null || !('number' in question)) {
    const price = typedPrice ?? line.listPrice ?? line.price;
    return at(price, times(price, number), {});
  }
  const asked = { ...question, number, ...(ladderNumber === undefined ? {} : { ladderNumber: total }) };
  const { price: resolved, trace } = isZero(number)
    ? { price: null, trace: record.trace }
    : resolvePrice(asked, record.book);
  const floor = asked.floorPrice ?? null;
  if (typedPrice !== null || resolved === null) {
    const price = typedPrice ?? line.listPrice ?? line.price;
    return at(price, times(price, number), {
      resolved,
      floor,
      isBelowFloor: typedPrice !== null && floor !== null && compare(price, floor) < 0,
      record: { ...record, question: asked, ...(typedPrice === null ? {} : { source: 'typed' }) },
    });
  }
  return at(resolved.price, resolved.amount, {
    resolved,
    floor,
    record: { ...record, question: asked, trace, source: resolved.source },
  });
}

/** A line that is added at what it costs today, or at what was typed for it. */
export function typedOver(answer: PricedAnswer, number: string, typedPrice: string | null): PricedAnswer {
  if (typedPrice === null || answer.record === null) return answer;
  const amount = round(times(typedPrice, number), 2);
  return {
    ...answer,
    price: round(typedPrice, 4),
    amount,
    isBelowFloor: answer.floor !== null && compare(typedPrice, answer.floor) < 0,
    record: { ...answer.record, source: 'typed' },
  };
}
