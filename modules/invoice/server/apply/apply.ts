import { compare, isZero, minus, over, plus, round } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, stateForbids, type Place } from '#platform/model/refusal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { customerInvoice } from '#data/model/partner/customer-invoice.ts';
import type { Command } from '#platform/server/command/command.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { linkKinds, refreshInvoiced } from '#sales/server/order/order-progress.ts';
import { stockInout } from '#stock/model/inout.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import { invoiceApply } from '#invoice/model/apply/apply.ts';
import { invoiceTypes } from '#invoice/model/value/choices.ts';
import { taxed } from '#invoice/model/printed/tax.ts';
import { amountNotPositive, taxNumberMissing, titleIncomplete } from '#invoice/model/value/refusals.ts';
import { askedAmount, isWithin, leftOf } from '#invoice/model/source/left.ts';
import { isReady, keyOf, sourceReads, sourcesIn, type Source } from './source-reads.ts';

type Application = LockedBill<typeof invoiceApply>;
type Draft = DraftOf<typeof invoiceApply>;
type Line = Draft['lines'][number];
const params = { params: paramStatement(['SYS021', 'IV001']) };
type Named = typeof params;

export const invoiceApplyService = serveDocument<typeof invoiceApply, Named>(invoiceApply, {
  reads: params,
  async beforeSave(ctx, draft, facts, previous) {
    // Held: two who ask for the same goods at once see each other.
    const rows = await ctx.all(sourceReads(codesOf(draft), previous === null ? [] : [previous.id], true));
    const sources = sourcesIn(rows);
    const isDraft = isStashed(invoiceApply, draft);
    if (!isDraft) refuseUnfit(draft, sources, facts);
    fillLines(draft, sources);
    if (!isDraft) refuseTitle(draft, facts);
    if (!isDraft && compare(draft.totalAmount ?? '0', '0') <= 0) throw amountNotPositive();
    return draft;
  },
  before: {
    async audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      refuseUnfit(bill, sourcesIn(await ctx.all(sourceReads(codesOf(bill), [bill.id], true))), facts);
    },
    unaudit(_ctx, bill) {
      if (bill.confirmFlag === '1')
        throw stateForbids({
          code: bill.code,
          status: ['已确认', '已確認', 'Confirmed'],
          verb: invoiceApply.verbs.unaudit.label,
        });
    },
  },
  after: {
    async audit(ctx, bill) {
      const sources = sourcesIn(await ctx.all(sourceReads(codesOf(bill), [bill.id], false)));
      linkSources(ctx, bill, sources);
      refreshInvoiced(ctx, ordersOf(sources));
    },
    async unaudit(ctx, bill) {
      const sources = sourcesIn(await ctx.all(sourceReads(codesOf(bill), [bill.id], false)));
      unlinkTo(ctx, [bill.id], linkKinds.invoice);
      refreshInvoiced(ctx, ordersOf(sources));
    },
  },
  approval: {
    names: { amount: 'number' },
    labels: { amount: invoiceApply.head.totalAmount.label },
    values: (_ctx, bill) => ({ amount: Number(bill.totalAmount) }), // not money
  },
});

const codesOf = ({ lines }: Pick<Draft, 'lines'>): string[] => [...new Set(lines.map(({ sourceCode }) => sourceCode))];
const sourceOf = (sources: ReadonlyMap<string, Source>, line: Line): Source | undefined =>
  sources.get(keyOf(line.sourceCode, line.sourceKind ?? '0', line.sourceLineNo ?? 0));
const ordersOf = (sources: ReadonlyMap<string, Source>): string[] => [
  ...new Set([...sources.values()].map(({ goods }) => goods.orderId)),
];

const notReady: Label = ['尚未到开票时点', '尚未到開票時點', 'cannot be invoiced yet'];
const beyondLeft = (left: string): Label => [
  `超过可开票数量 ${left}`,
  `超過可開票數量 ${left}`,
  `is more than the ${left} that are left to invoice`,
];

/** Goods of this customer that left, each for no more than is left; and none on two lines. */
function refuseUnfit(
  bill: Pick<Draft, 'organizeCode' | 'customerCode' | 'lines'>,
  sources: ReadonlyMap<string, Source>,
  { rows }: Facts<Named>,
): void {
  const when = paramIn(rows.params ?? [], 'IV001', bill.organizeCode);
  const { sourceCode, number, sourceLineNo } = invoiceApply.lines;
  const seen = new Set<Source>();
  const places = bill.lines.flatMap((line, i): Place[] => {
    const source = sourceOf(sources, line);
    const at = (path: string, { label: field }: { readonly label: Label }, reason: Label): Place[] => [
      { path: `lines.${i}.${path}`, field, reason },
    ];
    if (source === undefined) return at('sourceCode', sourceCode, reasons.unknown);
    const { organizeCode, customerCode } = source.movement;
    if (organizeCode !== bill.organizeCode || customerCode !== bill.customerCode)
      return at('sourceCode', sourceCode, reasons.unknown);
    if (!isReady(source.movement, when)) return at('sourceCode', sourceCode, notReady);
    if (seen.has(source)) return at('sourceLineNo', sourceLineNo, reasons.taken);
    seen.add(source);
    const left = leftOf(source).number;
    if (isZero(line.number)) return at('number', number, reasons.format);
    return isWithin(line.number, left) ? [] : at('number', number, beyondLeft(left));
  });
  if (places.length > 0) throw invalidAt(places);
}

/** What each line comes to: parts of a source always sum to it (C11), its discount likewise. */
function fillLines(draft: Draft, sources: ReadonlyMap<string, Source>): void {
  for (const line of draft.lines) {
    const source = sourceOf(sources, line);
    line.sourceKind ??= '0';
    line.sourceLineNo ??= 0;
    if (source !== undefined) fillLine(line, source);
  }
  const sum = (of: (line: Line) => string): string => cents(plus('0', ...draft.lines.map(of)));
  draft.totalAmount = sum(({ amount, discountAmount }) => minus(amount ?? '0', discountAmount ?? '0'));
  draft.totalTax = sum(({ taxAmount }) => taxAmount ?? '0');
}

function fillLine(line: Line, source: Source): void {
  const { goods, kind } = source;
  const isGoods = kind === '0';
  line.orderCode = goods.orderCode;
  line.productCode = isGoods ? goods.productCode : null;
  line.productName = isGoods ? goods.productName : null;
  line.spec = isGoods ? goods.spec : null;
  line.model = isGoods ? goods.model : null;
  line.unitName = isGoods ? goods.unitName : null;
  line.taxRate = (goods.taxRate ?? '13') as Line['taxRate'];
  line.taxCode = goods.taxCode;
  line.amount = askedAmount(source, line.number);
  line.discountAmount = partAmount(
    { amount: source.discount, number: source.number },
    { number: source.takenNumber, amount: source.takenDiscount },
    line.number,
  );
  line.price = isZero(line.number) ? '0' : round(over(line.amount, line.number), 4);
  const rate = line.taxRate ?? '0';
  line.taxAmount = cents(minus(taxed(line.amount, rate).taxAmount, taxed(line.discountAmount, rate).taxAmount));
}

/** A special invoice on paper names everything, an electronic one name and tax number (C2, C2a). */
function refuseTitle(draft: Draft, facts: Facts<Named>): void {
  const info = facts.found(customerInvoice, draft.invoiceInfoId);
  const { invoiceInfoId, invoiceType } = invoiceApply.head;
  if (info?.customerCode !== draft.customerCode)
    throw invalidAt([{ path: 'invoiceInfoId', field: invoiceInfoId.label, reason: reasons.unknown }]);
  if (draft.invoiceType === invoiceTypes.none)
    throw invalidAt([{ path: 'invoiceType', field: invoiceType.label, reason: reasons.format }]);
  const isMissing = (value: string | null): boolean => value === null || value.trim() === '';
  if (draft.invoiceType === invoiceTypes.eSpecial && [info.name, info.taxNumber].some(isMissing))
    throw taxNumberMissing();
  if (
    draft.invoiceType === invoiceTypes.paperSpecial &&
    [info.name, info.taxNumber, info.address, info.openingBank, info.bankAccount].some(isMissing)
  )
    throw titleIncomplete();
}

/** Held sources keep their movements: what is on an application is not taken back. */
function linkSources(ctx: Command, bill: Application, sources: ReadonlyMap<string, Source>): void {
  linkDocuments(
    ctx,
    invoiceApply,
    bill.lines.flatMap((line) => {
      const source = sourceOf(sources, line);
      if (source === undefined) return [];
      const { movementId } = source.movement;
      return [
        {
          kind: linkKinds.invoice,
          // Freight and what was kept back belong to no line: the movement stands for them.
          from: {
            type: stockInout.name,
            id: movementId,
            lineId: source.kind === '0' ? source.goods.lineId : movementId,
          },
          to: { id: bill.id, lineId: line.id },
          number: line.number,
          amount: minus(line.amount ?? '0', line.discountAmount ?? '0'),
        },
      ];
    }),
  );
}
