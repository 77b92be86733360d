import { bankStatementActions } from '#funds/web/bank-statement-actions.ts';
import type { WebModule } from '#platform/web/registry/registry.ts';
import { funds as model } from '#funds/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const funds: WebModule = {
  model,
  pages: {
    'sale/opening': async () => (await import('#funds/web/opening.tsx')).OpeningPage,
    'promotion/rebatestatement': async () => (await import('#funds/web/rebate-statement-page.tsx')).RebateStatementPage,
    'sale/payable': async () => (await import('#funds/web/payable-page.tsx')).PayablePage,
    'sale/balance': async () => (await import('#funds/web/balance-page.tsx')).BalancePage,
  },
  actions: {
    'sale:bankstatement': bankStatementActions,
  },
};
