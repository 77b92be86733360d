import { plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { fitting } from '#expense/model/budget/budget-check.ts';
import { monthOf, ownerKey, type BudgetKey } from '#expense/model/budget/budget-ledger.ts';
import { heldOf } from '#expense/model/claim/claim-sums.ts';
import type { BudgetMove } from './budget-move.ts';
import { applicationsOf, controlFor, isSameOwner, monthsOf, type Book, type BudgetLine } from './open-book.ts';

interface Back extends BudgetKey {
  readonly line: BudgetLine;
  readonly holder: { readonly docId: string; readonly lineId: string };
  readonly amount: string;
}

/**
 * PRE: of what lines have of applications those hold again what fits into their budgets by now, once `freed` is free.
 * It is never refused, and where a budget forbids it is never overdrawn: who came between keeps what he has.
 */
export function givenBack(
  book: Book,
  lines: readonly BudgetLine[],
  freed: readonly BudgetMove[],
): readonly BudgetMove[] {
  const backs = backsOf(book, lines);
  const owners = new Map(backs.map((back) => [ownerKey(back), back]));
  return [...owners.values()].flatMap((owner) => {
    const own = backs.filter((back) => isSameOwner(back, owner));
    const months = monthsOf(book.rows, owner).map((month) => {
      const gone = freed.filter((move) => isSameOwner(move, owner) && monthOf(move.period) === month.month);
      return {
        ...month,
        pre: plus(month.pre, ...gone.map(({ change }) => change.pre ?? '0')),
        used: plus(month.used, ...gone.map(({ change }) => change.used ?? '0')),
      };
    });
    const fits = fitting(
      months,
      own.map(({ period, amount }) => ({ month: monthOf(period), amount })),
      {
        horizon: book.horizon,
        control: controlFor(
          book,
          owner,
          own.map(({ line }) => line),
        ),
      },
    );
    return own.map(({ line: { lineId }, amount: _, ...back }, at): BudgetMove => ({
      ...back,
      lineId,
      postType: 'PRE',
      change: { pre: fits[at] ?? '0' },
    }));
  });
}

/** What lines have of what applications held, where each of those holds. */
const backsOf = ({ rows }: Book, lines: readonly BudgetLine[]): readonly Back[] =>
  lines.flatMap((line) => {
    const { takes } = line;
    const holder = rows.budgetHolders.find(({ docId, lineId }) => docId === takes?.docId && lineId === takes.lineId);
    if (takes == null || holder === undefined) return [];
    const { docId, lineId, ...key } = holder;
    return [{ ...key, line, holder: { docId, lineId }, amount: heldOf(takes) }];
  });

/**
 * Applications of which lines take, or that got back what they took, say how much less they hold than is left of them.
 * One that is closed holds nothing and lacks nothing. Called after the ledger was written to.
 */
export function showUnheld(ctx: Command, lines: readonly BudgetLine[]): void {
  const ids = applicationsOf(lines);
  if (ids.length === 0) return;
  ctx.later({
    text: `
      update app.reimbursement_application_line l
      set unheld_amount = x.amount
      from (
        select l.id,
          case
            when a.bill_status = '1'
              and l.dept_code is not null
              and l.budget_account_code is not null then
                greatest(0, l.amount - coalesce(l.claimed_amount, 0) - coalesce(h.pre, 0))
            else 0
          end as amount
        from app.reimbursement_application a
        join app.reimbursement_application_line l on l.parent_id = a.id
        left join lateral (select sum(b.pre) as pre from app.budget_hold b where b.doc_id = a.id and b.line_id = l.id) h
          on true
        where a.id = any($1::uuid[])
      ) x
      where l.id = x.id and l.unheld_amount is distinct from x.amount`,
    values: [ids],
  });
  ctx.later({
    text: `
      update app.reimbursement_application a
      set unheld_amount = x.amount
      from (
        select parent_id, sum(unheld_amount) as amount
        from app.reimbursement_application_line
        where parent_id = any($1::uuid[])
        group by parent_id
      ) x
      where a.id = x.parent_id and a.unheld_amount is distinct from x.amount`,
    values: [ids],
  });
}

/** An application that asks for its budget anew, or gives all of it up, lacks nothing. */
export function forgetUnheld(ctx: Command, id: string): void {
  ctx.later({
    text: `
      update app.reimbursement_application_line
      set unheld_amount = 0
      where parent_id = $1 and unheld_amount <> 0`,
    values: [id],
  });
  ctx.later({
    text: 'update app.reimbursement_application set unheld_amount = 0 where id = $1 and unheld_amount <> 0',
    values: [id],
  });
}
