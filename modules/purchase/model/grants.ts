import { each, grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const written = ['keep', 'stash', 'unstash', 'cancel'];

const asking = {
  BUYER: [...written, 'import'],
  DEPT_MANAGER: ['look', 'approve'],
  EXPENSE_ACCOUNTANT: [...written, 'audit', 'unaudit', 'close', 'unclose', 'approve'],
  GENERAL_MANAGER: ['look', 'export', 'approve'],
  CASHIER: ['look', 'export', 'pay', 'unpay'],
  AR_ACCOUNTANT: ['look', 'export'],
};

/** What the roles of every tenant may do with purchases. Suppliers own theirs by their code. */
export const grants = grantsBeside(nouns, {
  demand: {
    BUYER: [...written, 'audit', 'unaudit', 'close', 'unclose', 'approve', 'toorder'],
    SALES_MANAGER: [...written, 'audit', 'unaudit', 'close', 'unclose', 'toorder'],
    SALES_CLERK: ['look', 'save', 'update', 'stash', 'unstash', 'delete', 'export', 'cancel'],
    WAREHOUSE: ['look', 'save', 'update', 'stash', 'unstash'],
    GENERAL_MANAGER: ['look', 'approve'],
    GROUP_VIEW: ['look'],
  },
  minStock: { BUYER: ['keep'], ...each(['WAREHOUSE', 'GENERAL_MANAGER'], ['look']) },
  peerMaterial: {
    BUYER: ['keep'],
    SALES_MANAGER: ['keep'],
    SALES_CLERK: ['look', 'save', 'update'],
  },
  purchase: {
    BUYER: [...written, 'audit', 'unaudit', 'close', 'unclose', 'confirm', 'announce', 'peer'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    SUPPLIER: ['look', 'confirm', 'announce'],
    ...each(['AR_ACCOUNTANT', 'EXPENSE_ACCOUNTANT'], ['look', 'export']),
    ...each(['WAREHOUSE', 'SALES_MANAGER', 'GROUP_VIEW'], ['look']),
  },
  purchaseInvoice: {
    BUYER: [...written],
    EXPENSE_ACCOUNTANT: [...written, 'audit', 'unaudit', 'close', 'unclose', 'approve'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    ...each(['AR_ACCOUNTANT', 'CASHIER'], ['look', 'export']),
  },
  // Who asks for money does not decide on it, and who decides does not pay it (D6).
  payment: asking,
  prepayment: asking,
  purchasePrice: {
    BUYER: ['keep'],
    ...each(['GENERAL_MANAGER', 'AR_ACCOUNTANT'], ['look', 'export']),
  },
});
