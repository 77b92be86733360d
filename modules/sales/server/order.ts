import { compare, isZero, minus, over, plus, round, times } from '#platform/model/decimal.ts';
import { invalidAt, reasons, selfAudit, type Place } from '#platform/model/refusal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Command } from '#platform/server/command.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/serve.ts';
import { order } from '#sales/model/order.ts';
import { placesIn, placesQuery, release, reserve, undo, type Demand } from '#stock/server/ledger.ts';
import { paramIn, paramStatement } from '#system/server/param.ts';

type Order = LockedBill<typeof order>;
type Draft = DraftOf<typeof order>;

/** Normal and special orders; returns and exchanges are documents of their own. */
const orderTypes: ReadonlySet<string> = new Set(['0', '1']);

export const orderService = serveDocument(order, {
  reads: [paramStatement(['SYS021', 'ST002'])],
  verbReads: (ids) => [placesQuery(`select coalesce(l.out_storage_code, h.storage_code) from app.order_order h join app.order_order_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id where h.id = any($1::uuid[])`, [ids])],
  async beforeSave(ctx, draft) {
    const isStashed = (draft as unknown as { billStatus: string }).billStatus === order.states.stashed.code;
    draft.draftStatus = isStashed ? '0' : '1';
    await fillWarehouse(ctx, draft);
    if (!isStashed) refuseImpossibleLines(draft);
    priceLines(draft);
    return draft;
  },
  before: { audit: refuseSelfAudit },
  after: {
    audit: (ctx, bill, facts) => { reserve(ctx, sourceOf(bill), demandsOf(bill, facts, (line) => line.number), paramIn(facts.extra[0] ?? [], 'ST002', bill.organizeCode) === '1'); },
    unaudit: (ctx, bill) => { undo(ctx, sourceOf(bill)); },
    close(ctx, bill, facts) {
      release(ctx, sourceOf(bill), demandsOf(bill, facts, remaining));
      ctx.later({ text: 'update app.order_order_line set closed_number = number - out_number where parent_id = $1', values: [bill.id] });
    },
    unclose(ctx, bill, facts) {
      // Only what this close had closed comes back, and only if it is still free.
      reserve(ctx, sourceOf(bill), demandsOf(bill, facts, (line) => line.closedNumber ?? '0'), paramIn(facts.extra[0] ?? [], 'ST002', bill.organizeCode) === '1');
      ctx.later({ text: 'update app.order_order_line set closed_number = 0 where parent_id = $1', values: [bill.id] });
    },
  },
  sets: {
    audit: () => ({ orderStatus: '1' }),
    unaudit: () => ({ orderStatus: '0' }),
    close: (bill) => ({ orderStatus: bill.lines.every((line) => isZero(minus(line.outNumber ?? '0', plus(line.signedNumber, line.shortNumber)))) ? '3' : '2' }),
    unclose: () => ({ orderStatus: '1' }),
    cancel: () => ({ orderStatus: '3', draftStatus: '2' }),
    stash: () => ({ draftStatus: '0' }),
    unstash: () => ({ draftStatus: '1' }),
  },
});

/** The organisation's first normal warehouse, when nobody chose one. */
async function fillWarehouse(ctx: Command, draft: Draft): Promise<void> {
  if (draft.storageCode !== null) return;
  const rows = await ctx.rows({ text: `select code, name from app.data_depot where organize_code = $1 and type = '0' and status = '1' order by code limit 1`, values: [draft.organizeCode] });
  if (rows[0] === undefined) throw invalidAt([{ path: 'storageCode', field: order.head.storageCode.label, reason: reasons.required }]);
  draft.storageCode = String(rows[0]['code']);
  draft.storageName = String(rows[0]['name']);
}

function refuseImpossibleLines(draft: Draft): void {
  const places: Place[] = [];
  if (!orderTypes.has(draft.orderType)) places.push({ path: 'orderType', field: order.head.orderType.label, reason: reasons.notChosen });
  draft.lines.forEach((line, i) => {
    if (compare(line.number, '0') <= 0) places.push({ path: `lines.${i}.number`, field: order.lines.number.label, reason: reasons.format });
    if (compare(line.price, '0') < 0) places.push({ path: `lines.${i}.price`, field: order.lines.price.label, reason: reasons.format });
  });
  if (places.length > 0) throw invalidAt(places);
}

/** Amount = round2(price × number), tax inside it; whatever the browser computed is computed again (domain C2). */
function priceLines(draft: Draft): void {
  for (const line of draft.lines) {
    // Gift and trial lines carry a retail price for the record but cost nothing (001 §4.1, line types 1 and 4).
    if (line.lineType === '1' || line.lineType === '4') line.price = '0';
    line.amount = round(times(line.price ?? '0', line.number ?? '0'), 2);
    line.taxAmount = minus(line.amount, round(over(line.amount, plus('1', over(line.taxRate ?? '0', '100'))), 2));
  }
  draft.totalNumber = plus(...draft.lines.map((line) => line.number));
  draft.totalAmount = plus(...draft.lines.map((line) => line.amount));
  draft.payableAmount = plus(minus(draft.totalAmount, draft.discountAmount ?? '0'), draft.chargeAmount);
}

function refuseSelfAudit(ctx: Command, bill: Order, { extra: [params = []] }: Facts): void {
  if (paramIn(params, 'SYS021', bill.organizeCode) === '1' && bill.creatorId === ctx.identity.userId) throw selfAudit();
}

const sourceOf = (bill: Order): Source => ({ type: order.name, id: bill.id, code: bill.code, opSeq: bill.opSeq, date: bill.billDate });
const remaining = (line: Order['lines'][number]): string => minus(line.number, line.outNumber ?? '0');

function demandsOf(bill: Order, { extra: [, rows = []] }: Facts, number: (line: Order['lines'][number]) => string): Demand[] {
  const places = placesIn(rows);
  return bill.lines.map((line) => {
    const place = places.get(line.outStorageCode ?? bill.storageCode ?? '');
    if (place === undefined) throw invalidAt([{ path: 'storageCode', field: order.head.storageCode.label, reason: reasons.unknown }]);
    return { lineId: line.id, place, materialCode: line.productCode, number: number(line) };
  });
}
