import { expect, test } from 'vitest';
import { compareWithExpected } from './expected.ts';

const wanted = { screens: 100, calls: 1000, pickers: 20, acceptance: 300 };

test('a count below the committed one is named, and one above it is said', () => {
  expect(compareWithExpected(wanted, wanted)).toEqual({ below: [], above: [] });
  expect(compareWithExpected({ ...wanted, calls: 999, pickers: 21 }, wanted)).toEqual({
    below: ['contract: calls 999, below the 1000 of expected.json'],
    above: ['contract: pickers 21, above the 20 of expected.json'],
  });
});

test('a count that was not taken is below', () => {
  expect(compareWithExpected({ ...wanted, screens: Number.NaN }, wanted).below).toHaveLength(1);
});
