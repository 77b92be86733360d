/** Every noun of the module, one line each. */
export { promotionActivity } from './activity.ts';
export { giftPackage } from './gift-package.ts';
export { policyRule, policyRuleType } from './policy-rule.ts';
export { promotionBudget, promotionRest, promotionUsage } from './usage.ts';
export { integralBalance } from './points/integral-balance.ts';
export { pointsAccount } from './points/points-account.ts';
export { pointsFlow } from './points/points-flow.ts';
export { lapsePoints } from './points/points-job.ts';
export { points } from './points/points-ledger.ts';
export { promotionPoints } from './points/points-rule.ts';
