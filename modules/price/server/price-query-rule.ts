import { serveEntity } from '#platform/server/entity/serve.ts';
import type { CustomerDimension } from '#price/model/price-book.ts';
import { priceQueryRule } from '#price/model/price-query-rule.ts';

const sources: Readonly<Partial<Record<CustomerDimension, '0' | '1' | '2' | '3' | '4'>>> = {
  all: '0',
  customerClass: '1',
  customer: '2',
  channel: '3',
  priceClass: '4',
};

/**
 * The source says the customer's dimension in the coarser words of the list; sent alone, as older callers do, it stands
 * for one.
 */
export const priceQueryRuleService = serveEntity(priceQueryRule, {
  beforeSave(_ctx, next, _previous, given) {
    const named = Object.entries(sources).find(([, code]) => code === next.source)?.[0] as
      | CustomerDimension
      | undefined;
    const dimension =
      given['customerDimension'] === undefined && given['source'] !== undefined
        ? (named ?? null)
        : next.customerDimension;
    return {
      ...next,
      customerDimension: dimension,
      source: dimension === null ? next.source : (sources[dimension] ?? '9'),
    };
  },
});
