import { describe, expect, test } from 'vitest';
import { activity, asked, bought } from '#tests/promotion-order.ts';
import { evaluate } from './evaluate.ts';
import { hintsOf, isBetter, withMore } from './hint.ts';
import type { TraceStep } from './outcome.ts';
import { scaled } from './scaled.ts';

const stepOf = (more: Partial<TraceStep>): TraceStep => ({
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
  ...more,
});
const threeMore = { ruleNo: 1, number: '3', amount: '0.00', lines: [1] };
const brushFor = { policyRuleTypeCode: 'P001', giveNumber: '1', giveType: '1', giveCode: 'brush' } as const;

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
    const before = stepOf({});
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

  test('has come where one of its lines is among those that were meant, whatever else is bought', () => {
    const skipped = stepOf({ lines: [1, 2], result: 'SKIPPED', missing: { ...threeMore, lines: [1, 2] } });
    const applied = stepOf({ lines: [1, 2] });
    const now = (before: TraceStep, lines: readonly number[]) =>
      isBetter([stepOf({ lines, times: 2 }), stepOf({ lines: [9], times: 2 })], before);
    expect([now(skipped, [2, 3]), now(applied, [2, 3])]).toEqual([true, true]);
    expect([now(skipped, [3]), now(applied, [3])]).toEqual([false, false]);
  });

  test('is tried three times where a discount eats what is added, and then not said', () => {
    const said = (onSaleRate: string) => {
      const question = asked(bought(['paint', '5', '10']), [
        activity('rate', [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRate }], { isStackable: true }),
        activity('credit', [{ policyRuleTypeCode: 'P006', leastAmount: '100', giveAccountAmount: '5' }]),
      ]);
      return hintsOf(question, evaluate(question)).map(({ number }) => number);
    };
    // At seven each: seven more make 84, two more 98, one more 105. At five each three times are not enough.
    expect([said('70'), said('50')]).toEqual([['10'], []]);
  });

  test('is counted by what the product itself still misses, not by what another of the same rule does', () => {
    const question = asked(bought(['paint', '13', '10'], ['brush', '5', '10']), [
      activity('rate', [{ policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRate: '90' }], { isStackable: true }),
      activity('each', [{ ...brushFor, leastAmount: '100', giveDynamicFlag: '2' }]),
    ]);
    // Paint has its first hundred and is far from the second; brushes miss 55, and a yuan when six are added.
    expect(hintsOf(question, evaluate(question))).toMatchObject([{ lineNo: 2, number: '7' }]);
  });

  test('is looked for among the six nearest', () => {
    const tried = (losers: number) => {
      const question = asked(bought(['paint', '2', '10']), [
        activity('taker', [{ ...brushFor, leastNumber: '3' }], { priority: 1 }),
        // Once the taker has the line they do not get it.
        ...Array.from({ length: losers }, (_each, at) => activity(`loser ${at}`, [{ ...brushFor, leastNumber: '4' }])),
        activity('far', [{ ...brushFor, leastNumber: '9' }], { isStackable: true }),
      ]);
      return hintsOf(question, evaluate(question), 9).map(({ activity: of, number }) => [of, number]);
    };
    expect(tried(4)).toEqual([
      ['taker', '1'],
      ['far', '7'],
    ]);
    expect(tried(5)).toEqual([['taker', '1']]);
  });

  test('ends after two thousand turns of activities that meet on a line', () => {
    const said = (activities: number) => {
      const question = asked(
        bought(['paint', '2', '10']),
        Array.from({ length: activities }, (_each, at) =>
          activity(`A${at}`, [{ ...brushFor, leastNumber: String(3 + at) }], { isStackable: true }),
        ),
      );
      return hintsOf(question, evaluate(question), 2).length;
    };
    expect([said(2000), said(2001)]).toEqual([2, 1]);
  });

  test('is of a line that nobody holds, the first of those that cost the same', () => {
    const question = asked(bought(['paint', '1', '10'], ['brush', '1', '10'], ['roller', '2', '50']), [
      activity('holds', [{ ...brushFor, leastNumber: '2' }], {
        priority: 1,
        scope: [{ side: 'product', dimension: 'product', code: 'roller' }],
      }),
      activity('wants', [{ ...brushFor, policyRuleTypeCode: 'P002', leastNumber: '3' }]),
    ]);
    expect(hintsOf(question, evaluate(question))).toMatchObject([{ activity: 'wants', lineNo: 1, number: '1' }]);
  });

  test('is whole pieces, as many as money and pieces both ask for', () => {
    const said = (leastNumber: string, leastAmount: string) => {
      const question = asked(bought(['paint', '1', '10']), [
        activity('A', [{ ...brushFor, leastNumber, leastAmount }]),
      ]);
      return hintsOf(question, evaluate(question)).map(({ number }) => number);
    };
    expect([said('2.5', '10'), said('2', '45'), said('2', '50.01'), said('9', '45')]).toEqual([
      ['2'],
      ['4'],
      ['5'],
      ['8'],
    ]);
    expect(said('1', '10')).toEqual([]);
  });

  test('leaves other lines at what their bands made of them', () => {
    const [first, second] = bought(['paint', '2', '10'], ['brush', '3', '5']);
    const lines = [
      { ...first!, amount: '19.00' },
      { ...second!, amount: '14.00' },
    ];
    expect(withMore(lines, 1, scaled('2'))).toEqual([{ ...first!, number: '4' }, lines[1]]);
  });
});
