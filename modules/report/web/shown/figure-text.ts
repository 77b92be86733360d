import { compare, fixed, grouped, isZero, minus, over, times } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import { scaleOf, type Measure } from '#report/model/measure.ts';
import { dimensionOf, type DimensionKey } from '#report/model/dimension.ts';
import { reportTexts as texts } from './report-texts.ts';

/** A figure as it is read: money in yuan or in ten thousands, shares in percent. */
export function figureText(value: string | null | undefined, measure: Measure, isTenThousand: boolean): string {
  if (value === null || value === undefined) return '—';
  const { kind } = measure;
  if (kind === 'rate') return `${grouped(value, 1)}%`;
  if (kind === 'amount' && isTenThousand) return grouped(over(value, '10000'), 2);
  return grouped(value, scaleOf(measure, value));
}

/**
 * How much more than before, in percent; nothing grows from nothing, and of what is owed the other way percents
 * mislead.
 */
export function growthOf(now: string | null | undefined, before: string | null | undefined): string | null {
  if (now == null || before == null || !isLess('0', before)) return null;
  return fixed(times(over(minus(now, before), before), '100'), 1);
}

export const shareOf = (value: string | null | undefined, whole: string | null | undefined): string | null =>
  value == null || whole == null || isZero(whole) ? null : fixed(times(over(value, whole), '100'), 1);

export const isLess = (a: string, b: string): boolean => compare(a, b) < 0;

/** What a value of a dimension is called. */
export function valueName(key: DimensionKey, value: string | null, name: string | null): string {
  if (value === null || value === '') return say(texts.none);
  const choice = dimensionOf(key).choices?.[value];
  return choice === undefined ? (name ?? value) : say([choice[0], choice[1], choice[2]]);
}
