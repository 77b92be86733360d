import { describe, expect, test } from 'vitest';
import { plainActivity } from '#tests/promotion-vectors.ts';
import { evaluate } from './evaluate.ts';
import { hintsOf, isBetter } from './hint.ts';
import type { Outcome, TraceStep } from './outcome.ts';
import type { Activity, BoughtLine, Choice, Question, Rule } from './rule.ts';

const goods = { paint: ['C01', 'B01'], brush: ['C02', 'B01'], roller: ['C02', 'B02'] } as const;
type Good = keyof typeof goods;
const factsOf = (good: Good) => ({ product: [good], class: [goods[good][0]], brand: [goods[good][1]] });
const bought = (...rows: readonly (readonly [good: Good, number: string, price: string])[]): readonly BoughtLine[] =>
  rows.map(([productCode, number, price], at) => ({
    lineNo: at + 1,
    productCode,
    facts: factsOf(productCode),
    number,
    price,
    lineType: '0',
  }));
const activity = (code: string, rules: readonly Omit<Rule, 'ruleNo'>[], more: Partial<Activity> = {}): Activity => ({
  ...plainActivity,
  code,
  rules: rules.map((rule, at) => ({ ruleNo: at + 1, ...rule })),
  ...more,
});
const picked = (of: string, productCode: Good, number: string, price: string): Choice => ({
  activity: of,
  productCode,
  facts: factsOf(productCode),
  number,
  price,
});
const asked = (lines: readonly BoughtLine[], activities: readonly Activity[], more: Partial<Question> = {}) => ({
  customer: { customer: ['K1'] },
  date: '2026-05-10',
  orderType: '0',
  lines,
  activities,
  ...more,
});
const costs = ({ lines }: Outcome): readonly string[] => lines.map(({ amount }) => amount);
const reasons = ({ skipped }: Outcome): Readonly<Record<string, string>> =>
  Object.fromEntries(skipped.map(({ activity: code, reason }) => [code, reason]));

const tenOff = { policyRuleTypeCode: 'P003', leastAmount: '100', onSaleType: '0', onSaleAmount: '10' } as const;

describe('who comes first', () => {
  test('is who is worth more among equals, the smaller priority before that, and the code where all is equal', () => {
    const off = (code: string, onSaleAmount: string, priority = 100) =>
      activity(code, [{ ...tenOff, onSaleAmount }], { priority });
    const lines = bought(['paint', '2', '100']);
    expect(costs(evaluate(asked(lines, [off('A', '10'), off('B', '20')])))).toEqual(['180.00']);
    expect(costs(evaluate(asked(lines, [off('A', '10', 1), off('B', '20', 2)])))).toEqual(['190.00']);
    expect(reasons(evaluate(asked(lines, [off('B', '10'), off('A', '10')])))).toEqual({ B: 'LOCKED' });
  });

  test('holds what it took, and who came too late is told by whom: not by those who let others share', () => {
    const lines = bought(['paint', '2', '100']);
    const outcome = evaluate(
      asked(lines, [
        activity('shares', [{ ...tenOff, onSaleAmount: '5' }], { priority: 1, isStackable: true }),
        activity('holds', [tenOff], { priority: 2 }),
        activity('late', [tenOff], { priority: 3 }),
        activity('alone', [tenOff], { priority: 4, isExclusive: true }),
      ]),
    );
    expect(costs(outcome)).toEqual(['185.00']);
    const heldFrom = (code: string) => outcome.trace.find(({ activity: of }) => of === code)?.heldBy;
    expect(heldFrom('late')).toEqual(['holds']);
    expect(heldFrom('alone')).toEqual(['shares', 'holds']);
  });

  test('may share in a later phase what others hold in an earlier, unless it wants to be alone', () => {
    const gift = { policyRuleTypeCode: 'P001', buyNumber: '2', giveNumber: '1', giveType: '0' } as const;
    const lines = bought(['paint', '2', '100']);
    const both = (isExclusive: boolean) =>
      evaluate(asked(lines, [activity('A', [tenOff], { priority: 1 }), activity('B', [gift], { isExclusive })]));
    expect(both(false).gifts).toHaveLength(1);
    expect(both(true).gifts).toEqual([]);
  });
});

describe('a budget', () => {
  test('is spent to the last cent, and not a cent beyond', () => {
    const lines = bought(['paint', '1', '100']);
    const left = (budgetLeft: string) => evaluate(asked(lines, [activity('A', [tenOff], { budgetLeft })]));
    expect(costs(left('10.00'))).toEqual(['90.00']);
    expect(costs(left('9.99'))).toEqual(['100.00']);
    expect(reasons(left('9.99'))).toEqual({ A: 'BUDGET' });
  });

  test('counts gifts at what they cost, and gives none of several where it does not hold all', () => {
    const gift = {
      policyRuleTypeCode: 'P001',
      buyNumber: '1',
      giveNumber: '2',
      giveType: '1',
      giveCode: 'brush',
    } as const;
    const lines = bought(['paint', '1', '100'], ['roller', '1', '5']);
    const given = (budgetLeft: string) =>
      evaluate(asked(lines, [activity('A', [gift], { budgetLeft })], { giftPrices: { brush: '7.07' } }));
    expect(given('28.28').usage).toEqual([{ activity: 'A', times: 2, cost: '28.28' }]);
    expect(given('28.27').gifts).toEqual([]);
    expect(reasons(given('28.27'))).toEqual({ A: 'BUDGET' });
  });
});

describe('how often', () => {
  test('a gift without a threshold comes with every piece', () => {
    const each = { policyRuleTypeCode: 'P001', giveNumber: '1', giveType: '0', giveDynamicFlag: '1' } as const;
    expect(evaluate(asked(bought(['paint', '3', '10']), [activity('A', [each])])).gifts).toMatchObject([
      { productCode: 'paint', number: '3', times: 3 },
    ]);
  });

  test('an exchange says in a field of its own, a gift and an amount off in theirs', () => {
    const exchange = {
      policyRuleTypeCode: 'P005',
      buyNumber: '2',
      changeBuyType: '3',
      changeProductCode: 'brush',
      changeBuyRate: '50',
      addMoneyChangeBuyLimitType: '1',
      changeBuyMaxNumber: '1',
    } as const;
    const most = (rule: object) =>
      evaluate(asked(bought(['paint', '6', '10']), [activity('A', [{ ...exchange, ...rule }])])).entitlements[0]
        ?.maxNumber;
    expect([most({ canChangeBuyType: '1' }), most({ canChangeBuyType: '0', giveDynamicFlag: '1' })]).toEqual([
      '3',
      '1',
    ]);
  });

  test('the highest tier that is reached counts, and all that share its threshold', () => {
    const tier = (leastNumber: string, giveNumber: string, giveCode: Good) =>
      ({ policyRuleTypeCode: 'P002', leastNumber, giveNumber, giveType: '1', giveCode }) as const;
    const gifts = (number: string) =>
      evaluate(
        asked(bought(['paint', number, '10']), [
          activity('A', [tier('5', '1', 'brush'), tier('10', '2', 'brush'), tier('10', '3', 'roller')]),
        ]),
      ).gifts.map(({ productCode, number: pieces }) => `${pieces} ${productCode}`);
    expect([gifts('4'), gifts('9'), gifts('10')]).toEqual([[], ['1 brush'], ['2 brush', '3 roller']]);
  });
});

describe('rules of one threshold', () => {
  test('work one after the other by their numbers, in whatever order they were read', () => {
    const rate = {
      ruleNo: 2,
      policyRuleTypeCode: 'P003',
      leastNumber: '1',
      onSaleType: '1',
      onSaleRate: '50',
    } as const;
    const amount = {
      ruleNo: 1,
      policyRuleTypeCode: 'P003',
      leastNumber: '1',
      onSaleType: '0',
      onSaleAmount: '10',
    } as const;
    const cost = (rules: readonly Rule[]) =>
      costs(evaluate(asked(bought(['paint', '1', '100']), [{ ...plainActivity, code: 'A', rules }])));
    expect([cost([rate, amount]), cost([amount, rate])]).toEqual([['45.00'], ['45.00']]);
    expect(cost([{ ...rate, onSaleRateType: '1', onSaleRate: '30' }])).toEqual(['70.00']);
  });

  test('give nothing where one would apply no time at all', () => {
    const gift = { policyRuleTypeCode: 'P002', leastNumber: '2', giveNumber: '1', giveType: '1' } as const;
    const { gifts } = evaluate(
      asked(bought(['paint', '2', '10']), [
        activity('A', [
          { ...gift, giveCode: 'brush' },
          // By money, and of no money.
          { ...gift, giveCode: 'roller', giveDynamicFlag: '2' },
        ]),
      ]),
    );
    expect(gifts.map(({ productCode }) => productCode)).toEqual(['brush']);
  });
});

describe('the nth piece', () => {
  const row = (startNumber: string, disRate: string, more: Partial<Rule> = {}) =>
    ({ policyRuleTypeCode: 'P007', startNumber, disRate, giveDynamicFlag: '0', ...more }) as const;

  test('costs what its place says, to the cent also where a piece is dear', () => {
    const lines = bought(['paint', '2', '100000']);
    expect(costs(evaluate(asked(lines, [activity('A', [row('2', '50')])])))).toEqual(['150000.00']);
  });

  test('is counted over the lines of a product; rows that a product does not reach are not for it', () => {
    const lines = bought(['paint', '3', '10'], ['brush', '6', '10'], ['paint', '1', '10']);
    const rows = [row('3', '50'), row('4', '10', { leastNumber: '6' })];
    // Paint: the third and fourth at half; brushes: the third at half, the fourth to sixth at a tenth.
    expect(costs(evaluate(asked(lines, [activity('A', rows)])))).toEqual(['25.00', '28.00', '5.00']);
  });

  test('costs what the last of two rows for the same place says', () => {
    const lines = bought(['paint', '3', '10']);
    expect(costs(evaluate(asked(lines, [activity('A', [row('2', '50'), row('2', '10')])])))).toEqual(['12.00']);
  });

  test('that costs what it cost keeps no line from others, nor does a rate of a hundred', () => {
    const lines = bought(['paint', '2', '10'], ['brush', '1', '10']);
    const others = [
      activity('nth', [row('2', '50')], { priority: 1 }),
      activity('rate', [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRate: '100' }], { priority: 2 }),
      activity('off', [{ ...tenOff, leastAmount: '10', onSaleAmount: '1' }], { priority: 3 }),
    ];
    expect(costs(evaluate(asked(lines, others)))).toEqual(['15.00', '9.00']);
  });

  test('comes again every four and every six: each at its rate, and every twelfth as the last row says', () => {
    const every = (startNumber: string, disRate: string) => row(startNumber, disRate, { giveDynamicFlag: '1' });
    const lines = bought(['paint', '24', '10']);
    // 16 in full, four fourths at half, two sixths and two twelfths for nothing.
    expect(costs(evaluate(asked(lines, [activity('A', [every('4', '50'), every('6', '0')])])))).toEqual(['180.00']);
  });

  test('comes again every so many, and the last row wins where two meet', () => {
    const lines = bought(['paint', '6', '10']);
    const rows = [row('2', '50', { giveDynamicFlag: '1' }), row('3', '0', { giveDynamicFlag: '1' })];
    // 10 + 5 + 0 + 5 + 10 + 0
    expect(costs(evaluate(asked(lines, [activity('A', rows)])))).toEqual(['30.00']);
  });
});

describe('what is chosen', () => {
  const paid = {
    policyRuleTypeCode: 'P005',
    leastNumber: '1',
    changeBuyType: '3',
    changeProductCode: 'brush, roller',
    changeBuyRate: '50',
    addMoneyChangeBuyLimitType: '2',
    changeBuyMaxAmount: '33.33',
  } as const;
  const chosenBy = (rule: Omit<Rule, 'ruleNo'>, choices: readonly Choice[], more: Partial<Activity> = {}) =>
    evaluate(asked(bought(['paint', '1', '100']), [activity('A', [rule], more)], { choices })).entitlements[0];

  test('is worth its price to the cent against a limit of money', () => {
    expect(chosenBy(paid, [picked('A', 'brush', '1', '33.3333')])).toMatchObject({
      chosen: [{ productCode: 'brush', price: '16.6667', amount: '16.67', lineType: '0' }],
    });
    expect(chosenBy(paid, [picked('A', 'brush', '1', '33.34')])).toMatchObject({ chosen: [], error: 'tooMuch' });
  });

  test('is offered whole or refused: one stranger among the goods, or a good without a number', () => {
    expect(chosenBy(paid, [picked('A', 'brush', '1', '1'), picked('A', 'paint', '1', '1')])?.error).toBe('notOffered');
    expect(chosenBy(paid, [picked('A', 'brush', '1', '1'), picked('A', 'roller', '0', '1')])?.error).toBe('noNumber');
    expect(
      chosenBy({ ...paid, addMoneyChangeBuyLimitType: '1', changeBuyMaxNumber: '1' }, [
        picked('A', 'brush', '1', '1'),
        picked('A', 'roller', '1', '1'),
      ])?.error,
    ).toBe('tooMany');
  });

  test('comes from a class, a brand, or what the activity is about', () => {
    const scope = [
      { side: 'customer', dimension: 'customer', code: 'K1' },
      { side: 'product', dimension: 'brand', code: 'B01' },
    ] as const;
    const error = (changeBuyType: string, good: Good, changeProductCode = '') =>
      chosenBy({ ...paid, changeBuyType, changeProductCode }, [picked('A', good, '1', '1')], { scope })?.error ?? '';
    expect([error('0', 'brush'), error('0', 'roller')]).toEqual(['', 'notOffered']);
    expect([error('1', 'roller', 'C02'), error('1', 'paint', 'C02')]).toEqual(['', 'notOffered']);
    expect([error('2', 'roller', 'B02'), error('2', 'brush', 'B02')]).toEqual(['', 'notOffered']);
  });

  test('above a quota is paid, what costs nothing is a gift, and a trial stays one', () => {
    const quota = {
      policyRuleTypeCode: 'P004',
      leastNumber: '1',
      changeBuyType: '3',
      changeProductCode: 'brush',
      changeBuyRate: '20',
    } as const;
    const goodsFor = (number: string) => chosenBy(quota, [picked('A', 'brush', number, '10')]);
    expect(goodsFor('2')).toMatchObject({ quotaAmount: '20.00', chosen: [{ amount: '0.00', lineType: '1' }] });
    expect(goodsFor('3')).toMatchObject({ chosen: [{ price: '3.3333', amount: '10.00', lineType: '0' }] });
    const trial = {
      policyRuleTypeCode: 'P002',
      leastNumber: '1',
      giveType: '2',
      giveCode: 'C02',
      giveNumber: '2',
      trialFlag: '1',
    } as const;
    expect(chosenBy(trial, [picked('A', 'brush', '2', '10')])).toMatchObject({
      maxNumber: '2',
      chosen: [{ price: '0.0000', lineType: '4' }],
    });
  });
});

describe('what is missing', () => {
  test('is said so that it comes true where a discount makes the added pieces count for less', () => {
    const question = asked(bought(['paint', '5', '10']), [
      activity('rate', [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRate: '90' }], { isStackable: true }),
      activity('credit', [{ policyRuleTypeCode: 'P006', leastAmount: '100', giveAccountAmount: '5' }]),
    ]);
    // 45 now; six more cost 54 and leave a yuan to be desired.
    expect(hintsOf(question, evaluate(question))).toMatchObject([
      { activity: 'credit', lineNo: 1, number: '7', missing: { amount: '55.00' } },
    ]);
  });

  test('names the nearest first, of the dearest goods, and not where nothing more is to be had', () => {
    const tier = (leastNumber: string) =>
      ({ policyRuleTypeCode: 'P002', leastNumber, giveNumber: '1', giveType: '1', giveCode: 'brush' }) as const;
    const question = asked(bought(['paint', '1', '10'], ['roller', '1', '20']), [
      activity('far', [tier('9')], { isStackable: true }),
      activity('near', [tier('4')], { isStackable: true }),
      activity('reached', [tier('2')], { isStackable: true }),
    ]);
    const said = hintsOf(question, evaluate(question), 3).map(({ activity: of, lineNo, number }) => [
      of,
      lineNo,
      number,
    ]);
    expect(said).toEqual([
      ['near', 2, '2'],
      ['far', 2, '7'],
    ]);
  });

  test('is as much as asked for, and of money the next multiple', () => {
    const credit = {
      policyRuleTypeCode: 'P006',
      leastAmount: '100',
      giveAccountAmount: '5',
      giveDynamicFlag: '2',
    } as const;
    const question = asked(bought(['paint', '15', '10']), [
      activity('A', [credit], { isStackable: true }),
      activity('B', [{ ...credit, leastAmount: '40' }], { isStackable: true }),
    ]);
    const outcome = evaluate(question);
    expect(hintsOf(question, outcome)).toMatchObject([{ activity: 'B', number: '1', missing: { amount: '10.00' } }]);
    expect(hintsOf(question, outcome, 2)).toMatchObject([{ activity: 'B' }, { activity: 'A', number: '5' }]);
  });

  test('is not said of goods that cost nothing where money is missing', () => {
    const credit = { policyRuleTypeCode: 'P006', leastAmount: '100', giveAccountAmount: '5' } as const;
    const free = asked(bought(['paint', '1', '0']), [activity('A', [credit])]);
    expect(hintsOf(free, evaluate(free))).toEqual([]);
    const pieces = asked(bought(['paint', '1', '0']), [
      activity('A', [{ ...credit, leastAmount: null, leastNumber: '3' }]),
    ]);
    expect(hintsOf(pieces, evaluate(pieces))).toMatchObject([{ number: '2' }]);
  });

  test('has come when the same activity gives more than before, not when it or another gives the same', () => {
    const before: TraceStep = {
      seq: 1,
      activity: 'A',
      ruleNo: 1,
      type: 'P001',
      phase: 'B',
      lines: [1],
      locked: [],
      heldBy: [],
      number: '10',
      amount: '100.00',
      leastNumber: null,
      leastAmount: null,
      times: 1,
      result: 'APPLIED',
      reason: null,
      effects: [],
      missing: null,
    };
    const now = (more: Partial<TraceStep>) => isBetter([{ ...before, ...more }], before);
    expect([now({ times: 2 }), now({ ruleNo: 2 })]).toEqual([true, true]);
    expect([
      now({}),
      now({ times: 2, activity: 'B' }),
      now({ times: 2, type: 'P002' }),
      now({ times: 2, lines: [2] }),
      now({ times: 2, result: 'SKIPPED' }),
    ]).toEqual([false, false, false, false, false]);
  });
});
