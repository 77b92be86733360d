import { expect, test } from 'vitest';
import { activity, asked, bought, picked, tenOff } from '#tests/promotion-order.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { LeftOver } from '#promotion/model/engine/rule.ts';
import { keptPromotions, termsOf, withOwnRoom } from './kept-promotions.ts';

const choose = {
  policyRuleTypeCode: 'P001',
  giveType: '2',
  giveCode: 'C02',
  giveNumber: '1',
  giveDynamicFlag: '1',
} as const;
const left = (number: string): LeftOver => ({ activity: 'A', ruleNo: 1, number, amount: '0' });
/** Five of paint let one choose five brushes. */
const sold = (number: string, leftOver?: readonly LeftOver[]) => {
  const question = asked(bought(['paint', '5', '10']), [activity('A', [choose])], {
    choices: [picked('A', 'brush', number, '4')],
    ...(leftOver === undefined ? {} : { leftOver }),
  });
  return withOwnRoom(question, evaluate(question));
};

test('of what earlier orders had left an order keeps what it chose of it, and what it did not is for others', () => {
  expect(sold('7', [left('3')]).leftOver).toEqual([left('2')]);
  expect(sold('5', [left('3')]).leftOver).toEqual([left('0')]);
});

test('where the house keeps nothing for later, nothing of the kind is asked', () => {
  expect(sold('5')).not.toHaveProperty('leftOver');
});

test('what was chosen and given up is not left for later orders, what was not chosen is', () => {
  const given = { activity: 'A', ruleNo: 1, productCode: 'brush' };
  const question = asked(bought(['paint', '5', '10']), [activity('A', [choose])], {
    choices: [picked('A', 'brush', '3', '4')],
    leftOver: [],
    waivers: [{ ...given, number: '1', reason: 'none left', by: 'Wang', at: '2026-05-10T08:00:00.000Z' }],
  });
  const rests = (outcome = evaluate(question)) =>
    keptPromotions(
      {
        question,
        outcome,
        lineNos: new Map([['paint', 1]]),
        gifts: [{ ...given, id: 'brush', price: '4', isPaid: false }],
      },
      [{ id: 'paint', number: '5', again: null }],
      () => ({ had: '2', toCome: '0' }),
    ).rests.map(({ unit, rest }) => `${rest} by ${unit}`);
  // Five were earned: two are here, one was given up.
  expect(rests()).toEqual(['2 by number']);
  expect(rests(evaluate({ ...question, waivers: [] }))).toEqual(['3 by number']);
});

test('an activity whose budget did not hold gives nothing to a smaller order; one that came too late may', () => {
  const question = asked(bought(['paint', '2', '100']), [
    activity('first', [tenOff], { priority: 1 }),
    activity('late', [tenOff], { priority: 2 }),
    activity('poor', [tenOff], { priority: 0, budgetLeft: '9' }),
  ]);
  expect(termsOf(question, evaluate(question)).activities.map(({ code }) => code)).toEqual(['first', 'late']);
});
