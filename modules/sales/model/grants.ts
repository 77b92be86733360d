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
      'giftWaive',
    ],
    SALES_CLERK: [...drafted, 'delete', 'export', 'cancel', 'giftWaive'],
    SALESPERSON: [...drafted, 'export'],
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
  refund: {
    SALES_MANAGER: ['keep', 'stash', 'unstash', ...posted, 'approve'],
    SALES_CLERK: [...drafted, 'delete', 'export', 'cancel'],
    SALESPERSON: [...drafted, 'export'],
    CUSTOMER: ['look'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    AR_ACCOUNTANT: ['look', 'export', 'approve'],
    ...each(['WAREHOUSE', 'GROUP_VIEW'], ['look']),
  },
  salesObjective: {
    SALES_MANAGER: ['keep', ...posted],
    GENERAL_MANAGER: ['look', 'export'],
    ...each(['SALES_CLERK', 'SALESPERSON'], ['look']),
  },
  orderTemplate: { SALES_MANAGER: ['keep'], SALES_CLERK: ['look'] },
});
