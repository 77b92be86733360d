import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import type { CustomerDimension, ProductDimension } from './price-book.ts';

export const scopeSide = {
  customer: ['客户侧', '客戶側', 'Customer side'],
  product: ['产品侧', '產品側', 'Product side'],
} as const satisfies Choices;

/** What a scope row may name on each side, and the noun that its code is of. */
export const customerDimension = {
  customer: ['客户', '客戶', 'Customer'],
  group: ['客户组', '客戶組', 'Customer group'],
  level: ['客户等级', '客戶等級', 'Customer level'],
  customerClass: ['客户分类', '客戶分類', 'Customer class'],
  channel: ['渠道', '渠道', 'Channel'],
  area: ['客户区域', '客戶區域', 'Customer area'],
  trade: ['客户行业', '客戶行業', 'Customer industry'],
  priceClass: ['价格类别', '價格類別', 'Price level'],
} as const satisfies Readonly<Record<Exclude<CustomerDimension, 'all'>, Label>>;

export const productDimension = {
  material: ['物料', '物料', 'Material'],
  product: ['产品', '產品', 'Product'],
  class: ['物料分类', '物料分類', 'Material class'],
  brand: ['品牌', '品牌', 'Brand'],
} as const satisfies Readonly<Record<Exclude<ProductDimension, 'all'>, Label>>;

export const dimensionsOf = { customer: customerDimension, product: productDimension } as const;
export type Dimension = keyof typeof customerDimension | keyof typeof productDimension;

/**
 * By name: an input that is fetched when it is shown would otherwise tear these nouns out of the definitions that come
 * with every list.
 */
export const nounOfDimension: Readonly<Record<Dimension, string>> = {
  customer: 'data:customer',
  group: 'data:customergroup',
  level: 'data:customerlevel',
  customerClass: 'data:customerclass',
  channel: 'data:channel',
  area: 'data:customerarea',
  trade: 'data:customertrade',
  priceClass: 'sale:priceclass',
  material: 'data:material',
  product: 'data:product',
  class: 'data:materialclass',
  brand: 'data:brand',
};

const everybody = { all: ['全部', '全部', 'All'] } as const satisfies Choices;
/** Of query rules: a step of the search may also look at what is priced for everybody. */
export const soughtCustomer = { ...customerDimension, ...everybody } as const satisfies Choices;
export const soughtProduct = { ...productDimension, ...everybody } as const satisfies Choices;

export const priceUnit = {
  0: ['主单位', '主單位', 'Main unit'],
  1: ['辅助单位', '輔助單位', 'Auxiliary unit'],
} as const satisfies Choices;

export const ladderSource = {
  benchmark: ['基准价', '基準價', 'Base price'],
  strategy: ['价格策略', '價格策略', 'Price policy'],
} as const satisfies Readonly<Record<string, Label>>;

export const ladderMode = {
  0: ['全额', '全額', 'Whole quantity'],
  1: ['分段累进', '分段累進', 'Progressive'],
} as const satisfies Readonly<Record<string, Label>>;

export const restrictType = {
  0: ['允许购买', '允許購買', 'Allowed'],
  1: ['禁止购买', '禁止購買', 'Forbidden'],
} as const satisfies Choices;

export const objectivePeriod = {
  0: ['年', '年', 'Year'],
  1: ['季', '季', 'Quarter'],
  2: ['月', '月', 'Month'],
} as const satisfies Choices;

/** A dimension that a price does not look at. */
export const anyOf = ['不限', '不限', 'Any'] as const;
