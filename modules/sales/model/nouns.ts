/** Every noun of the module, one line each. */
export { delivery } from './delivery.ts';
export { deliveryRelease } from './delivery-release.ts';
export { autoSign } from './job.ts';
export { order } from './order.ts';
export { salesObjective } from './sales-objective.ts';
export { orderTemplate } from './order-template.ts';
