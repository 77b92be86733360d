import { compare, grouped, minus, over, times } from '#platform/model/decimal.ts';

/** Money as a cockpit tells it: in ten thousands. */
export const inTenThousands = (value: string | null): string =>
  value === null ? '—' : grouped(over(value, '10000'), 2);

/** For a bar or a line only: what is read is written by `inTenThousands`. */
export function drawn(value: string | null): number {
  const yuan = value === null ? 0 : Number.parseFloat(value); // not money
  return yuan / 10_000;
}

export const shareText = (value: string | null, whole: string): string =>
  value === null || compare(whole, '0') <= 0 ? '0.0' : grouped(times(over(value, whole), '100'), 1);

/** How much of the greatest, for the length of a bar. */
export const partOf = (value: string | null, most: string | null): number => {
  const [a, b] = [drawn(value), drawn(most)];
  return b <= 0 ? 0 : Math.max(0, Math.min(100, (100 * a) / b));
};
export const lessBy = (a: string, b: string): string => minus(a, b);
