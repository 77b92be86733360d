import { moveKinds } from '#stock/server/inout.ts';
import { materialHolds } from '#data/server/fixed-term.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#purchase/model/grants.ts';
import { purchase as model } from '#purchase/model/module.ts';
import { purchaseChecks } from './book-checks.ts';
import { toOrderRoute } from './demand-order.ts';
import { fromOrdersRoute } from './demand-short.ts';
import { demandJoins } from './demand-undone.ts';
import { demandService } from './demand.ts';
import { purchaseFigures } from './home-figures.ts';
import { minStockJob } from './min-stock-job.ts';
import { peerJoins } from './peer-joins.ts';
import { peerReconcileJob } from './peer-job.ts';
import { pairRoutes } from './peer-pair.ts';
import { peerRoutes } from './peer-routes.ts';
import { purchaseIn } from './purchase-in.ts';
import { purchasePriceService } from './purchase-price.ts';
import { receiveRoutes } from './purchase-receive.ts';
import { purchaseService } from './purchase.ts';
import { askRoutes } from './payment/ask-routes.ts';
import { paymentChecks } from './payment/book-checks.ts';
import { paymentService } from './payment/payment.ts';
import { prepaymentService } from './payment/prepayment.ts';
import { purchaseInvoiceService } from './invoice/purchase-invoice.ts';

const holdsPurchased = (code: string): string => `
  ( exists (select from app.order_purchase_line l where l.product_code = ${code})
    or exists (select from app.order_purchaseprice a where a.product_code = ${code}))`;

export const purchase: ServerModule = {
  model,
  grants,
  services: [
    demandService,
    purchaseService,
    purchasePriceService,
    purchaseInvoiceService,
    prepaymentService,
    paymentService,
  ],
  routes: [...receiveRoutes, toOrderRoute, fromOrdersRoute, ...askRoutes, ...peerRoutes, ...pairRoutes],
  jobs: [minStockJob, peerReconcileJob],
  joins: [...demandJoins, ...peerJoins],
  checks: [...purchaseChecks, ...paymentChecks],
  figures: purchaseFigures,
  adds: [moveKinds.with(purchaseIn), materialHolds.with(holdsPurchased)],
};
