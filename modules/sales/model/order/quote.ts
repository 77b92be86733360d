import { compare } from '#platform/model/decimal.ts';
import type { Means } from '#funds/model/means.ts';
import type { Charged } from './order-charge.ts';
import type { Hint } from '#promotion/model/engine/hint.ts';
import type { ToldTerms } from '#promotion/model/told/told-terms.ts';
import type { Credit, Entitlement, TraceStep } from '#promotion/model/engine/outcome.ts';
import type { Waiver } from '#promotion/model/engine/rule.ts';
import type { PriceStep } from '#price/model/price-trace.ts';

/** The answer of POST /channelsale/order/calculate, line by line in the order of the question. */
export interface Quote {
  readonly lines: readonly QuotedLine[];
  /** What the customer could pay an order with. */
  readonly credit: Means | null;
  /** Where the order would leave: what was chosen, else what a save would fill in. */
  readonly storageCode: string | null;
  /** Goods less discount plus freight is what is paid. */
  readonly totals: Pick<Charged, 'goods' | 'discount' | 'freight' | 'payable' | 'trace'>;
  /** Null where no activity is in force. */
  readonly promotions: QuotedPromotions | null;
  /** What a save would refuse about the head. */
  readonly refusals: readonly Complaint[];
}

/** What rules make of the lines; line numbers are those of the question, from 1. */
export interface QuotedPromotions {
  /** Lines that a save would add. */
  readonly given: readonly QuotedGift[];
  /** What may be chosen, with what was. */
  readonly entitlements: readonly Entitlement[];
  readonly credits: readonly Credit[];
  /** What the goods count as that are given and not paid. */
  readonly givenWorth: string;
  /** Gifts that were given up. */
  readonly waived: readonly Waiver[];
  readonly trace: readonly TraceStep[];
  /** What its sentences say of activities, by their codes. */
  readonly terms: Readonly<Record<string, ToldTerms>>;
  /** Activities that are not on that day, and nearly were. */
  readonly otherDays: readonly OtherDays[];
  /** The nearest steps to more. */
  readonly hints: readonly QuotedHint[];
  /** What all promotions together take off. */
  readonly off: string;
  /** What activities and goods are called. */
  readonly names: Readonly<Record<string, string>>;
}

/** An activity with the days that it is on. */
export interface OtherDays {
  readonly activity: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  /** Ended before the day of the order; else it has not begun. */
  readonly isOver: boolean;
}

/** A step to more that was tried out, and what it brings. */
export interface QuotedHint extends Hint {
  readonly brings: Brought;
}
export type Brought =
  | { readonly kind: 'gift'; readonly number: string }
  | { readonly kind: 'off'; readonly amount: string }
  | { readonly kind: 'credit'; readonly amount: string }
  /** A lower price, or goods to choose: no figure says it. */
  | { readonly kind: 'price' | 'choice' };

export interface QuotedGift {
  readonly activity: string;
  readonly ruleNo: number;
  readonly sources: readonly number[];
  readonly packageCode: string | null;
  readonly productCode: string;
  readonly productName: string;
  readonly mainUnitName: string | null;
  readonly number: string;
  readonly lineType: string;
  readonly price: string;
  readonly amount: string;
}

interface Complaint {
  readonly key: string;
  readonly field: string;
  readonly msg: string;
}

export type Supply = 'enough' | 'few' | 'none';

/** It does not look at what is wanted: asking for more and more would find the figure out. */
export const supplyOf = (free: string): Supply =>
  compare(free, '0') <= 0 ? 'none' : compare(free, '10') < 0 ? 'few' : 'enough';

export interface QuotedLine {
  /** What the book says; null when nothing prices the material. */
  readonly price: string | null;
  readonly amount: string | null;
  /** In what is paid for the line. */
  readonly taxAmount: string | null;
  /** Its share of what is taken off the whole order, and what is left to pay for it. */
  readonly discountAmount: string;
  /** What promotions took off: `amount` is what is left. */
  readonly promoAmount: string;
  readonly payableAmount: string;
  readonly source: string;
  readonly trace: readonly PriceStep[];
  readonly names: Readonly<Record<string, string>>;
  readonly floor: string | null;
  readonly isBelowFloor: boolean;
  /** Where the goods would leave, and what is free there after the lines above. */
  readonly storageCode: string | null;
  readonly available: string | null;
  /** All that a customer is told of it, unless he may know the figure (SD019). */
  readonly supply: Supply | null;
  readonly isShort: boolean;
  readonly lastPrice: string | null;
  readonly history: readonly { readonly price: string; readonly billDate: string; readonly code: string }[];
  /** What a save would be refused for. */
  readonly refusals: readonly Complaint[];
}
