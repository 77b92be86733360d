import type { CurvePoint } from './refund-curve.ts';

/** Why a return gives back what it does: kept with it, and shown line by line (「为什么退这么多」). */
export interface RefundRecord {
  /**
   * By what is kept of the order; by what the pieces were sold for, because the fault is ours; the same, because the
   * order is older than promotions and prices that are kept with it; or by what the customer paid last for such goods,
   * because nobody knows their order.
   */
  readonly basis: 'kept' | 'share' | 'unkept' | 'last';
  readonly back: readonly BackLine[];
  readonly kept: readonly KeptGoods[];
  readonly gifts: readonly KeptGift[];
  /** What the customer has paid, less what came back to him before: sold, and withheld until now. */
  readonly paid: string;
  readonly withheldBefore: string;
  readonly position: string;
  readonly owed: string;
  readonly refund: string;
  readonly charge: string;
  /** What stays with the house of the price of what comes back (促销扣回). */
  readonly withheld: string;
  readonly credit: CreditBack | null;
  /** Absent in an estimate, and in receipts from before there were points. */
  readonly points?: PointsBack | null;
}

export interface BackLine {
  readonly lineId: string;
  readonly productCode: string;
  readonly productName: string | null;
  readonly number: string;
  /** What these pieces were sold for. */
  readonly share: string;
}

export interface KeptGoods {
  readonly lineId: string;
  readonly productCode: string;
  readonly productName: string | null;
  readonly number: string;
  readonly paid: string;
  readonly owed: string;
}

/** A gift that the customer has, with what of it he still earns. */
export interface KeptGift {
  readonly lineId: string;
  readonly productCode: string;
  readonly productName: string | null;
  readonly had: string;
  readonly earned: string;
  readonly price: string;
  readonly charge: string;
}

/**
 * Account credit of the order (P006): what it was granted, what is left of it, what is taken back and what is charged.
 */
export interface CreditBack {
  readonly granted: string;
  readonly earned: string;
  readonly taken: string;
  readonly charged: string;
}

/** Points of the order: what it earned, what is left of that, and where what is taken back comes from (B12b). */
export interface PointsBack {
  readonly earned: string;
  readonly clawedBefore: string;
  readonly earnable: string;
  readonly claw: string;
  /** Of these, points that had lapsed unused: nobody pays for them twice. */
  readonly lapsed: string;
  readonly taken: readonly { readonly id: string; readonly number: string }[];
  readonly debt: string;
}

/** What came back with one movement, as it was posted. */
export interface RefundReceipt {
  readonly movementId: string;
  readonly movementCode: string;
  readonly date: string;
  readonly record: RefundRecord;
  /** What came to which account; older ones do not say. */
  readonly parts?: readonly HeldPart[];
  /** Of an exchange: what of it was held for the new goods, and on which accounts (B6a). */
  readonly held?: readonly HeldPart[];
  /** Of goods that were had for points: what of those came back to which batch. */
  readonly exchanged?: readonly { readonly id: string; readonly number: string }[];
  /** How many pieces of the order were closed and returned then: a receipt behind which more happened is not undone. */
  readonly behind: string;
}

export interface HeldPart {
  readonly account: string;
  readonly amount: string;
}

/** The answer to what a return would give back. */
export interface RefundQuote {
  readonly record: RefundRecord | null;
  readonly lines: readonly ReturnableLine[];
  /** What goes out for it, where something does. */
  readonly exchange: ExchangeQuote | null;
  /** What each number of the line that was asked about would give back. */
  readonly curve: readonly CurvePoint[];
}

export interface ExchangeQuote {
  readonly newAmount: string;
  readonly lines: readonly {
    readonly productCode: string;
    readonly number: string;
    readonly amount: string;
    /** Costs what the bad goods that it replaces were sold for (B6b). */
    readonly isReplaced: boolean;
  }[];
  readonly refusals: readonly string[];
}

/** A line of an order with what may come back of it. */
export interface ReturnableLine {
  readonly orderLineId: string;
  readonly lineNo: number;
  readonly productCode: string;
  readonly productName: string | null;
  readonly unit: string | null;
  readonly isGift: boolean;
  readonly number: string;
  readonly room: string;
  readonly price: string;
  /** Of kits: what one holds, and how many of each may come back alone (A15a). */
  readonly components?: readonly {
    readonly productCode: string;
    readonly productName: string | null;
    readonly number: string;
    readonly room: string;
    /** Pieces that came back alone: kits may come back without them. */
    readonly lacks: string;
  }[];
}
