import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { availableAt, checkBudget, fitting, type BudgetHorizon, type BudgetMonth } from './budget-check.ts';

const month = (at: number, budget: string, used = '0'): BudgetMonth => ({ month: at, budget, pre: '0', used });
const back = (at: number, amount: string) => ({ month: at, amount });
const forbids = (horizon: BudgetHorizon) => ({ horizon, control: '2' }) as const;

describe('what comes back to an application is held again', () => {
  test('in whole where nobody came between', () => {
    expect(fitting([month(1, '500')], [back(1, '500')], forbids('2'))).toEqual(['500']);
  });

  test('as far as others left of the month, and not at all where they took everything or more', () => {
    expect(fitting([month(1, '500', '300')], [back(1, '500')], forbids('0'))).toEqual(['200']);
    expect(fitting([month(1, '500', '500')], [back(1, '500')], forbids('0'))).toEqual(['0']);
    expect(fitting([month(1, '500', '600')], [back(1, '500')], forbids('0'))).toEqual(['0']);
    expect(fitting([], [back(1, '500')], forbids('2'))).toEqual(['0']);
  });

  test('in whole where the budget only warns or nobody looks', () => {
    const full = [month(1, '500', '600')];
    expect(fitting(full, [back(1, '500')], { horizon: '2', control: '1' })).toEqual(['500']);
    expect(fitting(full, [back(1, '500')], { horizon: '2', control: '0' })).toEqual(['500']);
  });

  test('year to date: of what earlier months left over, and never what a later month has used', () => {
    const year = [month(1, '500'), month(3, '200', '400'), month(8, '300')];
    // March took 200 of January's.
    expect(fitting(year, [back(1, '500')], forbids('2'))).toEqual(['300']);
    expect(fitting(year, [back(3, '500')], forbids('2'))).toEqual(['300']);
    expect(fitting(year, [back(8, '700')], forbids('2'))).toEqual(['600']);
    expect(fitting(year, [back(1, '500')], forbids('0'))).toEqual(['500']);
  });

  test('a quarter: what the next one has used takes nothing of it, and what it left over gives nothing', () => {
    const year = [month(2, '500'), month(3, '0', '100'), month(4, '100', '400'), month(6, '600')];
    expect(fitting(year, [back(2, '500')], forbids('1'))).toEqual(['400']);
    expect(fitting(year, [back(4, '100')], forbids('1'))).toEqual(['0']);
    expect(fitting(year, [back(6, '900')], forbids('1'))).toEqual(['300']);
  });

  test('lines of a document together, the first first', () => {
    const year = [month(1, '500', '100'), month(8, '100')];
    expect(fitting(year, [back(1, '300'), back(1, '300'), back(8, '300')], forbids('2'))).toEqual([
      '300',
      '100',
      '100',
    ]);
    // What August takes January does not have any more.
    expect(fitting(year, [back(8, '400'), back(1, '300')], forbids('2'))).toEqual(['400', '100']);
  });

  test('judged like a demand: what fits is let pass, and of what does not fit not a cent more would be', () => {
    const money = fc.integer({ min: 0, max: 90_000 }).map((cents) => (cents / 100).toFixed(2));
    const at = fc.integer({ min: 1, max: 12 });
    const budgets = fc.array(
      fc.record({ month: at, budget: money, pre: money, used: money }).map((each) => ({ ...each, pre: '0' })),
      { maxLength: 12 },
    );
    const lines = fc.array(fc.record({ month: at, amount: money }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(budgets, lines, fc.constantFrom<BudgetHorizon>('0', '1', '2'), (months, wanted, horizon) => {
        const how = forbids(horizon);
        const fits = fitting(months, wanted, how);
        const held = wanted.map(({ month: of }, n) => ({ month: of, amount: fits[n] ?? '0' }));
        expect(checkBudget(months, held, how).result).toBe('OK');
        const after = [...months, ...held.map(({ month: of, amount }) => ({ ...month(of, '0'), pre: amount }))];
        for (const [n, { month: of, amount }] of wanted.entries()) {
          expect(compare(fits[n] ?? '0', '0') >= 0 && compare(fits[n] ?? '0', amount) <= 0).toBe(true);
          if (compare(minus(amount, fits[n] ?? '0'), '0') > 0)
            expect(compare(availableAt(after, of, how.horizon), '0')).toBeLessThanOrEqual(0);
        }
        expect(compare(plus('0', ...fits), plus('0', ...wanted.map(({ amount }) => amount)))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

test('what is too much in two months alike is told of the first of them, however the lines stand', () => {
  const lines = [
    { month: 2, amount: '10' },
    { month: 1, amount: '10' },
  ];
  expect(checkBudget([], lines, { horizon: '0', control: '2' })).toEqual({
    result: 'E-BUDGET-OVER',
    over: '10.00',
    available: '0.00',
    month: 1,
  });
});
