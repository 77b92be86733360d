/** Every noun of the module, one line each. */
export { delivery } from './delivery.ts';
export { deliveryRelease } from './delivery-release.ts';
export { autoSign } from './auto-sign.ts';
export { exchangeActivity } from '#sales/model/points/exchange-activity.ts';
export { exchangeOrder } from '#sales/model/points/exchange-order.ts';
export { order } from '#sales/model/order/order.ts';
export { rebate } from '#sales/model/rebate/rebate.ts';
export { rebateProgramme } from '#sales/model/rebate/rebate-programme.ts';
export { refund } from '#sales/model/refund/refund.ts';
export { revision } from '#sales/model/revision/revision.ts';
export { salesObjective } from './sales-objective.ts';
export { orderTemplate } from './order-template.ts';
