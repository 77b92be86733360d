import { describe, expect, test } from 'vitest';
import { monthsAround, type PeriodRow } from './period-closing.ts';

const month = (period: string, status: string, organizeCode: string | null = null): PeriodRow => ({
  id: `${organizeCode ?? ''} ${period}`,
  period,
  status,
  organizeCode,
  organizeName: organizeCode,
  closerName: status === '2' ? '周敏' : null,
  closeDate: null,
});
const year = ['2', '2', '2', '2', '2', '2', '2', '2', '2', '1', '1', '0'].map((status, at) =>
  month(`2026-${String(at + 1).padStart(2, '0')}`, status),
);

describe('the months around a close', () => {
  test('the first open month is looked at, with five before it and two behind', () => {
    const { id, months, last } = monthsAround(year, null);
    expect(id).toBe(' 2026-10');
    expect(months.map(({ period }) => period.slice(5))).toEqual(['05', '06', '07', '08', '09', '10', '11', '12']);
    expect(last?.period).toBe('2026-09');
  });

  test('a month that was chosen is looked at, among those of its own books', () => {
    const rows = [...year, month('2026-10', '1', 'O1'), month('2026-11', '0', 'O1')];
    expect(monthsAround(rows, 'O1 2026-11')).toMatchObject({
      id: 'O1 2026-11',
      months: [{ period: '2026-10' }, { period: '2026-11' }],
      books: [{ id: ' 2026-10' }, { id: 'O1 2026-10', organizeName: 'O1' }],
      last: null,
    });
  });

  test('nothing is looked at where there is no period', () => {
    expect(monthsAround([], 'gone')).toEqual({ id: null, months: [], books: [], last: null });
  });
});
