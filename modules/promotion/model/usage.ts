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
