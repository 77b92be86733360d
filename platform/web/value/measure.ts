import { grouped, scaleOf } from '#platform/model/decimal.ts';
import type { DecimalField, Measure } from '#platform/model/field.ts';

/**
 * Amounts show 2 places, prices 4, quantities those of their unit (0 unless it says more) and rates as many as they
 * have; a fraction is never hidden (000 §9).
 */
const places: Readonly<Record<Measure, number>> = { amount: 2, price: 4, quantity: 0, rate: 0, plain: 0 };

export function measureText(value: string, { measure }: Pick<DecimalField, 'measure'>, decimals = 0): string {
  return isDecimal(value) ? grouped(value, Math.max(places[measure], decimals, scaleOf(value))) : value;
}

export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** What a person types or pastes: separators, blanks and full-width digits mean the same number. */
export function typedDecimal(text: string): string {
  return text.normalize('NFKC').replace(/[,\s]/g, '').replace(/^\./, '0.').replace(/^-\./, '-0.');
}
