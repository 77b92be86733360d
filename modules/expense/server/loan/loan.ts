import { personnel } from '#data/model/staff/staff.ts';
import { compare, isZero, negated, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { hasDownstream, invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type LockedBill } from '#platform/server/document/serve.ts';
import { beforePay, beforeUnpay, paidOn, paidSets, payoutReads, refusePaid, unpaidSets } from '#funds/server/payout.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { loan } from '#expense/model/loan/loan.ts';
import { itemReads } from '#expense/server/item/item-reads.ts';
import { loanReads, loansNamed, moveLoans } from './loan-book.ts';
import { loanLimit, loanOverdue } from './loan-refusals.ts';

type Loan = LockedBill<typeof loan>;
type Draft = DraftOf<typeof loan>;

const draftReads = (draft: Draft) => itemReads(draft.lines.map(({ itemCode }) => itemCode));
/** Documents that offset these loans, lock them or repaid them. */
const usedReads = (ids: readonly string[]) => ({
  used: statement(
    { id: 'uuid', code: 'text' },
    `
      select h.id, e.doc_code as code
      from app.reimbursement_loan h
      join app.loan_balance b on b.applicant_code = h.applicant_code and b.loan_code = h.code
      join app.loan_entry e on e.balance_id = b.id and e.doc_id <> h.id
      where h.id = any($1::uuid[])
      group by h.id, e.doc_id, e.doc_code
      having sum(e.d_amount) <> 0 or sum(e.d_locked) <> 0
      order by e.doc_code`,
    [ids],
  ),
});
type Named = typeof selfAuditReads &
  ReturnType<typeof draftReads> &
  ReturnType<typeof usedReads> &
  ReturnType<typeof payoutReads>;

export const loanService = serveDocument<typeof loan, Named>(loan, {
  reads: selfAuditReads,
  verbReads: (ids, verb) => ({ ...(verb === 'unpay' ? usedReads(ids) : {}), ...payoutReads(ids, verb) }),
  saveReads: draftReads,
  beforeSave(_ctx, draft, facts) {
    const applicant = facts.found(personnel, draft.applicantCode);
    draft.deptCode ??= applicant?.deptCode ?? null;
    draft.payeeName ??= applicant?.name ?? null;
    if (!isStashed(loan, draft)) refuseWrong(draft);
    for (const line of draft.lines)
      line.budgetAccountCode = facts.rows.items?.find(({ code }) => code === line.itemCode)?.budgetAccountCode ?? null;
    Object.assign(draft, {
      totalAmount: plus('0', ...draft.lines.map(({ amount }) => amount)),
      repaidAmount: '0',
      lockedAmount: '0',
      balanceAmount: '0',
    });
    return draft;
  },
  before: {
    async audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      await refuseIndebted(ctx, bill);
    },
    async pay(ctx, bill, facts) {
      await beforePay(ctx, loan, bill, facts);
      await refuseIndebted(ctx, bill);
    },
    async unpay(ctx, bill, { rows: { used = [] } }) {
      await ctx.all(loanReads(loansNamed([bill.code])));
      const codes = used.filter(({ id }) => id === bill.id).map(({ code }) => code);
      if (codes.length > 0) throw hasDownstream({ codes: codes.slice(0, 3).join('、'), verb: loan.verbs.unpay.label });
      await beforeUnpay(ctx, loan, bill);
    },
    unaudit(_ctx, bill) {
      refusePaid(bill, loan.verbs.unaudit.label);
    },
    unclose: (ctx, bill) => (bill.payFlag === '1' ? undefined : refuseIndebted(ctx, bill)),
  },
  after: {
    pay(ctx, bill, facts) {
      moveLoans(ctx, paidOn(bill, loan, facts), [paidOut(bill, bill.totalAmount ?? '0')]);
    },
    unpay(ctx, bill) {
      const code = bill.code;
      moveLoans(ctx, paidOn(bill, loan), [paidOut(bill, negated(bill.totalAmount ?? '0'))], () =>
        hasDownstream({ codes: code, verb: loan.verbs.unpay.label }),
      );
    },
  },
  sets: {
    pay: (_bill, facts) => paidSets(facts),
    unpay: () => ({ ...unpaidSets, repaidAmount: '0', balanceAmount: '0', settleStatus: '0' }),
  },
  approval: {
    names: { amount: 'number' },
    labels: { amount: loan.head.totalAmount.label },
    values: (_ctx, bill) => ({ amount: Number(bill.totalAmount) }), // not money
    onSubmit: refuseIndebted,
  },
});

const paidOut = ({ applicantCode, code }: Pick<Loan, 'applicantCode' | 'code'>, amount: string) =>
  ({ applicantCode, loanCode: code, postType: 'PAY', amount }) as const;

function refuseWrong(draft: Draft): void {
  const { head, lines } = loan;
  const places = draft.lines.flatMap(({ amount }, i): Place[] =>
    compare(amount, '0') > 0 ? [] : [{ path: `lines.${i}.amount`, field: lines.amount.label, reason: reasons.format }],
  );
  if (draft.deptCode === null) places.push({ path: 'deptCode', field: head.deptCode.label, reason: reasons.required });
  if (draft.repayDate !== null && draft.repayDate < draft.applyDate)
    places.push({ path: 'repayDate', field: head.repayDate.label, reason: reasons.beforeStart });
  if (places.length > 0) throw invalidAt(places);
}

/**
 * Nobody is lent more while a loan of his is overdue (E-LOAN-OPEN), nor beyond RB003 in all, with what he has asked
 * for. Loans of a person wait for each other here.
 */
async function refuseIndebted(ctx: Command, bill: Loan): Promise<void> {
  const {
    owing: [owing],
    limits,
  } = await ctx.all({
    held: statement(
      { held: 'boolean' },
      `select pg_advisory_xact_lock(7052, hashtext(sec.tenant() || ' ' || $1::text)) is null as held`,
      [bill.applicantCode],
    ),
    owing: statement(
      { overdue: 'decimal', owed: 'decimal' },
      `
        select
          coalesce(sum(h.balance_amount) filter (where h.pay_flag = '1' and h.repay_date < $3::date), 0) as overdue,
          coalesce(sum(case when h.pay_flag = '1' then h.balance_amount else h.total_amount end), 0) as owed
        from app.reimbursement_loan h
        where h.applicant_code = $1
          and h.id <> $2
          and (h.pay_flag = '1' or h.bill_status in ('1', '4'))
          and h.cancel_flag = '0'
          and h.deleted_flag = '0'`,
      [bill.applicantCode, bill.id, ctx.today],
    ),
    limits: paramStatement(['RB003']),
  });
  if (compare(owing?.overdue ?? '0', '0') > 0) throw loanOverdue({ amount: owing?.overdue ?? '0' });
  const limit = paramIn(limits, 'RB003', bill.organizeCode);
  if (!isZero(limit) && compare(plus(owing?.owed, bill.totalAmount), limit) > 0)
    throw loanLimit({ limit, owed: owing?.owed ?? '0' });
}
