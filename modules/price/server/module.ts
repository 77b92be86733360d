import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#price/model/grants.ts';
import { price as model } from '#price/model/module.ts';
import { materialHolds } from '#data/server/fixed-term.ts';
import { benchmarkPriceService } from './benchmark-price.ts';
import { estimatedCostService } from './estimated-cost.ts';
import { ladderPriceService } from './ladder-price.ts';
import { priceChangeService } from './price-change.ts';
import { priceQueryRuleService } from './price-query-rule.ts';
import { priceStrategyService } from './price-strategy.ts';

const holdsPrices = (code: string): string => `
  ( exists (select from app.sale_benchmarkprice p where p.product_code = ${code} and p.deleted_flag = '0')
    or exists (select from app.sale_pricestrategy_line p where p.product_code = ${code})
    or exists (select from app.sale_ladderprice_line p where p.product_code = ${code}))`;

export const price: ServerModule = {
  model,
  grants,
  services: [
    benchmarkPriceService,
    estimatedCostService,
    ladderPriceService,
    priceChangeService,
    priceQueryRuleService,
    priceStrategyService,
  ],
  routes: [],
  adds: [materialHolds.with(holdsPrices)],
};
