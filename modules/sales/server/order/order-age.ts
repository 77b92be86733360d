import { compare, fixed } from '#platform/model/decimal.ts';
import { refusal, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { order } from '#sales/model/order/order.ts';
import { pricedLabels } from '#price/model/priced-labels.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import { chargeLines, refusalOfCharges, refusalOfHands } from './order-charge.ts';
import { priceLines, pricingReads, refuseUnpriced } from '#price/server/pricing.ts';

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
  const lines = bill.lines.map((line) => ({ ...line, price: isTyped(line) ? line.price : null }));
  const answers = priceLines(await ctx.all(pricingReads(head, lines)), head, lines);
  refuseUnpriced(answers);
  const charged = chargeLines(answers, lines, bill);
  const refused = refusalOfCharges(bill, charged) ?? refusalOfHands(bill, lines, answers, charged);
  if (refused !== null) throw refused;
  const differing = bill.lines.flatMap((line, at): Place[] => {
    const amount = answers[at]?.amount ?? '0';
    if (compare(line.amount ?? '0', amount) === 0) return [];
    const [before, now] = [fixed(line.price, 4), fixed(answers[at]?.price ?? '0', 4)];
    return [
      {
        path: `lines.${at}.price`,
        field: pricedLabels.price,
        reason: [`${before} 变为 ${now}`, `${before} 變為 ${now}`, `${before} becomes ${now}`],
      },
    ];
  });
  if (differing.length > 0) throw changed(bill, charged.payable, differing);
}

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
    const isFound =
      was !== undefined && was.priceTrace !== null && !isTyped(was) && (was.price as string | null) !== null;
    if (isFound && line.price !== null && compare(line.price, was.price) === 0) line.price = null;
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

const changed = ({ code, payableAmount }: Order, newAmount: string, places: readonly Place[] = []): Error =>
  promotionsChanged({ code, oldAmount: payableAmount ?? '0', newAmount }, places);
const isTyped = ({ priceTrace }: { readonly priceTrace: unknown }): boolean =>
  (priceTrace as PriceRecord | null)?.source === 'typed';
