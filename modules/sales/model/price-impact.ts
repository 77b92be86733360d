/** What a line of a price change means: figures as decimal strings, null where there is nothing to say. */
export interface LineImpact {
  readonly oldPrice: string | null;
  readonly difference: string | null;
  /** In percent of the old price, with its sign. */
  readonly percent: string | null;
  /** In percent of the new price; absent for whoever may not know the cost. */
  readonly margin?: string | null;
  /** Orders not approved yet that hold the product at this price level; absent for whoever reads no orders. */
  readonly orders?: { readonly count: number; readonly codes: readonly string[] };
}
export interface PriceImpact {
  readonly lines: readonly LineImpact[];
}
