import { compare } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { filledText, invalidAt, reasons, refusal, type Place } from '#platform/model/refusal.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';

export const giftOver = refusal('E-GIFT-OVER', 20105, [
  '赠品数量超过可赠数量{n}',
  '贈品數量超過可贈數量{n}',
  'Gift quantity exceeds the entitlement {n}',
]);

const gift = '1';
export const trial = '4';

/**
 * A trial costs nothing: it comes from a rule, or from somebody who may give goods to try, never by typing alone (A3).
 * What an order tried already it may keep, never more of it.
 */
export function refuseTrials(
  { lines }: DraftOf<typeof order>,
  previous: LockedBill<typeof order> | null,
  mayTry: boolean,
): void {
  if (mayTry) return;
  const kept = keptLines(previous);
  const places = lines.flatMap((line, at): Place[] =>
    line.lineType !== trial || kept(line, trial)
      ? []
      : [{ path: `lines.${at}.lineType`, field: order.lines.lineType.label, reason: reasons.notAllowed }],
  );
  if (places.length > 0) throw invalidAt(places);
}

/** Whether a line that costs nothing stood so in the whole order before, of the same product and no more of it. */
function keptLines(previous: LockedBill<typeof order> | null) {
  const isWhole = previous !== null && previous.billStatus !== order.states.stashed.code;
  const before = new Map((isWhole ? previous.lines : []).map((line) => [line.id, line]));
  return (line: DraftOf<typeof order>['lines'][number], lineType: string): boolean => {
    const was = before.get(line.id);
    return was?.lineType === lineType && was.productCode === line.productCode && compare(line.number, was.number) <= 0;
  };
}

/**
 * Gifts cost nothing and have no floor: only a promotion gives them, and none does yet. What a whole order already gave
 * away it may keep, never more of it.
 */
export function refuseGifts({ lines }: DraftOf<typeof order>, previous: LockedBill<typeof order> | null): void {
  const kept = keptLines(previous);
  const said = giftOver({ n: '0' });
  const places = lines.flatMap((line, at): Place[] => {
    return line.lineType !== gift || kept(line, gift)
      ? []
      : [{ path: `lines.${at}.number`, field: order.lines.number.label, reason: filledText(said) }];
  });
  if (places.length > 0) throw giftOver(said.params, places);
}
