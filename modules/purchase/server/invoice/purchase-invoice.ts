import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { partAmount } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { unlinkTo } from '#platform/server/document/link.ts';
import { refuseBefore } from '#platform/server/document/period.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { bookPayable, unbookPayable } from '#funds/server/payable/payable-book.ts';
import { adjustCost, costReads, type CostAdjustment } from '#stock/server/cost.ts';
import { placesIn, placesQuery } from '#stock/server/ledger.ts';
import { stockInout } from '#stock/model/inout.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import { matchLink } from '#purchase/model/links.ts';
import { purchaseInvoice } from '#purchase/model/purchase-invoice.ts';
import { matchOf, netDifference, taxWithin } from '#purchase/model/pay-room.ts';
import { receivedReads, type Received } from './invoice-reads.ts';

type Invoice = LockedBill<typeof purchaseInvoice>;
type Draft = DraftOf<typeof purchaseInvoice>;

const params = { params: paramStatement(['SYS021', 'PU004']) };
const goodsOf = `
  select coalesce(d.stock_organize_code, d.organize_code) as stock_organize_code, l.product_code as material_code
  from app.order_purchaseinvoice_line l
  join app.stock_inout m on m.tenant_code = l.tenant_code and m.code = l.source_code
  join app.data_depot d on d.tenant_code = m.tenant_code and d.code = m.storage_code
  where l.parent_id = any($1::uuid[])`;
const placesOf = `
  select m.storage_code
  from app.order_purchaseinvoice_line l
  join app.stock_inout m on m.tenant_code = l.tenant_code and m.code = l.source_code
  where l.parent_id = any($1::uuid[])`;
/** Where the goods of the invoice lie, and what they cost: held, for the difference goes there. */
const postReads = (ids: readonly string[]) => ({ places: placesQuery(placesOf, [ids]), ...costReads(goodsOf, [ids]) });
/** The same number of the same supplier, on an invoice that is not void. */
const twinReads = ({ supplierCode, invoiceNumber }: Draft, own: string | null) => ({
  twins: statement(
    { code: 'text' },
    `
      select h.code
      from app.order_purchaseinvoice h
      where h.supplier_code = $1
        and h.invoice_number = $2
        and h.id is distinct from $3::uuid
        and h.cancel_flag = '0'
        and h.deleted_flag = '0'
      limit 1`,
    [supplierCode, invoiceNumber, own],
  ),
});
type Named = typeof params & ReturnType<typeof postReads>;

export const purchaseInvoiceService = serveDocument<typeof purchaseInvoice, Named>(purchaseInvoice, {
  reads: params,
  verbReads: (ids, verb) => (verb === 'audit' || verb === 'unaudit' ? postReads(ids) : {}),
  async beforeSave(ctx, draft, facts, previous) {
    const own = previous?.id ?? null;
    // Held: two who enter an invoice for the same goods at once see each other.
    const { received, twins } = await ctx.all({
      ...receivedReads(codesOf(draft), own === null ? [] : [own], true),
      ...twinReads(draft, own),
    });
    const lines = draft.lines.map((line) => ({ line, own: receivedIn(received, line) }));
    if (!isStashed(purchaseInvoice, draft)) refuseUnfit(draft, lines, twins);
    for (const { line, own } of lines) matchLine(line, own);
    const tolerance = paramIn(facts.rows.params ?? [], 'PU004', draft.organizeCode);
    sumUp(draft, tolerance);
    return draft;
  },
  afterSave(ctx, bill, previous) {
    if (previous !== null) unlinkTo(ctx, [bill.id], matchLink);
    if (!isStashed(purchaseInvoice, bill)) linkReceipts(ctx, bill);
  },
  afterDelete(ctx, ids) {
    unlinkTo(ctx, ids, matchLink);
  },
  before: {
    async audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      const { received } = await ctx.all(receivedReads(codesOf(bill), [bill.id], true));
      refuseUnfit(
        bill,
        bill.lines.map((line) => ({ line, own: receivedIn(received, line) })),
      );
      for (const { sourceCode, billDate } of received) refuseBefore(bill, { code: sourceCode, date: billDate });
    },
  },
  after: {
    async audit(ctx, bill, facts) {
      const { received } = await ctx.all(receivedReads(codesOf(bill), [bill.id], false));
      const source = sourceOf(bill);
      bookPayable(ctx, source, debtsOf(bill));
      const rests = bill.lines.map((line) => netDifference(line.differenceAmount ?? '0', line.taxRate));
      keepCosts(ctx, bill, adjustCost(ctx, source, facts.rows.costs ?? [], changesOf(bill, received, facts, rests)));
    },
    async unaudit(ctx, bill, facts) {
      const { received } = await ctx.all(receivedReads(codesOf(bill), [bill.id], false));
      unbookPayable(ctx, sourceOf(bill));
      const back = bill.lines.map(({ costAmount }) => negated(costAmount ?? '0'));
      adjustCost(ctx, sourceOf(bill), facts.rows.costs ?? [], changesOf(bill, received, facts, back));
      keepCosts(
        ctx,
        bill,
        bill.lines.map(() => '0'),
      );
    },
    cancel(ctx, bill) {
      unlinkTo(ctx, [bill.id], matchLink);
    },
  },
  approval: {
    names: { amount: 'number', mismatch: 'boolean' },
    labels: {
      amount: purchaseInvoice.head.totalAmount.label,
      mismatch: purchaseInvoice.head.mismatchFlag.label,
    },
    values: (_ctx, bill) => ({ amount: Number(bill.totalAmount), mismatch: bill.mismatchFlag === '1' }), // not money
  },
});

type Line = Draft['lines'][number];
const codesOf = ({ lines }: Pick<Draft, 'lines'>): string[] => [...new Set(lines.map(({ sourceCode }) => sourceCode))];
const receivedIn = (rows: readonly Received[], line: Pick<Line, 'sourceCode' | 'sourceLineNo'>): Received | undefined =>
  rows.find(({ sourceCode, sourceLineNo }) => sourceCode === line.sourceCode && sourceLineNo === line.sourceLineNo);

/** What of a line of a receipt no other invoice is for. */
export const uninvoiced = ({ number, redNumber, invoicedNumber }: Received): string =>
  minus(number, plus(redNumber, invoicedNumber));

const takenTwice: Label = ['发票号码已录入', '發票號碼已錄入', 'was entered already'];
const beyondRest = (rest: string): Label => [
  `超过可开票数量 ${rest}`,
  `超過可開票數量 ${rest}`,
  `is more than the ${rest} that are left to invoice`,
];

interface Matched {
  readonly line: Line;
  readonly own: Received | undefined;
}
/** Receipts of this supplier, each for no more than came; and every invoice once. */
function refuseUnfit(
  bill: Pick<Draft, 'organizeCode' | 'supplierCode'>,
  lines: readonly Matched[],
  twins: readonly object[] = [],
): void {
  const { head, lines: fields } = purchaseInvoice;
  const seen = new Map<string, string>();
  const places = lines.flatMap(({ line, own }, i): Place[] => {
    const at = `lines.${i}`;
    if (own === undefined || own.organizeCode !== bill.organizeCode || own.supplierCode !== bill.supplierCode)
      return [{ path: `${at}.sourceCode`, field: fields.sourceCode.label, reason: reasons.unknown }];
    if (compare(line.number, '0') <= 0)
      return [{ path: `${at}.number`, field: fields.number.label, reason: reasons.format }];
    const before = seen.get(own.lineId) ?? '0';
    seen.set(own.lineId, plus(before, line.number));
    const rest = minus(uninvoiced(own), before);
    return compare(line.number, rest) > 0
      ? [{ path: `${at}.number`, field: fields.number.label, reason: beyondRest(rest) }]
      : [];
  });
  if (twins.length > 0) places.push({ path: 'invoiceNumber', field: head.invoiceNumber.label, reason: takenTwice });
  if (places.length > 0) throw invalidAt(places);
}

/** What the receipt says of the same goods, by cumulative number so that all parts sum to it (C11). */
function matchLine(line: Line, own: Received | undefined): void {
  const number = minus(own?.number ?? '0', own?.redNumber ?? '0');
  line.productCode = own?.productCode ?? null;
  line.productName = own?.productName ?? null;
  line.receiptNumber = number;
  line.receiptAmount = partAmount(
    { amount: minus(own?.amount ?? '0', own?.redAmount ?? '0'), number },
    { number: own?.invoicedNumber ?? '0', amount: own?.invoicedAmount ?? '0' },
    line.number,
  );
  line.taxRate ??= (own?.taxRate ?? null) as Line['taxRate'];
  line.amount ??= line.receiptAmount;
  line.taxAmount = taxWithin(line.amount, line.taxRate);
  line.differenceAmount = minus(line.amount, line.receiptAmount);
  line.costAmount = '0';
}

function sumUp(draft: Draft, tolerance: string): void {
  const sum = (key: 'receiptAmount' | 'amount' | 'taxAmount' | 'differenceAmount'): string =>
    plus(...draft.lines.map((line) => line[key] ?? '0'));
  draft.receiptAmount = sum('receiptAmount');
  draft.totalAmount = sum('amount');
  draft.taxAmount = sum('taxAmount');
  draft.differenceAmount = sum('differenceAmount');
  draft.mismatchFlag = draft.lines.some(
    ({ amount, receiptAmount }) =>
      matchOf({ invoice: amount ?? '0', receipt: receiptAmount ?? '0' }, tolerance).mismatch,
  )
    ? '1'
    : '0';
}

/** Matched receipts are not taken back; what goes back of them is another document. */
function linkReceipts(ctx: Command, bill: Draft & { readonly id: string }): void {
  ctx.later({
    text: `
      insert into app.doc_link
        (kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount, is_shown_only)
      select '${matchLink}', '${stockInout.name}', m.id, x.id, '${purchaseInvoice.name}', d.id, d.code, l.id, l.number,
        l.amount, false
      from app.order_purchaseinvoice d
      join app.order_purchaseinvoice_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
      join app.stock_inout m on m.tenant_code = d.tenant_code and m.code = l.source_code
      join app.stock_inout_line x
        on x.tenant_code = m.tenant_code
        and x.parent_id = m.id
        and x.line_no = l.source_line_no
      where d.id = $1`,
    values: [bill.id],
  });
}

const sourceOf = (bill: Invoice): Source => ({
  type: purchaseInvoice.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: bill.billDate,
});

/** What the invoice asks for beyond the receipts, or less: owed at once, under the receipt it belongs to (A11). */
const debtsOf = ({ organizeCode, supplierCode, billDate, lines }: Invoice) =>
  lines.flatMap(({ id: lineId, sourceCode: receiptCode, differenceAmount }) =>
    isZero(differenceAmount ?? '0')
      ? []
      : [
          {
            organizeCode,
            supplierCode,
            lineId,
            receiptCode,
            postType: 'ADJ' as const,
            amount: differenceAmount ?? '0',
            dueDate: billDate,
          },
        ],
  );

function changesOf(
  bill: Invoice,
  received: readonly Received[],
  { rows }: Facts<Named>,
  amounts: readonly string[],
): CostAdjustment[] {
  const places = placesIn(rows.places ?? []);
  return bill.lines.flatMap((line, i): CostAdjustment[] => {
    const place = places.get(receivedIn(received, line)?.storageCode ?? '');
    if (place === undefined || line.productCode === null) return [];
    return [{ place, materialCode: line.productCode, lineId: line.id, number: line.number, amount: amounts[i] ?? '0' }];
  });
}

function keepCosts(ctx: Command, bill: Invoice, amounts: readonly string[]): void {
  ctx.later({
    text: `
      update app.order_purchaseinvoice_line l
      set cost_amount = c.amount
      from unnest($1::uuid[], $2::numeric[]) as c(line_id, amount)
      where l.id = c.line_id`,
    values: [bill.lines.map(({ id }) => id), amounts],
  });
}
