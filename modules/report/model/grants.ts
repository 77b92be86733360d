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
  expenseReport: each(['GENERAL_MANAGER', 'EXPENSE_ACCOUNTANT', 'DEPT_MANAGER'], ['look', 'export']),
  promotionReport: {
    ...each(['GENERAL_MANAGER', 'PROMO_ADMIN', 'SALES_MANAGER'], ['look', 'export']),
    ...each(['AR_ACCOUNTANT', 'SALES_CLERK'], ['look']),
  },
  uninvoicedReport: money,
  stockAgeReport: goods,
  shortageReport: {
    ...each(['GENERAL_MANAGER', 'BUYER', 'WAREHOUSE'], ['look', 'export']),
    ...each(['SALES_MANAGER', 'SALES_CLERK'], ['look']),
  },
  approvalReport: each(['GENERAL_MANAGER'], ['look', 'export']),
  pointsReport: {
    ...each(['GENERAL_MANAGER', 'PROMO_ADMIN'], ['look', 'export']),
    ...each(['SALES_MANAGER', 'SALES_CLERK', 'SALESPERSON'], ['look']),
  },
  costReport: each(['GENERAL_MANAGER', 'AR_ACCOUNTANT'], ['look', 'export', 'view']),
  reportDefinition: {
    ...each(['GENERAL_MANAGER', 'SALES_MANAGER', 'AR_ACCOUNTANT'], ['keep']),
    ...each(['DEPT_MANAGER', 'SALES_CLERK', 'SALESPERSON', 'PROMO_ADMIN', 'WAREHOUSE', 'BUYER'], ['look']),
    ...each(['EXPENSE_ACCOUNTANT', 'CASHIER', 'GROUP_VIEW'], ['look']),
  },
  reportSubscription: each(['GENERAL_MANAGER', 'SALES_MANAGER', 'AR_ACCOUNTANT'], ['keep']),
  customerStatistics: sales,
  productStatistics: sales,
  salesmanStatistics: each(['GENERAL_MANAGER', 'SALES_MANAGER', 'DEPT_MANAGER'], ['look', 'export']),
  areaStatistics: sales,
  channelStatistics: sales,
  trendStatistics: sales,
  stockStatistics: goods,
  objectiveStatistics: each(['GENERAL_MANAGER', 'SALES_MANAGER', 'DEPT_MANAGER', 'SALESPERSON'], ['look', 'export']),
});
