import { expect, test } from 'vitest';
import { columnSums, keptCells, matrixRows, sumOf, type MatrixRow } from './matrix-rows.ts';

const rows: readonly MatrixRow[] = [
  { id: 'black', offered: new Set(['S', 'M', 'L']), S: '3', M: '0', L: 'x' },
  { id: 'white', offered: new Set(['S', 'M']), S: '1.5', M: '' },
];

test('below each column stands its sum, and the sum of all; what is no number does not count', () => {
  expect(columnSums(rows, ['S', 'M', 'L'])).toEqual({ sums: { S: '4.5', M: '0', L: '0' }, total: '4.5' });
  expect(rows.map(sumOf)).toEqual(['3', '1.5']);
});

test('only cells with a quantity are kept', () => {
  expect(rows.map(keptCells)).toEqual([[['S', '3']], [['S', '1.5']]]);
  expect(keptCells({ id: 'back', offered: new Set(['S', 'M']), S: '-2', M: '0.00' })).toEqual([['S', '-2']]);
});

test('a combination that nobody makes stays empty, whatever is pasted over it', () => {
  const store = matrixRows(rows);
  store.edit([{ at: 1, changes: { M: '7', L: '9' } }]);
  expect(store.get()[1]).toMatchObject({ M: '7' });
  expect(store.get()[1]?.['L']).toBeUndefined();
  store.edit([{ at: 2, changes: { S: '1' } }]);
  expect(store.get()).toHaveLength(2);
});
