import { each, grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

/** What the roles of every tenant may do with stock. Customers are told whether there is some, never how much. */
export const grants = grantsBeside(nouns, {
  stockInout: {
    WAREHOUSE: ['keep', 'audit', 'unaudit', 'close', 'unclose', 'cancel'],
    ...each(['BUYER', 'AR_ACCOUNTANT', 'GENERAL_MANAGER'], ['look', 'export']),
    ...each(['SALES_MANAGER', 'LOGISTICS', 'GROUP_VIEW'], ['look']),
  },
  // Whoever holds a warehouse sends and receives; what changes owner is approved by a process.
  allocation: {
    WAREHOUSE: ['keep', 'stash', 'unstash', 'audit', 'unaudit', 'close', 'unclose', 'cancel', 'approve'],
    ...each(['AR_ACCOUNTANT', 'GENERAL_MANAGER'], ['look', 'export', 'approve']),
    BUYER: ['look', 'export'],
    ...each(['SALES_MANAGER', 'LOGISTICS', 'GROUP_VIEW'], ['look']),
  },
  stockCount: {
    WAREHOUSE: ['keep', 'stash', 'unstash', 'audit', 'unaudit', 'close', 'unclose', 'cancel', 'approve'],
    ...each(['AR_ACCOUNTANT', 'GENERAL_MANAGER'], ['look', 'export', 'approve']),
    BUYER: ['look', 'export'],
    GROUP_VIEW: ['look'],
  },
  stockEnquiry: {
    ...each(['WAREHOUSE', 'BUYER', 'SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export']),
    ...each(['SALES_CLERK', 'SALESPERSON', 'LOGISTICS', 'GROUP_VIEW'], ['look']),
  },
});
