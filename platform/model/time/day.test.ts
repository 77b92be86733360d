import { expect, test } from 'vitest';
import { addDays, addYears, isDay, monthStart } from './day.ts';

test('days cross the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(monthStart('2026-11-19')).toBe('2026-11-01');
});

test('a leap day a year before is the last day of its month', () => {
  expect(addYears('2028-02-29', -1)).toBe('2027-02-28');
  expect(addYears('2028-02-29', -4)).toBe('2024-02-29');
  expect(addYears('2026-11-19', -1)).toBe('2025-11-19');
});

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['0000-01-01', false],
  ['2026-2-3', false],
])('%s is a day of the calendar: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
