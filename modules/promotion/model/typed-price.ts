import { compare } from '#platform/model/decimal.ts';

export interface TypedPrice {
  /** Null: nobody typed one. */
  readonly typedPrice: string | null;
  /** What promotions start from. */
  readonly basePrice: string;
}

/**
 * Whether a price that was sent was typed (B1). A form sends back what it was given, so a promoted price that returns
 * unchanged is no typed price: taken for one, the promotion would come off twice.
 */
export function typedPriceOf(
  sentPrice: string,
  listPrice: string,
  stored: { readonly price: string; readonly typedPrice: string | null } | null,
): TypedPrice {
  const typedPrice =
    stored !== null && compare(sentPrice, stored.price) === 0
      ? stored.typedPrice
      : compare(sentPrice, listPrice) === 0
        ? null
        : sentPrice;
  return { typedPrice, basePrice: typedPrice ?? listPrice };
}
