import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Credit } from '#promotion/model/engine/outcome.ts';
import { keptLines, termsOf } from './kept-promotions.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';

/**
 * Account credit that an order earns by what was shipped of it (P006, 6.6), on the terms on which it was sold. Pieces
 * that we could not deliver count as shipped (A10b): `countedOf` says how many of a line do.
 */
export function earnedCredit(
  { question, outcome }: PromotionRecord,
  countedOf: (lineNo: number) => string,
): readonly Credit[] {
  if (outcome.credits.length === 0) return [];
  const lines = keptLines(question, (lineNo) => ({ number: countedOf(lineNo), again: null }));
  return evaluate({ ...termsOf(question, outcome), lines }).credits;
}
