import { partsOf } from '#platform/model/share.ts';

/**
 * Decimals as whole millionths: an order of two hundred lines meets two hundred activities in one keystroke, and sums
 * of strings would take longer than the person types. Six places hold every number, price and amount of a body.
 */
export type Scaled = bigint;

const places = 6;
const unit = 10n ** BigInt(places);

/** Empty is zero; what stands behind the sixth place is cut off. */
export function scaled(text: string | null | undefined): Scaled {
  if (text == null || text === '') return 0n;
  const isNegative = text.startsWith('-');
  const [whole = '0', part = ''] = (isNegative ? text.slice(1) : text).split('.');
  const value = BigInt(whole + part.slice(0, places).padEnd(places, '0'));
  return isNegative ? -value : value;
}

/** With exactly so many decimals, half up. */
export function written(value: Scaled, decimals: number): string {
  const rounded = halfUp(value, 10n ** BigInt(places - decimals));
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return rounded < 0n ? `-${text}` : text;
}

/** A quantity: as many decimals as it has. */
export function quantity(value: Scaled): string {
  const text = written(value, places);
  return text.replace(/\.?0+$/, '');
}

/** Half up, away from zero (四舍五入). */
function halfUp(value: bigint, by: bigint): bigint {
  const half = by / 2n;
  return value < 0n ? (value - half) / by : (value + half) / by;
}

const rounded = (value: bigint, decimals: number, more: bigint): Scaled => {
  const step = 10n ** BigInt(places - decimals);
  return halfUp(value, step * more) * step;
};

export const product = (a: Scaled, b: Scaled, decimals: number): Scaled => rounded(a * b, decimals, unit);
/** Nothing of nothing is nothing: a line without pieces has no price of its own. */
export function quotient(a: Scaled, b: Scaled, decimals: number): Scaled {
  if (b === 0n) return 0n;
  const step = 10n ** BigInt(places - decimals);
  return halfUp(a * unit, b * step) * step;
}
export const percent = (a: Scaled, rate: Scaled, decimals: number): Scaled => rounded(a * rate, decimals, unit * 100n);
/** A sum of price × number × percent, unrounded until here. */
export const centsOfPercent = (value: bigint): Scaled => rounded(value, 2, unit * unit * 100n);
export const timesOf = (count: number, a: Scaled): Scaled => BigInt(count) * a;
/** How often the whole of b is in a. */
export const wholes = (a: Scaled, b: Scaled): number => (b <= 0n || a < 0n ? 0 : Number(a / b)); // not money
export const least = (a: Scaled, b: Scaled): Scaled => (a < b ? a : b);
export const most = (a: Scaled, b: Scaled): Scaled => (a > b ? a : b);
/** Which of two comes first, the smaller; only its sign says anything. */
export const bySize = (a: Scaled, b: Scaled): number => Number(a - b); // not money
export const sum = (terms: readonly Scaled[]): Scaled => terms.reduce((total, term) => total + term, 0n);

const cent = unit / 100n;

/**
 * An amount over lines by weight, to the cent (6.4.7). Nobody gets more than his weight as long as all weights hold the
 * amount; where no line costs anything nobody gets anything.
 */
export const allocated = (total: Scaled, weights: readonly Scaled[]): readonly Scaled[] =>
  partsOf(total, weights, cent)?.map((cents) => cents * cent) ?? weights.map(() => 0n);
