import fc from 'fast-check';
import type { Activity, BoughtLine, Choice, Question, Rule, RuleType } from '#promotion/model/engine/rule.ts';
import { plainActivity } from '#tests/promotion-vectors.ts';

/** Six products of two classes and two brands; prices that do not divide evenly. */
export const goods = [
  ['PT001', 'C01', 'B01', '128.5000'],
  ['PT002', 'C01', 'B01', '60.0000'],
  ['PT003', 'C01', 'B02', '33.3333'],
  ['AP001', 'C02', 'B02', '45.9900'],
  ['AP002', 'C02', 'B02', '7.0700'],
  ['GF001', 'C02', 'B01', '12.0000'],
] as const;
export type Good = (typeof goods)[number];
export const factsOf = ([code, of, brand]: Good) => ({ product: [code], class: [of, 'C0'], brand: [brand] });

export const lines = fc
  .array(fc.record({ good: fc.constantFrom(...goods), number: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((rows) =>
    rows.map(({ good, number }, at): BoughtLine => ({
      lineNo: at + 1,
      productCode: good[0],
      facts: factsOf(good),
      number: String(number),
      price: good[3],
      lineType: '0',
    })),
  );

const small = (max: number) => fc.integer({ min: 1, max }).map(String);
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const flag = fc.constantFrom('0', '1');
const repeated = fc.constantFrom('0', '1', '2');

const fieldsOf: Readonly<Record<RuleType, fc.Arbitrary<Partial<Rule>>>> = {
  P001: fc.record({ buyNumber: small(12), giveNumber: small(3), giveType: flag, giveCode: fc.constant('GF001') }),
  P002: fc.record({
    buyNumber: perhaps(small(12)),
    giveNumber: small(3),
    giveType: fc.constantFrom('1', '2', '3'),
    giveCode: fc.constantFrom('GF001', 'C02'),
    giveMaxNumber: perhaps(small(5)),
  }),
  P003: fc.record({
    onSaleType: flag,
    onSaleAmount: small(900),
    onSaleRateType: flag,
    onSaleRate: fc.integer({ min: 1, max: 99 }).map(String),
  }),
  P004: fc.record({
    canChangeBuyType: repeated,
    freePackageFlag: flag,
    changeBuyType: fc.constant('3'),
    changeProductCode: fc.constant('GF001,AP002'),
    changeBuyRate: small(30),
    changeBuyMaxNumber: perhaps(small(5)),
  }),
  P005: fc.record({
    canChangeBuyType: repeated,
    changeBuyType: fc.constant('3'),
    changeProductCode: fc.constant('GF001,AP002'),
    changeBuyRate: small(99),
    addMoneyChangeBuyLimitType: repeated,
    changeBuyMaxNumber: small(5),
    changeBuyMaxAmount: small(300),
  }),
  P006: fc.record({ giveAccountAmount: small(60) }),
  P007: fc.record({ startNumber: fc.integer({ min: 2, max: 6 }).map(String), disRate: small(99) }),
};

const rules = fc.constantFrom(...(Object.keys(fieldsOf) as RuleType[])).chain((type) =>
  fc
    .array(
      fc.tuple(
        fc.record({
          leastNumber: perhaps(small(30)),
          // Amount off needs a threshold, and so does whatever repeats by it.
          leastAmount: small(3000),
          giveDynamicFlag: repeated,
          trialFlag: flag,
        }),
        fieldsOf[type],
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((rows) =>
      rows.map(([common, own], at): Rule => ({ ruleNo: at + 1, policyRuleTypeCode: type, ...common, ...own })),
    ),
);

export const activities = fc
  .array(
    fc.record({
      rules,
      priority: fc.integer({ min: 1, max: 3 }),
      isStackable: fc.boolean(),
      isExclusive: fc.boolean(),
      limitTimes: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      usedTimes: fc.integer({ min: 0, max: 2 }),
      budgetLeft: perhaps(small(500)),
      scope: fc.constantFrom<Activity['scope'][]>(
        [],
        [],
        [{ side: 'product', dimension: 'class', code: 'C01' }],
        [{ side: 'product', dimension: 'brand', code: 'B02' }],
        [{ side: 'product', dimension: 'product', code: 'PT002', isExcluded: true }],
        [{ side: 'product', dimension: 'product', code: 'PT001' }],
        [
          { side: 'product', dimension: 'class', code: 'C02' },
          { side: 'product', dimension: 'product', code: 'AP001' },
          { side: 'product', dimension: 'product', code: 'PT003' },
        ],
      ),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) => rows.map((row, at): Activity => ({ ...plainActivity, ...row, code: `A${at + 1}` })));

const choices = fc.array(
  fc.record({
    activity: fc.constantFrom('A1', 'A2', 'A3'),
    good: fc.constantFrom(goods[4], goods[5]),
    number: small(4),
  }),
  { maxLength: 3 },
);

export const questions: fc.Arbitrary<Question> = fc
  .record({ lines, activities, picked: choices })
  .map(({ picked, ...rest }) => ({
    ...rest,
    customer: { customer: ['K0001'] },
    date: '2026-05-10',
    orderType: '0',
    giftPrices: Object.fromEntries(goods.map(([code, , , price]) => [code, price])),
    choices: picked.map(({ good, ...choice }): Choice => ({
      ...choice,
      productCode: good[0],
      facts: factsOf(good),
      price: good[3],
    })),
  }));

export const runs = { numRuns: Number.parseInt(process.env['PROPERTY_RUNS'] ?? '2000', 10), seed: 17 };
