import { describe, expect, test } from 'vitest';
import { afterDebt, earnedPoints, floored, type EarningLine, type PointsRule } from './earned-points.ts';

const line = (more: Partial<EarningLine> = {}): EarningLine => ({
  lineNo: 1,
  productCode: 'paint',
  classCode: 'C0101',
  brandCode: 'B01',
  number: '2',
  amount: '100',
  ...more,
});
const asked = (rules: readonly PointsRule[], lines: readonly EarningLine[], parents = { C0101: 'C01', C01: 'C' }) =>
  earnedPoints({ date: '2026-05-10', amountPerPoint: '10', parents, rules, lines });
const rule = (code: string, more: Partial<PointsRule> = {}): PointsRule => ({
  code,
  productScope: '0',
  ...more,
});
const ruleOf = (rules: readonly PointsRule[], more: Partial<EarningLine> = {}) =>
  asked(rules, [line(more)]).trace[0]?.rule;

describe('the rule of a line', () => {
  const all = rule('all');
  const brand = rule('brand', { productScope: '2', brandCode: 'B01' });
  const upper = rule('upper', { productScope: '1', productClassCode: 'C01' });
  const lower = rule('lower', { productScope: '1', productClassCode: 'C0101' });
  const product = rule('product', { productScope: '3', productCode: 'paint' });

  test('is the one that means it most: product, nearest class, brand, everything', () => {
    const ranked = [all, brand, upper, lower, product];
    for (const [at, last] of ranked.entries()) {
      expect(ruleOf(ranked.slice(0, at + 1))).toBe(last.code);
      expect(ruleOf(ranked.slice(0, at + 1).toReversed())).toBe(last.code);
    }
  });

  test('is none of other goods, and none of goods without a brand or a class', () => {
    const others = { productCode: 'brush', classCode: 'C02', brandCode: 'B02' };
    expect([brand, upper, lower, product].map((each) => ruleOf([each], others))).toEqual(['', '', '', '']);
    expect(ruleOf([rule('none', { productScope: '2', brandCode: null })], { brandCode: null })).toBe('');
    expect(ruleOf([upper, all], { classCode: null })).toBe('all');
  });

  test('is in force on the day of the order, from its first day to its last', () => {
    const found = (startDate: string | null, endDate: string | null) => ruleOf([rule('R', { startDate, endDate })]);
    expect([found('2026-05-10', '2026-05-10'), found(null, null), found('2026-05-01', null)]).toEqual(['R', 'R', 'R']);
    expect([found('2026-05-11', null), found(null, '2026-05-09')]).toEqual(['', '']);
  });

  test('is the later one of two that mean it alike, then the smaller code', () => {
    const [may, june] = [rule('A', { startDate: '2026-05-01' }), rule('B', { startDate: '2026-05-02' })];
    expect([ruleOf([may, june]), ruleOf([june, may]), ruleOf([rule('0'), may])]).toEqual(['B', 'B', 'A']);
    expect([ruleOf([rule('Y'), rule('X')]), ruleOf([rule('X'), rule('Y')])]).toEqual(['X', 'X']);
  });

  test('is found once where classes run in a circle', () => {
    expect(asked([upper], [line()], { C0101: 'C01', C01: 'C0101' }).trace[0]?.rule).toBe('upper');
    expect(
      asked([rule('X', { productScope: '1', productClassCode: 'X' })], [line()], { C0101: 'C0101', C01: '' }).points,
    ).toBe('10');
  });
});

describe('the points of a line', () => {
  const points = (more: Partial<PointsRule>) => asked([rule('R', more)], [line()]).points;

  test('are by its money, as the rule or the house says, and by its pieces', () => {
    expect([points({}), points({ amountPerPoint: '' }), points({ amountPerPoint: '20' })]).toEqual(['10', '10', '5']);
    expect([points({ pointsPerUnit: '3' }), points({ pointsPerUnit: '' })]).toEqual(['16', '10']);
    expect(points({ amountPerPoint: '0', pointsPerUnit: '3' })).toBe('6');
    expect(asked([], [line()]).points).toBe('10');
  });

  test('are nothing of gifts, trials and what a rule brought', () => {
    const lines = [
      line({ lineType: '1' }),
      line({ lineType: '0', ruleNo: 1 }),
      line({ lineType: '0' }),
      line({ lineType: null }),
    ];
    expect(asked([rule('R')], lines).trace.map(({ rule: of, points: earned }) => `${of} ${earned}`)).toEqual([
      ' 0',
      ' 0',
      'R 10',
      'R 10',
    ]);
  });

  test('are cut off once, at the end of all of them', () => {
    expect(asked([], [line({ amount: '15' }), line({ amount: '15' })]).points).toBe('3');
    expect([floored('0.9'), floored('2.99'), floored('-3.5'), floored('0')]).toEqual(['0', '2', '0', '0']);
  });

  test('settle what is owed first', () => {
    expect([afterDebt('10', '4'), afterDebt('3', '4')]).toEqual([
      { debtSettled: '4', batch: '6' },
      { debtSettled: '3', batch: '0' },
    ]);
  });
});
