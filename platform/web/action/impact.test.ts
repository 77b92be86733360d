import { describe, expect, test } from 'vitest';
import { isShort, totalsOf, worst, type Effect } from './impact.ts';

const paint = (document: string, available: [string, string], occupied: [string, string]): Effect => ({
  kind: 'stock',
  subject: { materialCode: 'M1' },
  changes: { occupied },
  available,
  document,
});
const keyOf = ({ subject }: Effect): string => subject['materialCode'] ?? '';

describe('what several documents move', () => {
  test('is one row for each balance, from where the first found it to where the last leaves it', () => {
    const [total, ...others] = totalsOf(
      [paint('SO1', ['10', '7'], ['0', '3']), paint('SO2', ['7', '-1'], ['3', '11'])],
      keyOf,
    );
    expect(others).toEqual([]);
    expect(total).toMatchObject({ available: ['10', '-1'], changes: { occupied: ['0', '11'] } });
    expect(total?.parts.map(({ document, available }) => [document, available])).toEqual([
      ['SO1', ['10', '7']],
      ['SO2', ['7', '-1']],
    ]);
    expect(total !== undefined && isShort(total)).toBe(true);
  });

  test('names a document once that moves a balance twice', () => {
    const [total] = totalsOf([paint('SO1', ['10', '7'], ['0', '3']), paint('SO1', ['7', '5'], ['3', '5'])], keyOf);
    expect(total?.parts.map(({ document, changes }) => [document, changes])).toEqual([
      ['SO1', { occupied: ['0', '5'] }],
    ]);
  });

  test('stands with the least that is left on top', () => {
    const rows = [paint('A', ['9', '5'], ['0', '4']), paint('B', ['1', '-3'], ['0', '4'])];
    expect(rows.toSorted(worst).map(({ document }) => document)).toEqual(['B', 'A']);
  });
});
