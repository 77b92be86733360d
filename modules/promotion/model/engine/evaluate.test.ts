import { describe, expect, test } from 'vitest';
import { activity, asked, bought, costs, picked, reasons, tenOff, type Good } from '#tests/promotion-order.ts';
import { plainActivity } from '#tests/promotion-vectors.ts';
import { evaluate } from './evaluate.ts';
import type { Activity, Choice, Rule } from './rule.ts';

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

test('one part of a fixed package is enough for it not to be whole; nothing chosen is no fault', () => {
  const fixed = { policyRuleTypeCode: 'P002', leastNumber: '1', giveType: '3', giveCode: 'PK1' } as const;
  const error = (...choices: readonly Choice[]) =>
    evaluate(asked(bought(['paint', '1', '100']), [activity('A', [fixed])], { choices })).entitlements[0]?.error;
  const [part, whole] = [picked('A', 'brush', '1', '10'), picked('A', 'roller', '1', '10')];
  expect([error({ ...part, isPart: true }, whole), error(part, whole), error()]).toEqual([
    'notWhole',
    undefined,
    undefined,
  ]);
});

test('goods that one rule does not offer are taken by the other that does', () => {
  const each = { policyRuleTypeCode: 'P001', giveType: '2', giveNumber: '1' } as const;
  const rules = ['C01', 'C02'].map((giveCode) => ({ ...each, giveCode }));
  const choices = [picked('A', 'brush', '1', '10')];
  const { entitlements } = evaluate(asked(bought(['paint', '1', '100']), [activity('A', rules)], { choices }));
  expect(entitlements.map(({ chosen, error }) => error ?? chosen.length)).toEqual(['notOffered', 1]);
});

test('a limit that is used up is told with the first of its rules', () => {
  const used = activity('A', [tenOff, { ...tenOff, leastAmount: '150' }], { limitTimes: 1, usedTimes: 1 });
  const [step] = evaluate(asked(bought(['paint', '2', '100']), [used])).trace;
  expect([step?.reason, step?.ruleNo, step?.leastAmount]).toEqual(['LIMIT', 1, '100']);
});

test('an activity that only leaves goods out is about all the others', () => {
  const scope = [{ side: 'product', dimension: 'class', code: 'C02', isExcluded: true }] as const;
  const lines = bought(['paint', '1', '100'], ['brush', '1', '100']);
  expect(costs(evaluate(asked(lines, [activity('A', [tenOff], { scope })])))).toEqual(['90.00', '100.00']);
});

test('lines count in the order of their numbers, whatever the scope names first', () => {
  const scope = ['C02', 'C01'].map((code) => ({ side: 'product', dimension: 'class', code }) as const);
  const gift = { policyRuleTypeCode: 'P002', giveNumber: '1', giveType: '0' } as const;
  const { gifts } = evaluate(
    asked(bought(['paint', '1', '10'], ['brush', '1', '10']), [activity('A', [gift], { scope })]),
  );
  expect(gifts).toMatchObject([{ productCode: 'paint', sources: [1, 2] }]);
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

  test('is taken once, by the rule that it was chosen from, and by nobody else', () => {
    const one = { ...paid, addMoneyChangeBuyLimitType: null } as const;
    const chosen = (choices: readonly Choice[], ...activities: readonly Activity[]) =>
      evaluate(asked(bought(['paint', '1', '100'], ['brush', '1', '10']), activities, { choices })).entitlements.map(
        ({ activity: of, ruleNo, chosen: goods }) => `${of} ${ruleNo}: ${goods.length}`,
      );
    const stacks = { isStackable: true };
    // Others that come before leave it alone.
    expect(
      chosen(
        [picked('B', 'brush', '1', '10')],
        activity('A', [{ policyRuleTypeCode: 'P002', giveNumber: '1', giveType: '1', giveCode: 'roller' }], stacks),
        activity('B', [one], stacks),
      ),
    ).toEqual(['B 1: 1']);
    const each = { ...one, policyRuleTypeCode: 'P001', giveType: '2', giveCode: 'C02', giveNumber: '1' } as const;
    // A rule of single products meets both: they let one choose once, and together.
    expect(chosen([picked('A', 'brush', '1', '10')], activity('A', [each]))).toEqual(['A 1: 1']);
    expect(chosen([{ ...picked('A', 'brush', '1', '10'), ruleNo: 2 }], activity('A', [each, each]))).toEqual([
      'A 1: 0',
      'A 2: 1',
    ]);
    // What was too much for one is not taken by it.
    const none = { ...each, giveNumber: '0' };
    expect(
      chosen([picked('A', 'brush', '1', '10')], activity('A', [none], stacks), activity('B', [one], stacks)),
    ).toEqual(['A 1: 0', 'B 1: 0']);
  });

  test('from what several products give by one rule has the room of all of them', () => {
    const each = {
      policyRuleTypeCode: 'P001',
      leastNumber: '2',
      buyNumber: '2',
      giveType: '2',
      giveCode: 'C02',
      giveNumber: '1',
      giveDynamicFlag: '1',
    } as const;
    const lines = bought(['paint', '4', '100'], ['brush', '2', '10'], ['roller', '1', '10']);
    const of = (number: string, more: Partial<Activity> = {}, rule: Partial<Rule> = {}) =>
      evaluate(
        asked(lines, [activity('A', [{ ...each, ...rule }], more)], { choices: [picked('A', 'brush', number, '10')] }),
      );
    expect(of('3')).toMatchObject({
      entitlements: [
        { times: 3, number: '3', maxNumber: '3', maxAmount: null, sources: [1, 2], chosen: [{ number: '3' }] },
      ],
      usage: [{ times: 3, cost: '30.00' }],
    });
    expect(of('4').entitlements).toMatchObject([{ chosen: [], error: 'tooMany' }]);
    // Limit and budget are those of the activity, not of each product.
    expect(of('3', { limitTimes: 2 }).entitlements).toMatchObject([{ maxNumber: '2', error: 'tooMany' }]);
    expect(of('3', { budgetLeft: '29.99' })).toMatchObject({
      entitlements: [],
      skipped: [{ activity: 'A', reason: 'BUDGET' }],
    });
    const typed = { giveType: '3', giveCode: 'PK', giveDynamicFlag: '0' } as const;
    expect(of('1', {}, { ...typed, giveMaxNumber: '2', giveMaxAmount: '15' }).entitlements).toMatchObject([
      { packageCode: 'PK', maxNumber: '4', maxAmount: '30.00', times: 2 },
    ]);
    expect(of('9', {}, typed).entitlements).toMatchObject([{ maxNumber: null, maxAmount: null, chosen: [{}] }]);
  });

  test('of a package that is whole or nothing is refused in parts', () => {
    const rule = {
      policyRuleTypeCode: 'P002',
      leastNumber: '1',
      giveType: '3',
      giveCode: 'PK',
      giveMaxNumber: '9',
    } as const;
    expect(chosenBy(rule, [{ ...picked('A', 'brush', '1', '10'), isPart: true }])).toMatchObject({
      chosen: [],
      error: 'notWhole',
    });
  });

  test('from a rule that does not say so is what the activity is about, and a gift is the product itself', () => {
    const { changeBuyType: _type, changeProductCode: _code, ...about } = paid;
    const scope = [{ side: 'product', dimension: 'class', code: 'C01' }] as const;
    expect(chosenBy(about, [picked('A', 'paint', '1', '1')], { scope })).toMatchObject({
      changeBuyType: '0',
      chosen: [{ productCode: 'paint' }],
    });
    const gift = { policyRuleTypeCode: 'P001', giveNumber: '1' } as const;
    for (const giveType of [undefined, null])
      expect(
        evaluate(
          asked(bought(['paint', '1', '1']), [
            activity('A', [{ ...gift, ...(giveType === null ? { giveType } : {}) }]),
          ]),
        ).gifts,
      ).toMatchObject([{ productCode: 'paint', giveType: '0' }]);
  });
});
