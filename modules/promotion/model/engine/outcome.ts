import type { RuleType, Waiver } from './rule.ts';

/** Price, gifts and exchange, credit: later phases look at what earlier ones left. */
export type Phase = 'A' | 'B' | 'C';
export const skipReasons = [
  'DISABLED',
  'DATE',
  'ORDER_TYPE',
  'CUSTOMER_SCOPE',
  'NO_MATCH',
  'LOCKED',
  'THRESHOLD',
  'LIMIT',
  'BUDGET',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export interface PricedLine {
  readonly lineNo: number;
  readonly price: string;
  readonly amount: string;
  /** How much promotions took off; never negative. */
  readonly discount: string;
}

interface Earned {
  readonly activity: string;
  readonly ruleNo: number;
  readonly times: number;
  /** Lines that earned it: gifts travel with them (B10). */
  readonly sources: readonly number[];
}
export interface Gift extends Earned {
  readonly giveType: string;
  readonly lineType: '1' | '4';
  readonly number: string;
  readonly productCode: string;
}
export interface ChosenGood {
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
  readonly amount: string;
  readonly lineType: '0' | '1' | '4';
}
/** Why what was picked is refused: the dialog's words. */
export type ChoiceFault = 'tooMany' | 'tooMuch' | 'noNumber' | 'notOffered' | 'notWhole';

/** Pieces and money; null: no limit. */
export interface Bounds {
  readonly number: string | null;
  readonly amount: string | null;
}

/** What may be chosen, and what was. */
export interface Entitlement extends Earned {
  readonly ruleType: RuleType;
  /** Of gifts: '2' a class, '3' a package. */
  readonly giveType?: string;
  readonly changeBuyType?: string;
  readonly classCode?: string;
  /** Pieces of that class. */
  readonly number?: string;
  readonly packageCode?: string;
  /** Null: no limit. */
  readonly maxNumber: string | null;
  readonly maxAmount: string | null;
  /** Worth of goods that cost nothing; what is above is paid. */
  readonly quotaAmount?: string;
  readonly lineType: '0' | '1' | '4';
  readonly chosen: readonly ChosenGood[];
  /** How much of the room orders before this one have left (SD029). */
  readonly leftOver?: Bounds;
  /** What the order earned less what was chosen; below nothing where that was left before. Absent where it is lost. */
  readonly rest?: Bounds;
  readonly error?: ChoiceFault;
}
export interface Credit extends Earned {
  readonly accountType: string;
  readonly amount: string;
}

/** The step to the next time or tier: so many pieces or so much money more. */
export interface Missing {
  readonly ruleNo: number;
  readonly number: string;
  readonly amount: string;
  /** Lines whose goods count. */
  readonly lines: readonly number[];
}

export type Effect =
  | { readonly kind: 'off'; readonly lineNo: number; readonly amount: string }
  | { readonly kind: 'gift'; readonly productCode: string; readonly number: string }
  | { readonly kind: 'choice'; readonly ruleNo: number }
  | { readonly kind: 'credit'; readonly accountType: string; readonly amount: string };

/** One step of the evaluation: a rule that applied, or why one did not (6.6). */
export interface TraceStep {
  readonly seq: number;
  readonly activity: string;
  /** Null where the whole activity was passed over. */
  readonly ruleNo: number | null;
  readonly type: RuleType | null;
  readonly phase: Phase | null;
  readonly lines: readonly number[];
  /** Lines that other activities hold, and which. */
  readonly locked: readonly number[];
  readonly heldBy: readonly string[];
  readonly number: string;
  readonly amount: string;
  readonly leastNumber: string | null;
  readonly leastAmount: string | null;
  readonly times: number;
  readonly result: 'APPLIED' | 'SKIPPED';
  readonly reason: SkipReason | null;
  readonly effects: readonly Effect[];
  readonly missing: Missing | null;
}

export interface Outcome {
  readonly lines: readonly PricedLine[];
  readonly gifts: readonly Gift[];
  readonly entitlements: readonly Entitlement[];
  readonly credits: readonly Credit[];
  /** Gifts that were given up, as far as they were earned; absent where none was. */
  readonly waived?: readonly Waiver[];
  /** Activities of which nothing applied, each with its nearest reason. */
  readonly skipped: readonly { readonly activity: string; readonly reason: SkipReason }[];
  /** Times each activity was used, for its limit, and what it costs, for its budget. */
  readonly usage: readonly { readonly activity: string; readonly times: number; readonly cost: string }[];
  /** What the customer pays for goods: lines and exchanged goods. */
  readonly total: string;
  readonly trace: readonly TraceStep[];
}
