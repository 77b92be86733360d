import type { Label } from '#platform/model/label.ts';
import { reasons } from '#platform/model/refusal.ts';
import type { promotionScope, productScope } from './promotion-choices.ts';
import type { ScopeRow } from './engine/rule.ts';

/** What a scope row of an activity may name on each side (6.1), and the noun that its code is of. */
export const customerDimension = {
  customer: ['客户', '客戶', 'Customer'],
  customerClass: ['客户分类', '客戶分類', 'Customer class'],
  group: ['客户组', '客戶組', 'Customer group'],
  level: ['客户等级', '客戶等級', 'Customer level'],
  area: ['客户区域', '客戶區域', 'Customer area'],
  channel: ['渠道', '渠道', 'Channel'],
  saleType: ['销售类型', '銷售類型', 'Sales type'],
  shop: ['门店', '門店', 'Shop'],
} as const satisfies Readonly<Record<string, Label>>;

export const productDimension = {
  material: ['物料', '物料', 'Material'],
  product: ['产品', '產品', 'Product'],
  class: ['物料分类', '物料分類', 'Material class'],
  brand: ['品牌', '品牌', 'Brand'],
  tag: ['物料标签', '物料標籤', 'Material tag'],
  materialLine: ['产品线', '產品線', 'Product line'],
} as const satisfies Readonly<Record<string, Label>>;

export const scopeSide = {
  customer: ['客户侧', '客戶側', 'Customer side'],
  product: ['产品侧', '產品側', 'Product side'],
} as const satisfies Readonly<Record<ScopeRow['side'], Label>>;

export const dimensionsOf = { customer: customerDimension, product: productDimension } as const;
export type Dimension = keyof typeof customerDimension | keyof typeof productDimension;
export const dimensionLabels: Readonly<Record<Dimension, Label>> = { ...customerDimension, ...productDimension };

/** By name: an input that is fetched when it is shown would otherwise tear these nouns out of their definitions. */
export const nounOfDimension: Readonly<Record<Dimension, string>> = {
  customer: 'data:customer',
  customerClass: 'data:customerclass',
  group: 'data:customergroup',
  level: 'data:customerlevel',
  area: 'data:customerarea',
  channel: 'data:channel',
  saleType: 'data:saletype',
  shop: 'data:shop',
  material: 'data:material',
  product: 'data:product',
  class: 'data:materialclass',
  brand: 'data:brand',
  tag: 'data:materialtag',
  materialLine: 'data:materialline',
};

/** A scope row as the wire carries it. */
export interface ScopeLine {
  readonly side: ScopeRow['side'];
  readonly dimension: Dimension;
  readonly code: string;
  readonly excludeFlag: '0' | '1';
  readonly name?: string | null;
}

export const mostScopes = 500;

/** The rows of a scope, or what is wrong with the first that is no row. */
export function scopesIn(value: unknown): readonly ScopeLine[] | { readonly at: number; readonly reason: Label } {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return { at: 0, reason: reasons.format };
  if (value.length > mostScopes) return { at: mostScopes, reason: reasons.tooLong };
  const rows: ScopeLine[] = [];
  const seen = new Set<string>();
  for (const [at, given] of (value as unknown[]).entries()) {
    const row = rowIn(given);
    if (row === null) return { at, reason: reasons.format };
    const key = `${row.dimension}\n${row.code}`;
    if (seen.has(key)) return { at, reason: reasons.taken };
    seen.add(key);
    rows.push(row);
  }
  return rows;
}

function rowIn(row: unknown): ScopeLine | null {
  const {
    side,
    dimension,
    code,
    excludeFlag = '0',
    name = null,
  } = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {};
  if (side !== 'customer' && side !== 'product') return null;
  if (!isDimensionOf(side, dimension)) return null;
  if (typeof code !== 'string' || !/^[^\u0000]{1,50}$/.test(code)) return null;
  if (excludeFlag !== '0' && excludeFlag !== '1') return null;
  return { side, dimension, code, excludeFlag, name: typeof name === 'string' ? name.slice(0, 200) : null };
}

const isDimensionOf = (side: ScopeRow['side'], dimension: unknown): dimension is Dimension =>
  typeof dimension === 'string' && Object.hasOwn(dimensionsOf[side], dimension);

/** As the engine asks for them. */
export const scopeRowsOf = (scopes: readonly ScopeLine[]): readonly ScopeRow[] =>
  scopes.map(({ side, dimension, code, excludeFlag }) => ({
    side,
    dimension,
    code,
    ...(excludeFlag === '1' ? { isExcluded: true } : {}),
  }));

/** What the list shows and is filtered by. */
export interface ScopeSummary {
  readonly customerScope: `${keyof typeof promotionScope}`;
  readonly customerClassCode: string | null;
  readonly customerCodes: readonly string[];
  readonly channelCode: string | null;
  readonly shopCodes: readonly string[];
  readonly productScope: `${keyof typeof productScope}`;
  readonly productClassCode: string | null;
  readonly brandCode: string | null;
  readonly productCodes: readonly string[];
}

const customerCodeOf: Readonly<Partial<Record<Dimension, ScopeSummary['customerScope']>>> = {
  customerClass: '1',
  customer: '2',
  channel: '3',
  shop: '4',
};
const productCodeOf: Readonly<Partial<Record<Dimension, ScopeSummary['productScope']>>> = {
  class: '1',
  brand: '2',
  material: '3',
};

export function summaryOf(scopes: readonly ScopeLine[]): ScopeSummary {
  const included = scopes.filter(({ excludeFlag }) => excludeFlag === '0');
  const codes = (dimension: Dimension): readonly string[] =>
    included.filter((row) => row.dimension === dimension).map(({ code }) => code);
  const only = (dimension: Dimension): string | null =>
    codes(dimension).length === 1 ? (codes(dimension)[0] ?? null) : null;
  const sole = (side: ScopeRow['side']): Dimension | 'none' | 'several' => {
    const dimensions = new Set(included.filter((row) => row.side === side).map(({ dimension }) => dimension));
    return dimensions.size === 0 ? 'none' : dimensions.size > 1 ? 'several' : ([...dimensions][0] ?? 'none');
  };
  const scopeOf = <Code extends string>(side: ScopeRow['side'], known: Readonly<Partial<Record<string, Code>>>) => {
    const dimension = sole(side);
    return dimension === 'none' ? ('0' as const) : (known[dimension] ?? ('9' as const));
  };
  return {
    customerScope: scopeOf('customer', customerCodeOf),
    customerClassCode: only('customerClass'),
    customerCodes: codes('customer'),
    channelCode: only('channel'),
    shopCodes: codes('shop'),
    productScope: scopeOf('product', productCodeOf),
    productClassCode: only('class'),
    brandCode: only('brand'),
    productCodes: codes('material'),
  };
}
