import { isZero } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement } from '#platform/server/db/statement.ts';
import { post, reverse, type Source } from '#platform/server/ledger/post.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { promotionBudget, promotionUsage } from '#promotion/model/usage.ts';

/** Who uses promotions: the customer of a document, by what it keeps of them. */
export interface User {
  readonly customerCode: string;
  readonly promoTrace: unknown;
}

const never = (): Error => new Error('what is used of an activity cannot be short');

/**
 * USE: the times and the money that an order takes of its activities. Whoever comes too late is refused: `usedUp` says
 * it to him (I30).
 */
export function takePromotions(
  ctx: Command,
  source: Source,
  { customerCode, promoTrace }: User,
  usedUp: (activity: string) => Error,
): void {
  const record = promoTrace as PromotionRecord | null;
  const usage = record?.outcome.usage ?? [];
  if (record === null || usage.length === 0) return;
  const known = new Map(record.question.activities.map((activity) => [activity.code, activity]));
  post(
    ctx,
    promotionUsage,
    source,
    usage.map(({ activity, times, cost }) => ({
      activityCode: activity,
      customerCode,
      changes: { times: String(times), amount: cost },
      postType: 'USE',
      lineId: source.id,
      guards: 'nothing' as const,
    })),
    never,
  );
  post(
    ctx,
    promotionBudget,
    source,
    usage
      .filter(({ cost }) => !isZero(cost))
      .map(({ activity, cost }) => ({
        activityCode: activity,
        changes: { spent: cost },
        postType: 'OCC',
        lineId: source.id,
        guards: 'nothing' as const,
      })),
    never,
  );
  const bounds = usage.map(({ activity }) => ({
    activity_code: activity,
    customer_code: customerCode,
    most_times: known.get(activity)?.limitTimes ?? null,
    most_spent: known.get(activity)?.budgetAmount ?? null,
  }));
  if (bounds.every(({ most_times: times, most_spent: spent }) => times === null && spent === null)) return;
  ctx.later(
    statement({ within: 'nothing' }, 'select app.promotion_within($1::jsonb) as within', [JSON.stringify(bounds)]),
    undefined,
    ({ code, detail }: DatabaseError) =>
      code === 'QD020'
        ? usedUp((JSON.parse(detail ?? '{}') as { readonly activity_code?: string }).activity_code ?? '')
        : undefined,
  );
}

/** UNUSE: what the order had taken is there for others again. */
export function giveUpPromotions(ctx: Command, source: Source, { promoTrace }: Pick<User, 'promoTrace'>): void {
  const record = promoTrace as PromotionRecord | null;
  if (record === null || record.outcome.usage.length === 0) return;
  reverse(ctx, promotionUsage, source, 'nothing', never);
  reverse(ctx, promotionBudget, source, 'nothing', never);
}
