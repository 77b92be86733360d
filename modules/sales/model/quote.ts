import type { PriceStep } from './price.ts';

/** The answer of POST /channelsale/order/calculate, line by line in the order of the question. */
export interface Quote { readonly lines: readonly QuotedLine[]; /** What the customer could pay an order with. */ readonly credit: Means | null }

/** Free of each kind of account; credit is what may still be owed. */
export interface Means { readonly cash: string; readonly rebate: string; readonly credit: string; readonly isControlled: boolean }

export interface QuotedLine {
  /** What the book says; null when nothing prices the material. */
  readonly price: string | null;
  readonly amount: string | null;
  readonly taxAmount: string | null;
  readonly source: string;
  readonly trace: readonly PriceStep[];
  readonly names: Readonly<Record<string, string>>;
  readonly floor: string | null;
  readonly isBelowFloor: boolean;
  /** Where the goods would leave, and what is free there after the lines above. */
  readonly storageCode: string | null;
  readonly available: string | null;
  readonly isShort: boolean;
  readonly lastPrice: string | null;
  readonly history: readonly { readonly price: string; readonly billDate: string; readonly code: string }[];
  /** What a save would be refused for. */
  readonly refusals: readonly { readonly key: string; readonly field: string; readonly msg: string }[];
}
