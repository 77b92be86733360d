import type { ServerModule } from '#platform/server/module/server-module.ts';
import { stock as model } from '#stock/model/module.ts';
import { billKinds } from '#system/server/operation/exchange.ts';
import { enquiryExporter, enquiryRoutes } from './enquiry.ts';
import { inoutBill } from './exchange.ts';
import { inoutServiceWith, moveKinds } from './inout.ts';
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
  adds: [billKinds.with(inoutBill)],
  furnish: ({ modules }) => ({ services: [inoutServiceWith(moveKinds.in(modules))] }),
};
