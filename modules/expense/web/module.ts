import type { OwnAction, WebModule } from '#platform/web/registry/registry.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { textAt } from '#platform/web/value/row.ts';
import { cityTransport } from '#expense/model/claim/city-transport.ts';
import { claimGrants, type ClaimDocument } from '#expense/model/claim/claim-fields.ts';
import { expenseClaim } from '#expense/model/claim/expense.ts';
import { specialExpense } from '#expense/model/claim/special-expense.ts';
import { travel } from '#expense/model/claim/travel.ts';
import { expense as model } from '#expense/model/module.ts';

const invoices = async () => (await import('#expense/web/claim/claim-invoices.tsx')).ClaimInvoices;

const cutting = (document: ClaimDocument): OwnAction => ({
  verb: 'cut',
  label: claimGrants.cut,
  permission: permissionOf(document, 'cut'),
  isForOne: true,
  isInBill: true,
  isOffered: (row) => textAt(row, 'billStatus') === document.states.inApproval.code,
  load: chunk(
    () => import('#expense/web/claim/cut-dialog.tsx'),
    ({ cutClaim }) => cutClaim(document),
  ),
});

/** What the browser shows of the module beside what its definitions give. */
export const expense: WebModule = {
  model,
  pages: {
    'reimbursement/print': async () => (await import('#expense/web/claim/print-page.tsx')).PrintPage,
    'reimbursement/execution': async () => (await import('#expense/web/budget/execution-page.tsx')).ExecutionPage,
  },
  actions: {
    ...Object.fromEntries(
      [cityTransport, expenseClaim, specialExpense, travel].map((document) => [document.name, [cutting(document)]]),
    ),
    'reimbursement:bill': [
      {
        verb: 'print',
        label: ['打印', '列印', 'Print'],
        permission: 'reimbursement:print:print',
        isMain: true,
        load: async () => (await import('#expense/web/claim/vouchers.ts')).printVouchers,
      },
    ],
  },
  inputs: {
    'reimbursement:expense.invoices': invoices,
    'reimbursement:specialexpense.invoices': invoices,
    'reimbursement:travel.invoices': invoices,
    'reimbursement:citytransport.invoices': invoices,
  },
};
