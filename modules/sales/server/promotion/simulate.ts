import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notPermitted, reasons } from '#platform/model/refusal.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { mostPastOrders, type Simulation } from '#sales/model/simulation/simulation.ts';
import { order } from '#sales/model/order/order.ts';
import { daysIn, simulationAsked, simulationBody, type Asked } from './simulate-asked.ts';
import { simulateLines, simulateOrder } from './simulate-one.ts';
import { simulatePeriod } from './simulate-period.ts';

/**
 * What an activity would do, before it costs money (B9): to one order, to what a customer would buy, or to the orders
 * of a period. It is read as its document stands, audited or not. Nothing is written.
 */
export const simulateRoute: Route = {
  method: 'POST',
  path: '/channelsale/promotion/simulate',
  permission: [permissionOf(promotionActivity, 'simulate')],
  effect: 'none',
  body: simulationBody,
  summary:
    'Promotions: what an activity would do to an order, to lines of a customer or to past orders; writes nothing',
  handle: simulate,
};

async function simulate(call: Call): Promise<Simulation | typeof sent> {
  const { asked, tried, activity, today, may } = await simulationAsked(call, call.body);
  const { order: orderId, isTogether, period, alternatives: changes } = asked;
  if (orderId != null) {
    if (!may.order) throw notPermitted();
    return { activity, ...(await simulateOrder(call, orderId, { tried, isTogether })) };
  }
  if (period == null) return { activity, ...(await simulateLines(call, headIn(asked, today), { tried, isTogether })) };
  const answer = await simulatePeriod(
    call,
    { ...daysIn(period, today), tried, isTogether, changes, may },
    // Nobody listens any more.
    { most: mostPastOrders, isGone: () => call.reply.raw.destroyed },
  );
  return answer === null ? sent : { activity, ...answer };
}

function headIn({ customerCode, organizeCode, channelCode, saleTypeCode, billDate, lines }: Asked, today: string) {
  if (customerCode === null)
    throw invalidAt([{ path: 'customerCode', field: order.head.customerCode.label, reason: reasons.required }]);
  return {
    customerCode,
    organizeCode,
    channelCode,
    saleTypeCode,
    brandCode: null,
    orderType: '0',
    billDate: billDate ?? today,
    lines: (lines ?? []).map((line) => ({ ...line, freeTermCode: null, lineType: '0' })),
  };
}
