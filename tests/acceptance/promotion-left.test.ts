import { describe, expect, test } from 'vitest';
import { plainActivity } from '#tests/promotion-vectors.ts';
import { earnedCredit } from '#promotion/model/kept/earned-credit.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Activity, Choice, Question, Rule } from '#promotion/model/engine/rule.ts';
import { keptLines, type SoldGift } from '#promotion/model/kept/kept-promotions.ts';
import { clawbackOf, payable, type Kept, type Snapshot } from '#promotion/model/kept/payable.ts';

const activity = (code: string, rule: Omit<Rule, 'ruleNo'>, more: Partial<Activity> = {}): Activity => ({
  ...plainActivity,
  isStackable: true,
  code,
  rules: [{ ruleNo: 1, ...rule }],
  ...more,
});
/** Ten pieces at ten each, under these activities. */
const asked = (activities: readonly Activity[], choices: readonly Choice[] = []): Question => ({
  customer: { customer: ['K1'] },
  date: '2026-05-10',
  orderType: '0',
  lines: [{ lineNo: 1, productCode: 'paint', facts: {}, number: '10', price: '10', lineType: '0' }],
  activities,
  choices,
});
const gift = (activityCode: string, more: Partial<SoldGift> = {}): SoldGift => ({
  id: `gift of ${activityCode}`,
  activity: activityCode,
  ruleNo: 1,
  productCode: 'brush',
  price: '7',
  isPaid: false,
  ...more,
});
/** An order as it was sold; gifts are lines of it that cost nothing. */
function sold(question: Question, gifts: readonly SoldGift[]): Snapshot {
  const outcome = evaluate(question);
  const free = { amount: '0', discount: '0', record: null };
  return {
    lines: [
      { id: 'goods', number: '10', amount: outcome.lines[0]?.amount ?? '', discount: '0', record: null },
      ...gifts.map(({ id }) => ({ id, number: '1', ...free })),
    ],
    promotion: { question, outcome, lineNos: new Map([['goods', 1]]), gifts },
  };
}
const kept = (numbers: Readonly<Record<string, string>>, more: Partial<Kept> = {}): ReadonlyMap<string, Kept> =>
  new Map(
    Object.entries(numbers).map(([id, number]) => [
      id,
      { number, short: '0', paid: id === 'goods' ? String(Number(number) * 10) : '0', ...more },
    ]),
  );

const brushFrom = (leastNumber: string) =>
  ({ policyRuleTypeCode: 'P001', leastNumber, giveNumber: '1', giveType: '1', giveCode: 'brush' }) as const;

describe('gifts of what is kept', () => {
  const both = sold(asked([activity('A', brushFrom('3')), activity('B', brushFrom('8'))]), [gift('A'), gift('B')]);

  test('are earned activity by activity, also where two give the same goods', () => {
    const { earned, giftCharge, amount } = payable(both, kept({ goods: '5', 'gift of A': '1', 'gift of B': '1' }));
    expect(Object.fromEntries(earned)).toEqual({ 'gift of A': '1', 'gift of B': '0' });
    // One brush is the customer's who did not earn it; a gift line itself is no goods.
    expect([giftCharge, amount]).toEqual(['7.00', '50.00']);
  });

  test('that he does not have are not charged, and what nobody kept anything of owes and earns nothing', () => {
    expect(payable(both, kept({ goods: '5', 'gift of A': '1' })).giftCharge).toBe('0.00');
    const credit = { policyRuleTypeCode: 'P006', leastNumber: '1', giveAccountAmount: '5' } as const;
    expect(payable(sold(asked([activity('A', credit)]), []), new Map()).credit).toBe('0.00');
    const none = payable(both, new Map());
    expect([none.amount, none.giftCharge, none.credit]).toEqual(['0.00', '0.00', '0.00']);
    expect(Object.fromEntries(none.earned)).toEqual({ 'gift of A': '0', 'gift of B': '0' });
  });

  test('count where our own shortage kept pieces from him (A10b)', () => {
    const { earned } = payable(both, kept({ goods: '5' }, { short: '3' }));
    expect(earned.get('gift of B')).toBe('1');
  });

  test('picked from a package stay as many as what is left is worth', () => {
    const choice = { activity: 'A', ruleNo: 1, productCode: 'brush', number: '4', price: '7' };
    const rule = { policyRuleTypeCode: 'P002', giveType: '3', giveCode: 'PK1', leastNumber: '1' } as const;
    const limited = (more: object) => sold(asked([activity('A', { ...rule, ...more })], [choice]), [gift('A')]);
    const left = (more: object, number: string) =>
      payable(limited(more), kept({ goods: number, 'gift of A': '4' })).earned.get('gift of A');
    // So much a piece: four brushes of seven fit into thirty, one into ten.
    const byMoney = { giveDynamicFlag: '2', leastAmount: '10', giveNumber: '3', leastNumber: null };
    expect([left(byMoney, '10'), left(byMoney, '4')]).toEqual(['4', '1']);
    const byPieces = { giveDynamicFlag: '1', giveNumber: '1', buyNumber: '2' };
    expect([left(byPieces, '10'), left(byPieces, '5')]).toEqual(['4', '2']);
  });

  test('picked from a package share what is left in the order in which they were picked', () => {
    const rule = { policyRuleTypeCode: 'P002', giveType: '3', giveCode: 'PK1' } as const;
    const goods = [
      { productCode: 'brush', price: '7' },
      { productCode: 'roller', price: '2' },
      { productCode: 'sample', price: '0' },
    ];
    const left = (more: object, number: string) => {
      const order = sold(
        asked(
          [activity('A', { ...rule, ...more })],
          goods.map((good) => ({ activity: 'A', ruleNo: 1, number: '2', ...good })),
        ),
        goods.map((good) => gift('A', { id: good.productCode, ...good })),
      );
      const { earned } = payable(order, kept({ goods: number, brush: '2', roller: '2', sample: '2' }));
      return goods.map(({ productCode }) => earned.get(productCode));
    };
    const byPieces = { giveDynamicFlag: '1', giveNumber: '1', leastNumber: '1' };
    expect([left(byPieces, '10'), left(byPieces, '3'), left(byPieces, '1')]).toEqual([
      ['2', '2', '2'],
      ['2', '1', '0'],
      ['1', '0', '0'],
    ]);
    // Three yuan for each ten: one brush of seven in nine, a roller of two in the rest; what costs nothing always fits.
    const byMoney = { giveDynamicFlag: '2', giveNumber: '3', leastAmount: '10' };
    expect([left(byMoney, '10'), left(byMoney, '3')]).toEqual([
      ['2', '2', '2'],
      ['1', '1', '2'],
    ]);
  });

  test('picked by two rules of an activity count at the price of their own package', () => {
    const rule = {
      policyRuleTypeCode: 'P002',
      giveType: '3',
      giveDynamicFlag: '2',
      giveNumber: '1',
      leastAmount: '10',
    } as const;
    const choices = [7, 3].map((price, at) => ({
      activity: 'A',
      ruleNo: at + 1,
      productCode: 'brush',
      number: '1',
      price: String(price),
    }));
    const rules = ['PK1', 'PK2'].map((giveCode, at) => ({ ...rule, ruleNo: at + 1, giveCode }));
    const order = sold(asked([{ ...activity('A', rule), rules }], choices), [
      gift('A', { id: 'dear' }),
      gift('A', { id: 'cheap', ruleNo: 2 }),
    ]);
    const { earned } = payable(order, kept({ goods: '5', dear: '1', cheap: '1' }));
    expect(Object.fromEntries(earned)).toEqual({ dear: '0', cheap: '1' });
  });
});

test('an activity whose budget did not hold at the sale gives nothing to what is left, and keeps no line (B7a)', () => {
  const off = { policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRate: '50', leastNumber: '1' } as const;
  const order = sold(
    asked([
      activity('beyond', off, { budgetLeft: '30', priority: 1, isExclusive: true, isStackable: false }),
      activity('B', brushFrom('3')),
    ]),
    [gift('B')],
  );
  const { amount, giftCharge } = payable(order, kept({ goods: '4', 'gift of B': '1' }));
  expect([amount, giftCharge]).toEqual(['40.00', '0.00']);
});

test('goods of an exchange are paid as far as the customer has them, not what may still come', () => {
  const rule = {
    policyRuleTypeCode: 'P005',
    leastNumber: '1',
    changeBuyType: '3',
    changeProductCode: 'brush',
    changeBuyRate: '50',
  } as const;
  const choice = { activity: 'A', ruleNo: 1, productCode: 'brush', number: '2', price: '7' };
  const order = sold(asked([activity('A', rule)], [choice]), [gift('A', { isPaid: true })]);
  const owed = (number: string, short: string) =>
    payable(order, new Map([...kept({ goods: '10' }), ['gift of A', { number, short, paid: '0' }]])).amount;
  expect([owed('1', '1'), owed('2', '0')]).toEqual(['103.50', '107.00']);
});

test('lines that are not kept are not asked about', () => {
  const question = asked([]);
  const number = (left: string | undefined) =>
    keptLines(question, () => (left === undefined ? undefined : { number: left, again: null })).map(
      (line) => line.number,
    );
  expect([number(undefined), number('0'), number('0.5')]).toEqual([[], [], ['0.5']]);
});

test('an order without promotions owes what its pieces were sold for', () => {
  const lines = [{ id: 'goods', number: '10', amount: '100', discount: '0', record: null }];
  expect(payable({ lines }, kept({ goods: '4' }))).toMatchObject({
    amount: '40.00',
    giftCharge: '0.00',
    credit: '0.00',
  });
});

test('a discount that is no longer reached is lost, and one that is stays with its pieces', () => {
  const off = { policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRate: '90', leastNumber: '6' } as const;
  const order = sold(asked([activity('A', off)]), []);
  expect([
    payable(order, kept({ goods: '5' })).amount,
    payable(order, kept({ goods: '6' }, { paid: '54' })).amount,
  ]).toEqual(['50.00', '54.00']);
  // A gift beside it costs nothing, whatever becomes of the goods.
  const both = sold(asked([activity('A', off), activity('B', brushFrom('3'))]), [gift('B')]);
  expect(payable(both, kept({ goods: '5', 'gift of B': '1' }))).toMatchObject({ amount: '50.00', giftCharge: '0.00' });
});

describe('account credit', () => {
  const credit = {
    policyRuleTypeCode: 'P006',
    leastAmount: '50',
    giveAccountAmount: '5',
    giveDynamicFlag: '2',
  } as const;
  const recordOf = (question: Question) => ({ question, outcome: evaluate(question), names: {} });
  const amounts = (question: Question, shipped: string) =>
    earnedCredit(recordOf(question), () => shipped).map(({ amount }) => amount);

  test('is earned by what was shipped, on the terms of the sale', () => {
    const question = asked([activity('A', credit)]);
    expect([amounts(question, '10'), amounts(question, '9'), amounts(question, '4')]).toEqual([
      ['10.00'],
      ['5.00'],
      [],
    ]);
    expect(amounts(asked([]), '10')).toEqual([]);
  });

  test('is not earned by an activity that was beyond its budget when the order was sold', () => {
    const question = asked([activity('A', credit), activity('B', credit, { budgetLeft: '9' })]);
    expect(amounts(question, '9')).toEqual(['5.00']);
  });
});

test('a close charges what is missing and gives back what is not missing any more, never below what was paid', () => {
  const charge = (owed: string, paid: string, withheld: string) => clawbackOf({ owed, paid, withheld }).charge;
  expect([
    charge('60', '50', '0'),
    charge('50', '50', '10'),
    charge('40', '50', '0'),
    charge('45', '50', '-10'),
    charge('50', '50', '0'),
  ]).toEqual(['10.00', '-10.00', '0.00', '5.00', '0.00']);
});
