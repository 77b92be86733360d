import { customer } from '#data/model/partner/customer.ts';
import { defineLedger } from '#platform/model/ledger.ts';

/** How often a customer has used an activity, and what that was worth to him (domain §4.4, I30). */
export const promotionUsage = defineLedger({
  name: 'promotionUsage',
  label: ['促销使用', '促銷使用', 'Promotion usage'],
  lockOrder: 20,
  key: ['activityCode', 'customerCode'],
  refs: { customerCode: () => customer },
  measures: {
    times: ['已用次数', '已用次數', 'Times used'],
    amount: ['已享优惠', '已享優惠', 'Worth'],
  },
  available: { plus: ['times'], minus: [] },
  money: ['amount'],
  postTypes: { USE: ['使用', '使用', 'Use'] },
});

/** What all customers together have taken of an activity's budget; one without a budget is counted, too. */
export const promotionBudget = defineLedger({
  name: 'promotionBudget',
  label: ['活动预算', '活動預算', 'Activity budget'],
  lockOrder: 21,
  key: ['activityCode'],
  measures: { spent: ['已用预算', '已用預算', 'Spent'] },
  available: { plus: ['spent'], minus: [] },
  money: ['spent'],
  postTypes: { OCC: ['占用', '佔用', 'Occupy'] },
});

/**
 * What customers earned by a rule and have not chosen yet (SD029): in pieces or in money, as the rule limits it. Below
 * nothing is what was chosen before a close or a return took away what had earned it; the next order makes it good.
 */
export const promotionRest = defineLedger({
  name: 'promotionRest',
  label: ['未选权益', '未選權益', 'Benefits left to choose'],
  lockOrder: 22,
  key: ['customerCode', 'activityCode', 'ruleNo', 'unit'],
  refs: { customerCode: () => customer },
  measures: { rest: ['未选余额', '未選餘額', 'Left to choose'] },
  available: { plus: ['rest'], minus: [] },
  signed: ['rest'],
  postTypes: { KEEP: ['保留', '保留', 'Keep'], USE: ['使用', '使用', 'Use'] },
});
