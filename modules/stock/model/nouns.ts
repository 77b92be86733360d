/** Every noun of the module, one line each. */
export { cost } from './cost.ts';
export { stock } from './ledger.ts';
export { stockInout } from './inout.ts';
export { stockEnquiry } from './enquiry.ts';
export { allocation } from './allocation.ts';
export { stockCount } from './count.ts';
