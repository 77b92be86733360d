/** Every noun of the module, one line each. */
export { benchmarkPrice } from './benchmark-price.ts';
export { estimatedCost } from './estimated-cost.ts';
export { ladderPrice } from './ladder-price.ts';
export { priceChange } from './price-change.ts';
export { priceQueryRule } from './price-query-rule.ts';
export { priceStrategy } from './price-strategy.ts';
export { productRestriction } from './product-restriction.ts';
