import { minus, plus, round } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { Row, Statement } from '#platform/server/db/batch.ts';
import type { Facts } from '#platform/server/serve.ts';
import { order } from '#sales/model/order.ts';
import { usualWarehouse } from '#stock/server/available.ts';
import { lastPricesIn, lastPriceStatement } from './last-price.ts';
import { priceLines, pricingReadCount, pricingReads, refuseUnpriced } from './pricing.ts';

type Draft = DraftOf<typeof order>;

/** What pricing an order must know, read with the write that opens its save. */
export const orderReads = (draft: Draft): readonly Statement[] => [
  ...pricingReads(draft, draft.lines),
  lastPriceStatement(draft.customerCode, [...new Set(draft.lines.flatMap(({ productCode }) => productCode ?? []))]),
  usualWarehouse(draft.organizeCode),
];

/** The organisation's first normal warehouse, when nobody chose one. */
export function fillWarehouse(draft: Draft, facts: Facts): void {
  if (draft.storageCode !== null) return;
  const row = readsIn(facts).at(-1)?.[0];
  if (row === undefined) throw invalidAt([{ path: 'storageCode', field: order.head.storageCode.label, reason: reasons.required }]);
  draft.storageCode = String(row['code']);
  draft.storageName = String(row['name']);
}

/**
 * Prices come from the book; one that was typed must equal it unless the house or the type of the order lets it stand (SD006, special orders).
 * A half-written order keeps what was typed and is refused nothing yet. Whatever the browser computed is computed again (domain C2).
 */
export function priceOrder(draft: Draft, facts: Facts, isStashed: boolean): void {
  const reads = readsIn(facts);
  const answers = priceLines(reads.slice(0, pricingReadCount), draft, draft.lines);
  if (!isStashed) refuseUnpriced(answers);
  const past = lastPricesIn(reads[pricingReadCount] ?? []);
  draft.lines.forEach((line, at) => {
    const answer = answers[at];
    if (answer === undefined) return;
    // Half written, a line may still have no price; whole ones have one or were refused above.
    line.price = answer.price as string;
    line.amount = round(answer.amount ?? '0', 2);
    line.taxAmount = round(answer.taxAmount ?? '0', 2);
    line.lastPrice = past(line.productCode)[0]?.price ?? '0';
    line.priceTrace = answer.record;
  });
  draft.totalNumber = plus(...draft.lines.map((line) => line.number));
  draft.totalAmount = plus(...draft.lines.map((line) => line.amount));
  draft.payableAmount = plus(minus(draft.totalAmount, draft.discountAmount ?? '0'), draft.chargeAmount);
}

/** They come last in what a save knows. */
const readsIn = ({ extra }: Facts): readonly (readonly Row[])[] => extra.slice(-(pricingReadCount + 2));
