import { describe, expect, test } from 'vitest';
import { compileCondition, type Names } from './feel.ts';
import { FeelFault } from './feel-syntax.ts';

const names: Names = {
  amount: 'number',
  rate: 'number',
  orderType: 'text',
  billDate: 'date',
  isUrgent: 'boolean',
  部门: 'text',
};
const values = {
  amount: '20000.10',
  rate: 0.3,
  orderType: '1',
  billDate: '2026-03-15',
  isUrgent: true,
  部门: '销售部',
};
const holds = (source: string, given: Record<string, unknown> = values): boolean =>
  compileCondition(source, names).test(given);

describe('a condition', () => {
  test.each([
    'amount > 10000',
    'amount >= 20000.1',
    'not(amount < 10000)',
    '0.1 + 0.2 = rate',
    'amount * 2 - 0.2 = 40000',
    '-amount < 0',
    'amount in [10000..30000]',
    'amount in (10000..20000.1]',
    'amount in (1, 2, 20000.1)',
    'amount in ([1..5], [20000..20001])',
    'orderType = "1" and isUrgent',
    'orderType in ("0", "1")',
    'orderType != "2" or amount < 1',
    'billDate >= date("2026-01-01")',
    'billDate in [date("2026-03-01")..date("2026-03-31")]',
    '(amount > 1 and amount < 5) or isUrgent = true',
    '部门 = "销售部"',
    'orderType != null',
    'not(isUrgent = false)',
  ])('%s holds', (source) => {
    expect(holds(source)).toBe(true);
  });

  test.each([
    'amount > 20000.10',
    'amount in [1..5]',
    'amount in (20000.1..30000)',
    'orderType = "2"',
    'isUrgent and amount < 5',
    'orderType = null',
  ])('%s does not', (source) => {
    expect(holds(source)).toBe(false);
  });

  test('is exact to the last digit, whatever binary fractions make of it', () => {
    expect(holds('amount = 0.3', { amount: '0.3' })).toBe(true);
    expect(compileCondition('amount + amount + amount = 0.3', names).test({ amount: '0.1' })).toBe(true);
  });

  test.each([
    ['total > 5', /no field total/],
    ['amount > "5"', /number/],
    ['orderType > 5', /text/],
    ['amount', /true or false/],
    ['amount > 1 and 5', /true or false/],
    ['isUrgent > false', /number/],
    ['null > 1', /./],
    ['amount >', /not complete/],
    ['amount > 1 1', /not expected/],
    ['matches(orderType, "(a+)+$")', /not expected/],
    ['for x in [1..9] return x', /not expected/],
    ['amount > 1e9', /./],
    ['process.exit()', /./],
    ['constructor.constructor("x")()', /./],
    ['__proto__ = "x"', /no field/],
    ['amount > 1; amount', /./],
    ['date("2026-13-45") = billDate', /date/],
    ['if amount > 1 then true else false', /not expected/],
    [`${'('.repeat(200)}amount > 1${')'.repeat(200)}`, /nested/],
    ['a'.repeat(1001), /too long/],
    ['', /not complete/],
  ])('%s is refused where it is written', (source, why) => {
    expect(() => compileCondition(source, names)).toThrow(FeelFault);
    expect(() => compileCondition(source, names)).toThrow(why);
  });

  test('never reads something that is missing as "no"', () => {
    expect(() => holds('amount > 5', {})).toThrow('amount is not set');
    expect(() => holds('amount > 5', { amount: null })).toThrow('empty value');
    expect(() => holds('amount + 1 > 5', { amount: null })).toThrow('empty value');
  });

  test('says which names it uses', () => {
    expect(compileCondition('amount > 5 and (rate < 1 or amount = 2)', names).names).toEqual(['amount', 'rate']);
  });
});
