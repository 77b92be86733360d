import { compare, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { periodOf } from '#expense/model/budget/budget-ledger.ts';
import { budget } from '#expense/model/budget/budget.ts';
import { giveBudget, takeBudgetBack, type BudgetGift } from './budget-given.ts';
import { budgetSource } from './budget-move.ts';

type Budget = LockedBill<typeof budget>;
type Draft = DraftOf<typeof budget>;

const twinReads = (draft: Draft) => ({
  twins: statement(
    { id: 'uuid' },
    `
      select id
      from app.reimbursement_budget
      where year = $1
        and dept_code = $2
        and coalesce(project_code, '') = coalesce($3, '')
        and cancel_flag = '0'
        and deleted_flag = '0'
        and bill_status <> '3'`,
    [draft.year, draft.deptCode, draft.projectCode],
  ),
});
type Named = typeof selfAuditReads & ReturnType<typeof twinReads>;

export const budgetService = serveDocument<typeof budget, Named>(budget, {
  reads: selfAuditReads,
  saveReads: twinReads,
  beforeSave(_ctx, draft, facts, previous) {
    if (!isStashed(budget, draft)) refuseWrong(draft, facts, previous?.id ?? draft.id);
    for (const line of draft.lines)
      Object.assign(line, { usedAmount: '0', frozenAmount: '0', balanceAmount: line.amount });
    draft.totalAmount = plus('0', ...draft.lines.map(({ amount }) => amount));
    draft.usedAmount = '0';
    draft.balanceAmount = draft.totalAmount;
    return draft;
  },
  before: { audit: refuseSelfAudit },
  after: {
    audit: (ctx, bill) => giveBudget(ctx, budgetSource(budget, bill), giftsOf(bill), bill.organizeCode),
    unaudit: (ctx, bill) => takeBudgetBack(ctx, budgetSource(budget, bill), giftsOf(bill), bill.organizeCode),
  },
});

const giftsOf = (bill: Budget): readonly BudgetGift[] =>
  bill.lines.map(({ id, budgetAccountCode, month, amount }) => ({
    lineId: id,
    year: String(bill.year),
    period: periodOf(month),
    deptCode: bill.deptCode,
    budgetAccountCode,
    projectCode: bill.projectCode ?? '',
    amount,
    postType: 'INIT',
  }));

/** A department has one budget a year, and one for each of its projects; an account has a month once. */
function refuseWrong(draft: Draft, { rows }: Facts<Named>, own: string | undefined): void {
  const { head, lines } = budget;
  const places: Place[] = [];
  if (!isYear(draft.year)) places.push({ path: 'year', field: head.year.label, reason: reasons.format });
  if ((rows.twins ?? []).some(({ id }) => id !== own))
    places.push({ path: 'deptCode', field: head.deptCode.label, reason: reasons.taken });
  const seen = new Set<string>();
  draft.lines.forEach(({ budgetAccountCode, month, amount }, i) => {
    const key = `${budgetAccountCode} ${month}`;
    if (!isMonth(month)) places.push({ path: `lines.${i}.month`, field: lines.month.label, reason: reasons.format });
    if (seen.has(key)) places.push({ path: `lines.${i}.month`, field: lines.month.label, reason: reasons.taken });
    if (compare(amount, '0') < 0)
      places.push({ path: `lines.${i}.amount`, field: lines.amount.label, reason: reasons.format });
    seen.add(key);
  });
  if (places.length > 0) throw invalidAt(places);
}

export const isYear = (year: number): boolean => year >= 2000 && year <= 2999;
export const isMonth = (month: number | null): boolean => month !== null && month >= 1 && month <= 12;
