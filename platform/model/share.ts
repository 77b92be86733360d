import { fixed, isZero, minus, over, plus, round, scaleOf, times } from './decimal.ts';

/** Two decimals, always written. */
export const cents = (value: string): string => fixed(value, 2);

/** Shares of a total by weight, to the cent (`partsOf`). Without weights everything goes to the first. */
export function shares(total: string, weights: readonly string[]): readonly string[] {
  const decimals = Math.max(2, ...[total, ...weights].map(scaleOf));
  const whole = (value: string): bigint => BigInt(fixed(value, decimals).replace('.', ''));
  const parts = partsOf(whole(total), weights.map(whole), 10n ** BigInt(decimals - 2));
  if (parts === null) return weights.map((_, i) => cents(i === 0 ? total : '0'));
  return parts.map((part) => cents(over(String(part), '100')));
}

/**
 * Largest remainder, over whole numbers: each weight gets its part of the total in whole steps, cut off; the steps that
 * are left go to the largest remainders, equal ones to the earlier. Answers the steps of each, null where nothing
 * weighs anything.
 */
export function partsOf(total: bigint, weights: readonly bigint[], step: bigint): readonly bigint[] | null {
  const whole = summed(weights);
  if (whole === 0n) return null;
  const parts = weights.map((weight, at) => {
    const exact = total * weight;
    const cut = exact / (whole * step);
    return { at, cut, rest: sized(exact - cut * whole * step) };
  });
  const left = rounded(total, step) - summed(parts.map(({ cut }) => cut));
  const one = left < 0n ? -1n : 1n;
  const lucky = new Set(
    parts
      .toSorted((a, b) => Number(b.rest - a.rest)) // not money
      .slice(0, Number(sized(left))) // not money
      .map(({ at }) => at),
  );
  return parts.map(({ at, cut }) => (lucky.has(at) ? cut + one : cut));
}

/**
 * The amount of a part of a line: what the cumulative number is worth less what was taken before, so that all parts sum
 * to the line (C11).
 */
export function partAmount(
  line: { readonly amount: string; readonly number: string },
  taken: { readonly number: string; readonly amount: string },
  number: string,
): string {
  if (isZero(line.number)) return cents('0');
  return cents(minus(round(over(times(line.amount, plus(taken.number, number)), line.number), 2), taken.amount));
}

const summed = (terms: readonly bigint[]): bigint => terms.reduce((total, term) => total + term, 0n);
const sized = (value: bigint): bigint => (value < 0n ? -value : value);
/** Half up, away from zero (四舍五入). */
const rounded = (value: bigint, by: bigint): bigint => (value < 0n ? value - by / 2n : value + by / 2n) / by;
