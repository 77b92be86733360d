import { compare, fixed, isZero, minus, over, plus, round, times } from './decimal.ts';

/** Two decimals, always written. */
export const cents = (value: string): string => fixed(value, 2);

/**
 * Largest remainder: shares of a total by weight that sum to it to the cent. Each gets its part cut off; the cents that
 * are left go to the largest remainders, equal ones to the earlier. Without weights everything goes to the first.
 */
export function shares(total: string, weights: readonly string[]): readonly string[] {
  const sum = plus(...weights);
  if (weights.length === 0) return [];
  if (isZero(sum)) return weights.map((_, i) => cents(i === 0 ? total : '0'));
  const exact = weights.map((weight) => over(times(total, weight), sum));
  const cut = exact.map(truncated);
  const left = round(times(minus(total, plus(...cut)), '100'), 0);
  const unit = compare(left, '0') < 0 ? '-0.01' : '0.01';
  const byRemainder = exact
    .map((value, i) => ({ i, rest: sized(minus(value, cut[i] ?? '0')) }))
    .toSorted((a, b) => compare(b.rest, a.rest) || a.i - b.i);
  const lucky = new Set(byRemainder.slice(0, Math.abs(Number.parseInt(left, 10))).map(({ i }) => i));
  return cut.map((value, i) => cents(lucky.has(i) ? plus(value, unit) : value));
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

const truncated = (value: string): string => {
  const [whole = '0', part = ''] = value.split('.');
  return `${whole}.${part.slice(0, 2).padEnd(2, '0')}`;
};
const sized = (value: string): string => (compare(value, '0') < 0 ? value.slice(1) : value);
