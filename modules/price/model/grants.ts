import { each, grantsBeside, type Grants } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const drafting = ['keep', 'cancel'];
const prices: Grants = {
  PRICE_ADMIN: [...drafting, 'stash', 'unstash', 'audit', 'unaudit', 'close', 'unclose', 'enable', 'disable'],
  SALES_MANAGER: ['look', 'export', 'approve'],
  GENERAL_MANAGER: ['look', 'export', 'approve'],
  ...each(['SALES_CLERK', 'PROMO_ADMIN', 'AR_ACCOUNTANT', 'GROUP_VIEW'], ['look']),
};

/** What the roles of every tenant may do with prices. What goods cost is for who sells and who keeps the books. */
export const grants = grantsBeside(nouns, {
  benchmarkPrice: prices,
  ladderPrice: prices,
  priceStrategy: prices,
  priceChange: { ...prices, PRICE_ADMIN: [...drafting, 'stash', 'unstash', 'audit'] },
  estimatedCost: {
    PRICE_ADMIN: [...drafting, 'audit', 'unaudit', 'close', 'unclose', 'enable', 'disable'],
    ...each(['SALES_MANAGER', 'AR_ACCOUNTANT', 'GENERAL_MANAGER'], ['look', 'export']),
  },
  priceQueryRule: { PRICE_ADMIN: ['keep'], ...each(['SALES_MANAGER', 'GENERAL_MANAGER'], ['look']) },
  productRestriction: { SALES_MANAGER: ['keep'], ...each(['SALES_CLERK', 'PRICE_ADMIN', 'GENERAL_MANAGER'], ['look']) },
});
