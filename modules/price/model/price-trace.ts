import type { CustomerDimension, PricingMode, ProductDimension } from './price-book.ts';

/** One line of "why this price", in the order in which it happened. */
export type PriceStep =
  | {
      readonly kind: 'passed';
      readonly strategy: string;
      readonly why: 'date' | 'number' | 'excluded' | 'outranked' | 'rule';
    }
  | {
      readonly kind: 'strategy';
      readonly strategy: string;
      readonly customer: CustomerDimension;
      readonly product: ProductDimension;
      readonly mode: PricingMode;
      readonly value: string;
    }
  | {
      readonly kind: 'benchmark';
      readonly benchmark: string;
      readonly priceClass: string;
      readonly isDefaultClass: boolean;
      readonly price: string;
    }
  | { readonly kind: 'assist'; readonly price: string; readonly rate: string; readonly result: string }
  | {
      readonly kind: 'method';
      readonly mode: PricingMode;
      readonly base: string;
      readonly value: string;
      readonly result: string;
    }
  | { readonly kind: 'tier'; readonly startNumber: string; readonly number: string; readonly result: string }
  | {
      readonly kind: 'bands';
      readonly bands: readonly { readonly number: string; readonly price: string }[];
      readonly amount: string;
      readonly result: string;
    }
  | { readonly kind: 'colour'; readonly colour: string; readonly fee: string; readonly result: string }
  | { readonly kind: 'typed'; readonly price: string }
  | { readonly kind: 'floor'; readonly floor: string; readonly price: string }
  | { readonly kind: 'none' };
