import { describe, expect, test } from 'vitest';
import { activity, asked, bought, costs, picked, reasons, tenOff } from '#tests/promotion-order.ts';
import { evaluate } from './evaluate.ts';

const lines = bought(['paint', '2', '100']);

describe('an activity takes part', () => {
  test('from its first day to its last', () => {
    const on = (days: { readonly startDate?: string; readonly endDate?: string }) =>
      evaluate(asked(lines, [activity('A', [tenOff], days)]));
    for (const days of [{ startDate: '2026-05-10' }, { endDate: '2026-05-10' }])
      expect(costs(on(days))).toEqual(['190.00']);
    for (const days of [{ startDate: '2026-05-11' }, { endDate: '2026-05-09' }])
      expect(reasons(on(days))).toEqual({ A: 'DATE' });
  });

  test('while one time is left of its limit', () => {
    const used = (usedTimes: number) => evaluate(asked(lines, [activity('A', [tenOff], { limitTimes: 2, usedTimes })]));
    expect(costs(used(1))).toEqual(['190.00']);
    expect(reasons(used(2))).toEqual({ A: 'LIMIT' });
  });

  test('with lines that are meant in every dimension that it names', () => {
    const scope = [
      { side: 'product', dimension: 'class', code: 'C02' },
      { side: 'product', dimension: 'brand', code: 'B01' },
    ] as const;
    const both = bought(['roller', '1', '100'], ['brush', '1', '100'], ['paint', '1', '100']);
    expect(costs(evaluate(asked(both, [activity('A', [tenOff], { scope })])))).toEqual(['100.00', '90.00', '100.00']);
  });
});

test('what is exchanged for nothing is a gift on its line, what costs more than its quota is sold', () => {
  const exchange = {
    policyRuleTypeCode: 'P004',
    leastNumber: '1',
    changeBuyType: '3',
    changeProductCode: 'brush',
    changeBuyMaxNumber: '1',
  } as const;
  const lineType = (more: object) =>
    evaluate(
      asked(lines, [activity('A', [{ ...exchange, ...more }])], { choices: [picked('A', 'brush', '1', '4')] }),
    ).entitlements.flatMap(({ chosen }) => chosen.map((goods) => goods.lineType));
  expect(lineType({ freePackageFlag: '1' })).toEqual(['1']);
  expect(lineType({ freePackageFlag: '0', changeBuyRate: '1' })).toEqual(['0']);
});

test('goods that two rules of an activity offer are taken once, by the first of them', () => {
  const choose = {
    policyRuleTypeCode: 'P002',
    leastNumber: '1',
    giveType: '2',
    giveCode: 'C02',
    giveNumber: '1',
  } as const;
  const exchange = {
    policyRuleTypeCode: 'P005',
    changeBuyType: '3',
    changeProductCode: 'brush',
    changeBuyRate: '50',
  } as const;
  const { entitlements } = evaluate(
    asked(lines, [activity('A', [choose, exchange])], { choices: [picked('A', 'brush', '1', '4')] }),
  );
  expect(entitlements.map(({ ruleType, chosen }) => `${ruleType} ${chosen.length}`)).toEqual(['P002 1', 'P005 0']);
});
