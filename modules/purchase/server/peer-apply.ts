import type { DocumentHooks } from '#platform/server/document/serve.ts';
import type { PeerHandlers } from '#platform/server/peer/runner.ts';
import { order } from '#sales/model/order/order.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { takeNews } from './peer-news.ts';
import { takeCloseRequest, takeConfirmation, takeOrder } from './peer-order.ts';
import { takeReceipt, takeReturn } from './peer-sale.ts';
import { takeRefund, takeShipment } from './peer-shipment.ts';

/** What each message between tenants does; documents are acted on with everything that joins them. */
export const peerHandlers = (hooksOf: (document: string) => DocumentHooks): PeerHandlers => ({
  // To the seller.
  order: (ctx, message) => takeOrder(ctx, message, hooksOf(order.name)),
  confirm: takeConfirmation,
  askClose: (ctx, message) => takeCloseRequest(ctx, message, hooksOf(order.name)),
  received: takeReceipt,
  sentBack: (ctx, message) => takeReturn(ctx, message, hooksOf(refund.name)),
  // To the buyer.
  news: takeNews,
  shipped: takeShipment,
  refunded: takeRefund,
});
