import { describe, expect, test } from 'vitest';
import { daysIn, monthsIn, moved, placedIn, runsIn, spanAround, weeksIn } from './calendar-days.ts';

describe('the days of a calendar', () => {
  test('are whole months around a day', () => {
    expect(spanAround('2028-02-16', 'month')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(spanAround('2026-01-31', 'quarter')).toEqual({ from: '2025-12-01', to: '2026-02-28' });
    expect(spanAround('2026-11-16', 'year')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });

  test('move by months, of a year by years', () => {
    expect(moved('2026-12-31', 'month', 1)).toBe('2027-01-01');
    expect(moved('2026-01-16', 'quarter', -1)).toBe('2025-12-01');
    expect(moved('2026-05-16', 'year', 1)).toBe('2027-05-01');
  });

  test('have a place for what lies in them, cut where it goes on outside', () => {
    const april = { from: '2026-04-01', to: '2026-04-30' };
    expect(daysIn(april)).toBe(30);
    expect(placedIn(april, april)).toEqual({ left: 0, width: 100, isCutLeft: false, isCutRight: false });
    expect(placedIn(april, { from: '2026-04-16', to: '2026-05-02' })).toEqual({
      left: 50,
      width: 50,
      isCutLeft: false,
      isCutRight: true,
    });
    expect(placedIn(april, { from: '2026-03-01', to: '2026-03-31' })).toBeNull();
    expect(placedIn(april, { from: '2026-05-01', to: '2026-05-31' })).toBeNull();
  });

  test('know where months and weeks begin', () => {
    const span = spanAround('2026-11-16', 'quarter');
    expect(monthsIn(span).map(({ day }) => day)).toEqual(['2026-10-01', '2026-11-01', '2026-12-01']);
    const weeks = weeksIn(span).map(({ day }) => day);
    expect(weeks).toHaveLength(13);
    expect(weeks.every((day) => new Date(day).getUTCDay() === 1)).toBe(true);
  });

  test('count what runs on each of them', () => {
    const april = { from: '2026-04-01', to: '2026-04-30' };
    const runs = runsIn(april, [
      { from: '2026-03-01', to: '2026-04-10' },
      { from: '2026-04-10', to: '2026-05-10' },
      { from: '2026-06-01', to: '2026-06-30' },
    ]);
    expect(runs.map(({ from, to, count }) => [from, to, count])).toEqual([
      ['2026-04-01', '2026-04-09', 1],
      ['2026-04-10', '2026-04-10', 2],
      ['2026-04-11', '2026-04-30', 1],
    ]);
    expect(runsIn(april, []).map(({ count }) => count)).toEqual([0]);
  });
});
