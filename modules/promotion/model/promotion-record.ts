import type { Outcome } from './engine/outcome.ts';
import type { Question } from './engine/rule.ts';

/**
 * What an order keeps of its promotions: all that was asked, every rule that was in force for the customer that day,
 * and what came of it (6.6, B2a). Another number of its goods is evaluated on the same terms, whatever was changed
 * since.
 */
export interface PromotionRecord {
  readonly question: Question;
  readonly outcome: Outcome;
  /** Retail prices at which gifts are charged that were not earned (SD025); without one a gift costs its price. */
  readonly giftCharges?: Readonly<Record<string, string>>;
  /** What activities and the goods that they give are called. */
  readonly names: Readonly<Record<string, string>>;
}
