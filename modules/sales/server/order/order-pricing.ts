import { plus, round } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { order } from '#sales/model/order/order.ts';
import { customerRead } from './order-customer.ts';
import { lastPricesIn, lastPriceStatement } from './last-price.ts';
import { chargeLines, refusalOfCharges, refusalOfHands } from './order-charge.ts';
import { trial } from './order-gift.ts';
import { usualPlaces, warehouseReads } from '#sales/server/warehouse/order-warehouse.ts';
import { priceLines, pricingReads, refuseUnpriced } from '#price/server/pricing.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { keepWaivers, mayWaive, waiversAsked } from '#sales/server/promotion/gift-waiver.ts';
import { answerOf, earnedChoices, givenLines, refuseChoices } from '#sales/server/promotion/order-given.ts';
import { choicesOf, orderPromotionReads, promote } from '#sales/server/promotion/order-promotion.ts';

type Draft = DraftOf<typeof order>;

const mayTry = statement({ may: 'boolean' }, 'select sec.may($1) as may', [permissionOf(order, 'trial')]);

/** What pricing an order must know, read with the write that opens its save. */
export const orderReads = (draft: Draft) => ({
  ...pricingReads(draft, draft.lines),
  ...orderPromotionReads(draft, choicesOf(draft.giftChoices)),
  lastPrices: lastPriceStatement(draft.customerCode, [
    ...new Set(draft.lines.flatMap(({ productCode }) => productCode ?? [])),
  ]),
  ownCustomer: customerRead(draft.customerCode, draft.organizeCode),
  ...warehouseReads(draft, draft.lines),
  ...(draft.lines.some(({ lineType }) => lineType === trial) ? { mayTry } : {}),
  ...(draft.giftWaivers === null ? {} : { mayWaive }),
});
export type OrderRows = RowsOf<ReturnType<typeof orderReads>>;

/**
 * The usual warehouse, when nobody chose one; lines that find more elsewhere leave from there. What was filled in at
 * the last save is no choice: lines that came since are looked for like the first.
 */
export function fillWarehouses(draft: Draft, rows: OrderRows, previous: Draft | null): void {
  if (previous?.storageFilledFlag === '1' && previous.storageCode === draft.storageCode) draft.storageCode = null;
  draft.storageFilledFlag = draft.storageCode === null ? '1' : '0';
  if (draft.storageCode !== null) return;
  const places = usualPlaces(rows, draft, draft.lines);
  if (places.head === null)
    throw invalidAt([{ path: 'storageCode', field: order.head.storageCode.label, reason: reasons.required }]);
  draft.storageCode = places.head.code;
  draft.storageName = places.head.name;
  draft.lines.forEach((line, at) => {
    const place = places.lines[at];
    if (place != null) Object.assign(line, { outStorageCode: place.code, outStorageName: place.name });
  });
}

/** Who saves, and what the order was before. */
interface Priced {
  readonly ctx: Command;
  readonly previous: LockedBill<typeof order> | null;
  readonly isStashed: boolean;
  readonly isByCustomer: boolean;
}

/**
 * Prices come from the book; one that was typed must equal it unless the house or the type of the order lets it stand
 * (SD006, special orders). Promotions start from there, and from nothing else (B2). A half-written order keeps what was
 * typed and is refused nothing yet. Whatever the browser computed is computed again (domain C2).
 */
export async function priceOrder(
  draft: Draft,
  rows: OrderRows,
  { ctx, previous, isStashed, isByCustomer }: Priced,
): Promise<void> {
  const { lines } = draft;
  const head = { ...draft, isByCustomer };
  const answers = priceLines(rows, head, lines);
  if (!isStashed) refuseUnpriced(answers);
  const choices = choicesOf(draft.giftChoices);
  const waivers = waiversAsked(draft, { ctx, previous, isStashed, mayWaive: rows.mayWaive?.[0]?.may === true });
  const promoted = await promote(rows, head, lines, answers, { choices, waivers, more: (reads) => ctx.all(reads) });
  if (!isStashed) {
    refuseChoices(promoted, choices);
    if (choices.length > 0) draft.giftChoices = earnedChoices(promoted, choices);
  }
  const given = givenLines(lines, previous, promoted);
  const charged = chargeLines([...promoted.answers, ...given.map(answerOf)], [...lines, ...given], draft);
  const refused = isStashed
    ? null
    : (refusalOfCharges(draft, charged) ?? refusalOfHands(draft, lines, answers, charged));
  if (refused !== null) throw refused;
  const past = lastPricesIn(rows.lastPrices);
  lines.forEach((line, at) => {
    const answer = promoted.answers[at];
    const listed = answers[at];
    if (answer === undefined || listed === undefined) return;
    // Half written, a line may still have no price; whole ones have one or were refused above.
    line.price = answer.price as string;
    line.amount = round(answer.amount ?? '0', 2);
    line.listPrice = listed.resolved?.price ?? null;
    line.listAmount = round(listed.amount ?? '0', 2);
    line.typedPrice = listed.record?.source === 'typed' ? listed.price : null;
    line.promoAmount = promoted.off[at] ?? '0';
    line.lastPrice = past(line.productCode)[0]?.price ?? '0';
    line.priceTrace = listed.record;
  });
  draft.lines = [...lines, ...given];
  draft.lines.forEach((line, at) => {
    line.discountAmount = plus(charged.lines[at]?.discount);
    line.taxAmount = plus(charged.taxes[at]);
  });
  draft.promoTrace = promoted.record;
  await keepWaivers(draft, rows.promotionParams, { ctx, previous });
  draft.totalNumber = plus(...draft.lines.map((line) => line.number));
  draft.totalAmount = plus(charged.goods);
  draft.discountAmount = plus(charged.discount);
  draft.chargeAmount = plus(charged.freight);
  draft.payableAmount = plus(charged.payable);
}
