import { describe, expect, test } from 'vitest';
import { activity, asked, bought } from '#tests/promotion-order.ts';
import { evaluate } from './evaluate.ts';
import type { Rule } from './rule.ts';

type Threshold = Partial<Pick<Rule, 'leastNumber' | 'leastAmount' | 'buyNumber' | 'giveDynamicFlag'>>;
const credit = (threshold: Threshold, giveAccountAmount = '1') =>
  ({ policyRuleTypeCode: 'P006', giveAccountAmount, ...threshold }) as const;

/** What rules of these thresholds give for so many pieces at ten each, and what is missing for more. */
function asTold(number: string, ...rules: readonly Threshold[]) {
  const { trace, credits } = evaluate(
    asked(bought(['paint', number, '10']), [
      activity(
        'A',
        rules.map((rule) => credit(rule)),
      ),
    ]),
  );
  const missing = trace[0]?.missing;
  return {
    given: credits.map(({ ruleNo, times }) => [ruleNo, times]),
    missing: missing == null ? null : [missing.ruleNo, missing.number, missing.amount],
  };
}

describe('the tier that applies', () => {
  test('is the one of most money, of equal money that of most pieces, of equal pieces that of the larger set', () => {
    const given = (number: string, ...rules: readonly Threshold[]) => asTold(number, ...rules).given;
    for (const [low, high] of [
      [
        { leastAmount: '50', leastNumber: '9' },
        { leastAmount: '80', leastNumber: '1' },
      ],
      [
        { leastAmount: '50', leastNumber: '2', buyNumber: '9' },
        { leastAmount: '50', leastNumber: '3', buyNumber: '1' },
      ],
      [
        { leastNumber: '2', buyNumber: '3' },
        { leastNumber: '2', buyNumber: '4' },
      ],
    ] as const) {
      expect(given('10', low, high)).toEqual([[2, 1]]);
      expect(given('10', high, low)).toEqual([[1, 1]]);
      expect(given('10', high, high)).toEqual([
        [1, 1],
        [2, 1],
      ]);
    }
  });

  test('is the one that is told, with its threshold; of several that share it the first', () => {
    const rules = ['5', '10', '10'].map((leastNumber) => credit({ leastNumber }));
    const told = (number: string) => {
      const [step] = evaluate(asked(bought(['paint', number, '10']), [activity('A', rules)])).trace;
      return [step?.result, step?.ruleNo, step?.leastNumber];
    };
    expect([told('4'), told('5'), told('10')]).toEqual([
      ['SKIPPED', 1, '5'],
      ['APPLIED', 1, '5'],
      ['APPLIED', 2, '10'],
    ]);
  });

  test('is reached with the last piece and the last cent', () => {
    const isReached = (number: string, rule: Threshold) => asTold(number, rule).given.length > 0;
    expect([isReached('5', { leastNumber: '5' }), isReached('4.999', { leastNumber: '5' })]).toEqual([true, false]);
    expect([isReached('5', { leastAmount: '50' }), isReached('5', { leastAmount: '50.01' })]).toEqual([true, false]);
  });

  test('comes once, with every set of pieces, or with every so much money', () => {
    const times = (number: string, rule: Threshold) => asTold(number, rule).given[0]?.[1];
    const rule = { leastNumber: '2', leastAmount: '30', buyNumber: '4' };
    expect(['0', '1', '2', null].map((giveDynamicFlag) => times('9', { ...rule, giveDynamicFlag }))).toEqual([
      1, 2, 3, 1,
    ]);
    // Without a set of its own the threshold is one.
    expect(times('9', { leastNumber: '2', giveDynamicFlag: '1' })).toBe(4);
  });

  test('of a rate and of the nth piece comes once, whatever it says of repeating', () => {
    const times = (rule: Omit<Rule, 'ruleNo'>) =>
      evaluate(asked(bought(['paint', '9', '10']), [activity('A', [{ ...rule, giveDynamicFlag: '1' }])])).usage[0]
        ?.times;
    const off = { policyRuleTypeCode: 'P003', leastNumber: '2', onSaleAmount: '1', onSaleRate: '90' } as const;
    expect([times({ ...off, onSaleType: '0' }), times({ ...off, onSaleType: '1' })]).toEqual([4, 1]);
    expect(times({ policyRuleTypeCode: 'P007', leastNumber: '2', startNumber: '2', disRate: '50' })).toBe(1);
  });
});

describe('the next step', () => {
  test('is the nearest as a part of its whole way, pieces or money; of equals the first', () => {
    expect(asTold('4', { leastNumber: '20' }, { leastAmount: '50' }).missing).toEqual([2, '0', '10.00']);
    expect(asTold('4', { leastAmount: '500' }, { leastNumber: '6' }).missing).toEqual([2, '2', '0.00']);
    expect(asTold('4', { leastAmount: '1000' }, { leastAmount: '500' }).missing).toEqual([2, '0', '460.00']);
    expect(asTold('4', { leastNumber: '10' }, { leastNumber: '5' }).missing).toEqual([2, '1', '0.00']);
    expect(asTold('4', { leastNumber: '8' }, { leastAmount: '80' }).missing).toEqual([1, '4', '0.00']);
    // One that misses both is as far as the farther of them.
    expect(asTold('4', { leastNumber: '5', leastAmount: '400' }, { leastNumber: '8' }).missing).toEqual([
      2,
      '4',
      '0.00',
    ]);
  });

  test('is the next time of what is reached, never a tier below it', () => {
    const every = { giveDynamicFlag: '1' };
    expect(asTold('10', { ...every, leastNumber: '3' }, { ...every, leastNumber: '10' }).missing).toEqual([
      2,
      '10',
      '0.00',
    ]);
    expect(asTold('7', { leastAmount: '30', giveDynamicFlag: '2' }).missing).toEqual([1, '0', '20.00']);
    expect(asTold('7', { ...every, leastNumber: '6', buyNumber: '2' }).missing).toEqual([1, '1', '0.00']);
    // Six are needed at all before sets of two count.
    expect(asTold('1', { ...every, leastNumber: '6', buyNumber: '2' }).missing).toEqual([1, '5', '0.00']);
    // Sets of four: two pieces are enough for the threshold, not for a set.
    expect(asTold('3', { ...every, leastNumber: '2', buyNumber: '4' }).missing).toEqual([1, '1', '0.00']);
    expect(asTold('1', { leastAmount: '30', giveDynamicFlag: '2' }).missing).toEqual([1, '0', '20.00']);
  });

  test('is none at the top, nor where money repeats that nobody asks for', () => {
    expect(asTold('10', { leastNumber: '3' }, { leastNumber: '10' })).toEqual({ given: [[2, 1]], missing: null });
    expect(asTold('3', { leastNumber: '3', giveDynamicFlag: '2' })).toEqual({ given: [], missing: null });
  });
});
