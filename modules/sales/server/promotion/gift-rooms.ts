import { minus } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import { giftRoom } from '#promotion/model/gift-share.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { freeLines } from '#price/server/pricing.ts';

export const giftFirst = refusal('E-GIFT-FIRST', 20151, [
  '赠品随所购商品发货，本次最多{n}',
  '贈品隨所購商品發貨，本次最多{n}',
  'Gifts follow their goods: at most {n} in this delivery',
]);

interface OrderLine {
  readonly id: string;
  readonly lineNo: number;
  readonly productCode: string | null;
  readonly lineType: string | null;
  readonly ruleNo: number | null;
  readonly policyCode: string | null;
  readonly number: string;
  readonly releasedNumber: string | null;
  readonly closedNumber: string | null;
}

/**
 * How many of each gift line deliveries may take beside what they have, once they have taken `releasedOf` of the lines
 * that earned it (B10). Lines that no rule gave are not among them.
 */
export function giftRooms<Line extends OrderLine>(
  promoTrace: unknown,
  lines: readonly Line[],
  releasedOf: (line: Line) => string,
): ReadonlyMap<string, string> {
  const record = promoTrace as PromotionRecord | null;
  if (record === null) return new Map();
  const earned = [...record.outcome.gifts, ...record.outcome.entitlements];
  const byNo = new Map(lines.map((line) => [line.lineNo, line]));
  return new Map(
    lines.filter(isGift).map((gift) => {
      const sources = earned
        .filter(({ activity, ruleNo }) => activity === gift.policyCode && ruleNo === gift.ruleNo)
        .flatMap((each) => each.sources)
        .flatMap((lineNo) => byNo.get(lineNo) ?? []);
      const room = giftRoom(
        minus(gift.number, gift.closedNumber ?? '0'),
        gift.releasedNumber ?? '0',
        [...new Set(sources)].map((line) => ({
          number: line.number,
          closedNumber: line.closedNumber ?? '0',
          releasedNumber: releasedOf(line),
        })),
      );
      return [gift.id, room];
    }),
  );
}

/** Goods of an exchange are paid for: they leave when they like. */
export const isGift = ({ ruleNo, lineType }: Pick<OrderLine, 'ruleNo' | 'lineType'>): boolean =>
  ruleNo !== null && freeLines.has(lineType ?? '0');
