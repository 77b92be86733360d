import type { WebModule } from '#platform/web/registry/registry.ts';
import { expense as model } from '#expense/model/module.ts';

const invoices = async () => (await import('#expense/web/claim/claim-invoices.tsx')).ClaimInvoices;

/** What the browser shows of the module beside what its definitions give. */
export const expense: WebModule = {
  model,
  pages: {
    'reimbursement/execution': async () => (await import('#expense/web/budget/execution-page.tsx')).ExecutionPage,
  },
  inputs: {
    'reimbursement:expense.invoices': invoices,
    'reimbursement:specialexpense.invoices': invoices,
    'reimbursement:travel.invoices': invoices,
    'reimbursement:citytransport.invoices': invoices,
  },
};
