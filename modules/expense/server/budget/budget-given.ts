import { negated } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { paramIn } from '#system/server/setting/param.ts';
import { tooLow, type BudgetHorizon } from '#expense/model/budget/budget-check.ts';
import { monthOf, ownerKey, type BudgetKey } from '#expense/model/budget/budget-ledger.ts';
import { moveBudget, refreshBudgets, unmoveBudget, type BudgetMove } from './budget-move.ts';
import { budgetReads } from './budget-reads.ts';
import { budgetLow } from './budget-refusals.ts';
import { monthsOf } from './open-book.ts';

/** What a budget or an adjustment gives to a month, or takes of it. */
export interface BudgetGift extends BudgetKey {
  readonly lineId: string;
  readonly amount: string;
  readonly postType: 'INIT' | 'ADJ' | 'TRF';
}

/**
 * INIT, ADJ, TRF: refused where less would be left than what is held and used (E-BUDGET-LOW). Whoever only asks is told
 * the same and posts nothing.
 */
export async function giveBudget(
  ctx: Command,
  source: Source,
  gifts: readonly BudgetGift[],
  organizeCode: string | null,
  how: 'give' | 'ask' = 'give',
): Promise<void> {
  await refuseTooLow(ctx, source, gifts, organizeCode);
  if (how === 'ask') return;
  moveBudget(
    ctx,
    source,
    gifts.map(({ amount, ...gift }): BudgetMove => ({
      ...gift,
      change: gift.postType === 'INIT' ? { init: amount } : { adj: amount },
    })),
  );
}

/** What was given is taken back, unless it is held or used by then. */
export async function takeBudgetBack(
  ctx: Command,
  source: Source,
  gifts: readonly BudgetGift[],
  organizeCode: string | null,
): Promise<void> {
  const back = gifts.map((gift) => ({ ...gift, amount: negated(gift.amount) }));
  await refuseTooLow(ctx, source, back, organizeCode);
  unmoveBudget(ctx, source);
  refreshBudgets(ctx, gifts);
}

async function refuseTooLow(
  ctx: Command,
  source: Source,
  gifts: readonly BudgetGift[],
  organizeCode: string | null,
): Promise<void> {
  const places = gifts.map(({ year, period, ...key }) => ({ ...key, date: `${year}-${period}-01`, isFixed: true }));
  const rows = await ctx.all(budgetReads(places, { organizeCode, documents: [source.id] }));
  const horizon = paramIn(rows.budgetParams, 'RB002', organizeCode) as BudgetHorizon;
  for (const owner of new Map(gifts.map((gift) => [ownerKey(gift), gift])).values()) {
    const changes = gifts
      .filter((gift) => ownerKey(gift) === ownerKey(owner))
      .map(({ period, amount }) => ({ month: monthOf(period), amount }));
    const low = tooLow(monthsOf(rows, owner), changes, horizon);
    if (low !== null) throw budgetLow({ n: low.taken });
  }
}
