import { compare, cut, greater, minus, over, plus, times } from '#platform/model/decimal.ts';

/** Goods that earned a gift: what was ordered and not closed, and what has been released of it. */
export interface GiftSource {
  readonly number: string;
  readonly closedNumber: string;
  readonly releasedNumber: string;
}

/**
 * How many gifts may travel with what is released by now (B10a): in proportion over all lines that earned them, cut to
 * whole pieces, less those that have gone. The last delivery takes the rest; closed pieces are not waited for.
 */
export function giftRoom(giftNumber: string, giftsReleased: string, sources: readonly GiftSource[]): string {
  const open = plus(...sources.map(({ number, closedNumber }) => minus(number, closedNumber)));
  const released = plus(...sources.map(({ releasedNumber }) => releasedNumber));
  if (compare(open, '0') <= 0) return '0';
  const due = compare(released, open) >= 0 ? giftNumber : cut(over(times(giftNumber, released), open));
  return greater(minus(due, giftsReleased), '0');
}
