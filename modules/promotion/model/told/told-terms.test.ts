import { expect, test } from 'vitest';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Activity, Question } from '#promotion/model/engine/rule.ts';
import { givenWorth } from '#promotion/model/gift-worth.ts';
import { toldTerms } from './told-terms.ts';

const activity = (code: string, more: Partial<Activity>): Activity => ({
  code,
  isEnabled: true,
  orderTypes: ['0'],
  scope: [],
  priority: 100,
  isStackable: false,
  isExclusive: false,
  limitTimes: null,
  usedTimes: 0,
  budgetLeft: null,
  rules: [{ ruleNo: 1, policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRateType: '0', onSaleRate: '90' }],
  ...more,
});
const gift = { ruleNo: 1, policyRuleTypeCode: 'P001', leastNumber: '10', giveNumber: '2', giveType: '1' } as const;
const pick = { ...gift, policyRuleTypeCode: 'P002', giveType: '3', giveCode: 'PK', giveMaxNumber: '3' } as const;
const question = (activities: readonly Activity[], more: Partial<Question> = {}): Question => ({
  customer: {},
  date: '2026-11-19',
  orderType: '0',
  lines: [{ lineNo: 1, productCode: 'A', facts: {}, number: '10', price: '5', lineType: '0' }],
  activities,
  ...more,
});

test('what a sentence needs is told of activities that did something, were used up or gave way, and of no other', () => {
  const asked = question([
    activity('WON', { priority: 5 }),
    activity('GAVE_WAY', { priority: 50 }),
    activity('FAR', { rules: [{ ...gift, leastNumber: '99', giveCode: 'B' }] }),
    activity('USED_UP', { limitTimes: 2, usedTimes: 2, rules: [{ ...gift, giveCode: 'B' }] }),
  ]);
  const { trace } = evaluate(asked);
  expect(trace.map(({ activity: code, reason }) => [code, reason])).toEqual([
    ['WON', null],
    ['GAVE_WAY', 'LOCKED'],
    ['FAR', 'THRESHOLD'],
    ['USED_UP', 'LIMIT'],
  ]);
  expect(toldTerms(asked.activities, trace)).toEqual({
    WON: { priority: 5, limitTimes: null, usedTimes: 0, rates: [1] },
    GAVE_WAY: { priority: 50, limitTimes: null, usedTimes: 0, rates: [1] },
    USED_UP: { priority: 100, limitTimes: 2, usedTimes: 2, rates: [] },
  });
});

test('what is given counts at its price, what was picked at the price of its package, what is paid not at all', () => {
  const asked = question(
    [activity('GIFT', { rules: [{ ...gift, giveCode: 'B' }] }), activity('PACK', { isStackable: true, rules: [pick] })],
    {
      giftPrices: { B: '12.5', C: '99' },
      choices: [{ activity: 'PACK', ruleNo: 1, productCode: 'C', number: '3', price: '8' }],
    },
  );
  expect(givenWorth({ question: asked, outcome: evaluate(asked) })).toBe('49');
  const unpriced = { ...asked, giftPrices: {} };
  expect(givenWorth({ question: unpriced, outcome: evaluate(unpriced) })).toBe('24');
});
