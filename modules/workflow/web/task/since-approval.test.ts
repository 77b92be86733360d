import { describe, expect, test } from 'vitest';
import { unseenSaves, type LogEntry } from './since-approval.ts';
import type { TrailRow } from './trail.ts';

const save = (at: string, changes: LogEntry['changes']): LogEntry => ({
  id: at,
  operation: 'update',
  creatorName: 'Li',
  createDate: at,
  changes,
});
const audit = (at: string): LogEntry => ({
  id: at,
  operation: 'audit',
  creatorName: 'Wang',
  createDate: at,
  changes: null,
});
const passed = (endTime: string, action = 'complete'): TrailRow => ({
  id: endTime,
  activityName: 'x',
  assigneeName: 'Wang',
  ownerName: null,
  startTime: endTime,
  endTime,
  comment: null,
  durationInSeconds: 0,
  result: 'pass',
  action,
});

describe('what changed since the last approval', () => {
  test('is nothing while nobody has approved: whoever reads it first sees all of it anyway', () => {
    expect(unseenSaves([save('2026-01-02', { remark: ['a', 'b'] })], [passed('2026-01-01', 'submit')])).toEqual([]);
  });

  test('is what was saved after it, and not before', () => {
    const log = [save('2026-01-05', { remark: ['b', 'c'] }), save('2026-01-03', { remark: ['a', 'b'] })];
    expect(unseenSaves(log, [passed('2026-01-04')])).toMatchObject([
      { by: 'Li', at: '2026-01-05', changes: { remark: ['b', 'c'] } },
    ]);
    expect(unseenSaves(log, [passed('2026-01-06')])).toEqual([]);
    expect(unseenSaves([...log.slice(0, 1), audit('2026-01-04'), ...log.slice(1)], [])).toMatchObject([
      { changes: { remark: ['b', 'c'] } },
    ]);
  });

  test('is one difference of several saves; what came back to where it was is none', () => {
    const log = [
      save('2026-01-07', { remark: ['b', 'a'], 'lines.1.number': ['5', '6'] }),
      save('2026-01-06', { remark: ['a', 'b'], 'lines.1.number': ['2', '5'] }),
    ];
    expect(unseenSaves(log, [passed('2026-01-05')])).toMatchObject([{ changes: { 'lines.1.number': ['2', '6'] } }]);
    expect(
      unseenSaves(
        [save('2026-01-07', { remark: ['b', 'a'] }), save('2026-01-06', { remark: ['a', 'b'] })],
        [passed('2026-01-05')],
      ),
    ).toEqual([]);
  });

  test('is told save by save once a line came or went: its number is another line’s from then on', () => {
    const log = [
      save('2026-01-07', { 'lines.1.number': ['2', '3'] }),
      save('2026-01-06', { 'lines.1': ['M1 × 5', null] }),
    ];
    expect(unseenSaves(log, [passed('2026-01-05')]).map(({ at }) => at)).toEqual(['2026-01-06', '2026-01-07']);
  });
});
