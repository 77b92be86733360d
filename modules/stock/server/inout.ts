import { compare, plus, round, times } from '#platform/model/decimal.ts';
import { invalidAt, reasons, selfAudit, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { stockInout } from '#stock/model/inout.ts';
import { paramIn, paramStatement } from '#system/server/param.ts';
import { move, placesIn, placesQuery, undo, type Demand } from './ledger.ts';

type Inout = LockedBill<typeof stockInout>;

/** Movements that a person may write; the others are made by deliveries, purchases, allocations and returns. */
const handMade: ReadonlySet<string> = new Set(['3', '7']);

export const inoutService = serveDocument(stockInout, {
  reads: [paramStatement(['SYS021'])],
  verbReads: (ids) => [placesQuery('select storage_code from app.stock_inout where id = any($1::uuid[])', [ids])],
  beforeSave(_ctx, draft) {
    const places: Place[] = [];
    if (!handMade.has(draft.moveType)) places.push({ path: 'moveType', field: stockInout.head.moveType.label, reason: reasons.notChosen });
    draft.lines.forEach((line, i) => {
      if (compare(line.number, '0') <= 0) places.push({ path: `lines.${i}.number`, field: stockInout.lines.number.label, reason: reasons.format });
      line.amount = round(times(line.number, line.price ?? '0'), 2);
    });
    if (places.length > 0) throw invalidAt(places);
    draft.totalNumber = plus(...draft.lines.map((line) => line.number));
    draft.totalAmount = plus(...draft.lines.map((line) => line.amount));
    return draft;
  },
  before: { audit: refuseSelfAudit },
  after: {
    audit: (ctx, bill, facts) => { move(ctx, sourceOf(bill), demandsOf(bill, facts), bill.moveType < '4' ? 'IN' : 'OUT'); },
    unaudit: (ctx, bill) => { undo(ctx, sourceOf(bill)); },
  },
});

function refuseSelfAudit(ctx: Command, bill: Inout, { extra: [params = []] }: Facts): void {
  if (paramIn(params, 'SYS021', bill.organizeCode) === '1' && bill.creatorId === ctx.identity.userId) throw selfAudit();
}

const sourceOf = (bill: Inout): Source => ({ type: stockInout.name, id: bill.id, code: bill.code, opSeq: bill.opSeq, date: bill.billDate });

function demandsOf(bill: Inout, { extra: [, rows = []] }: Facts): Demand[] {
  const place = placesIn(rows).get(bill.storageCode);
  if (place === undefined) throw invalidAt([{ path: 'storageCode', field: stockInout.head.storageCode.label, reason: reasons.unknown }]);
  return bill.lines.map((line) => ({ lineId: line.id, place, materialCode: line.productCode, number: line.number }));
}
