import { supplier } from '#data/model/partner/supplier.ts';
import { compare, plus } from '#platform/model/decimal.ts';
import { hasDownstream, invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { bookPayable, unbookPayable } from '#funds/server/payable/payable-book.ts';
import { beforePay, beforeUnpay, paidOn, paidSets, payoutReads, refusePaid, unpaidSets } from '#funds/server/payout.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { prepayment } from '#purchase/model/prepayment.ts';

/** Payments that offset these prepayments or ask to. */
const offsetting = (ids: readonly string[]) => ({
  offsets: statement(
    { id: 'uuid', code: 'text' },
    `
      select r.id, p.code
      from app.reimbursement_prepayment r
      join app.reimbursement_payment p on p.tenant_code = r.tenant_code
        and p.prepayment_code = r.code
        and p.offset_amount > 0
        and (p.bill_status in ('1', '4') or p.pay_flag = '1')
        and p.cancel_flag = '0'
        and p.deleted_flag = '0'
      where r.id = any($1::uuid[])
      order by p.code`,
    [ids],
  ),
});
/** The purchase that it is paid ahead for. */
const purchaseOf = (code: string | null) => ({
  ordered: statement(
    { supplierCode: 'text', organizeCode: 'text' },
    'select p.supplier_code, p.organize_code from app.order_purchase p where p.code = $1',
    [code],
  ),
});
type Named = typeof selfAuditReads &
  ReturnType<typeof offsetting> &
  ReturnType<typeof purchaseOf> &
  ReturnType<typeof payoutReads>;

export const prepaymentService = serveDocument<typeof prepayment, Named>(prepayment, {
  reads: selfAuditReads,
  verbReads: (ids, verb) => ({ ...(verb === 'unpay' ? offsetting(ids) : {}), ...payoutReads(ids, verb) }),
  saveReads: ({ purchaseCode }) => purchaseOf(purchaseCode),
  beforeSave(_ctx, draft, facts) {
    const own = facts.found(supplier, draft.supplierCode);
    draft.payeeName ??= own?.name ?? null;
    draft.payeeBank ??= own?.openingBank ?? null;
    draft.payeeAccount ??= own?.bankAccount ?? null;
    const [ordered] = facts.rows.ordered ?? [];
    const isForeign =
      ordered !== undefined &&
      (ordered.supplierCode !== draft.supplierCode || ordered.organizeCode !== draft.organizeCode);
    const places = draft.lines.flatMap(({ amount }, i): Place[] =>
      compare(amount, '0') > 0
        ? []
        : [{ path: `lines.${i}.amount`, field: prepayment.lines.amount.label, reason: reasons.format }],
    );
    if (isForeign)
      places.push({ path: 'purchaseCode', field: prepayment.head.purchaseCode.label, reason: reasons.notChosen });
    if (places.length > 0 && !isStashed(prepayment, draft)) throw invalidAt(places);
    draft.totalAmount = plus(...draft.lines.map(({ amount }) => amount));
    return draft;
  },
  before: {
    audit: refuseSelfAudit,
    pay: (ctx, bill, facts) => beforePay(ctx, prepayment, bill, facts),
    async unpay(ctx, bill, { rows: { offsets = [] } }) {
      const codes = offsets.filter(({ id }) => id === bill.id).map(({ code }) => code);
      if (codes.length > 0)
        throw hasDownstream({ codes: codes.slice(0, 3).join('、'), verb: prepayment.verbs.unpay.label });
      await beforeUnpay(ctx, prepayment, bill);
    },
    unaudit(_ctx, bill) {
      refusePaid(bill, prepayment.verbs.unaudit.label);
    },
  },
  after: {
    pay(ctx, bill, facts) {
      const { organizeCode, supplierCode, purchaseCode, totalAmount } = bill;
      bookPayable(ctx, paidOn(bill, prepayment, facts), [
        { organizeCode, supplierCode, postType: 'PRE', prepaid: totalAmount ?? '0', purchaseCode },
      ]);
    },
    unpay(ctx, bill) {
      unbookPayable(ctx, paidOn(bill, prepayment));
    },
  },
  sets: {
    pay: ({ totalAmount }, facts) => ({ ...paidSets(facts), balanceAmount: totalAmount }),
    unpay: () => ({ ...unpaidSets, balanceAmount: '0' }),
  },
  approval: {
    names: { amount: 'number' },
    labels: { amount: prepayment.head.totalAmount.label },
    values: (_ctx, bill) => ({ amount: Number(bill.totalAmount) }), // not money
  },
});

/** How much of a prepayment payments have offset; what is left follows. */
export function moveBalances(ctx: Command, code: string | null, offset: string): void {
  if (code === null || compare(offset, '0') === 0) return;
  ctx.later({
    text: `
      update app.reimbursement_prepayment r
      set offset_amount = coalesce(r.offset_amount, 0) + $2::numeric, balance_amount = r.balance_amount - $2::numeric,
        settle_status = case
          when r.balance_amount - $2::numeric <= 0 then '2'
          when coalesce(r.offset_amount, 0) + $2::numeric > 0 then '1'
          else '0'
        end,
        row_version = r.row_version + 1
      where r.code = $1`,
    values: [code, offset],
  });
}
