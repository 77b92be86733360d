import type { WebModule } from '#platform/web/registry/registry.ts';
import { expense as model } from '#expense/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const expense: WebModule = {
  model,
  pages: {
    'reimbursement/execution': async () => (await import('#expense/web/budget/execution-page.tsx')).ExecutionPage,
  },
};
