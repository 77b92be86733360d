import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#funds/model/grants.ts';
import { funds as model } from '#funds/model/module.ts';
import { customerHolds } from '#data/server/fixed-term.ts';
import { accountCheckService } from './account-check.ts';
import { accountExporters, accountRoutes } from './figures/account-reports.ts';
import { ageingRoute } from './figures/ageing.ts';
import { bankStatementRoutes, bankStatementService } from './bank-statement.ts';
import { fundsChecks } from './book-checks.ts';
import { capitalAccountService } from './capital-account.ts';
import { creditChangeService } from './credit-change.ts';
import { switchCreditJob } from './credit-job.ts';
import { financingService } from './financing.ts';
import { fundsFigures } from './figures/home-figures.ts';
import { openingImports, openingRoutes } from './opening-import.ts';
import { openingService } from './opening.ts';
import { lapseRebateJob } from './rebate-job.ts';
import { payableExporter, payableRoutes } from './payable/payable-balance.ts';
import { payableStatementExporter, payableStatementRoutes } from './payable/payable-statement.ts';
import { rebateStatementExporter, rebateStatementRoutes } from './statement/rebate-statement.ts';
import { saleBillService } from './sale-bill.ts';

const holdsMoney = (code: string): string => `
  ( exists (
    select from app.sale_capitalaccount a
    join app.capital_balance b on b.tenant_code = a.tenant_code and b.account_code = a.account_code
    where a.customer_code = ${code} and (b.balance <> 0 or b.occupied <> 0 or b.frozen <> 0)
  )
    or exists (select from app.receivable_balance r where r.customer_code = ${code} and r.amount <> 0)
    or exists (
      select from app.sale_bill s
      where s.customer_code = ${code}
        and s.bill_status not in ('1', '2')
        and s.cancel_flag = '0'
        and s.deleted_flag = '0'
    ))`;

export const funds: ServerModule = {
  model,
  grants,
  services: [
    accountCheckService,
    bankStatementService,
    capitalAccountService,
    creditChangeService,
    financingService,
    openingService,
    saleBillService,
  ],
  routes: [
    ...accountRoutes,
    ...rebateStatementRoutes,
    ...payableRoutes,
    ...payableStatementRoutes,
    ageingRoute,
    ...bankStatementRoutes,
    ...openingRoutes,
  ],
  exporters: [...accountExporters, rebateStatementExporter, payableExporter, payableStatementExporter],
  lists: openingImports,
  checks: fundsChecks,
  figures: fundsFigures,
  jobs: [switchCreditJob, lapseRebateJob],
  adds: [customerHolds.with(holdsMoney)],
};
