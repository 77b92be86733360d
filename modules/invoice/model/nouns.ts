/** Every noun of the module, one line each. */
export { invoiceApply } from './apply/apply.ts';
export { invoiceConfirm } from './confirm/confirm.ts';
export { invoiceMaintain } from './maintain/maintain.ts';
export { invoiceSummary } from './summary/summary.ts';
export { invoicePoll } from './provider/job.ts';
