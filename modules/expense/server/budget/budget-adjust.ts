import { compare, isZero, negated, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type LockedBill } from '#platform/server/document/serve.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { budgetAdjust } from '#expense/model/budget/budget-adjust.ts';
import { periodOf } from '#expense/model/budget/budget-ledger.ts';
import { isMonth, isYear } from './budget.ts';
import { giveBudget, takeBudgetBack, type BudgetGift } from './budget-given.ts';
import { budgetSource } from './budget-move.ts';

type Adjust = LockedBill<typeof budgetAdjust>;
type Draft = DraftOf<typeof budgetAdjust>;
type Line = Pick<
  Draft['lines'][number],
  | 'deptCode'
  | 'budgetAccountCode'
  | 'month'
  | 'projectCode'
  | 'toDeptCode'
  | 'toBudgetAccountCode'
  | 'toMonth'
  | 'toProjectCode'
>;

const isTransfer = ({ adjustType }: Pick<Draft, 'adjustType'>): boolean => adjustType === '1';

export const budgetAdjustService = serveDocument<typeof budgetAdjust, typeof selfAuditReads>(budgetAdjust, {
  reads: selfAuditReads,
  beforeSave(_ctx, draft) {
    if (!isTransfer(draft))
      for (const line of draft.lines)
        Object.assign(line, { toDeptCode: null, toBudgetAccountCode: null, toMonth: null, toProjectCode: null });
    if (!isStashed(budgetAdjust, draft)) refuseWrong(draft);
    const sum = plus('0', ...draft.lines.map(({ amount }) => amount));
    draft.totalAmount = isTransfer(draft) ? '0' : sum;
    draft.movedAmount = isTransfer(draft) ? sum : '0';
    return draft;
  },
  before: { audit: refuseSelfAudit },
  after: {
    audit: (ctx, bill) => giveBudget(ctx, budgetSource(budgetAdjust, bill), giftsOf(bill), bill.organizeCode),
    unaudit: (ctx, bill) => takeBudgetBack(ctx, budgetSource(budgetAdjust, bill), giftsOf(bill), bill.organizeCode),
  },
  // What it would leave too little for is said before anybody is asked to approve it.
  approval: {
    onSubmit: async (ctx, bill) => {
      await giveBudget(ctx, budgetSource(budgetAdjust, bill), giftsOf(bill), bill.organizeCode, 'ask');
    },
  },
});

const fromOf = ({ deptCode, budgetAccountCode, month, projectCode }: Line) => ({
  deptCode,
  budgetAccountCode,
  period: periodOf(month),
  projectCode: projectCode ?? '',
});
/** Where a transfer goes; what is left open is as it was. */
const toOf = (line: Line) => ({
  deptCode: line.toDeptCode ?? line.deptCode,
  budgetAccountCode: line.toBudgetAccountCode ?? line.budgetAccountCode,
  period: periodOf(line.toMonth ?? line.month),
  projectCode: line.toProjectCode ?? line.projectCode ?? '',
});

const giftsOf = (bill: Adjust): readonly BudgetGift[] =>
  bill.lines.flatMap((line): BudgetGift[] => {
    const of = { lineId: line.id, year: String(bill.year) };
    if (!isTransfer(bill)) return [{ ...of, ...fromOf(line), amount: line.amount, postType: 'ADJ' }];
    return [
      { ...of, ...fromOf(line), amount: negated(line.amount), postType: 'TRF' },
      { ...of, ...toOf(line), amount: line.amount, postType: 'TRF' },
    ];
  });

function refuseWrong(draft: Draft): void {
  const { head, lines } = budgetAdjust;
  const places: Place[] = [];
  if (!isYear(draft.year)) places.push({ path: 'year', field: head.year.label, reason: reasons.format });
  draft.lines.forEach((line, i) => {
    const wrong = (key: keyof typeof lines, reason: Label = reasons.format): void => {
      places.push({ path: `lines.${i}.${key}`, field: lines[key].label, reason });
    };
    if (!isMonth(line.month)) wrong('month');
    if (line.toMonth !== null && !isMonth(line.toMonth)) wrong('toMonth');
    if (isTransfer(draft) ? compare(line.amount, '0') <= 0 : isZero(line.amount)) wrong('amount');
    if (isTransfer(draft) && JSON.stringify(fromOf(line)) === JSON.stringify(toOf(line)))
      wrong('toDeptCode', reasons.required);
  });
  if (places.length > 0) throw invalidAt(places);
}
