/** Every noun of the module, one line each. */
export { delivery } from './delivery.ts';
export { deliveryRelease } from './delivery-release.ts';
export { autoSign } from './auto-sign.ts';
export { order } from '#sales/model/order/order.ts';
export { refund } from '#sales/model/refund/refund.ts';
export { salesObjective } from './sales-objective.ts';
export { orderTemplate } from './order-template.ts';
