import type { GiftGoods } from '#promotion/model/gift-choice.ts';
import type { Supply } from './quote.ts';

/** The answer of POST /channelsale/order/gifts: what each rule that was asked about lets one choose from. */
export interface Choosable {
  readonly offers: readonly ChoosableOffer[];
}

export interface ChoosableOffer {
  readonly activity: string;
  readonly ruleNo: number;
  /** What the activity is called. */
  readonly name: string;
  readonly packageCode: string | null;
  readonly packageName: string | null;
  /** All of it or nothing. */
  readonly isWhole: boolean;
  /** Percent of the price that is paid; null where the goods cost nothing, or only above a quota. */
  readonly payRate: string | null;
  /** There are more than are told: a search finds the others. */
  readonly isMore: boolean;
  readonly goods: readonly ChoosableGood[];
}

export interface ChoosableGood extends GiftGoods {
  /** All that a customer is told of the stock, unless he may know the figure (SD019). */
  readonly supply: Supply | null;
}
