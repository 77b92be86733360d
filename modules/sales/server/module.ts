import { joinDocument } from '#platform/server/document/join.ts';
import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#sales/model/grants.ts';
import { delivery } from '#sales/model/delivery.ts';
import { sales as model } from '#sales/model/module.ts';
import { order } from '#sales/model/order/order.ts';
import { customerRoutes } from '#sales/server/customer/customer-figures.ts';
import { salesFigures } from './home-figures.ts';
import { salesChecks } from './book-checks.ts';
import { waiverRoute } from '#sales/server/order/credit-waiver.ts';
import { pushDownRoute } from '#sales/server/delivery/delivery-push.ts';
import { releaseExporter, releaseRoutes } from '#sales/server/delivery/delivery-release.ts';
import { shipRoute } from '#sales/server/delivery/delivery-ship.ts';
import { signRoutes } from '#sales/server/delivery/delivery-sign.ts';
import { deliveryService } from '#sales/server/delivery/delivery.ts';
import { autoSignJob } from '#sales/server/delivery/auto-sign.ts';
import { orderPush, pushRoute } from '#sales/server/exchange/order-push.ts';
import { priceImpactRoute } from '#sales/server/price-change/price-impact.ts';
import { orderTemplateService } from './order-template.ts';
import { orderHeadRoute } from '#sales/server/order/order-head.ts';
import { orderService } from '#sales/server/order/order.ts';
import { quoteRoute } from '#sales/server/order/quote.ts';
import { simulateRoute } from '#sales/server/promotion/simulate.ts';
import { backgroundSimulationRoutes } from '#sales/server/simulation/background.ts';
import { shortGiftsRoute } from '#sales/server/promotion/gift-waiver.ts';
import { choosableRoute } from '#sales/server/gift/choosable.ts';
import { moveKinds } from '#stock/server/inout.ts';
import { customerHolds, materialHolds } from '#data/server/fixed-term.ts';
import { billKinds } from '#system/server/operation/exchange.ts';
import { orderBill } from './exchange/exchange.ts';
import { saleOut } from './delivery/sale-out.ts';
import { deliveryStanding } from '#sales/server/standing/delivery-standing.ts';
import { orderStanding } from '#sales/server/standing/order-standing.ts';
import { rebateEntriesRoute } from '#sales/server/rebate/rebate-entries.ts';
import { rebateProgrammeService } from '#sales/server/rebate/rebate-programme.ts';
import { rebateService } from '#sales/server/rebate/rebate.ts';
import { exchangeActivityService } from '#sales/server/redeem/exchange-activity.ts';
import { exchangeOrderService } from '#sales/server/redeem/exchange-order.ts';
import { refundQuoteRoute } from '#sales/server/refund/refund-quote.ts';
import { unfreezeRoute } from '#sales/server/refund/recall.ts';
import { refundService, restRoute } from '#sales/server/refund/refund.ts';
import { historyRoute } from '#sales/server/revision/history.ts';
import { orderRevisions, revisionService } from '#sales/server/revision/revision.ts';
import { salesObjectiveService } from './sales-objective.ts';

const holdsOrdered = (code: string): string =>
  `exists (select from app.order_order_line l where l.product_code = ${code})`;
const holdsOrders = (code: string): string => `
  exists (
    select from app.order_order o
    where o.customer_code = ${code} and o.bill_status <> '2' and o.cancel_flag = '0' and o.deleted_flag = '0'
  )`;

export const sales: ServerModule = {
  model,
  grants,
  services: [
    deliveryService,
    exchangeActivityService,
    exchangeOrderService,
    orderService,
    orderTemplateService,
    rebateProgrammeService,
    rebateService,
    refundService,
    revisionService,
    salesObjectiveService,
  ],
  routes: [
    orderHeadRoute,
    quoteRoute,
    simulateRoute,
    ...backgroundSimulationRoutes,
    choosableRoute,
    priceImpactRoute,
    ...customerRoutes,
    pushRoute,
    waiverRoute,
    shortGiftsRoute,
    pushDownRoute,
    shipRoute,
    ...signRoutes,
    ...releaseRoutes,
    refundQuoteRoute,
    restRoute,
    unfreezeRoute,
    rebateEntriesRoute,
    historyRoute,
  ],
  exporters: [releaseExporter],
  checks: salesChecks,
  figures: salesFigures,
  jobs: [autoSignJob],
  joins: [
    orderPush,
    orderRevisions,
    joinDocument(order, 'standing', { standing: orderStanding }),
    joinDocument(delivery, 'standing', { standing: deliveryStanding }),
  ],
  adds: [
    moveKinds.with(saleOut),
    billKinds.with(orderBill),
    materialHolds.with(holdsOrdered),
    customerHolds.with(holdsOrders),
  ],
};
