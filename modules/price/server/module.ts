import type { ServerModule } from '#platform/server/module/server-module.ts';
import { grants } from '#price/model/grants.ts';
import { price as model } from '#price/model/module.ts';
import { materialHolds } from '#data/server/fixed-term.ts';
import { estimatedCosts, type EstimatedCost } from '#stock/server/cost.ts';
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

/** The latest month that says something of a material, of the organisation before that of all. */
const expectedCost: EstimatedCost = ({ organizeCode, materialCode }) => `
  select e.cost
  from app.sale_estimatedcost e
  where e.product_code = ${materialCode}
    and e.status = '1'
    and e.bill_status = '1'
    and e.deleted_flag = '0'
    and (e.organize_code = ${organizeCode} or e.organize_code is null or e.organize_code = '')
  order by (e.organize_code = ${organizeCode}) desc nulls last, e.year desc, e.month desc
  limit 1`;

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
  adds: [materialHolds.with(holdsPrices), estimatedCosts.with(expectedCost)],
};
