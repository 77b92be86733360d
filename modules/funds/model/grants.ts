import { each, grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const written = ['look', 'save', 'update', 'delete', 'export', 'stash', 'unstash', 'cancel'];
const posted = ['audit', 'unaudit', 'close', 'unclose', 'approve'];

/** What the roles of every tenant may do with money: for finance and sales, never for the warehouse (A16). */
export const grants = grantsBeside(nouns, {
  accountCheck: {
    AR_ACCOUNTANT: ['keep', 'submit', 'confirm', 'unconfirm', 'approve'],
    // His own ones only: the noun says by which field he owns them.
    CUSTOMER: ['look', 'confirm'],
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER', 'CASHIER'], ['look', 'export']),
    ...each(['SALES_CLERK', 'SALESPERSON'], ['look']),
  },
  capitalAccount: {
    AR_ACCOUNTANT: ['keep'],
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER', 'CASHIER'], ['look', 'export']),
    SALES_CLERK: ['look'],
  },
  creditChange: {
    AR_ACCOUNTANT: [...written, ...posted],
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export', 'approve']),
  },
  creditInfo: {
    ...each(['AR_ACCOUNTANT', 'SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export']),
    ...each(['SALES_CLERK', 'CASHIER'], ['look']),
  },
  financing: {
    AR_ACCOUNTANT: ['keep', 'submit', 'audit', 'bankaudit', 'release'],
    ...each(['SALES_MANAGER', 'GENERAL_MANAGER', 'CASHIER'], ['look', 'export']),
  },
  payableBalance: {
    ...each(['AR_ACCOUNTANT', 'EXPENSE_ACCOUNTANT', 'CASHIER', 'GENERAL_MANAGER', 'BUYER'], ['look', 'export']),
    // What is owed to him, and to nobody else.
    SUPPLIER: ['look'],
  },
  payableStatement: {
    ...each(['AR_ACCOUNTANT', 'EXPENSE_ACCOUNTANT', 'CASHIER', 'GENERAL_MANAGER', 'BUYER'], ['look', 'export']),
    // His own account, to be compared with his books.
    SUPPLIER: ['look'],
  },
  rebateStatement: {
    ...each(['AR_ACCOUNTANT', 'SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export']),
    ...each(['SALES_CLERK', 'SALESPERSON', 'PROMO_ADMIN'], ['look']),
    // His own batches, and nobody else's.
    CUSTOMER: ['look'],
  },
  saleBalance: {
    ...each(['AR_ACCOUNTANT', 'CASHIER', 'SALES_MANAGER', 'GENERAL_MANAGER'], ['look', 'export']),
    SALES_CLERK: ['look'],
  },
  saleBill: {
    // Who takes the money in does not audit that it came.
    CASHIER: [...written, 'import'],
    AR_ACCOUNTANT: [...written, 'import', ...posted],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    ...each(['SALES_MANAGER', 'SALES_CLERK'], ['look']),
  },
  opening: { AR_ACCOUNTANT: ['keep', 'audit', 'unaudit', 'cancel', 'lock'], GENERAL_MANAGER: ['look'] },
  bankStatement: each(['AR_ACCOUNTANT', 'CASHIER'], ['keep', 'claim']),
});
