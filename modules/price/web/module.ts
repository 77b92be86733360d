import type { WebModule } from '#platform/web/registry/registry.ts';
import { price as model } from '#price/model/module.ts';

/** What the browser shows of the module beside what its definitions give. */
export const price: WebModule = {
  model,
  inputs: {
    'sale:pricestrategy.scopes': async () => (await import('#price/web/strategy-scope.tsx')).StrategyScope,
    'sale:ladderprice.sourceType': async () => (await import('#price/web/ladder-inputs.tsx')).LadderSourceType,
    'sale:ladderprice.sourceId': async () => (await import('#price/web/ladder-inputs.tsx')).LadderSource,
    'sale:ladderprice.ladderMode': async () => (await import('#price/web/ladder-inputs.tsx')).LadderMode,
  },
};
