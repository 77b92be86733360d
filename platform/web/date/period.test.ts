import { describe, expect, test } from 'vitest';
import { boundsOf, periodOf, type Period } from './period.ts';

describe('a range of dates that moves with the calendar', () => {
  test.each([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['thisWeek', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['thisWeek', '2026-03-02', '2026-03-02', '2026-03-08'],
    ['lastWeek', '2026-03-02', '2026-02-23', '2026-03-01'],
    ['thisMonth', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['last14Days', '2026-11-16', '2026-11-03', '2026-11-16'],
    ['last30Days', '2026-03-01', '2026-01-31', '2026-03-01'],
    ['thisYear', '2026-12-31', '2026-01-01', '2026-12-31'],
  ] as const satisfies readonly (readonly [Period, string, string, string])[])(
    '%s on %s is %s to %s',
    (period, today, from, to) => {
      expect(boundsOf(period, today)).toEqual([from, to]);
    },
  );

  test('is known again by its days', () => {
    expect(periodOf('2026-11-03', '2026-11-16', '2026-11-16')).toBe('last14Days');
    expect(periodOf('2026-11-03', '2026-11-15', '2026-11-16')).toBeUndefined();
  });
});
