/** From the most specific to the least: where two strategies match, the first wins, never the cheaper. */
export const customerDimensions = [
  'customer',
  'group',
  'level',
  'customerClass',
  'channel',
  'area',
  'trade',
  'priceClass',
  'all',
] as const;
export const productDimensions = ['material', 'product', 'class', 'brand', 'all'] as const;
export type CustomerDimension = (typeof customerDimensions)[number];
export type ProductDimension = (typeof productDimensions)[number];

/** What the customer and the material are, by dimension: { level: 'L1', area: '330106' }. */
export type CustomerKeys = Readonly<Partial<Record<Exclude<CustomerDimension, 'all'>, string | null>>>;
export type ProductKeys = Readonly<Partial<Record<Exclude<ProductDimension, 'all'>, string | null>>>;

export type ScopeRow =
  | {
      readonly side: 'customer';
      readonly dimension: Exclude<CustomerDimension, 'all'>;
      readonly code: string;
      readonly isExcluded?: boolean;
    }
  | {
      readonly side: 'product';
      readonly dimension: Exclude<ProductDimension, 'all'>;
      readonly code: string;
      readonly isExcluded?: boolean;
    };

/** The wire codes of pricingMode. */
export const pricingModes = { fixed: '0', rate: '1', ladder: '2', costPlus: '3', amountOff: '4' } as const;
export type PricingMode = (typeof pricingModes)[keyof typeof pricingModes];

export interface Tier {
  readonly startNumber: string;
  readonly price: string;
}
export interface Ladder {
  readonly tiers: readonly Tier[];
  /** '0' the whole number at one price, '1' every band at its own. */ readonly mode: '0' | '1';
}
export interface Dated {
  readonly startDate?: string | null;
  readonly endDate?: string | null;
}
interface Priced {
  readonly ladder?: Ladder | null;
  /** Per auxiliary unit: the main price is the price over the rate. */ readonly isPerAssist?: boolean;
}

export interface Strategy extends Dated, Priced {
  readonly code: string;
  readonly scope: readonly ScopeRow[];
  readonly mode: PricingMode;
  readonly value: string;
  readonly leastNumber?: string | null;
  readonly priority?: number | null;
}
export interface Benchmark extends Dated, Priced {
  readonly code: string;
  readonly priceClass: string;
  readonly material: string;
  readonly price: string;
  /** Null for every organisation. */ readonly organizeCode?: string | null;
}
export interface QueryRule {
  readonly customer: CustomerDimension;
  readonly product: ProductDimension;
  /** Looks only at strategies with a ladder. */
  readonly isLadderOnly?: boolean;
  /** The search ends here: no strategy after it, the benchmark prices. */
  readonly isEnd?: boolean;
}
export interface ColourFee {
  readonly code: string;
  readonly price: string;
  readonly ladder?: readonly Tier[] | null;
}

export interface PriceQuestion {
  readonly organizeCode?: string | null;
  readonly customer: CustomerKeys;
  readonly material: ProductKeys;
  /** Main units per auxiliary unit. */
  readonly rate: string;
  readonly floorPrice?: string | null;
  readonly cost?: string | null;
  readonly date: string;
  readonly number: string;
  /** What ladders look at where SD007 counts all lines of the material. */
  readonly ladderNumber?: string;
  readonly taxRate: string;
  readonly defaultPriceClass: string | null;
  readonly colour?: ColourFee | null;
}
/** What may decide the price. Only audited and enabled rows are asked for. */
export interface PriceBook {
  readonly strategies: readonly Strategy[];
  readonly benchmarks: readonly Benchmark[];
  readonly rules?: readonly QueryRule[];
  /** The node above an area, a product class or a customer class. */
  readonly parents: Readonly<Record<string, string>>;
}
