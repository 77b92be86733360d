import { describe, expect, test } from 'vitest';
import { compileCondition, type Type } from '#workflow/model/engine/feel.ts';
import { feelOf, rowsOf } from './condition.ts';

const types: Readonly<Record<string, Type>> = {
  amount: 'number',
  orderType: 'text',
  billDate: 'date',
  isNew: 'boolean',
};
const typeOf = (field: string): Type | undefined => types[field];

describe('the rows of a condition', () => {
  test.each([
    'amount > 50000',
    'orderType = "1" and amount >= 100.50',
    'billDate < date("2026-01-01") or isNew = true',
    'orderType != "say \\"no\\" \\\\ yes"',
    'amount > -5',
  ])('%s reads as rows and is written as it was', (source) => {
    const rows = rowsOf(source);
    expect(rows).not.toBeNull();
    const written = feelOf(rows ?? { joined: 'and', rows: [] }, typeOf);
    expect(written).toBe(source);
    expect(compileCondition(written, types).names.length).toBeGreaterThan(0);
  });

  test.each([
    'amount > 1 and (orderType = "1" or isNew = true)',
    'amount + 1 > 5',
    'not(isNew)',
    'amount in [1..5]',
    '5 < amount',
    'amount >',
  ])('%s stays a text', (source) => {
    expect(rowsOf(source)).toBeNull();
  });

  test('a row that is not filled in is not written', () => {
    expect(
      feelOf(
        {
          joined: 'or',
          rows: [
            { field: 'amount', operator: '>', value: '' },
            { field: '', operator: '=', value: '1' },
            { field: 'orderType', operator: '=', value: '1' },
          ],
        },
        typeOf,
      ),
    ).toBe('orderType = "1"');
  });
});
