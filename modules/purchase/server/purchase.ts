import { compare, plus, round, times } from '#platform/model/decimal.ts';
import type { BillOf, DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseKitsIn } from '#data/server/combination.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { awaitedOf } from '#purchase/model/purchase-room.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { askAgain } from './demand-undone.ts';
import { priceOf, priceReads, type PriceRows } from './purchase-price.ts';
import { refreshPurchases, underWay } from './purchase-progress.ts';
import { receiptUnderWay } from './purchase-refusals.ts';

type Purchase = LockedBill<typeof purchase>;
type Draft = DraftOf<typeof purchase>;
type Named = typeof selfAuditReads & ReturnType<typeof priceReads> & { readonly underWay: ReturnType<typeof underWay> };

export const purchaseService = serveDocument<typeof purchase, Named>(purchase, {
  reads: selfAuditReads,
  saveReads: (draft) =>
    priceReads({
      supplierCode: draft.supplierCode,
      day: draft.billDate,
      materials: draft.lines.map(({ productCode }) => productCode),
    }),
  verbReads: (ids, verb) => (verb === 'close' ? { underWay: underWay(ids) } : {}),
  beforeSave(_ctx, draft, facts, previous) {
    refuseLineDecimals(purchase, draft.lines, facts);
    refuseKitsIn(draft.lines, purchase.lines.productCode.label, facts);
    priceLines(draft, facts.rows as PriceRows, previous);
    if (!isStashed(purchase, draft)) refuseUnpriced(draft);
    for (const line of draft.lines) {
      line.amount = round(times(line.number, line.price ?? '0'), 2);
      Object.assign(line, { arrivedNumber: '0', returnedNumber: '0', closedNumber: '0' });
    }
    draft.totalNumber = plus(...draft.lines.map(({ number }) => number));
    draft.totalAmount = plus(...draft.lines.map(({ amount }) => amount));
    return draft;
  },
  afterDelete(ctx, ids) {
    askAgain(ctx, ids);
  },
  before: {
    audit: refuseSelfAudit,
    close(_ctx, bill, facts) {
      refuseUnderWay(bill, facts, purchase.verbs.close.label);
    },
  },
  after: {
    close(ctx, bill) {
      const awaited = bill.lines.map(awaitedOf);
      ctx.later({
        text: `
          update app.order_purchase_line l
          set closed_number = c.number
          from unnest($1::uuid[], $2::numeric[]) as c(line_id, number)
          where l.id = c.line_id`,
        values: [bill.lines.map(({ id }) => id), awaited],
      });
      refreshPurchases(ctx, [bill.id]);
    },
    unclose(ctx, bill) {
      ctx.later({
        text: 'update app.order_purchase_line set closed_number = 0 where parent_id = $1',
        values: [bill.id],
      });
      refreshPurchases(ctx, [bill.id]);
    },
  },
  sets: {
    unaudit: () => ({ confirmFlag: '0', shipDate: null, trackingNo: null }),
    confirm: () => ({ confirmFlag: '1' }),
  },
});

/**
 * Typed prices stay; where nobody typed one, the agreement with the supplier holds, else what was last paid to him,
 * else what he asks.
 */
function priceLines(draft: Draft, rows: PriceRows, previous: BillOf<typeof purchase> | null): void {
  const before = new Map((previous?.lines ?? []).map((line) => [line.id, line]));
  for (const line of draft.lines) {
    const was = before.get(line.id);
    // A price that was found comes back with the form like one that was typed.
    const isKept =
      was !== undefined &&
      was.productCode === line.productCode &&
      was.price !== null &&
      line.price !== null &&
      compare(was.price, line.price) === 0;
    const found = line.price === null ? priceOf(rows, line) : undefined;
    line.priceSource = isKept ? was.priceSource : found === undefined ? '0' : (`${found.source}` as const);
    line.price ??= found?.price ?? null;
  }
}

/** The seller says the price with the order that he makes of it. */
const quoted = '3';
function refuseUnpriced(draft: Draft): void {
  const places = draft.lines.flatMap(({ number, price, priceSource }, i): Place[] => [
    ...(compare(number, '0') > 0
      ? []
      : [{ path: `lines.${i}.number`, field: purchase.lines.number.label, reason: reasons.format }]),
    ...(price === null
      ? priceSource === quoted
        ? []
        : [{ path: `lines.${i}.price`, field: purchase.lines.price.label, reason: reasons.required }]
      : compare(price, '0') < 0
        ? [{ path: `lines.${i}.price`, field: purchase.lines.price.label, reason: reasons.format }]
        : []),
  ]);
  if (places.length > 0) throw invalidAt(places);
}

/** What is on its way in is taken in or taken back first: it would come to a purchase that awaits nothing. */
function refuseUnderWay(bill: Purchase, { rows }: Facts<Named>, verb: Label): void {
  const open = rows.underWay?.find(({ purchaseId }) => purchaseId === bill.id);
  if (open !== undefined) throw receiptUnderWay({ code: bill.code, movement: open.movementCode, verb });
}
