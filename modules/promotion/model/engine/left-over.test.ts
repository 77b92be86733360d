import { expect, test } from 'vitest';
import { activity, asked, bought, picked } from '#tests/promotion-order.ts';
import { evaluate } from './evaluate.ts';
import { leftOverUsed, restChange, restsOf, type Rest } from './left-over.ts';
import type { Choice, LeftOver, Rule } from './rule.ts';

const choose = {
  policyRuleTypeCode: 'P001',
  giveType: '2',
  giveCode: 'C02',
  giveNumber: '1',
  giveDynamicFlag: '1',
} as const;
const left = (number: string, amount = '0'): LeftOver => ({ activity: 'A', ruleNo: 1, number, amount });

/** Five of paint earn five brushes by a rule that gives one each. */
function chosen(rule: Omit<Rule, 'ruleNo'>, choices: readonly Choice[], leftOver?: readonly LeftOver[]) {
  const question = asked(bought(['paint', '5', '10']), [activity('A', [rule])], {
    choices,
    ...(leftOver === undefined ? {} : { leftOver }),
  });
  return evaluate(question);
}
const told = (rests: readonly Rest[]): string[] => rests.map(({ ruleNo, unit, rest }) => `${ruleNo} ${unit} ${rest}`);
const of = (number: string): readonly Choice[] => [picked('A', 'brush', number, '4')];

test('what was earned and not chosen is left for later orders where the house keeps it (SD029), else nothing is told', () => {
  expect(told(restsOf(chosen(choose, of('2'), [])))).toEqual(['1 number 3']);
  expect(told(restsOf(chosen(choose, of('5'), [])))).toEqual([]);
  expect(told(restsOf(chosen(choose, of('2'))))).toEqual([]);
});

test('a later order may choose it beside its own, once, however many products earn by the rule', () => {
  const found = chosen(choose, of('7'), [left('3')]);
  expect(found.entitlements).toMatchObject([{ maxNumber: '8', number: '8', leftOver: { number: '3' } }]);
  expect(told(restsOf(found))).toEqual(['1 number -2']);
  expect(leftOverUsed(found)).toEqual([left('2')]);
  const two = evaluate(
    asked(bought(['paint', '5', '10'], ['roller', '1', '10']), [activity('A', [choose])], { leftOver: [left('3')] }),
  );
  expect(two.entitlements).toMatchObject([{ maxNumber: '9', rest: { number: '6' } }]);
  expect(chosen(choose, of('9'), [left('3')]).entitlements).toMatchObject([
    { error: 'tooMany', rest: { number: '5' } },
  ]);
});

test('money is kept as money: what a package earns by amount, at the prices of its details', () => {
  const rule = {
    policyRuleTypeCode: 'P002',
    leastAmount: '10',
    giveType: '3',
    giveCode: 'PK',
    giveNumber: '3',
    giveDynamicFlag: '2',
  } as const;
  // Five times 3 yuan, two brushes at 4.
  expect(told(restsOf(chosen(rule, of('2'), [])))).toEqual(['1 amount 7.00']);
  expect(told(restsOf(chosen(rule, of('5'), [left('0', '7')])))).toEqual(['1 amount -5.00']);
});

test('what was taken away after somebody chose it is made good by what is earned next, and never asks for more', () => {
  expect(chosen(choose, [], [left('-2')]).entitlements).toMatchObject([{ maxNumber: '3', rest: { number: '5' } }]);
  expect(chosen(choose, [], [left('-9')]).entitlements).toMatchObject([{ maxNumber: '0' }]);
});

test('a package without limits keeps nothing, nor does what is bought at a special price', () => {
  const open = { policyRuleTypeCode: 'P002', leastNumber: '1', giveType: '3', giveCode: 'PK' } as const;
  const paid = {
    policyRuleTypeCode: 'P005',
    changeBuyType: '3',
    changeProductCode: 'brush',
    changeBuyRate: '50',
    addMoneyChangeBuyLimitType: '1',
    changeBuyMaxNumber: '2',
  } as const;
  for (const rule of [open, paid]) {
    const found = chosen(rule, [], [left('3')]);
    expect(restsOf(found)).toEqual([]);
    expect(leftOverUsed(found)).toBeUndefined();
  }
  expect(chosen(paid, of('3'), [left('3')]).entitlements).toMatchObject([{ error: 'tooMany' }]);
});

test('goods that are exchanged for nothing are kept like gifts', () => {
  const free = {
    policyRuleTypeCode: 'P004',
    changeBuyType: '3',
    changeProductCode: 'brush',
    freePackageFlag: '1',
    changeBuyMaxNumber: '2',
  } as const;
  expect(told(restsOf(chosen(free, [], [])))).toEqual(['1 number 2']);
  expect(chosen(free, of('3'), [left('1')]).entitlements).toMatchObject([{ maxNumber: '3', rest: { number: '-1' } }]);
});

test('balances change by what an order leaves now less what it left before', () => {
  const rest = (ruleNo: number, number: string): Rest => ({ activity: 'A', ruleNo, unit: 'number', rest: number });
  expect(told(restChange([rest(1, '3'), rest(2, '-2')], [rest(1, '1')]))).toEqual(['1 number -2', '2 number 2']);
  expect(restChange([rest(1, '3')], [rest(1, '3')])).toEqual([]);
});
