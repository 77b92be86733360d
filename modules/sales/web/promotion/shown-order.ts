import { isZero } from '#platform/model/decimal.ts';
import { linesIn, textAt, type Row } from '#platform/web/value/row.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';

/** Read, its lines say which promotions touched them; written, they are what was bought, at what it cost before. */
export const shownOrder = (record: Row, isRead: boolean): Row => ({
  ...record,
  lines: isRead ? markedLines(record) : linesIn(record).filter(isBought).map(unpromoted),
});

/** Of a line that is only read: its number in the trace of its order. */
export const promotionsKey = '$promotions';
export interface SavedPromotions {
  readonly record: PromotionRecord;
  readonly lineNo: number;
}

function markedLines(record: Row): readonly Row[] {
  const { promoTrace } = record as { readonly promoTrace?: PromotionRecord | null };
  if (promoTrace == null) return linesIn(record);
  return linesIn(record).map((line, at) => ({ ...line, [promotionsKey]: { record: promoTrace, lineNo: at + 1 } }));
}

/** What rules gave is made anew at every save (B2). */
export const isBought = (line: Row): boolean => textAt(line, 'ruleNo') === '';

/** The price that promotions start from: the reduced one, sent back, would be reduced once more (B1). */
function unpromoted(line: Row): Row {
  const [off, typed, listed] = ['promoAmount', 'typedPrice', 'listPrice'].map((key) => textAt(line, key) || '0');
  if (isZero(off ?? '0')) return line;
  const price = isZero(typed ?? '0') ? listed : typed;
  return isZero(price ?? '0') ? line : { ...line, price };
}
