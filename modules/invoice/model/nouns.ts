/** Every noun of the module, one line each. */
export { invoiceApply } from './apply/apply.ts';
