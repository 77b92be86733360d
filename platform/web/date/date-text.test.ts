import { expect, test } from 'vitest';
import { typedDate } from './date-text.ts';

test('a day is understood however it is written, and what is no day is refused', () => {
  const typed = (text: string): string | null => typedDate(text, '2026-11-14');
  expect(['2026-11-05', '2026/1/5', '2026年1月5日', '20260105', '26.1.5'].map(typed)).toEqual([
    '2026-11-05',
    '2026-01-05',
    '2026-01-05',
    '2026-01-05',
    '2026-01-05',
  ]);
  expect(['12-3', '1203', '3', '１２－３'].map(typed)).toEqual([
    '2026-12-03',
    '2026-12-03',
    '2026-11-03',
    '2026-12-03',
  ]);
  expect(['2026-02-30', '31-31', 'tomorrow', '', '99', '2026-1'].map(typed)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
