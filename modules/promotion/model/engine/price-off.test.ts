import { describe, expect, test } from 'vitest';
import { activity, asked, bought, costs, tenOff } from '#tests/promotion-order.ts';
import { evaluate } from './evaluate.ts';
import type { Rule } from './rule.ts';

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

  test('is left where it was in a line that no place meets, also at the cent that bands of a ladder made', () => {
    const [first, second] = bought(['paint', '300', '0.3333'], ['paint', '300', '1']);
    const lines = [
      { ...first!, amount: '100.00' },
      { ...second!, amount: '300.00' },
    ];
    // The 501st on: a hundred of the second line at half.
    const off = evaluate(asked(lines, [activity('A', [row('501', '50')])]));
    expect(costs(off)).toEqual(['100.00', '250.00']);
    expect(off.trace[0]?.effects).toEqual([{ kind: 'off', lineNo: 2, amount: '50.00' }]);
  });

  test('starts with the first where its row says nothing, and ends where the next begins', () => {
    const cost = (...rows: readonly Omit<Rule, 'ruleNo'>[]) =>
      costs(evaluate(asked(bought(['paint', '4', '10']), [activity('A', rows)])));
    expect(cost(row('0', '50'))).toEqual(['20.00']);
    expect(cost(row('3', '0'), row('1', '90'))).toEqual(['18.00']);
    // Two for the first place: the last one counts, and nothing lies before it.
    expect(cost(row('0', '0'), row('0', '90'))).toEqual(['36.00']);
  });

  test('every so many: rows that name no piece are none, and what is cut counts as far as it goes', () => {
    const every = (startNumber: string, disRate: string) => row(startNumber, disRate, { giveDynamicFlag: '1' });
    const cost = (number: string, ...rows: readonly Omit<Rule, 'ruleNo'>[]) =>
      costs(evaluate(asked(bought(['paint', number, '10']), [activity('A', rows)])));
    expect(cost('4', every('0', '0'), every('2', '50'))).toEqual(['30.00']);
    expect(cost('4', every('0', '0'))).toEqual(['40.00']);
    // Half of the third piece.
    expect(cost('2.5', every('3', '0'))).toEqual(['20.00']);
    expect(cost('3', every('3', '0'))).toEqual(['20.00']);
  });

  test('every so many: as quick for all the pieces of the world, and for rows that meet after years', () => {
    const every = (startNumber: string, disRate: string) => row(startNumber, disRate, { giveDynamicFlag: '1' });
    const cost = (number: string, ...rows: readonly Omit<Rule, 'ruleNo'>[]) =>
      costs(evaluate(asked(bought(['paint', number, '1']), [activity('A', rows)])));
    expect(cost('10000000000', every('2', '50'))).toEqual(['7500000000.00']);
    expect(cost('10000000000', every('1000', '0'), every('1000', '50'), every('1000', '50'))).toEqual([
      '9995000000.00',
    ]);
    expect(cost('3', every('99991', '0'), every('99989', '0'), every('3', '50'))).toEqual(['2.50']);
  });

  test('counts for a product by its pieces and its money, to the last cent of both', () => {
    const cost = (number: string, price: string) =>
      costs(
        evaluate(
          asked(bought(['paint', number, price], ['brush', '9', '10']), [
            activity('A', [row('1', '50', { leastNumber: '3', leastAmount: '30' })]),
          ]),
        ),
      )[0];
    expect([cost('3', '10'), cost('2', '15'), cost('3', '9.99')]).toEqual(['15.00', '30.00', '29.97']);
  });
});

describe('an amount off', () => {
  test('is never more than the goods cost, and what a rate rounds up is never dearer', () => {
    const cost = (rule: Omit<Rule, 'ruleNo'>, number: string, price: string, amount?: string) => {
      const [line] = bought(['paint', number, price]);
      return costs(
        evaluate(asked([{ ...line!, ...(amount === undefined ? {} : { amount }) }], [activity('A', [rule])])),
      );
    };
    const all = { ...tenOff, leastAmount: null, onSaleAmount: '500' } as const;
    expect(cost(all, '2', '100')).toEqual(['0.00']);
    const rate = { policyRuleTypeCode: 'P003', onSaleType: '1', onSaleRate: '99' } as const;
    // At the price of the line 99 of a hundred are 101.97: its ladder was cheaper.
    expect(cost(rate, '10', '10.3', '101.50')).toEqual(['101.50']);
    expect(cost(rate, '10', '10.3')).toEqual(['101.97']);
  });
});
