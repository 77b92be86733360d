/** Every noun of the module, one line each. */
export { promotionActivity } from './activity.ts';
export { giftPackage } from './gift-package.ts';
export { policyRule, policyRuleType } from './policy-rule.ts';
export { promotionBudget, promotionUsage } from './usage.ts';
