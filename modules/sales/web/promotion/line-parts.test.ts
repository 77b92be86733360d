import { describe, expect, test } from 'vitest';
import { plus } from '#platform/model/decimal.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Activity, Question, Rule } from '#promotion/model/engine/rule.ts';
import { partsOf } from './line-parts.ts';

const activity = (code: string, rules: readonly Rule[]): Activity => ({
  code,
  isEnabled: true,
  orderTypes: ['0'],
  scope: [],
  priority: 100,
  isStackable: true,
  isExclusive: false,
  limitTimes: null,
  usedTimes: 0,
  budgetLeft: null,
  rules,
});
const question: Question = {
  customer: {},
  date: '2026-11-16',
  orderType: '0',
  lines: [
    { lineNo: 1, productCode: 'A', facts: {}, number: '10', price: '100', lineType: '0' },
    { lineNo: 2, productCode: 'B', facts: {}, number: '3', price: '33.33', lineType: '0' },
  ],
  activities: [
    activity('OFF', [
      { ruleNo: 1, policyRuleTypeCode: 'P003', leastAmount: '900', onSaleType: '0', onSaleAmount: '100' },
    ]),
    activity('RATE', [
      { ruleNo: 1, policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRateType: '0', onSaleRate: '90' },
    ]),
    activity('GIFT', [{ ruleNo: 1, policyRuleTypeCode: 'P001', leastNumber: '10', giveNumber: '2', giveType: '0' }]),
  ],
};

describe('the sum of a line', () => {
  test('names every rule with its part, and the parts are what came off it', () => {
    const { trace, lines } = evaluate(question);
    for (const { lineNo, discount } of lines) {
      const parts = partsOf(trace, {}, lineNo);
      expect(plus('0', ...parts.flatMap(({ off }) => off ?? []))).toBe(plus(discount));
    }
    expect(partsOf(trace, { OFF: '满千减百' }, 1).map(({ name, given }) => [name, given])).toEqual(
      expect.arrayContaining([
        ['满千减百', null],
        ['RATE', null],
        ['GIFT', '2'],
      ]),
    );
    // The gift was earned by the other line.
    expect(partsOf(trace, {}, 2).filter(({ given }) => given !== null)).toEqual([]);
  });
});
