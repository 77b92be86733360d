import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagesOf, type Heights } from './pages.ts';

const lines = (count: number, height = 20): number[] => Array.from({ length: count }, () => height);

describe('pages of a document', () => {
  test('are one when everything fits, and then there is no sum of the page', () => {
    expect(pagesOf({ rows: lines(8), room: 260, pageSum: 20, closing: 100 })).toEqual([[0, 8]]);
    expect(pagesOf({ rows: [], room: 260, pageSum: 20, closing: 100 })).toEqual([[0, 0]]);
  });

  test('are as full as they can be, with a sum on each', () => {
    expect(pagesOf({ rows: lines(30), room: 260, pageSum: 20, closing: 100 })).toEqual([
      [0, 12],
      [12, 24],
      [24, 30],
    ]);
  });

  test('do not leave the signatures alone: the last line goes with them', () => {
    expect(pagesOf({ rows: lines(12), room: 260, pageSum: 20, closing: 100 })).toEqual([
      [0, 11],
      [11, 12],
    ]);
  });

  test('hold a line that is higher than the paper', () => {
    expect(pagesOf({ rows: [20, 900, 20], room: 260, pageSum: 20, closing: 100 })).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(pagesOf({ rows: [900], room: 260, pageSum: 20, closing: 100 })).toEqual([[0, 1]]);
  });

  test('hold every line once, in order, within the paper', () => {
    const heights: fc.Arbitrary<Heights> = fc.record({
      rows: fc.array(fc.integer({ min: 15, max: 80 }), { maxLength: 300 }),
      room: fc.integer({ min: 200, max: 1000 }),
      pageSum: fc.constant(20),
      closing: fc.integer({ min: 60, max: 150 }),
    });
    fc.assert(
      fc.property(heights, ({ rows, room, pageSum, closing }) => {
        const spans = pagesOf({ rows, room, pageSum, closing });
        expect(spans.flatMap(([from, to]) => rows.slice(from, to))).toEqual(rows);
        spans.forEach(([from, to], at) => {
          const used = rows.slice(from, to).reduce((sum, height) => sum + height, 0);
          if (spans.length === 1) return;
          expect(to).toBeGreaterThan(from);
          if (to - from > 1) expect(used + pageSum + (at === spans.length - 1 ? closing : 0)).toBeLessThanOrEqual(room);
        });
      }),
      { numRuns: 500 },
    );
  });
});
