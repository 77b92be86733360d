import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#stock/model/grants.ts';
import { stock as model } from '#stock/model/module.ts';
import { materialHolds } from '#data/server/fixed-term.ts';
import { billKinds } from '#system/server/operation/exchange.ts';
import { enquiryExporter, enquiryRoutes } from './enquiry.ts';
import { inoutBill } from './exchange.ts';
import { allocationService } from './allocation.ts';
import { transferIn, transferOut } from './allocation-transfer.ts';
import { countRoutes } from './count-entry.ts';
import { countServiceWith } from './count.ts';
import { estimatedCosts } from './cost.ts';
import { inoutServiceWith, moveKinds } from './inout.ts';
import { materialStockService } from './material-stock.ts';
import { pickRoutes } from './picking.ts';
import { redRoute } from './red-movement.ts';
import { stockChecks } from './book-checks.ts';

const holdsGoods = (code: string): string => `
  ( exists (select from app.stock_balance b where b.material_code = ${code})
    or exists (select from app.stock_inout_line l where l.product_code = ${code}))`;

export const stock: ServerModule = {
  model,
  grants,
  services: [materialStockService, allocationService],
  routes: [...enquiryRoutes, redRoute, ...pickRoutes, ...countRoutes],
  exporters: [enquiryExporter],
  checks: stockChecks,
  adds: [
    billKinds.with(inoutBill),
    materialHolds.with(holdsGoods),
    moveKinds.with(transferOut),
    moveKinds.with(transferIn),
  ],
  furnish: ({ modules }) => ({
    services: [
      inoutServiceWith(moveKinds.in(modules), estimatedCosts.in(modules)),
      countServiceWith(estimatedCosts.in(modules)),
    ],
  }),
};
