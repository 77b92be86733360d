import { each, grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const drafted = ['look', 'save', 'update', 'stash', 'unstash', 'delete', 'cancel'];

/** What the roles of every tenant may do with invoices. Customers ask for their own. */
export const grants = grantsBeside(nouns, {
  invoiceApply: {
    AR_ACCOUNTANT: ['keep', 'stash', 'unstash', 'cancel', 'audit', 'unaudit', 'close', 'unclose', 'approve'],
    SALES_CLERK: [...drafted, 'export'],
    SALESPERSON: drafted,
    CUSTOMER: drafted,
    SALES_MANAGER: ['look', 'export', 'approve'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    ...each(['CASHIER', 'GROUP_VIEW'], ['look']),
  },
  invoiceConfirm: {
    AR_ACCOUNTANT: ['look', 'export', 'confirm', 'unconfirm'],
    GENERAL_MANAGER: ['look', 'export'],
    CASHIER: ['look'],
  },
  invoiceSummary: {
    ...each(['AR_ACCOUNTANT', 'GENERAL_MANAGER', 'SALES_MANAGER'], ['look', 'export']),
    ...each(['SALES_CLERK', 'SALESPERSON', 'CASHIER', 'GROUP_VIEW'], ['look']),
  },
  invoiceMaintain: {
    AR_ACCOUNTANT: ['keep', 'number', 'unnumber', 'issue', 'push', 'redreverse'],
    GENERAL_MANAGER: ['look', 'export'],
    ...each(['SALES_CLERK', 'SALESPERSON', 'SALES_MANAGER', 'CUSTOMER', 'CASHIER', 'GROUP_VIEW'], ['look']),
  },
});
