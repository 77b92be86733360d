import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { supplier } from '#data/model/partner/supplier.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { unlinkTo } from '#platform/server/document/link.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { bookPayable, unbookPayable } from '#funds/server/payable/payable-book.ts';
import { beforePay, beforeUnpay, paidOn, paidSets, payoutReads, refusePaid, unpaidSets } from '#funds/server/payout.ts';
import { stockInout } from '#stock/model/inout.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { payLink } from '#purchase/model/links.ts';
import { offsetParts, taxWithin } from '#purchase/model/pay-room.ts';
import { payment } from '#purchase/model/payment.ts';
import { moveBalances } from './prepayment.ts';
import {
  freeOf,
  heldSuppliers,
  ofPayments,
  ofSupplier,
  owedFor,
  prepaidFor,
  prepaidOf,
  prepaidReads,
  roomReads,
  takePrepaid,
  takeRoom,
} from './supplier-room.ts';

type Payment = LockedBill<typeof payment>;
type Draft = DraftOf<typeof payment>;

/** Held in this order: prepayments, which are documents, then the books of the suppliers. */
const heldReads = (ids: readonly string[]) => ({
  ...prepaidReads(prepaidOf, [ids], true),
  ...heldSuppliers(ofPayments(ids)),
  ...roomReads(ofPayments(ids)),
});
const ofRoom: ReadonlySet<string> = new Set(['audit', 'pay', 'unclose']);
const draftReads = (own: string | undefined, { organizeCode, supplierCode, prepaymentCode, lines }: Draft) => ({
  ...prepaidReads('$2', [own === undefined ? [] : [own], prepaymentCode], false),
  ...roomReads(ofSupplier(own, organizeCode, supplierCode)),
  invoices: statement(
    { sourceCode: 'text', invoiceNumber: 'text', mismatchFlag: 'text' },
    `
      select distinct l.source_code, i.invoice_number, i.mismatch_flag
      from app.order_purchaseinvoice i
      join app.order_purchaseinvoice_line l on l.tenant_code = i.tenant_code and l.parent_id = i.id
      where i.organize_code = $1 and i.supplier_code = $2 and i.bill_status = '1' and l.source_code = any($3::text[])
      order by l.source_code, i.invoice_number`,
    [organizeCode, supplierCode, lines.map(({ sourceCode }) => sourceCode)],
  ),
});
type Named = typeof selfAuditReads &
  ReturnType<typeof heldReads> &
  ReturnType<typeof draftReads> &
  ReturnType<typeof payoutReads>;

export const paymentService = serveDocument<typeof payment, Named>(payment, {
  reads: selfAuditReads,
  verbReads: (ids, verb) => ({ ...(ofRoom.has(verb) ? heldReads(ids) : {}), ...payoutReads(ids, verb) }),
  saveReads: (draft) => draftReads(draft.id, draft),
  beforeSave(_ctx, draft, facts) {
    const own = facts.found(supplier, draft.supplierCode);
    draft.payeeName ??= own?.name ?? null;
    draft.payeeBank ??= own?.openingBank ?? null;
    draft.payeeAccount ??= own?.bankAccount ?? null;
    if (!isStashed(payment, draft)) refuseUnfit(draft, facts);
    complete(draft, facts);
    return draft;
  },
  afterSave(ctx, bill, previous) {
    if (previous !== null) unlinkTo(ctx, [bill.id], payLink);
    linkReceipts(ctx, bill);
  },
  afterDelete(ctx, ids) {
    unlinkTo(ctx, ids, payLink);
  },
  before: {
    audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      take(bill, facts.rows);
    },
    async pay(ctx, bill, facts) {
      await beforePay(ctx, payment, bill, facts);
      take(bill, facts.rows);
    },
    unpay: (ctx, bill) => beforeUnpay(ctx, payment, bill),
    unaudit(_ctx, bill) {
      refusePaid(bill, payment.verbs.unaudit.label);
    },
    unclose(_ctx, bill, facts) {
      if (bill.payFlag !== '1') take(bill, facts.rows);
    },
  },
  after: {
    pay(ctx, bill, facts) {
      postPaid(ctx, bill, facts);
      moveBalances(ctx, bill.prepaymentCode, bill.offsetAmount ?? '0');
    },
    unpay(ctx, bill) {
      unbookPayable(ctx, paidOn(bill, payment));
      moveBalances(ctx, bill.prepaymentCode, negated(bill.offsetAmount ?? '0'));
    },
    cancel(ctx, bill) {
      unlinkTo(ctx, [bill.id], payLink);
    },
  },
  sets: { pay: (_bill, facts) => paidSets(facts), unpay: () => unpaidSets },
  approval: {
    names: { amount: 'number', mismatch: 'boolean' },
    labels: { amount: payment.head.totalAmount.label, mismatch: payment.head.mismatchFlag.label },
    values: (_ctx, bill) => ({ amount: Number(bill.totalAmount), mismatch: bill.mismatchFlag === '1' }), // not money
    async onSubmit(ctx, bill) {
      take(bill, await ctx.all(heldReads([bill.id])));
    },
  },
});

type Rooms = Pick<Facts<Named>['rows'], 'owed' | 'prepaid'>;

/** It counts from now on: of what was received, and of what was prepaid. */
function take(bill: Payment, { owed = [], prepaid = [] }: Rooms): void {
  takeRoom(bill, owed);
  takePrepaid(bill, prepaid);
}

const offsetBeyond = (free: string): Label => [
  `不能超过预付余额 ${free}`,
  `不能超過預付餘額 ${free}`,
  `is more than the ${free} that are prepaid`,
];

/** What is asked for is known, more than nothing, and no more than can be paid. */
function refuseUnfit(draft: Draft, { rows: { owed = [], prepaid = [] } }: Facts<Named>): void {
  const { head, lines } = payment;
  const places = draft.lines.flatMap(({ sourceCode, amount }, i): Place[] => [
    ...(owedFor(owed, draft, sourceCode) === undefined
      ? [{ path: `lines.${i}.sourceCode`, field: lines.sourceCode.label, reason: reasons.unknown }]
      : []),
    ...(compare(amount, '0') > 0
      ? []
      : [{ path: `lines.${i}.amount`, field: lines.amount.label, reason: reasons.format }]),
  ]);
  const offset = draft.offsetAmount ?? '0';
  const row = prepaidFor(draft, prepaid);
  if (draft.prepaymentCode !== null && row === undefined)
    places.push({ path: 'prepaymentCode', field: head.prepaymentCode.label, reason: reasons.notChosen });
  else if (draft.prepaymentCode === null && !isZero(offset))
    places.push({ path: 'prepaymentCode', field: head.prepaymentCode.label, reason: reasons.required });
  if (compare(offset, '0') < 0 || compare(offset, plus(...draft.lines.map(({ amount }) => amount))) > 0)
    places.push({ path: 'offsetAmount', field: head.offsetAmount.label, reason: reasons.format });
  else if (row !== undefined && compare(offset, freeOf(row)) > 0)
    places.push({ path: 'offsetAmount', field: head.offsetAmount.label, reason: offsetBeyond(freeOf(row)) });
  if (places.length > 0) throw invalidAt(places);
  // Tried on a copy: what is saved does not count yet.
  takeRoom(
    draft,
    owed.map((each) => ({ ...each })),
  );
}

/** Sums, the tax within, the invoice that was matched, and whether one of them differs. */
function complete(draft: Draft, { rows: { owed = [], invoices = [] } }: Facts<Named>): void {
  for (const line of draft.lines) {
    const own = invoices.filter(({ sourceCode }) => sourceCode === line.sourceCode);
    if (own.length === 1) line.invoiceNumber ??= own[0]?.invoiceNumber ?? null;
    line.taxAmount = taxWithin(line.amount, line.taxRate);
    line.openAmount = owedFor(owed, draft, line.sourceCode)?.open ?? '0';
  }
  const named = new Set(draft.lines.flatMap(({ invoiceNumber }) => invoiceNumber ?? []));
  draft.offsetAmount ??= '0';
  draft.invoiceCount = named.size;
  draft.totalAmount = plus(...draft.lines.map(({ amount }) => amount));
  draft.payAmount = minus(draft.totalAmount, draft.offsetAmount);
  draft.mismatchFlag = invoices.some(
    ({ invoiceNumber, mismatchFlag }) => mismatchFlag === '1' && named.has(invoiceNumber),
  )
    ? '1'
    : '0';
}

/** Receipts that somebody asks to pay are not taken back; returned they can be. */
function linkReceipts(ctx: Command, { id, lines }: Pick<Payment, 'id'> & Draft): void {
  ctx.later({
    text: `
      insert into app.doc_link
        (kind, from_type, from_id, from_line_id, to_type, to_id, to_code, to_line_id, number, amount, is_shown_only)
      select '${payLink}', '${stockInout.name}', m.id, m.id, '${payment.name}', d.id, d.code, l.id, 0, l.amount, false
      from app.reimbursement_payment d
      join app.reimbursement_payment_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
      join app.stock_inout m on m.tenant_code = d.tenant_code and m.code = l.source_code
      where d.id = $1 and l.id = any($2::uuid[])`,
    values: [id, lines.map((line) => line.id)],
  });
}

/** What was offset lowers what is owed and what was prepaid alike (B13a); the rest is money. */
function postPaid(ctx: Command, bill: Payment, facts: Facts<Named>): void {
  const { organizeCode, supplierCode } = bill;
  const parts = offsetParts(
    bill.lines.map(({ amount }) => amount),
    bill.offsetAmount ?? '0',
  );
  bookPayable(
    ctx,
    paidOn(bill, payment, facts),
    bill.lines.flatMap(({ id: lineId, sourceCode, amount }, i) => {
      const offset = negated(parts[i] ?? '0');
      const own = { organizeCode, supplierCode, lineId, receiptCode: sourceCode, purchaseCode: bill.purchaseCode };
      return [
        { ...own, postType: 'OFS', amount: offset, prepaid: offset } as const,
        { ...own, postType: 'PAY', amount: negated(plus(amount, offset)) } as const,
      ];
    }),
  );
}
