import { administration, each, grantsBeside, type Grants } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

/** Those to whom documents are sent for approval. */
const leaders = ['GENERAL_MANAGER', 'DEPT_MANAGER', 'SALES_MANAGER', 'AR_ACCOUNTANT', 'EXPENSE_ACCOUNTANT'] as const;
/** Those who send them, beside the leaders. */
const writers = [
  'SALES_CLERK',
  'SALESPERSON',
  'PRICE_ADMIN',
  'PROMO_ADMIN',
  'WAREHOUSE',
  'LOGISTICS',
  'BUYER',
  'CASHIER',
  'EMPLOYEE',
] as const;
const decide = ['look', 'export', 'complete', 'reject', 'rollback', 'entrust'];
const ofTheirOwn: Grants = each([...leaders, ...writers], ['look', 'export']);

/** What the roles of every tenant may do with approvals. What is drawn decides who must agree: administration. */
export const grants = grantsBeside(nouns, {
  wfModel: administration,
  deployment: administration,
  processDefinition: administration,
  bizRoute: administration,
  substitute: each(['GENERAL_MANAGER', 'DEPT_MANAGER'], ['keep']),
  correction: {
    EMPLOYEE: ['look', 'save', 'update', 'delete', 'stash', 'unstash', 'cancel'],
    DEPT_MANAGER: ['look', 'export', 'approve', 'audit', 'unaudit'],
    GENERAL_MANAGER: ['look', 'export', 'approve', 'audit', 'unaudit', 'close', 'unclose'],
  },
  todoTask: { ...each(writers, decide), ...each(leaders, decide), GENERAL_MANAGER: [...decide, 'terminate'] },
  joinedTask: ofTheirOwn,
  myApplication: each([...leaders, ...writers], ['look', 'export', 'start']),
  runningInstance: { GENERAL_MANAGER: ['look', 'export'] },
  erpBillType: administration,
  erpBillDict: administration,
  approveTemplate: administration,
  approveOrg: administration,
  approveUser: administration,
  exchangeInterface: administration,
  approveSql: administration,
  approveTask: each(leaders, ['look', 'approve']),
  approveLog: administration,
  approveMessage: each(leaders, ['look', 'read', 'delete']),
});
