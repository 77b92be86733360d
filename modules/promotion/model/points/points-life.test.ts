import { expect, test } from 'vitest';
import { lapseDate } from './points-life.ts';

test('points live for ever, for months, or to the end of the next year', () => {
  expect(lapseDate('2026-05-10', { mode: '0', months: 12 })).toBeNull();
  expect(lapseDate('2026-05-10', { mode: '1', months: 12 })).toBe('2027-05-10');
  expect(lapseDate('2026-05-10', { mode: '2', months: 12 })).toBe('2027-12-31');
});

test('a month without that day ends earlier', () => {
  expect(lapseDate('2026-01-31', { mode: '1', months: 1 })).toBe('2026-02-28');
  expect(lapseDate('2027-12-31', { mode: '1', months: 2 })).toBe('2028-02-29');
  expect(lapseDate('2026-11-30', { mode: '1', months: 14 })).toBe('2028-01-30');
});
