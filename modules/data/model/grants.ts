import { each, grantsBeside, type Grants } from '#system/model/shipped-role.ts';
import * as nouns from './nouns.ts';

/** Whoever leads or visits a tenant looks at all of its master data. */
const above: Grants = { GENERAL_MANAGER: ['look', 'export'], GROUP_VIEW: ['look'] };

const goods: Grants = {
  ...above,
  BUYER: ['keep'],
  SALES_MANAGER: ['keep', 'pushdown'],
  ...each(['SALES_CLERK', 'PRICE_ADMIN', 'PROMO_ADMIN', 'AR_ACCOUNTANT', 'WAREHOUSE', 'LOGISTICS'], ['look']),
};
/** What people name in whatever they write. */
const known: Grants = { ...goods, ...each(['SALESPERSON', 'DEPT_MANAGER', 'EMPLOYEE'], ['look']) };

/** With what they may owe: for those who sell and those who collect, not for those who carry. */
const customers: Grants = {
  ...above,
  SALES_MANAGER: ['keep', 'pushdown'],
  ...each(['SALES_CLERK', 'PRICE_ADMIN', 'PROMO_ADMIN', 'AR_ACCOUNTANT', 'CASHIER'], ['look']),
};
/** Of customers, too, and never handed down to tenants below. */
const ownCustomers: Grants = { ...customers, SALES_MANAGER: ['keep'] };
const suppliers: Grants = {
  ...above,
  BUYER: ['keep', 'pushdown'],
  ...each(['CASHIER', 'EXPENSE_ACCOUNTANT', 'WAREHOUSE'], ['look']),
};
const transport: Grants = {
  ...above,
  LOGISTICS: ['keep'],
  ...each(['WAREHOUSE', 'SALES_MANAGER', 'SALES_CLERK'], ['look']),
};
const carriers: Grants = { ...transport, LOGISTICS: ['keep', 'pushdown'] };
const finance = ['AR_ACCOUNTANT', 'CASHIER', 'EXPENSE_ACCOUNTANT'] as const;
const expenses: Grants = {
  ...above,
  EXPENSE_ACCOUNTANT: ['keep'],
  ...each(['AR_ACCOUNTANT', 'CASHIER', 'DEPT_MANAGER'], ['look']),
};
/** Who belongs where decides who sees what: the administrator alone changes it. */
const places: Grants = {
  ...above,
  ...each(['SALES_MANAGER', 'SALES_CLERK', 'AR_ACCOUNTANT', 'DEPT_MANAGER', 'EMPLOYEE'], ['look']),
};

/** What the roles of every tenant may do with its master data. */
export const grants = grantsBeside(nouns, {
  brand: known,
  unit: known,
  channel: { ...customers, ...each(['SALESPERSON', 'DEPT_MANAGER', 'EMPLOYEE'], ['look']) },
  dept: places,
  personnel: places,
  customerClass: customers,
  customer: {
    ...customers,
    SALES_MANAGER: ['keep', 'pushdown', 'credit'],
    SALES_CLERK: ['look', 'save', 'update', 'export'],
    SALESPERSON: ['look'],
  },
  materialClass: goods,
  material: known,
  productClass: goods,
  product: { ...known, CUSTOMER: ['look'] },
  storage: { ...above, ...each(['WAREHOUSE', 'LOGISTICS', 'BUYER', 'SALES_MANAGER', 'SALES_CLERK'], ['look']) },
  supplierClass: suppliers,
  supplier: suppliers,
  balanceType: { ...customers, AR_ACCOUNTANT: ['keep'] },
  bankAccount: { GENERAL_MANAGER: ['look'], ...each(finance, ['look']), CASHIER: ['keep'] },
  costSubject: expenses,
  budgetAccount: expenses,
  car: transport,
  driver: transport,
  customerGroup: customers,
  customerTrade: customers,
  customerLevel: customers,
  customerArea: customers,
  externalStandard: goods,
  freeTermClass: goods,
  freeTermGroup: goods,
  freeTerm: goods,
  logisticsProviderClass: carriers,
  logisticsProvider: carriers,
  manager: ownCustomers,
  materialLine: goods,
  materialTag: goods,
  packageSpec: goods,
  recipeNo: goods,
  restrictRule: customers,
  saleType: customers,
  shop: ownCustomers,
  // Salespeople see those of their customers: the nouns say by which field they own them.
  shippingLocation: {
    ...ownCustomers,
    ...each(['LOGISTICS', 'SALESPERSON'], ['look']),
    SALES_CLERK: ['keep'],
  },
  personnelType: { ...expenses, EXPENSE_ACCOUNTANT: ['keep', 'pushdown'] },
  customerInvoice: { ...ownCustomers, SALESPERSON: ['look'], AR_ACCOUNTANT: ['keep'] },
  priceClass: { ...ownCustomers, PRICE_ADMIN: ['keep'] },
  accountType: { ...above, ...each(['CASHIER', 'SALES_MANAGER', 'SALES_CLERK'], ['look']), AR_ACCOUNTANT: ['keep'] },
  taxCode: { ...above, ...each(['BUYER', 'SALES_MANAGER'], ['look']), AR_ACCOUNTANT: ['keep'] },
});
