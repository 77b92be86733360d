/** What a rule does (6.2): single and combined gifts, on sale, free and paid exchange, account credit, nth piece. */
export const ruleTypes = ['P001', 'P002', 'P003', 'P004', 'P005', 'P006', 'P007'] as const;
export type RuleType = (typeof ruleTypes)[number];

/** A rule as the wire carries it; what is empty does not limit. */
export interface Rule {
  readonly ruleNo: number;
  readonly policyRuleTypeCode: RuleType;
  readonly leastNumber?: string | null;
  readonly leastAmount?: string | null;
  readonly buyNumber?: string | null;
  readonly giveNumber?: string | null;
  /** How often: '0' once, '1' by number, '2' by amount; of the nth piece '0' from it on, '1' every nth. */
  readonly giveDynamicFlag?: string | null;
  /** '0' same product, '1' a product, '2' choice in a class, '3' package. */
  readonly giveType?: string | null;
  readonly giveCode?: string | null;
  readonly giveMaxNumber?: string | null;
  readonly giveMaxAmount?: string | null;
  readonly trialFlag?: string | null;
  /** '0' amount off, '1' rate. */
  readonly onSaleType?: string | null;
  readonly onSaleAmount?: string | null;
  /** '0' the rate is paid, '1' it is taken off. */
  readonly onSaleRateType?: string | null;
  readonly onSaleRate?: string | null;
  /** How often goods may be exchanged: '0' once, '1' by number, '2' by amount. */
  readonly canChangeBuyType?: string | null;
  readonly freePackageFlag?: string | null;
  /** '0' what the activity is about, '1' a class, '2' a brand, '3' products. */
  readonly changeBuyType?: string | null;
  readonly changeProductCode?: string | null;
  readonly changeBuyRate?: string | null;
  readonly changeBuyMaxNumber?: string | null;
  readonly changeBuyMaxAmount?: string | null;
  readonly addMoneyChangeBuyLimitType?: string | null;
  readonly giveAccountAmount?: string | null;
  readonly accountType?: string | null;
  readonly startNumber?: string | null;
  readonly disRate?: string | null;
}

export interface ScopeRow {
  readonly side: 'customer' | 'product';
  readonly dimension: string;
  readonly code: string;
  readonly isExcluded?: boolean;
}

export interface Activity {
  readonly code: string;
  readonly isEnabled: boolean;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  readonly orderTypes: readonly string[];
  readonly scope: readonly ScopeRow[];
  /** The smaller comes first. */
  readonly priority: number;
  /** Works on what others left and keeps no line from them. */
  readonly isStackable: boolean;
  /** Takes only lines that nothing touched, and keeps them from everything. */
  readonly isExclusive: boolean;
  /** Of one customer over the life of the activity; null: as often as he likes. */
  readonly limitTimes: number | null;
  /** By his other audited orders. */
  readonly usedTimes: number;
  /** All that may be spent; null: no budget. Only the order's postings look at it. */
  readonly budgetAmount?: string | null;
  /** What is left to spend; null: no budget. */
  readonly budgetLeft: string | null;
  readonly rules: readonly Rule[];
}

/** What somebody or something is, by dimension: its own codes and, in trees, those above it. */
export type Facts = Readonly<Record<string, readonly string[]>>;

export interface BoughtLine {
  readonly lineNo: number;
  readonly productCode: string;
  readonly facts: Facts;
  /** Main unit. */
  readonly number: string;
  /** Tax included, before promotions: as typed, else as listed (B1). */
  readonly price: string;
  /** Where the bands of a ladder make it another than price × number. */
  readonly amount?: string;
  readonly lineType: string;
  /** Of goods that an exchange brought: they are paid, and count nowhere (M40). */
  readonly ruleNo?: number | null;
}

/** Goods picked from what a rule lets one choose. */
export interface Choice {
  readonly activity: string;
  /** Null where the activity lets choose by one rule only. */
  readonly ruleNo?: number | null;
  readonly productCode: string;
  readonly facts?: Facts;
  readonly number: string;
  /** Normal price; of a package the price of its detail. */
  readonly price: string;
  /** Of a package that is taken whole or not at all, and not whole. */
  readonly isPart?: true;
}

/** A gift that somebody gave up because it is not there (SD024). Who, when and why is told and never counted. */
export interface Waiver {
  readonly activity: string;
  readonly ruleNo: number;
  readonly productCode: string;
  readonly number: string;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** What a customer may still choose by a rule: orders before this one earned it and left it (SD029). */
export interface LeftOver {
  readonly activity: string;
  readonly ruleNo: number;
  readonly number: string;
  readonly amount: string;
}

export interface Question {
  readonly customer: Facts;
  readonly date: string;
  readonly orderType: string;
  readonly lines: readonly BoughtLine[];
  readonly activities: readonly Activity[];
  readonly choices?: readonly Choice[];
  readonly waivers?: readonly Waiver[];
  /** Absent where what nobody chose is lost. */
  readonly leftOver?: readonly LeftOver[];
  /** What a gift is worth; an unknown one is worth nothing. */
  readonly giftPrices?: Readonly<Record<string, string>>;
  /** What gifts cost the house where budgets count that (SD030). Asked and never kept: an order is read by many. */
  readonly giftCosts?: Readonly<Record<string, string>>;
}
