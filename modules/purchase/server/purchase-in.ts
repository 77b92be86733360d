import { compare, minus, negated, plus, round, times } from '#platform/model/decimal.ts';
import { stateForbids } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { refuseBefore } from '#platform/server/document/period.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { payableDueDate } from '#funds/model/payable/payable-ledger.ts';
import { bookPayable, unbookPayable } from '#funds/server/payable/payable-book.ts';
import { stockInout } from '#stock/model/inout.ts';
import { demandsOf, moveKind, overIn, sourceOf, type Inout, type InoutFacts } from '#stock/server/inout.ts';
import { move } from '#stock/server/ledger.ts';
import { paramIn } from '#system/server/setting/param.ts';
import { receiveLink } from '#purchase/model/links.ts';
import { netPrice, roomOf } from '#purchase/model/purchase-room.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { purchaseInReads, type Bought, type PurchaseInRows } from './purchase-in-reads.ts';
import { peerSigned } from '#purchase/server/peer/refusals.ts';
import { piecesIn, priceReceipt, receivedIn, sendBack, signUpstream, unitCostsOf } from './peer-receipt.ts';
import { refreshPurchases } from './purchase-progress.ts';

type PurchaseFacts = InoutFacts<ReturnType<typeof purchaseInReads>>;
/** A line that comes in or goes back, with the line of the purchase it is of. */
type Moved = Bought & { readonly moved: string };

/** A movement, or what somebody wants to make of one. */
interface Movement {
  readonly id: string;
  readonly organizeCode: string;
  readonly lines: readonly { readonly id: string; readonly productCode: string; readonly number: string }[];
}

export const takeBackLabel = ['撤回入库', '撤回入庫', 'take the receipt back'] as const;

/** The lines of a movement beside those of its purchase; a line that no purchase asked for brings nothing. */
function movedIn(bill: Movement, { bought }: PurchaseInRows): readonly Moved[] {
  const rows = new Map(bought.filter(({ docId }) => docId === bill.id).map((row) => [row.lineId, row]));
  return bill.lines.map((line) => {
    const row = rows.get(line.id);
    if (row === undefined || row.productCode !== line.productCode) throw overIn({ n: '0' });
    return { ...row, moved: line.number };
  });
}

/** Over-receipt within the tolerance of the line as a whole (PU003, B14a). */
function refuseOver(bill: Movement, own: PurchaseInRows): void {
  const tolerance = paramIn(own.tolerance, 'PU003', bill.organizeCode);
  const asked = new Map<string, string>();
  for (const line of movedIn(bill, own)) {
    const before = asked.get(line.purchaseLineId) ?? '0';
    const room = minus(roomOf(line, tolerance, line.decimals), before);
    if (compare(line.moved, room) > 0) throw overIn({ n: compare(room, '0') > 0 ? room : '0' });
    asked.set(line.purchaseLineId, plus(before, line.moved));
  }
}

/** Two movements of one purchase in one command: the second sees what the first one brought or took. */
function count(
  ctx: Command,
  { bought }: PurchaseInRows,
  moved: readonly Moved[],
  key: 'arrivedNumber' | 'returnedNumber',
  sign: 1 | -1,
): void {
  const signed = moved.map((line) => (sign === 1 ? line.moved : negated(line.moved)));
  moved.forEach((line, i) => {
    for (const row of bought) if (row.purchaseLineId === line.purchaseLineId) row[key] = plus(row[key], signed[i]);
  });
  const column = key === 'arrivedNumber' ? 'arrived_number' : 'returned_number';
  ctx.later({
    text: `
      update app.order_purchase_line l
      set ${column} = coalesce(l.${column}, 0) + m.number
      from unnest($1::uuid[], $2::numeric[]) as m(line_id, number)
      where l.id = m.line_id`,
    values: [moved.map(({ purchaseLineId }) => purchaseLineId), signed],
  });
  refreshPurchases(ctx, [...new Set(moved.map(({ purchaseId }) => purchaseId))]);
}

/** Goods of a purchase come in: stock, cost, what has arrived, and what is owed for it, in one transaction. */
function takeIn(ctx: Command, bill: Inout, facts: PurchaseFacts): void {
  const moved = movedIn(bill, facts.own);
  const [first] = moved;
  if (first === undefined) return;
  // Another movement of the same purchase may have come in with this command.
  refuseOver(bill, facts.own);
  const source = sourceOf(bill);
  move(ctx, source, demandsOf(bill, facts), 'IN');
  bookPayable(ctx, source, [
    {
      organizeCode: bill.organizeCode,
      supplierCode: bill.supplierCode ?? '',
      postType: 'PUR',
      amount: plus(...bill.lines.map(({ amount }) => amount)),
      dueDate: payableDueDate(bill.billDate, first.payDays),
      receiptCode: bill.code,
      purchaseCode: first.purchaseCode,
    },
  ]);
  count(ctx, facts.own, moved, 'arrivedNumber', 1);
  keepLinks(ctx, bill);
}

/** Goods of a tenant come in: at his amounts, and what came signs his delivery (B16, B17). */
function takeInSent(ctx: Command, bill: Inout, facts: PurchaseFacts): void {
  const { own } = facts;
  const received = receivedIn(bill, piecesIn(bill, own.pieces));
  const [first] = received;
  if (first === undefined) return;
  const source = sourceOf(bill);
  move(ctx, source, demandsOf(bill, facts), 'IN');
  bookPayable(ctx, source, [
    {
      organizeCode: bill.organizeCode,
      supplierCode: bill.supplierCode ?? '',
      postType: 'PUR',
      amount: plus(...received.map(({ payable }) => payable)),
      dueDate: payableDueDate(bill.billDate, first.payDays),
      receiptCode: bill.code,
      purchaseCode: first.purchaseCode,
    },
  ]);
  count(ctx, own, orderedIn(bill, own), 'arrivedNumber', 1);
  keepLinks(ctx, bill);
  signUpstream(ctx, bill, received);
}

/** Lines that somebody ordered; gifts are none of these. */
const orderedIn = (bill: Movement, own: PurchaseInRows): readonly Moved[] => {
  const known = new Set(own.bought.filter(({ docId }) => docId === bill.id).map(({ lineId }) => lineId));
  return movedIn({ ...bill, lines: bill.lines.filter(({ id }) => known.has(id)) }, own);
};

/** The links say what came, and lines that the warehouse left out are free to come with another movement. */
function keepLinks(ctx: Command, bill: Inout): void {
  ctx.later({
    text: `
      update app.doc_link k
      set number = coalesce(l.number, 0), amount = coalesce(l.amount, 0), is_active = l.id is not null
      from app.doc_link x
      left join app.stock_inout_line l on l.tenant_code = x.tenant_code and l.id = x.to_line_id
      where x.kind = '${receiveLink}'
        and x.is_active
        and x.to_id = $1
        and k.tenant_code = x.tenant_code
        and k.id = x.id`,
    values: [bill.id],
  });
}

function refuseUnlessAudited([first]: readonly Bought[], verb: Label): void {
  if (first !== undefined && first.purchaseStatus !== purchase.states.audited.code)
    throw stateForbids({ code: first.purchaseCode, status: statusLabel(purchase, first.purchaseStatus), verb });
}

/** Purchase in: what a supplier brings of what was ordered of him (domain §3.4, IO 1); red, it goes back to him. */
export const purchaseIn = moveKind({
  moveType: '1',
  madeBy: { link: receiveLink, instead: takeBackLabel },
  reads: purchaseInReads,
  // Stock is kept at what goods cost without the tax.
  unitCosts: (bill: Inout, { own }: PurchaseFacts) => {
    const pieces = piecesIn(bill, own.pieces);
    if (pieces.length > 0) return unitCostsOf(receivedIn(bill, pieces));
    return new Map(movedIn(bill, own).map((line) => [line.lineId, netPrice(line.price ?? '0', line.taxRate)]));
  },
  async beforeSave(ctx, draft, previous) {
    if (previous === null) return;
    const own = await ctx.all(purchaseInReads([previous.id]));
    const was = new Map(previous.lines.map((line) => [line.id, line]));
    for (const line of draft.lines) line.price = was.get(line.id)?.price ?? line.price;
    draft.supplierCode = previous.supplierCode;
    draft.supplierName = previous.supplierName;
    const pieces = piecesIn(previous, own.pieces);
    if (pieces.length > 0) return priceReceipt(draft.lines, receivedIn({ ...draft, id: previous.id }, pieces));
    for (const line of draft.lines) line.amount = round(times(line.number, line.price ?? '0'), 2);
    refuseOver({ id: previous.id, organizeCode: draft.organizeCode, lines: draft.lines }, own);
  },
  beforeAudit(_ctx, bill, { own }) {
    const pieces = piecesIn(bill, own.pieces);
    if (pieces.length > 0) {
      for (const { purchaseCode, purchaseDate } of receivedIn(bill, pieces))
        refuseBefore(bill, { code: purchaseCode, date: purchaseDate });
      return;
    }
    const moved = movedIn(bill, own);
    refuseUnlessAudited(moved, stockInout.verbs.audit.label);
    refuseOver(bill, own);
    for (const { purchaseCode, purchaseDate } of moved) refuseBefore(bill, { code: purchaseCode, date: purchaseDate });
  },
  audit: (ctx, bill, facts) => (piecesIn(bill, facts.own.pieces).length > 0 ? takeInSent : takeIn)(ctx, bill, facts),
  beforeUnaudit(_ctx, bill, { own }) {
    if (piecesIn(bill, own.pieces).length > 0) throw peerSigned();
    refuseUnlessAudited(movedIn(bill, own), stockInout.verbs.unaudit.label);
  },
  unaudit(ctx, bill, { own }) {
    unbookPayable(ctx, sourceOf(bill));
    count(ctx, own, movedIn(bill, own), 'arrivedNumber', -1);
  },
  red: {
    audit(ctx, bill, { own }, amounts) {
      const pieces = piecesIn(bill, own.pieces);
      const moved = pieces.length > 0 ? orderedIn(bill, own) : movedIn(bill, own);
      const first = moved[0] ?? pieces[0];
      if (first === undefined) return;
      bookPayable(ctx, sourceOf(bill), [
        {
          organizeCode: bill.organizeCode,
          supplierCode: bill.supplierCode ?? '',
          postType: 'PRT',
          amount: negated(plus(...amounts)),
          receiptCode: 'receiptCode' in first ? first.receiptCode : null,
          purchaseCode: first.purchaseCode,
        },
      ]);
      count(ctx, own, moved, 'returnedNumber', 1);
      sendBack(ctx, bill, pieces, amounts);
    },
    // Undone, the goods are there again: others may have come for them since.
    beforeUnaudit(_ctx, bill, { own }) {
      if (piecesIn(bill, own.pieces).length > 0) throw peerSigned();
      refuseOver(bill, own);
    },
    unaudit(ctx, bill, { own }) {
      unbookPayable(ctx, sourceOf(bill));
      count(ctx, own, movedIn(bill, own), 'returnedNumber', -1);
    },
  },
});
