/** Every noun of the module, one line each. */
export { order } from './order.ts';
