import { expect, test } from 'vitest';
import { activity, asked, bought, picked, reasons } from '#tests/promotion-order.ts';
import { evaluate } from './evaluate.ts';
import { pickedPrice } from './free-goods.ts';

/** A brush for every paint, worth 7.07. */
const gift = { policyRuleTypeCode: 'P001', buyNumber: '1', giveNumber: '1', giveType: '1', giveCode: 'brush' } as const;
const given = (budgetLeft: string, giftCosts?: Readonly<Record<string, string>>) =>
  evaluate(
    asked(bought(['paint', '1', '100']), [activity('A', [gift], { budgetLeft })], {
      giftPrices: { brush: '7.07' },
      ...(giftCosts === undefined ? {} : { giftCosts }),
    }),
  );

test('a budget at cost takes a gift at what the house pays for it, be that less than its price or more (SD030)', () => {
  for (const [cost, short] of [
    ['3', '2.99'],
    ['9', '8.99'],
  ] as const) {
    expect(given(cost, { brush: cost }).gifts).toHaveLength(1);
    expect(reasons(given(short, { brush: cost }))).toEqual({ A: 'BUDGET' });
  }
  // What an order is worth to its customer is told at the price.
  expect(given('3', { brush: '3' }).usage).toEqual([{ activity: 'A', times: 1, cost: '7.07' }]);
});

test('where nobody knows a cost the price counts', () => {
  for (const costs of [{}, { roller: '1' }, undefined]) {
    expect(given('7.07', costs).gifts).toHaveLength(1);
    expect(given('7.06', costs).gifts).toEqual([]);
  }
});

test('what was picked is worth what it costs by the rule that it was picked from', () => {
  const choices = [
    picked('B', 'brush', '1', '8'),
    { ...picked('A', 'brush', '1', '9'), ruleNo: 1 },
    { ...picked('A', 'roller', '1', '5'), ruleNo: 2 },
    { ...picked('A', 'brush', '1', '4'), ruleNo: 2 },
  ];
  const price = (ruleNo: number, productCode: string) =>
    pickedPrice(choices, { activity: 'A', ruleNo }, { productCode });
  expect([price(1, 'brush'), price(2, 'brush'), price(2, 'roller'), price(1, 'roller')]).toEqual(['9', '4', '5', '0']);
});
