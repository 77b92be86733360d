import { expect, test } from 'vitest';
import { activity, asked, bought, picked } from '#tests/promotion-order.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Choice, LeftOver, Rule, Waiver } from '#promotion/model/engine/rule.ts';
import { keptPromotions, type KeptGift, type KeptLine } from './kept-promotions.ts';

/** Five of paint earn five brushes by a rule that gives one each. */
const brushes = {
  policyRuleTypeCode: 'P001',
  giveType: '2',
  giveCode: 'C02',
  giveNumber: '1',
  giveDynamicFlag: '1',
} as const;
/** Three yuan of goods of a package for each ten. */
const worth = {
  policyRuleTypeCode: 'P002',
  leastAmount: '10',
  giveType: '3',
  giveCode: 'PK',
  giveNumber: '3',
  giveDynamicFlag: '2',
} as const;

interface Sale {
  readonly choices: readonly Choice[];
  readonly waivers?: readonly Waiver[];
  readonly leftOver?: readonly LeftOver[];
}
/** An order of five of paint with one line of brushes, of which so many are there and so many may still come. */
function kept(
  rule: Omit<Rule, 'ruleNo'>,
  sale: Sale,
  line: Partial<KeptLine> & { readonly number: string },
  gift: KeptGift = { had: '0', toCome: '0' },
) {
  const question = asked(bought(['paint', '5', '10']), [activity('A', [rule])], sale);
  return keptPromotions(
    {
      question,
      outcome: evaluate(question),
      lineNos: new Map([['paint', 1]]),
      gifts: [{ id: 'gift', activity: 'A', ruleNo: 1, productCode: 'brush', price: '4', isPaid: false }],
    },
    [{ id: 'paint', again: null, ...line }],
    () => gift,
  );
}
const given = (number: string, more: Partial<Waiver> = {}): Waiver => ({
  activity: 'A',
  ruleNo: 1,
  productCode: 'brush',
  number,
  reason: '',
  by: '',
  at: '',
  ...more,
});
const rests = (found: ReturnType<typeof kept>): readonly string[] =>
  found.rests.map(({ unit, rest }) => `${unit} ${rest}`);
const whole = { number: '5' };

test('what was chosen and given up is left for nobody (SD024)', () => {
  const three = [picked('A', 'brush', '3', '4')];
  expect(rests(kept(brushes, { choices: three, leftOver: [] }, whole, { had: '3', toCome: '0' }))).toEqual([
    'number 2',
  ]);
  // One given up: two are there, and two of the five were never chosen.
  const one = { choices: three, waivers: [given('1')], leftOver: [] };
  expect(rests(kept(brushes, one, whole, { had: '2', toCome: '0' }))).toEqual(['number 2']);
  const all = { choices: [picked('A', 'brush', '5', '4')], waivers: [given('1')], leftOver: [] };
  expect(rests(kept(brushes, all, whole, { had: '4', toCome: '0' }))).toEqual([]);
  // Given up under another rule it is nothing of this one.
  const other = { choices: three, waivers: [given('1', { ruleNo: 2 })], leftOver: [] };
  expect(rests(kept(brushes, other, whole, { had: '3', toCome: '0' }))).toEqual(['number 2']);
});

test('money that was given up is worth what the goods cost in the package', () => {
  const roller = picked('A', 'roller', '1', '1');
  const brush = picked('A', 'brush', '2', '4');
  // Of fifteen, nine are chosen; one brush of four is given up, so six are left and no more.
  for (const choices of [
    [roller, brush],
    [brush, roller],
  ])
    expect(
      rests(kept(worth, { choices, waivers: [given('1')], leftOver: [] }, whole, { had: '1', toCome: '0' })),
    ).toEqual(['amount 7']);
});

test('a house that keeps nothing for later lets gifts be given up all the same', () => {
  const found = kept(brushes, { choices: [picked('A', 'brush', '3', '4')], waivers: [given('1')] }, whole, {
    had: '2',
    toCome: '0',
  });
  expect([found.rests, found.giftCharge]).toEqual([[], '0']);
});

test('what is there and what may still come are earned alike, and only what is there is charged', () => {
  const sale = { choices: [picked('A', 'brush', '5', '4')] };
  const found = kept(brushes, sale, { number: '4' }, { had: '2', toCome: '1' });
  expect([found.earned.get('gift'), found.giftCharge]).toEqual(['3', '0']);
  const less = kept(brushes, sale, { number: '1' }, { had: '3', toCome: '1' });
  expect([less.earned.get('gift'), less.giftCharge]).toEqual(['1', '8']);
  const none = kept(brushes, sale, { number: '0' }, { had: '2', toCome: '0' });
  expect([none.earned.get('gift'), none.giftCharge]).toEqual(['0', '8']);
});

test('pieces cost what they were sold for, unless the book has another price for so few', () => {
  const sale = { choices: [] };
  expect(kept(brushes, sale, { number: '3' }).amountOf('paint')).toBeNull();
  const again = { price: '12', amount: '36.00', trace: [] };
  expect(kept(brushes, sale, { number: '3', again }).amountOf('paint')).toBe('36.00');
  expect(kept(brushes, sale, { number: '3' }).amountOf('brush')).toBeNull();
});
