import { ladderFlag, priceScope } from '#data/model/value/choices.ts';
import { defineEntity } from '#platform/model/entity.ts';
import { choice, flag, integer } from '#platform/model/field.ts';
import { code, enabled, name, remark } from '#platform/model/preset.ts';
import { soughtCustomer, soughtProduct } from './price-choices.ts';

/**
 * One step of the search for a strategy. Where a tenant has none, the search goes from the most specific to the least.
 */
export const priceQueryRule = defineEntity({
  name: 'sale:pricequeryrule',
  label: ['价格查询规则', '價格查詢規則', 'Price lookup rule'],
  path: '/channelsale/query/price/rule',
  fields: {
    code: code(),
    name: name(),
    priority: integer(['优先级', '優先順序', 'Priority'], { required: true }),
    customerDimension: choice(['客户维度', '客戶維度', 'Customer dimension'], soughtCustomer),
    // Left empty: all of them, from the material to the brand.
    productDimension: choice(['产品维度', '產品維度', 'Product dimension'], soughtProduct),
    // Follows the customer's dimension; sent alone it stands for one.
    source: choice(['来源', '來源', 'Source'], priceScope),
    // Without it the search ends here and the benchmark prices.
    strategyFlag: flag(['取价格策略', '取價格策略', 'Use price policy'], { default: '1' }),
    // With it only strategies with a ladder are looked at.
    ladderFlag: choice(['阶梯价', '階梯價', 'Tier pricing'], ladderFlag, { default: '0' }),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: [
      'code',
      'name',
      'priority',
      'source',
      'strategyFlag',
      'ladderFlag',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['code', 'name', 'source', 'ladderFlag', 'status'],
  },
  screen: {
    area: 'sale',
    url: 'sale/pricequeryrule',
    sort: 144,
    title: ['价格查询规则', '價格查詢規則', 'Price lookup rules'],
  },
});
