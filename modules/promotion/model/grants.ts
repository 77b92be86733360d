import { each, grantsBeside, type Grants } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const readers: Grants = {
  ...each(['SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export']),
  ...each(['SALES_CLERK', 'SALESPERSON', 'PRICE_ADMIN', 'AR_ACCOUNTANT', 'GROUP_VIEW'], ['look']),
};
const kept: Grants = { ...readers, PROMO_ADMIN: ['keep'] };

/** What the roles of every tenant may do with promotions: who sells must know them, one role makes them. */
export const grants = grantsBeside(nouns, {
  promotionActivity: {
    ...readers,
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export', 'approve']),
    PROMO_ADMIN: [
      'keep',
      'cancel',
      'stash',
      'unstash',
      'audit',
      'unaudit',
      'close',
      'unclose',
      'enable',
      'disable',
      'publish',
      'simulate',
      'pushdown',
    ],
  },
  giftPackage: kept,
  policyRule: kept,
  policyRuleType: kept,
  promotionPoints: kept,
  pointsAccount: {
    ...readers,
    PROMO_ADMIN: ['look', 'export', 'adjust'],
    // His own ones only.
    CUSTOMER: ['look'],
  },
  pointsFlow: { ...readers, PROMO_ADMIN: ['look', 'export'], CUSTOMER: ['look'] },
  integralBalance: { ...readers, PROMO_ADMIN: ['look', 'export'] },
});
