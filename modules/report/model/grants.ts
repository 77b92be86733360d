import { each, grantsBeside, type Grants } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

const sales: Grants = {
  ...each(['GENERAL_MANAGER', 'SALES_MANAGER', 'AR_ACCOUNTANT'], ['look', 'export']),
  ...each(['DEPT_MANAGER', 'SALES_CLERK', 'SALESPERSON', 'GROUP_VIEW'], ['look']),
};
const money: Grants = {
  ...each(['GENERAL_MANAGER', 'AR_ACCOUNTANT', 'CASHIER', 'SALES_MANAGER'], ['look', 'export']),
  ...each(['SALES_CLERK', 'SALESPERSON', 'GROUP_VIEW'], ['look']),
};
const goods: Grants = {
  ...each(['GENERAL_MANAGER', 'WAREHOUSE', 'BUYER', 'AR_ACCOUNTANT'], ['look', 'export']),
  ...each(['SALES_MANAGER', 'GROUP_VIEW'], ['look']),
};

/** Who of every tenant reads which report. Figures hold what a person may see of the documents, whoever he is. */
export const grants = grantsBeside(nouns, {
  salesOrderReport: sales,
  deliveryReport: { ...sales, LOGISTICS: ['look'] },
  refundReport: sales,
  purchaseReport: {
    ...each(['BUYER', 'GENERAL_MANAGER'], ['look', 'export']),
    ...each(['AR_ACCOUNTANT', 'EXPENSE_ACCOUNTANT'], ['look']),
  },
  stockReport: goods,
  receivableReport: money,
  payableReport: each(['GENERAL_MANAGER', 'BUYER', 'AR_ACCOUNTANT', 'EXPENSE_ACCOUNTANT'], ['look', 'export']),
  creditReport: money,
  costReport: each(['GENERAL_MANAGER', 'AR_ACCOUNTANT'], ['look', 'export', 'view']),
  customerStatistics: sales,
  productStatistics: sales,
  salesmanStatistics: each(['GENERAL_MANAGER', 'SALES_MANAGER', 'DEPT_MANAGER'], ['look', 'export']),
  areaStatistics: sales,
  channelStatistics: sales,
  trendStatistics: sales,
  stockStatistics: goods,
  objectiveStatistics: each(['GENERAL_MANAGER', 'SALES_MANAGER', 'DEPT_MANAGER', 'SALESPERSON'], ['look', 'export']),
});
