import { compare } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { refusal, type Place } from '#platform/model/refusal.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';
import { filledText } from '#price/server/pricing.ts';

export const giftOver = refusal('E-GIFT-OVER', 20105, [
  '赠品数量超过可赠数量{n}',
  '贈品數量超過可贈數量{n}',
  'Gift quantity exceeds the entitlement {n}',
]);

const gift = '1';

/**
 * Gifts cost nothing and have no floor: only a promotion gives them, and none does yet. What a whole order already gave
 * away it may keep, never more of it.
 */
export function refuseGifts({ lines }: DraftOf<typeof order>, previous: LockedBill<typeof order> | null): void {
  const isWhole = previous !== null && previous.billStatus !== order.states.stashed.code;
  const before = new Map((isWhole ? previous.lines : []).map((line) => [line.id, line]));
  const said = giftOver({ n: '0' });
  const places = lines.flatMap((line, at): Place[] => {
    const was = before.get(line.id);
    const isKept =
      was?.lineType === gift && was.productCode === line.productCode && compare(line.number, was.number) <= 0;
    return line.lineType !== gift || isKept
      ? []
      : [{ path: `lines.${at}.number`, field: order.lines.number.label, reason: filledText(said) }];
  });
  if (places.length > 0) throw giftOver(said.params, places);
}
