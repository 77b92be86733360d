import { Decimal as Library } from 'decimal.js';

/** Half-up away from zero (四舍五入) and enough digits that no intermediate result is rounded by accident. */
const Decimal = Library.clone({ precision: 60, rounding: Library.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 });

/** What a body may carry: no exponent, no NaN, less than 10^15. */
export const decimalPattern = /^-?\d{1,15}(\.\d{1,6})?$/;
/** A number that is nothing but too large: a product with it would leave what a column holds (A13). */
export const isTooLarge = (text: string): boolean => /^-?\d{16,}(\.\d+)?$/.test(text);

export const plus = (...terms: readonly (string | null | undefined)[]): string =>
  terms.reduce<Library>((sum, term) => sum.plus(term ?? '0'), new Decimal(0)).toFixed();
export const minus = (a: string, b: string): string => new Decimal(a).minus(b).toFixed();
export const times = (a: string, b: string): string => new Decimal(a).times(b).toFixed();
export const over = (a: string, b: string): string => new Decimal(a).dividedBy(b).toFixed();
export const negated = (a: string): string => new Decimal(a).negated().toFixed();
export const round = (a: string, scale: number): string => new Decimal(a).toDecimalPlaces(scale).toFixed();
export const compare = (a: string, b: string): number => new Decimal(a).comparedTo(b);
export const lesser = (a: string, b: string): string => Decimal.min(a, b).toFixed();
export const greater = (a: string, b: string): string => Decimal.max(a, b).toFixed();
/** Whole pieces or points: what is behind the point is cut off. */
export const cut = (a: string): string => new Decimal(a).trunc().toFixed();
export const isZero = (a: string): boolean => new Decimal(a).isZero();
export const scaleOf = (a: string): number => new Decimal(a).decimalPlaces();
/** With as many decimals as the scale says, also when they are zeros. */
export const fixed = (a: string, scale: number): string => new Decimal(a).toDecimalPlaces(scale).toFixed(scale);
/** 1234567.891 at 2 places reads 1,234,567.89 (000 §9); what rounds to zero has no sign. */
export function grouped(a: string, scale: number): string {
  const [whole = '0', fraction] = fixed(a, scale).split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}
