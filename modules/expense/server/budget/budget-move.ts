import { isZero } from '#platform/model/decimal.ts';
import type { Document } from '#platform/model/document.ts';
import type { Command } from '#platform/server/command/command.ts';
import { post, reverse, type Source } from '#platform/server/ledger/post.ts';
import { budgetLedger, type BudgetKey } from '#expense/model/budget/budget-ledger.ts';

export interface BudgetMove extends BudgetKey {
  readonly lineId: string;
  readonly postType: keyof NonNullable<typeof budgetLedger.postTypes>;
  readonly change: Readonly<Partial<Record<'init' | 'adj' | 'pre' | 'used', string>>>;
  /** Whose hold it is, where that is not the line's own. */
  readonly holder?: { readonly docId: string; readonly lineId: string };
}

/** The only door to the budget ledger. Whether something fits was decided on budgets that are held since. */
export function moveBudget(ctx: Command, source: Source, moves: readonly BudgetMove[]): void {
  post(
    ctx,
    budgetLedger,
    source,
    moves
      .filter(({ change }) => Object.values(change).some((amount) => !isZero(amount)))
      .map(({ year, period, deptCode, budgetAccountCode, projectCode, change, postType, lineId, holder }) => ({
        year,
        period,
        deptCode,
        budgetAccountCode,
        projectCode,
        changes: change,
        postType,
        lineId,
        ...(holder === undefined ? {} : { holder }),
        guards: 'nothing' as const,
      })),
    never,
  );
  refreshBudgets(ctx, moves);
}

/** Takes back all that a budget or an adjustment gave. */
export const unmoveBudget = (ctx: Command, source: Source): void => {
  reverse(ctx, budgetLedger, source, 'nothing', never);
};

const never = (): Error => new Error('whether a budget is short is decided before it is posted');

/**
 * A document as the budget ledger knows it. Being sent in and coming back post without counting the operations of a
 * document: each writes the row, so its version tells one posting from the next and a repeated call from a new one.
 */
export const budgetSource = (
  { name }: Pick<Document, 'name'>,
  bill: { readonly id: string; readonly code: string; readonly rowVersion: number; readonly billDate: string },
): Source => ({ type: name, id: bill.id, code: bill.code, opSeq: bill.rowVersion, date: bill.billDate });

/** Budgets show what is left of them today; their rows were held before the ledger was. */
export function refreshBudgets(ctx: Command, keys: readonly BudgetKey[]): void {
  if (keys.length === 0) return;
  const owned = `
    select distinct k.year::integer as year, k.dept_code, k.project_code
    from jsonb_to_recordset($1::jsonb) as k(year text, dept_code text, project_code text)`;
  const values = [
    JSON.stringify(
      keys.map(({ year, deptCode, projectCode }) => ({ year, dept_code: deptCode, project_code: projectCode })),
    ),
  ];
  ctx.later({
    text: `
      update app.reimbursement_budget_line l
      set used_amount = b.used, frozen_amount = b.pre, balance_amount = b.init + b.adj - b.pre - b.used
      from app.reimbursement_budget h
      join (${owned}) k
        on h.year = k.year
        and h.dept_code = k.dept_code
        and coalesce(h.project_code, '') = k.project_code
      join app.budget_balance b
        on b.year = k.year::text
        and b.dept_code = k.dept_code
        and b.project_code = k.project_code
      where l.parent_id = h.id
        and h.bill_status in ('1', '2')
        and h.cancel_flag = '0'
        and b.budget_account_code = l.budget_account_code
        and b.period = lpad(l.month::text, 2, '0')
        and (l.used_amount, l.frozen_amount, l.balance_amount) is distinct from
          (b.used, b.pre, b.init + b.adj - b.pre - b.used)`,
    values,
  });
  ctx.later({
    text: `
      update app.reimbursement_budget h
      set used_amount = s.used, balance_amount = s.left_over
      from (
        select k.year, k.dept_code, k.project_code, sum(b.used) as used,
          sum(b.init + b.adj - b.pre - b.used) as left_over
        from (${owned}) k
        join app.budget_balance b
          on b.year = k.year::text
          and b.dept_code = k.dept_code
          and b.project_code = k.project_code
        group by k.year, k.dept_code, k.project_code
      ) s
      where h.year = s.year
        and h.dept_code = s.dept_code
        and coalesce(h.project_code, '') = s.project_code
        and h.bill_status in ('1', '2')
        and h.cancel_flag = '0'`,
    values,
  });
}
