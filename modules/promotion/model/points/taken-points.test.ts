import { expect, test } from 'vitest';
import { clawedPoints, refilledPoints, spentPoints, type PointsBatch } from './taken-points.ts';

const batch = (id: string, remaining: string, more: Partial<PointsBatch> = {}): PointsBatch => ({
  id,
  remaining,
  expireDate: '2027-01-31',
  ...more,
});
const told = (parts: readonly { readonly id: string; readonly number: string }[]) =>
  parts.map(({ id, number }) => `${id} ${number}`);

test('points are spent in the order in which they lapse, those without an end last, then by their names', () => {
  const batches = [
    batch('never', '5', { expireDate: null }),
    batch('b', '1'),
    batch('a', '1'),
    batch('first', '1', { expireDate: '2026-12-31' }),
    batch('held', '4', { expireDate: '2026-01-01', locked: '4' }),
    batch('over', '1', { expireDate: '2026-01-02', locked: '2' }),
  ];
  expect(told(spentPoints(batches, '4').taken)).toEqual(['first 1', 'a 1', 'b 1', 'never 1']);
  expect(spentPoints(batches, '9')).toMatchObject({ short: '1' });
  expect(spentPoints(batches, '0')).toEqual({ taken: [], short: '0' });
});

test('points of goods that came back are taken from the batch of their order, then from what lapses first', () => {
  const batches = [
    batch('soon', '3', { expireDate: '2026-06-30' }),
    batch('own', '2', { expireDate: null, isOwn: true }),
    batch('later', '9'),
    batch('mine', '1', { isOwn: true }),
  ];
  const clawed = clawedPoints({ points: '20', clawed: '5', earnable: '8' }, batches);
  expect({ ...clawed, taken: told(clawed.taken) }).toEqual({
    claw: '7',
    expiredBefore: '0',
    taken: ['mine 1', 'own 2', 'soon 3', 'later 1'],
    debt: '0',
  });
  expect(
    clawedPoints({ points: '20', clawed: '5', earnable: '0' }, [batch('own', '2', { isOwn: true })]),
  ).toMatchObject({
    claw: '15',
    debt: '13',
  });
  expect(clawedPoints({ points: '5', clawed: '0', earnable: '8' }, batches)).toMatchObject({ claw: '0', taken: [] });
});

test('what lapsed of its own batch is not asked for again, and only once', () => {
  const batches = [
    batch('own', '0', { isOwn: true, expired: '6' }),
    batch('other', '9', { expired: '50' }),
    batch('plain', '9', { isOwn: true }),
  ];
  const clawed = (points: string, lapsed?: string) =>
    clawedPoints({ points, clawed: '0', earnable: '0', ...(lapsed === undefined ? {} : { lapsed }) }, batches);
  expect(clawed('10')).toMatchObject({ claw: '10', expiredBefore: '6', taken: [{ id: 'plain', number: '4' }] });
  expect(clawed('10', '4').expiredBefore).toBe('2');
  expect([clawed('10', '9').expiredBefore, clawed('5').expiredBefore]).toEqual(['0', '5']);
});

test('points of an exchange come back to where they were taken from, the last first, and live on for thirty days', () => {
  const spent = [
    { id: 'a', number: '3', expireDate: '2026-05-09' },
    { id: 'b', number: '2', expireDate: '2026-05-10' },
    { id: 'c', number: '1', expireDate: null },
  ];
  expect(refilledPoints(spent, '5', '2026-05-10')).toEqual([
    { id: 'c', number: '1' },
    { id: 'b', number: '2' },
    { id: 'a', number: '2', expireDate: '2026-06-09' },
  ]);
  expect(refilledPoints(spent, '1', '2026-05-10')).toEqual([{ id: 'c', number: '1' }]);
  expect(refilledPoints(spent, '0', '2026-05-10')).toEqual([]);
});
