/** Every noun of the module, one line each. */
export { demand } from './demand.ts';
export { minStock } from './min-stock.ts';
export { minStockDemand } from './min-stock-job.ts';
export { peerMaterial } from './peer/peer-material.ts';
export { peerReconcile } from './peer/peer-job.ts';
export { purchase } from './purchase.ts';
export { purchasePrice } from './purchase-price.ts';
export { purchaseInvoice } from './purchase-invoice.ts';
export { payment } from './payment.ts';
export { prepayment } from './prepayment.ts';
