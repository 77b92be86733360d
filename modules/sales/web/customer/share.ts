import { compare, over } from '#platform/model/decimal.ts';

/** Part of a whole, for bars and per cent; none of nothing. */
export const shareOf = (part: string, whole: string): number =>
  compare(whole, '0') <= 0 ? 0 : Number.parseFloat(over(part, whole)); // not money
