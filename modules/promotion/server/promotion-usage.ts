import { compare, isZero, minus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement } from '#platform/server/db/statement.ts';
import { post, reverse, type Source } from '#platform/server/ledger/post.ts';
import type { GiftCosts } from '#promotion/model/engine/free-goods.ts';
import { spentBy } from '#promotion/model/budget-at-cost.ts';
import type { Question } from '#promotion/model/engine/rule.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { promotionBudget, promotionUsage } from '#promotion/model/usage.ts';
import { keepRests, takeBackRests } from './promotion-rest.ts';

/** Who uses promotions: the customer of a document, by what it keeps of them. */
export interface User {
  readonly customerCode: string;
  readonly promoTrace: unknown;
  /** What gifts cost where budgets count that (SD030), else null. */
  readonly giftCosts: GiftCosts | null;
}

const never = (): Error => new Error('what is used of an activity cannot be short');

/**
 * USE: the times and the money that an order takes of its activities. Whoever comes too late is refused: `usedUp` says
 * it to him (I30).
 */
export function takePromotions(
  ctx: Command,
  source: Source,
  { customerCode, promoTrace, giftCosts }: User,
  usedUp: (activity: string) => Error,
): void {
  const record = promoTrace as PromotionRecord | null;
  if (record === null) return;
  keepRests(ctx, source, { customerCode, promoTrace }, usedUp);
  const spent = spentBy(record, giftCosts);
  const usage = record.outcome.usage.map((use) => ({ ...use, spent: spent.get(use.activity) ?? use.cost }));
  postUse(ctx, source, { customerCode, usage, activities: record.question.activities }, usedUp);
}

interface Use {
  readonly customerCode: string;
  readonly usage: readonly {
    readonly activity: string;
    readonly times: number;
    /** What it is worth to the customer. */
    readonly cost: string;
    /** What it takes of the budget. */
    readonly spent: string;
  }[];
  readonly activities: Question['activities'];
}

function postUse(
  ctx: Command,
  source: Source,
  { customerCode, usage, activities }: Use,
  usedUp: (activity: string) => Error,
): void {
  if (usage.length === 0) return;
  const known = new Map(activities.map((activity) => [activity.code, activity]));
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
      .filter(({ spent }) => !isZero(spent))
      .map(({ activity, spent }) => ({
        activityCode: activity,
        changes: { spent },
        postType: 'OCC',
        lineId: source.id,
        guards: 'nothing' as const,
      })),
    never,
  );
  const rising = usage.filter(({ times, spent }) => times > 0 || compare(spent, '0') > 0);
  const bounds = rising.map(({ activity }) => ({
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

interface Changed extends Pick<User, 'customerCode' | 'giftCosts'> {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * USE of an order that was revised: what it takes more of its activities, or gives back. Only whoever takes more can
 * come too late.
 */
export function changePromotions(
  ctx: Command,
  source: Source,
  { customerCode, before, after, giftCosts }: Changed,
  usedUp: (activity: string) => Error,
): void {
  const [was, is] = [before as PromotionRecord | null, after as PromotionRecord | null];
  const taken = new Map((was?.outcome.usage ?? []).map((usage) => [usage.activity, usage]));
  const now = new Map((is?.outcome.usage ?? []).map((usage) => [usage.activity, usage]));
  const [spentThen, spentNow] = [was, is].map((each) =>
    each === null ? new Map<string, string>() : spentBy(each, giftCosts),
  );
  const usage = [...new Set([...taken.keys(), ...now.keys()])]
    .map((activity) => ({
      activity,
      times: (now.get(activity)?.times ?? 0) - (taken.get(activity)?.times ?? 0),
      cost: minus(now.get(activity)?.cost ?? '0', taken.get(activity)?.cost ?? '0'),
      spent: minus(spentNow?.get(activity) ?? '0', spentThen?.get(activity) ?? '0'),
    }))
    .filter(({ times, cost, spent }) => times !== 0 || !isZero(cost) || !isZero(spent));
  postUse(
    ctx,
    source,
    { customerCode, usage, activities: [was, is].flatMap((each) => each?.question.activities ?? []) },
    usedUp,
  );
}

/** UNUSE: what the order had taken is there for others again. */
export function giveUpPromotions(ctx: Command, source: Source, { promoTrace }: Pick<User, 'promoTrace'>): void {
  const record = promoTrace as PromotionRecord | null;
  if (record === null || record.outcome.usage.length === 0) return;
  takeBackRests(ctx, source, { promoTrace });
  reverse(ctx, promotionUsage, source, 'nothing', never);
  reverse(ctx, promotionBudget, source, 'nothing', never);
}
