import type { Rule } from '#promotion/model/engine/rule.ts';
import type { QuotedPromotions } from '#sales/model/order/quote.ts';

/** So many past orders are tried at once; more would keep others waiting. */
export const mostPastOrders = 10_000;
/** Rows of each list of orders: more nobody reads through. */
export const mostRows = 200;
export const mostAlternatives = 5;
/** Nearer to the next tier than this part of the way: 差一点到档. */
export const nearPart = 0.1;

/** The activity that was tried, as its document stands. */
export interface TriedActivity {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly billStatus: string;
  readonly policyRuleTypeCode: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly rules: readonly NamedRule[];
}
/** A rule that says what its gifts are called. */
export interface NamedRule extends Rule {
  readonly giveName?: string | null;
  readonly changeProductName?: string | null;
}

/** What an activity costs. Gifts are worth their price (SD030). */
export interface Costs {
  readonly off: string;
  readonly gifts: string;
  readonly credit: string;
  /** All three. */
  readonly cost: string;
}

export interface Touched extends Costs {
  readonly orders: number;
  /** Of what counted for it, before promotions of its own phase. */
  readonly sales: string;
  /** Cost of sales, in percent; null where nothing was sold. */
  readonly ratio: string | null;
}

export interface SimulatedOrder {
  readonly id: string;
  readonly code: string;
  readonly billDate: string;
  readonly customerCode: string;
  readonly customerName: string;
  /** What counts towards a tier. */
  readonly basis: string;
  /** The tier that was reached; null below the first. */
  readonly ruleNo: number | null;
  /** What is missing to the next tier, where that is near. */
  readonly missing: { readonly number: string; readonly amount: string } | null;
  readonly cost: string;
  /** What all promotions of the order were worth when it was audited. */
  readonly gave: string;
  readonly replaced: string;
}

export interface Tier extends Pick<Touched, 'orders' | 'sales' | 'cost' | 'ratio'> {
  /** Null: below the first. */
  readonly ruleNo: number | null;
}

/** Thresholds and what is given, each as a percentage of what the draft says. */
export interface Change {
  readonly threshold: string;
  readonly benefit: string;
}
export interface Alternative extends Touched {
  readonly change: Change;
  readonly rules: readonly Rule[];
}

export interface SimulatedActivity extends Touched {
  readonly code: string;
  readonly name: string;
  /** What it was worth in the same orders when they were audited. */
  readonly gave: string;
  /** Orders in which the activity that is tried took its place. */
  readonly displaced: number;
}

/** What must be sold on top so that nothing is lost. */
export interface BreakEven {
  /** Null: with the activity nothing is earned, however much is sold. */
  readonly extraSales: string | null;
  readonly extraPercent: string | null;
  /** For so much of the sales a cost is known, in percent. */
  readonly known: string;
}

export interface PeriodSimulation {
  readonly mode: 'period';
  readonly activity: TriedActivity | null;
  readonly from: string;
  readonly to: string;
  readonly isTogether: boolean;
  readonly counted: number;
  readonly total: Touched & {
    readonly customers: number;
    readonly replaced: string;
    readonly net: string;
    /** What the orders that it touches got when they were audited. */
    readonly gave: string;
    /** Orders in which goods may be chosen: what they would take nobody knows, it costs nothing here. */
    readonly choices: number;
    readonly near: number;
    readonly replacing: number;
  };
  /** Absent for whoever may not know costs; null where no cost is known. */
  readonly breakEven?: BreakEven | null;
  readonly days: readonly { readonly date: string; readonly cost: string }[];
  readonly tiers: readonly Tier[];
  /** Absent for whoever may not read orders. */
  readonly orders?: Readonly<Record<OrderList, readonly SimulatedOrder[]>>;
  readonly alternatives: readonly Alternative[];
  /** Everything that gave something, dearest first. */
  readonly activities: readonly SimulatedActivity[];
}
export type OrderList = 'costliest' | 'replacing' | 'near';

/** One order, stored or only thought of, without the activity and with it. */
export interface OneSimulation {
  readonly mode: 'order' | 'lines';
  readonly activity: TriedActivity | null;
  readonly isTogether: boolean;
  readonly order: {
    readonly id: string | null;
    readonly code: string | null;
    readonly billDate: string;
    readonly customerCode: string | null;
    readonly customerName: string | null;
  };
  readonly lines: readonly {
    readonly lineNo: number;
    readonly productCode: string;
    readonly productName: string;
    readonly number: string;
    readonly amount: string;
    readonly off: string;
  }[];
  /** What the activity itself is worth here; of all where none is named. */
  readonly costs: Costs;
  /** What the stored order got; null of one that was never audited. */
  readonly gave: string | null;
  readonly without: QuotedPromotions | null;
  readonly with: QuotedPromotions | null;
}

export type Simulation = PeriodSimulation | OneSimulation;
