import { compare, cut, fixed, greater, minus, over, plus, times } from '#platform/model/decimal.ts';

/** What is known of goods in a warehouse when it is asked whether more are needed. */
export interface Standing {
  readonly minNumber: string;
  readonly maxNumber: string | null;
  readonly leadDays: number | null;
  /** What lies there, less what is frozen. */
  readonly onHand: string;
  /** What open orders have been promised of it. */
  readonly promised: string;
  /** What purchases are to bring, and demands ask for that nobody has ordered yet. */
  readonly onOrder: string;
  /** What left in the last thirty days. */
  readonly outNumber: string;
}

/** How much to ask for, and why. */
export interface Refill {
  readonly number: string;
  readonly dailyNumber: string;
  readonly leadDays: number;
  /** Below this more is asked for: the minimum, or what leaves until more can come. */
  readonly level: string;
  readonly expected: string;
}

/** How many days of leaving goods stand for how fast they leave. */
export const outDays = 30;

/**
 * More is needed where what is free and on order is below the level. It is filled up to the maximum, or to the level
 * where none is set or it is the higher one; in whole units of what the goods are counted in.
 */
export function refillOf(standing: Standing, decimals: number): Refill {
  const leadDays = standing.leadDays ?? 0;
  const dailyNumber = fixed(over(standing.outNumber, String(outDays)), 4);
  const level = greater(standing.minNumber, times(dailyNumber, String(leadDays)));
  const expected = plus(minus(standing.onHand, standing.promised), standing.onOrder);
  const isShort = compare(expected, level) < 0;
  const wanted = minus(greater(level, standing.maxNumber ?? '0'), expected);
  return { number: isShort ? raised(wanted, decimals) : '0', dailyNumber, leadDays, level, expected };
}

function raised(number: string, decimals: number): string {
  const unit = `1${'0'.repeat(decimals)}`;
  const whole = cut(times(number, unit));
  return over(compare(whole, times(number, unit)) < 0 ? plus(whole, '1') : whole, unit);
}
