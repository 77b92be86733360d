/** Every noun of the module, one line each. */
export { stock } from './ledger.ts';
export { stockInout } from './inout.ts';
export { stockEnquiry } from './enquiry.ts';
