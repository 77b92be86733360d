/** What a revision makes of its order, and why: kept with it, and shown line by line. */
export interface RevisionRecord {
  /** By the rules that the order was sold on, or by those of today (SD022). */
  readonly basis: 'kept' | 'current';
  readonly lines: readonly RevisedGoods[];
  readonly before: string;
  readonly after: string;
  /** What the goods that are still to leave cost, before and after; the difference is given back or covered anew. */
  readonly openBefore: string;
  readonly openAfter: string;
  readonly delta: string;
  /** Posted at once: what falls on goods that have left already (B8b). */
  readonly adjust: string;
  /** For gifts that have left and are not earned any more, less what earlier closes charged and need not have. */
  readonly charge: string;
}

export interface RevisedGoods {
  readonly lineId: string;
  readonly productCode: string;
  readonly productName: string | null;
  readonly isGift: boolean;
  readonly numberBefore: string;
  readonly numberAfter: string;
  readonly priceBefore: string;
  readonly priceAfter: string;
  /** Of what is not closed. */
  readonly amountBefore: string;
  readonly amountAfter: string;
  /** What has left, as it was posted: it stays. */
  readonly shippedAmount: string;
  readonly openAmount: string;
}

/** One version of an order, as it stood until a revision replaced it; the last one is the order itself. */
export interface OrderVersion {
  readonly revisionNo: number;
  /** The revision that ended it; null for the one that holds. */
  readonly revisionCode: string | null;
  readonly reason: string | null;
  readonly endedBy: string | null;
  readonly endedAt: string | null;
  readonly head: Readonly<Record<string, unknown>>;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}
