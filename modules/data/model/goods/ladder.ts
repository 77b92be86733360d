import { compare, decimalPattern, scaleOf } from '#platform/model/decimal.ts';

/** From so many on, so much for each. */
export interface Tier {
  readonly startNumber: string;
  readonly price: string;
}

/** Quantities and prices have four decimals; more would be cut off where they are used. */
const decimals = 4;
export const maxTiers = 20;

export type LadderFault = 'none' | 'form' | 'figure' | 'order' | 'many';

export function tiersIn(value: unknown): readonly Tier[] | null {
  if (!Array.isArray(value)) return null;
  const tiers = value.map((row: unknown) => (typeof row === 'object' && row !== null ? (row as Partial<Tier>) : {}));
  return tiers.every(({ startNumber, price }) => typeof startNumber === 'string' && typeof price === 'string')
    ? tiers.map(({ startNumber = '', price = '' }) => ({ startNumber, price }))
    : null;
}

/** What is wrong with a ladder, and in which of its rows; null when it can be climbed. */
export function faultIn(value: unknown): { readonly fault: LadderFault; readonly at: number } | null {
  const tiers = tiersIn(value);
  if (tiers === null) return { fault: value === null || value === undefined ? 'none' : 'form', at: 0 };
  if (tiers.length === 0) return { fault: 'none', at: 0 };
  if (tiers.length > maxTiers) return { fault: 'many', at: maxTiers };
  const figure = tiers.findIndex(({ startNumber, price }) => !isFigure(startNumber) || !isFigure(price));
  if (figure >= 0) return { fault: 'figure', at: figure };
  const order = tiers.findIndex(
    ({ startNumber }, i) => i > 0 && compare(startNumber, tiers[i - 1]?.startNumber ?? '0') <= 0,
  );
  return order >= 0 ? { fault: 'order', at: order } : null;
}

const isFigure = (text: string): boolean =>
  decimalPattern.test(text) && scaleOf(text) <= decimals && text.length <= 20 && compare(text, '0') >= 0;
