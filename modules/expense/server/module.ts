import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#expense/model/grants.ts';
import { expense as model } from '#expense/model/module.ts';
import { applicationService } from './application/application.ts';
import { claimExporters, claimReportRoutes } from './claim/claim-reports.ts';
import { claimServices } from './claim/claims.ts';
import { cutRoutes } from './claim/claim-cut.ts';
import { expenseChecks } from './book-checks.ts';
import { budgetAdjustService } from './budget/budget-adjust.ts';
import { executionExporter, executionRoutes } from './budget/budget-execution.ts';
import { budgetService } from './budget/budget.ts';
import { loanService } from './loan/loan.ts';
import { repaymentService } from './loan/repayment.ts';
import { policyService } from './policy/reimbursement-policy.ts';

export const expense: ServerModule = {
  model,
  grants,
  services: [
    ...claimServices,
    applicationService,
    budgetAdjustService,
    budgetService,
    loanService,
    policyService,
    repaymentService,
  ],
  routes: [...executionRoutes, ...claimReportRoutes, ...cutRoutes],
  exporters: [executionExporter, ...claimExporters],
  checks: expenseChecks,
};
