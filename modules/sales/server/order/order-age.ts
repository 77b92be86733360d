import { compare, fixed, isZero, plus } from '#platform/model/decimal.ts';
import { refusal, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { order } from '#sales/model/order/order.ts';
import { pricedLabels } from '#price/model/priced-labels.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import { chargeLines, refusalOfCharges, refusalOfHands } from './order-charge.ts';
import { isReplacement } from './order-replaced.ts';
import { typedPriceOf } from '#promotion/model/typed-price.ts';
import { waiversIn } from '#sales/server/promotion/gift-waiver.ts';
import { answerOf, givenLines } from '#sales/server/promotion/order-given.ts';
import { choicesOf, orderPromotionReads, promote } from '#sales/server/promotion/order-promotion.ts';
import { priceLines, pricingReads, refuseUnpriced, type PricedAnswer } from '#price/server/pricing.ts';
import type { Label } from '#platform/model/label.ts';

type Order = LockedBill<typeof order>;
type Draft = DraftOf<typeof order>;

/** Told with what the order said and what it would cost now; whoever agrees saves it again. */
export const promotionsChanged = refusal('E-PROMO-CHANGED', 20104, [
  '促销政策已变化，请重新计算',
  '促銷政策已變化，請重新計算',
  'Promotions changed; recalculate',
]);

interface Dated {
  readonly pricedDate: string | null;
  readonly updateDate: string | null;
  readonly createDate: string;
}

/**
 * Whether the prices were looked up too long ago (SD033). Orders from before that was kept count from their last
 * change.
 */
export function isOutdated({ pricedDate, updateDate, createDate }: Dated, today: string, days: string): boolean {
  const since = Date.parse((pricedDate ?? updateDate ?? createDate).slice(0, 10));
  return (Date.parse(today) - since) / 86_400_000 > Number.parseInt(days, 10);
}

/** What of the house decides whether an order is priced again before it is audited. */
export interface Looked {
  /** Days after which prices are looked up as of today (SD033). */
  readonly days: string;
  /** How the price book stands now; undefined where only age counts. */
  readonly stamp?: number | undefined;
}

/**
 * An order is audited at the prices that hold (A7): of its own day, or of today once they were looked up too long ago.
 * What nobody typed and comes out different is refused, and whoever saves it again takes the new ones. The book is read
 * here and not with the verb: where nothing was written to it since, the order pays nothing for it.
 */
export async function refusePriceChange(ctx: Command, bill: Order, { days, stamp }: Looked): Promise<void> {
  const isOld = isOutdated(bill, ctx.today, days);
  if (!isOld && (stamp === undefined || bill.pricedStamp === stamp)) return;
  const head = { ...bill, billDate: isOld ? ctx.today : bill.billDate };
  const bought = bill.lines.filter((line) => line.ruleNo === null && !isReplacement(bill, line));
  if (bought.length === 0) return;
  const lines = bought.map((line) => ({ ...line, price: isTyped(line) ? typedPriceIn(line) : null }));
  const choices = choicesOf(bill.giftChoices);
  const rows = await ctx.all({ ...pricingReads(head, lines), ...orderPromotionReads(head, choices) });
  const answers = priceLines(rows, head, lines);
  refuseUnpriced(answers);
  const waivers = waiversIn(bill.giftWaivers);
  const promoted = await promote(rows, head, lines, answers, { choices, waivers, more: (reads) => ctx.all(reads) });
  const given = givenLines(bought, bill, promoted);
  const charged = chargeLines([...promoted.answers, ...given.map(answerOf)], [...lines, ...given], bill);
  const refused = refusalOfCharges(bill, charged) ?? refusalOfHands(bill, lines, answers, charged);
  if (refused !== null) throw refused;
  const differing = [...pricePlaces(bill, promoted.answers), ...giftPlaces(bill, given)];
  if (differing.length > 0) throw changed(bill, charged.payable, differing);
}

function pricePlaces(bill: Order, answers: readonly PricedAnswer[]): readonly Place[] {
  return bill.lines
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => line.ruleNo === null && !isReplacement(bill, line))
    .flatMap(({ line, at }, index): Place[] => {
      const answer = answers[index];
      if (compare(line.amount ?? '0', answer?.amount ?? '0') === 0) return [];
      const [before, now] = [fixed(line.price, 4), fixed(answer?.price ?? '0', 4)];
      return [{ path: `lines.${at}.price`, field: pricedLabels.price, reason: becomes(before, now) }];
    });
}

/** Gifts that are gone, that came, or of which there are more or fewer. */
function giftPlaces({ lines }: Order, given: readonly Draft['lines'][number][]): readonly Place[] {
  const [before, now] = [lines.filter(({ ruleNo }) => ruleNo !== null), given].map(
    (own) => new Map(own.map(({ id, number, productName, productCode }) => [id, { number, productName, productCode }])),
  );
  return [...new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((id): Place[] => {
    const [was, is] = [before?.get(id), now?.get(id)];
    if (compare(was?.number ?? '0', is?.number ?? '0') === 0) return [];
    const at = lines.findIndex((line) => line.id === id);
    const name = was?.productName ?? is?.productName ?? was?.productCode ?? is?.productCode ?? '';
    const [said, traditional, english] = becomes(plus(was?.number ?? '0'), plus(is?.number ?? '0'));
    return [
      {
        path: at === -1 ? 'lines' : `lines.${at}.number`,
        field: pricedLabels.number,
        reason: [`${name}：${said}`, `${name}：${traditional}`, `${name}: ${english}`],
      },
    ];
  });
}

const becomes = (before: string, now: string): Label => [
  `${before} 变为 ${now}`,
  `${before} 變為 ${now}`,
  `${before} becomes ${now}`,
];

/** Saved again, an old order is one of today. Answers whether that was so. */
export function renew(draft: Draft, previous: Order, today: string, days: string): boolean {
  // Whoever writes another date means it.
  if (!isOutdated(previous, today, days) || draft.billDate !== previous.billDate || draft.billDate >= today)
    return false;
  draft.billDate = today;
  return true;
}

/**
 * What nobody typed is looked up anew at every save: sent back as it was, it is the price of the customer, the day or
 * the product that the order had before.
 */
export function forgetFound(draft: Draft, previous: Order): void {
  const before = new Map(previous.lines.map((line) => [line.id, line]));
  for (const line of draft.lines as (Omit<Draft['lines'][number], 'price'> & { price: string | null })[]) {
    const was = before.get(line.id);
    const isKnown = was !== undefined && was.priceTrace !== null && (was.price as string | null) !== null;
    if (!isKnown || line.price === null) continue;
    const stored = { price: was.price, typedPrice: isTyped(was) ? typedPriceIn(was) : null };
    line.price = typedPriceOf(line.price, was.listPrice ?? was.price, stored).typedPrice;
  }
}

/** A draft that became an order all by itself costs what it said, or somebody looks at it first. */
export function refuseChanged(draft: Draft, previous: Order): void {
  const before = new Map(previous.lines.map((line) => [line.id, line]));
  const differs = draft.lines.some((line) => {
    const was = before.get(line.id);
    return was?.price != null && compare(was.price, line.price) !== 0;
  });
  if (differs) throw changed(previous, draft.payableAmount ?? '0');
}

/** Somebody else took the last of an activity between the save and the audit (A7a). */
export const usedUp = (bill: Order): Error => changed(bill, bill.payableAmount ?? '0');
const changed = ({ code, payableAmount }: Order, newAmount: string, places: readonly Place[] = []): Error =>
  promotionsChanged({ code, oldAmount: payableAmount ?? '0', newAmount }, places);
/** Orders from before promotions kept no typed price beside the one that was charged. */
const typedPriceIn = ({ typedPrice, price }: { readonly typedPrice: string | null; readonly price: string }): string =>
  typedPrice === null || isZero(typedPrice) ? price : typedPrice;
const isTyped = ({ priceTrace }: { readonly priceTrace: unknown }): boolean =>
  (priceTrace as PriceRecord | null)?.source === 'typed';
