import type { ServerModule } from '#platform/server/module/server-module.ts';
import { price as model } from '#price/model/module.ts';
import { benchmarkPriceService } from './benchmark-price.ts';
import { estimatedCostService } from './estimated-cost.ts';
import { ladderPriceService } from './ladder-price.ts';
import { priceChangeService } from './price-change.ts';
import { priceQueryRuleService } from './price-query-rule.ts';
import { priceStrategyService } from './price-strategy.ts';

export const price: ServerModule = {
  model,
  services: [
    benchmarkPriceService,
    estimatedCostService,
    ladderPriceService,
    priceChangeService,
    priceQueryRuleService,
    priceStrategyService,
  ],
  routes: [],
};
