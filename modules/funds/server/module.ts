import type { ServerModule } from '#platform/server/module/server-module.ts';
import { funds as model } from '#funds/model/module.ts';
import { accountCheckService } from './account-check.ts';
import { accountExporters, accountRoutes } from './account-reports.ts';
import { bankStatementRoutes, bankStatementService } from './bank-statement.ts';
import { fundsChecks } from './book-checks.ts';
import { capitalAccountService } from './capital-account.ts';
import { creditChangeService } from './credit-change.ts';
import { switchCreditJob } from './credit-job.ts';
import { financingService } from './financing.ts';
import { openingImports, openingRoutes } from './opening-import.ts';
import { openingService } from './opening.ts';
import { saleBillService } from './sale-bill.ts';

export const funds: ServerModule = {
  model,
  services: [
    accountCheckService,
    bankStatementService,
    capitalAccountService,
    creditChangeService,
    financingService,
    openingService,
    saleBillService,
  ],
  routes: [...accountRoutes, ...bankStatementRoutes, ...openingRoutes],
  exporters: accountExporters,
  lists: openingImports,
  checks: fundsChecks,
  jobs: [switchCreditJob],
};
