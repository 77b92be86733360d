import type { ServerModule } from '#platform/server/module/server-module.ts';
import { sales as model } from '#sales/model/module.ts';
import { salesChecks } from './book-checks.ts';
import { waiverRoute } from './credit-waiver.ts';
import { pushDownRoute } from './delivery-push.ts';
import { releaseExporter, releaseRoutes } from './delivery-release.ts';
import { signRoutes } from './delivery-sign.ts';
import { deliveryService } from './delivery.ts';
import { autoSignJob } from './job.ts';
import { pushRoute } from './order-push.ts';
import { orderTemplateService } from './order-template.ts';
import { orderService } from './order.ts';
import { quoteRoute } from './quote.ts';
import { salesObjectiveService } from './sales-objective.ts';

export const sales: ServerModule = {
  model,
  services: [deliveryService, orderService, orderTemplateService, salesObjectiveService],
  routes: [quoteRoute, pushRoute, waiverRoute, pushDownRoute, ...signRoutes, ...releaseRoutes],
  exporters: [releaseExporter],
  checks: salesChecks,
  jobs: [autoSignJob],
};
