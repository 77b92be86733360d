import { isZero, minus, plus, round, times } from '#platform/model/decimal.ts';
import type { PromotionRecord } from './promotion-record.ts';

/** A gift of an order: which rule gave it, and out of which package. */
export interface PackedGift {
  readonly policyCode: string | null;
  readonly ruleNo: number | null;
  readonly packageCode: string | null;
  readonly productCode: string;
}

/** What a piece of a gift counts as: its price in the package, as it was when it was picked (6.5). */
export function giftPrice(
  record: Pick<PromotionRecord, 'question'> | null,
  gift: Omit<PackedGift, 'packageCode'>,
): string {
  const choice = record?.question.choices?.find(
    ({ activity, ruleNo, productCode }) =>
      activity === gift.policyCode && (ruleNo ?? gift.ruleNo) === gift.ruleNo && productCode === gift.productCode,
  );
  return choice?.price ?? '0';
}

/** What the goods count as that an order is given and does not pay: at their price, from a package at its own. */
export function givenWorth({ question, outcome }: Pick<PromotionRecord, 'question' | 'outcome'>): string {
  const gifts = outcome.gifts.map(({ productCode, number }) =>
    times(question.giftPrices?.[productCode] ?? '0', number),
  );
  const picked = outcome.entitlements.flatMap(({ activity, ruleNo, chosen }) =>
    chosen
      .filter(({ amount }) => isZero(amount))
      .map(({ productCode, number }) =>
        times(giftPrice({ question }, { policyCode: activity, ruleNo, productCode }), number),
      ),
  );
  return round(plus('0', ...gifts, ...picked), 2);
}

/** Worth of the pieces that take a line from one number to another; parts always sum to the whole. */
export const worthBetween = (price: string, before: string, after: string): string =>
  minus(round(times(price, after), 2), round(times(price, before), 2));
