import { each, grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const drafted = ['look', 'save', 'update', 'stash', 'unstash'];
const posted = ['audit', 'unaudit', 'close', 'unclose', 'cancel'];

/** What the roles of every tenant may do with orders and deliveries. Customers own theirs by their code. */
export const grants = grantsBeside(nouns, {
  order: {
    SALES_MANAGER: [
      'keep',
      'stash',
      'unstash',
      ...posted,
      'approve',
      'creditWaive',
      'push',
      'trial',
      'giftFirst',
      'price',
      'giftWaive',
    ],
    SALES_CLERK: [...drafted, 'delete', 'export', 'import', 'cancel', 'giftWaive'],
    SALESPERSON: [...drafted, 'export', 'import'],
    CUSTOMER: [...drafted, 'cancel'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    AR_ACCOUNTANT: ['look', 'export'],
    GROUP_VIEW: ['look'],
  },
  delivery: {
    SALES_MANAGER: ['keep', ...posted, 'sign'],
    SALES_CLERK: ['keep', 'audit', 'sign'],
    LOGISTICS: ['look', 'export', 'sign'],
    CUSTOMER: ['look', 'sign'],
    ...each(['GENERAL_MANAGER', 'AR_ACCOUNTANT'], ['look', 'export']),
    ...each(['WAREHOUSE', 'SALESPERSON', 'GROUP_VIEW'], ['look']),
  },
  deliveryRelease: {
    ...each(['WAREHOUSE', 'LOGISTICS'], ['all']),
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export']),
    GROUP_VIEW: ['look'],
  },
  exchangeActivity: {
    PROMO_ADMIN: ['keep', ...posted],
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export']),
    ...each(['SALES_CLERK', 'SALESPERSON', 'AR_ACCOUNTANT', 'GROUP_VIEW'], ['look']),
  },
  exchangeOrder: {
    SALES_MANAGER: ['keep', 'audit', 'unaudit', 'cancel', 'approve'],
    SALES_CLERK: ['look', 'save', 'update', 'delete', 'export', 'import', 'cancel'],
    SALESPERSON: ['look', 'save', 'update', 'export'],
    PROMO_ADMIN: ['look', 'export'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    ...each(['AR_ACCOUNTANT', 'GROUP_VIEW', 'CUSTOMER'], ['look']),
  },
  // Whoever promises does not pay out: programmes are of promotions, settlements of finance.
  rebate: {
    AR_ACCOUNTANT: ['keep', 'audit', 'unaudit', 'cancel', 'entries'],
    PROMO_ADMIN: ['keep', 'cancel', 'entries'],
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export', 'entries']),
    SALES_CLERK: ['look'],
  },
  rebateProgramme: {
    PROMO_ADMIN: ['keep', ...posted],
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER', 'AR_ACCOUNTANT'], ['look', 'export']),
    ...each(['SALES_CLERK', 'SALESPERSON'], ['look']),
  },
  refund: {
    SALES_MANAGER: ['keep', 'stash', 'unstash', ...posted, 'approve'],
    SALES_CLERK: [...drafted, 'delete', 'export', 'import', 'cancel'],
    SALESPERSON: [...drafted, 'export', 'import'],
    CUSTOMER: ['look'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    AR_ACCOUNTANT: ['look', 'export', 'approve'],
    ...each(['WAREHOUSE', 'GROUP_VIEW'], ['look']),
  },
  revision: {
    SALES_MANAGER: ['keep', 'stash', 'unstash', 'audit', 'cancel', 'approve'],
    SALES_CLERK: [...drafted, 'delete', 'export', 'import', 'cancel'],
    SALESPERSON: [...drafted, 'export', 'import'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    AR_ACCOUNTANT: ['look', 'export', 'approve'],
    GROUP_VIEW: ['look'],
  },
  salesObjective: {
    SALES_MANAGER: ['keep', ...posted],
    GENERAL_MANAGER: ['look', 'export'],
    ...each(['SALES_CLERK', 'SALESPERSON'], ['look']),
  },
  orderTemplate: { SALES_MANAGER: ['keep'], SALES_CLERK: ['look'] },
});
