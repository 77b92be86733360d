import type { ServerModule } from '#platform/server/module/server-module.ts';
import { sales as model } from '#sales/model/module.ts';
import { accountCheckService } from './account-check.ts';
import { accountExporters, accountRoutes } from './account-reports.ts';
import { bankStatementRoutes, bankStatementService } from './bank-statement.ts';
import { financingService } from './financing.ts';
import { salesChecks } from './check.ts';
import { fundsChecks } from './fund-checks.ts';
import { switchCreditJob } from './credit-job.ts';
import { capitalAccountService } from './capital-account.ts';
import { creditChangeService } from './credit-change.ts';
import { waiverRoute } from './credit-waiver.ts';
import { pushDownRoute } from './delivery-push.ts';
import { signRoutes } from './delivery-sign.ts';
import { deliveryService } from './delivery.ts';
import { releaseExporter, releaseRoutes } from './delivery-release.ts';
import { autoSignJob } from './job.ts';
import { openingService } from './opening.ts';
import { openingImports, openingRoutes } from './opening-import.ts';
import { orderService } from './order.ts';
import { pushRoute } from './order-push.ts';
import { orderTemplateService } from './order-template.ts';
import { saleBillService } from './sale-bill.ts';
import { benchmarkPriceService } from './benchmark-price.ts';
import { estimatedCostService } from './estimated-cost.ts';
import { ladderPriceService } from './ladder-price.ts';
import { priceChangeService } from './price-change.ts';
import { priceQueryRuleService } from './price-query-rule.ts';
import { priceStrategyService } from './price-strategy.ts';
import { salesObjectiveService } from './sales-objective.ts';
import { quoteRoute } from './quote.ts';

export const sales: ServerModule = {
  model,
  services: [
    orderService,
    benchmarkPriceService,
    estimatedCostService,
    ladderPriceService,
    priceChangeService,
    priceQueryRuleService,
    priceStrategyService,
    salesObjectiveService,
    accountCheckService,
    capitalAccountService,
    creditChangeService,
    deliveryService,
    financingService,
    saleBillService,
    orderTemplateService,
    openingService,
    bankStatementService,
  ],
  routes: [
    quoteRoute,
    pushRoute,
    waiverRoute,
    ...accountRoutes,
    pushDownRoute,
    ...signRoutes,
    ...releaseRoutes,
    ...openingRoutes,
    ...bankStatementRoutes,
  ],
  exporters: [...accountExporters, releaseExporter],
  lists: openingImports,
  checks: [...fundsChecks, ...salesChecks],
  jobs: [switchCreditJob, autoSignJob],
};
