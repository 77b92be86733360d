import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#invoice/model/grants.ts';
import { invoice as model } from '#invoice/model/module.ts';
import { confirmExporter, confirmRoutes } from './confirm/confirm.ts';
import { fromOrdersRoute } from './apply/from-orders.ts';
import { invoiceApplyService } from './apply/apply.ts';
import { invoiceMaintainService } from './maintain/maintain.ts';
import { invoicePollJob } from './provider/issue-job.ts';
import { issueRoutes } from './provider/issue-verb.ts';
import { redRoutes } from './red/red-routes.ts';
import { summaryExporter, summaryRoutes } from './summary/summary.ts';

export const invoice: ServerModule = {
  model,
  grants,
  services: [invoiceApplyService, invoiceMaintainService],
  routes: [fromOrdersRoute, ...confirmRoutes, ...summaryRoutes, ...issueRoutes, ...redRoutes],
  exporters: [confirmExporter, summaryExporter],
  furnish: ({ exchange }) => ({ jobs: [invoicePollJob({ adapter: exchange })] }),
};
