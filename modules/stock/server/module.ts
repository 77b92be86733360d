import type { ServerModule } from '#platform/server/module/server-module.ts';
import { stock as model } from '#stock/model/module.ts';
import { enquiryExporter, enquiryRoutes } from './enquiry.ts';
import { materialStockService } from './material-stock.ts';
import { pickRoutes } from './picking.ts';
import { redRoute } from './red-movement.ts';
import { stockChecks } from './book-checks.ts';

export const stock: ServerModule = {
  model,
  services: [materialStockService],
  routes: [...enquiryRoutes, redRoute, ...pickRoutes],
  exporters: [enquiryExporter],
  checks: stockChecks,
};
