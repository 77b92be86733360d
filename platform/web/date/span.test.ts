import { expect, test, vi } from 'vitest';
import { spanText, waitingText } from './span.ts';

vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} } });

test('how long something took is said in its two largest units', () => {
  expect([0, 5, 65, 3600, 4920, 93_600, 180_000].map(spanText)).toEqual([
    '0 秒',
    '5 秒',
    '1 分',
    '1 小时',
    '1 小时 22 分',
    '1 天 2 小时',
    '2 天 2 小时',
  ]);
});

test('whatever came within this minute came just now, also by a clock that goes slow', () => {
  const now = Date.parse('2026-11-16T10:00:00Z');
  expect([
    waitingText('2026-11-16T09:59:30Z', now),
    waitingText('2026-11-16T10:00:09Z', now),
    waitingText('2026-11-16T09:30:00Z', now),
    waitingText('no date', now),
  ]).toEqual(['刚刚', '刚刚', '30 分', '']);
});
