import { expect, test } from 'vitest';
import { figureAt } from './figure.ts';

test('a figure counts up and down in whole numbers and ends exactly', () => {
  const on = (from: number, to: number) => [0, 250, 500, 999, 1000, 5000].map((elapsed) => figureAt(from, to, elapsed));
  expect(on(0, 1000)).toEqual([0, 578, 875, 1000, 1000, 1000]);
  expect(on(1000, 10)[0]).toBe(1000);
  expect(on(1000, 10).at(-1)).toBe(10);
  expect(on(7, 3).toSorted((a, b) => b - a)).toEqual(on(7, 3));
});
