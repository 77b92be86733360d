/** Every noun of the module, one line each. */
export { brand } from './brand.ts';
export { unit } from './unit.ts';
export { channel } from './channel.ts';
export { dept } from './staff.ts';
export { personnel } from './staff.ts';
export { customerClass } from './customer.ts';
export { customer } from './customer.ts';
export { materialClass } from './material.ts';
export { material } from './material.ts';
export { productClass } from './product.ts';
export { product } from './product.ts';
export { storage } from './storage.ts';
export { supplierClass } from './supplier.ts';
export { supplier } from './supplier.ts';
