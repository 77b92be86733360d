/** What a customer ordered, month by month; months without orders are left out. */
export interface CustomerFigures {
  /** The day that it is for the tenant. */
  readonly today: string;
  readonly months: readonly {
    readonly month: string;
    readonly amount: string;
    /** Up to the day of the month that it is today. */
    readonly amountToDay: string;
    readonly count: number;
  }[];
}

/** More kinds of goods than these are not told. */
export const mostUsualGoods = 20;
/** What a customer bought in the last ninety days. */
export interface UsualGood {
  readonly productCode: string;
  readonly productName: string | null;
  readonly unitName: string | null;
  readonly number: string;
  readonly organizeCode: string;
}
