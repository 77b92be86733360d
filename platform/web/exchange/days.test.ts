import { describe, expect, test } from 'vitest';
import { daysOf, isTooLong, lastDays, shortcutNames } from './days.ts';

describe('the days of a bill download', () => {
  test('[A278] have six shortcuts, in months and years of the calendar', () => {
    expect(Object.fromEntries(shortcutNames.map((name) => [name, daysOf(name, '2026-01-15').join(' ')]))).toEqual({
      thisMonth: '2026-01-01 2026-01-31',
      lastMonth: '2025-12-01 2025-12-31',
      lastTwoMonths: '2025-11-01 2025-12-31',
      lastThreeMonths: '2025-10-01 2025-12-31',
      thisYear: '2026-01-01 2026-12-31',
      lastYear: '2025-01-01 2025-12-31',
    });
    expect(daysOf('lastMonth', '2024-03-31')).toEqual(['2024-02-01', '2024-02-29']);
  });

  test('[A269] are by default the last seven that end today, which is the longest range', () => {
    expect(lastDays('2026-03-04')).toEqual(['2026-02-25', '2026-03-04']);
    expect(isTooLong(...lastDays('2026-03-04'))).toBe(false);
    expect(isTooLong('2026-02-24', '2026-03-04')).toBe(true);
  });
});
