import { each, grantsBeside } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const written = ['keep', 'stash', 'unstash', 'cancel'];
const ends = ['audit', 'unaudit', 'close', 'unclose'];
const asked = ['look', 'save', 'update', 'delete', 'stash', 'unstash', 'cancel'];

/** Whoever decides does not pay, and whoever pays does not decide (D6). */
const claiming = {
  EMPLOYEE: asked,
  DEPT_MANAGER: [...written, 'approve'],
  EXPENSE_ACCOUNTANT: [...written, ...ends, 'approve'],
  GENERAL_MANAGER: ['look', 'export', 'approve'],
  CASHIER: ['look', 'export', 'pay', 'unpay'],
};
/** Of a claim less may be granted; a loan is given or it is not. */
const cutting = {
  ...claiming,
  DEPT_MANAGER: [...claiming.DEPT_MANAGER, 'cut'],
  EXPENSE_ACCOUNTANT: [...claiming.EXPENSE_ACCOUNTANT, 'cut'],
  GENERAL_MANAGER: [...claiming.GENERAL_MANAGER, 'cut'],
};

/** What the roles of every tenant may do with budgets, applications and claims. */
export const grants = grantsBeside(nouns, {
  application: {
    EMPLOYEE: asked,
    DEPT_MANAGER: [...written, 'approve', 'close'],
    EXPENSE_ACCOUNTANT: [...written, ...ends, 'approve'],
    GENERAL_MANAGER: ['look', 'export', 'approve'],
    CASHIER: ['look'],
  },
  budget: {
    EXPENSE_ACCOUNTANT: [...written, ...ends, 'approve'],
    DEPT_MANAGER: ['look', 'approve'],
    GENERAL_MANAGER: ['look', 'export', 'audit', 'approve'],
  },
  budgetAdjust: {
    EXPENSE_ACCOUNTANT: [...written, ...ends, 'approve'],
    DEPT_MANAGER: ['look', 'save', 'update', 'stash', 'unstash', 'approve'],
    GENERAL_MANAGER: ['look', 'export', 'audit', 'approve'],
  },
  budgetExecution: {
    ...each(['EXPENSE_ACCOUNTANT', 'GENERAL_MANAGER'], ['look', 'export']),
    DEPT_MANAGER: ['look'],
  },
  claimEntries: {
    ...each(['EXPENSE_ACCOUNTANT', 'GENERAL_MANAGER'], ['look', 'export']),
    DEPT_MANAGER: ['look'],
  },
  claimList: {
    ...each(['EXPENSE_ACCOUNTANT', 'GENERAL_MANAGER', 'CASHIER'], ['look', 'export']),
    DEPT_MANAGER: ['look'],
  },
  claimPrinting: each(['EXPENSE_ACCOUNTANT', 'GENERAL_MANAGER', 'CASHIER'], ['look', 'print']),
  cityTransport: cutting,
  expenseClaim: cutting,
  loan: claiming,
  specialExpense: cutting,
  travel: cutting,
  repayment: {
    EMPLOYEE: asked,
    DEPT_MANAGER: ['look', 'approve'],
    EXPENSE_ACCOUNTANT: [...written, ...ends, 'approve'],
    CASHIER: ['look', 'export'],
    GENERAL_MANAGER: ['look', 'export'],
  },
  reimbursementItem: {
    EXPENSE_ACCOUNTANT: ['keep'],
    GENERAL_MANAGER: ['look', 'export'],
    ...each(['DEPT_MANAGER', 'EMPLOYEE', 'CASHIER'], ['look']),
  },
  reimbursementPolicy: {
    EXPENSE_ACCOUNTANT: ['keep'],
    GENERAL_MANAGER: ['look', 'export'],
    ...each(['DEPT_MANAGER', 'EMPLOYEE', 'CASHIER'], ['look']),
  },
});
