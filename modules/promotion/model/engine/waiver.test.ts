import { describe, expect, test } from 'vitest';
import { plainActivity } from '#tests/promotion-vectors.ts';
import { evaluate } from './evaluate.ts';
import type { Activity, BoughtLine, Question, Waiver } from './rule.ts';

const line = (lineNo: number, productCode: string, number: string): BoughtLine => ({
  lineNo,
  productCode,
  facts: { product: [productCode], class: ['C01'] },
  number,
  price: '10',
  lineType: '0',
});
const cups: Activity = {
  ...plainActivity,
  code: 'CUPS',
  limitTimes: 9,
  rules: [
    {
      ruleNo: 1,
      policyRuleTypeCode: 'P001',
      leastNumber: '10',
      giveNumber: '1',
      giveType: '1',
      giveCode: 'CUP',
      giveDynamicFlag: '1',
    },
  ],
};
const asked = (more: Partial<Question> = {}): Question => ({
  customer: { customer: ['K1'] },
  date: '2026-05-10',
  orderType: '0',
  lines: [line(1, 'paint', '20'), line(2, 'brush', '10')],
  activities: [cups],
  giftPrices: { CUP: '12.5' },
  ...more,
});
const up = (number: string, more: Partial<Waiver> = {}): Waiver => ({
  activity: 'CUPS',
  ruleNo: 1,
  productCode: 'CUP',
  number,
  reason: 'none left',
  by: 'Wang',
  at: '2026-05-10T08:00:00.000Z',
  ...more,
});

describe('gifts that were given up', () => {
  test('leave, the earlier first, and cost nothing; everything else is as it was', () => {
    const whole = evaluate(asked());
    const { gifts, usage, waived, ...rest } = evaluate(asked({ waivers: [up('2')] }));
    expect(gifts.map(({ number, sources }) => [number, sources])).toEqual([['1', [2]]]);
    expect([whole.usage[0], usage[0]]).toEqual([
      { activity: 'CUPS', times: 3, cost: '37.50' },
      { activity: 'CUPS', times: 3, cost: '12.50' },
    ]);
    expect(waived).toEqual([up('2')]);
    const { gifts: _gifts, usage: _usage, ...before } = whole;
    expect(rest).toEqual(before);
  });

  test('are given up as far as they are earned, and of nothing else', () => {
    expect(evaluate(asked({ waivers: [up('9')] })).waived).toEqual([up('3')]);
    for (const other of [{ activity: 'X' }, { ruleNo: 2 }, { productCode: 'paint' }]) {
      const { gifts, waived } = evaluate(asked({ waivers: [up('1', other)] }));
      expect([gifts.length, waived]).toEqual([2, []]);
    }
  });

  test('that were picked leave the choice; what is paid for stays', () => {
    const pick: Activity = {
      ...cups,
      rules: [
        {
          ruleNo: 1,
          policyRuleTypeCode: 'P002',
          leastNumber: '10',
          giveType: '3',
          giveCode: 'PK',
          giveNumber: '1',
          giveMaxNumber: '5',
        },
      ],
    };
    const paid: Activity = {
      ...cups,
      code: 'PAID',
      rules: [
        {
          ruleNo: 1,
          policyRuleTypeCode: 'P005',
          leastNumber: '10',
          changeBuyType: '3',
          changeProductCode: 'CUP',
          changeBuyRate: '30',
        },
      ],
      isStackable: true,
    };
    const choice = (activity: string) => ({ activity, ruleNo: 1, productCode: 'CUP', number: '3', price: '8' });
    const { entitlements, usage } = evaluate(
      asked({
        activities: [pick, paid],
        choices: [choice('CUPS'), choice('PAID')],
        waivers: [up('1'), up('1', { activity: 'PAID' })],
      }),
    );
    expect(entitlements.map(({ activity, chosen }) => [activity, chosen.map(({ number }) => number)])).toEqual([
      ['CUPS', ['2']],
      ['PAID', ['3']],
    ]);
    expect(usage.find(({ activity }) => activity === 'CUPS')?.cost).toBe('16.00');
  });
});
