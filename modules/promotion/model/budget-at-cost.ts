import { belowPrice, freeGoodsIn, type GiftCosts } from './engine/free-goods.ts';
import type { Question } from './engine/rule.ts';
import { scaled, written } from './engine/scaled.ts';
import type { PromotionRecord } from './promotion-record.ts';

/** What an order takes of the budget of each activity: what it is worth, or its gifts at what they cost (SD030). */
export const spentBy = ({ question, outcome }: PromotionRecord, costs: GiftCosts | null): ReadonlyMap<string, string> =>
  new Map(
    outcome.usage.map(({ activity, cost }) => {
      if (costs === null) return [activity, cost];
      const own = freeGoodsIn(outcome, question).filter((good) => good.activity === activity);
      return [activity, written(scaled(cost) - belowPrice(own, costs), 2)];
    }),
  );

/**
 * The question as an order keeps it. Where budgets count costs, neither those nor what was left of a budget stand in
 * it: the difference of two orders would be the cost of a gift. An activity beyond its budget finds none again.
 */
export function withoutCosts({ giftCosts, ...question }: Question, { skipped }: PromotionRecord['outcome']): Question {
  if (giftCosts === undefined) return question;
  const beyond = new Set(skipped.filter(({ reason }) => reason === 'BUDGET').map(({ activity }) => activity));
  return {
    ...question,
    activities: question.activities.map((activity) => ({
      ...activity,
      budgetLeft: beyond.has(activity.code) ? '0' : null,
    })),
  };
}
