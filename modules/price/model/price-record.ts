import { resolvePrice, type PriceAnswer } from './price.ts';
import type { PriceBook, PriceQuestion } from './price-book.ts';
import type { PriceStep } from './price-trace.ts';

/**
 * What an order line keeps of its price: what was asked, all that could have decided it, why it came out so, and what
 * the rows are called.
 */
export interface PriceRecord {
  readonly question: PriceQuestion;
  readonly book: PriceBook;
  readonly trace: readonly PriceStep[];
  readonly source: string;
  readonly names: Readonly<Record<string, string>>;
}

/**
 * The price of the line as it was resolved, or of another number of the same goods on the same terms (close and return,
 * domain 6.7).
 */
export const replayed = ({ question, book }: PriceRecord, number: string = question.number): PriceAnswer =>
  resolvePrice(number === question.number ? question : { ...withoutLadderNumber(question), number }, book);

/** A ladder over all lines of a material counted what was ordered then; another number counts itself. */
function withoutLadderNumber({ ladderNumber: _counted, ...question }: PriceQuestion): PriceQuestion {
  return question;
}
