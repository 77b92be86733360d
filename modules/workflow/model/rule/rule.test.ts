import { describe, expect, test } from 'vitest';
import type { Names } from '#workflow/model/engine/feel.ts';
import { isComplete, parseRule, printRule, type Operator, type Rule, type Test } from './rule.ts';
import { firstFitting, traceOf } from './trace.ts';

const names: Names = { amount: 'number', orderType: 'text', billDate: 'date', isNew: 'boolean', rate: 'number' };

/** The same seed makes the same rules: a failure can be looked at again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
const texts = ['1', '样品', 'say "no"', 'back\\slash', 'a and (b', '..', "o'neil"];
const dates = ['2026-01-01', '2026-12-31', '2028-02-29'];
const figures = ['0', '5', '-5', '50000.00', '0.3', '18'];
const operators: Readonly<Record<string, readonly Operator[]>> = {
  number: ['=', '!=', '<', '<=', '>', '>=', 'between', 'oneOf', 'noneOf', 'empty', 'filled'],
  date: ['=', '!=', '<', '<=', '>', '>=', 'between', 'oneOf', 'noneOf', 'empty', 'filled'],
  text: ['=', '!=', 'oneOf', 'noneOf', 'empty', 'filled'],
  boolean: ['=', '!='],
};
function someTest(roll: (sides: number) => number): Test {
  const keys = Object.keys(names);
  const field = keys[roll(keys.length)] ?? 'amount';
  const type = names[field] ?? 'text';
  const offered = operators[type] ?? [];
  const operator = offered[roll(offered.length)] ?? '=';
  const from = { number: figures, date: dates, text: texts, boolean: ['true', 'false'] }[type];
  const count =
    operator === 'empty' || operator === 'filled'
      ? 0
      : operator === 'between'
        ? 2
        : operator === 'oneOf' || operator === 'noneOf'
          ? 1 + roll(3)
          : 1;
  return { field, operator, values: Array.from({ length: count }, () => from[roll(from.length)] ?? '') };
}
function someRule(seed: number): Rule {
  const roll = dice(seed);
  const size = 1 + roll(4);
  const parts = Array.from({ length: size }, () =>
    size > 1 && roll(3) === 0 ? { tests: Array.from({ length: 2 + roll(2) }, () => someTest(roll)) } : someTest(roll),
  );
  return { joined: size > 1 && roll(2) === 0 ? 'or' : 'and', parts };
}

describe('a rule and its expression', () => {
  test('2,000 rules are written and read again as they were', () => {
    let read = 0;
    for (let seed = 1; seed <= 2000; seed += 1) {
      const rule = someRule(seed);
      const source = printRule(rule, names);
      // The language has an end: what is longer than it takes is refused where it is saved.
      if (source.length > 1000) continue;
      read += 1;
      expect(parseRule(source, names), source).toEqual(rule);
    }
    expect(read).toBeGreaterThan(1900);
  });

  test.each([
    ['isNew and amount > 5', 'isNew = true and amount > 5'],
    ['not(isNew)', 'isNew = false'],
    ['(amount > 1) or (rate < 2 and isNew)', 'amount > 1 or (rate < 2 and isNew = true)'],
    ['not(orderType in ("1", "2"))', 'not(orderType in ("1", "2"))'],
  ])('%s is shown, and says the same when it is written again', (source, written) => {
    expect(printRule(parseRule(source, names) ?? { joined: 'and', parts: [] }, names)).toBe(written);
  });

  test.each([
    'amount + rate > 5',
    'amount > rate',
    '5 < amount',
    'amount in (1..5)',
    'amount in ([1..5], 9)',
    'not(amount > 5)',
    'amount > 1 and (isNew or (rate < 1 and amount < 9))',
    'orderType = ""',
    'unknown = "1"',
    'amount >',
  ])('%s is more than a rule shows: it is kept as it was written', (source) => {
    expect(parseRule(source, names)).toBeNull();
  });

  test('knows what is still missing', () => {
    const whole: Test = { field: 'amount', operator: 'between', values: ['1', '5'] };
    expect(isComplete(whole)).toBe(true);
    expect(isComplete({ ...whole, values: ['1'] })).toBe(false);
    expect(isComplete({ ...whole, values: ['1', ''] })).toBe(false);
    expect(isComplete({ ...whole, field: '' })).toBe(false);
    expect(isComplete({ field: 'orderType', operator: 'oneOf', values: [] })).toBe(false);
    expect(isComplete({ field: 'orderType', operator: 'empty', values: [] })).toBe(true);
  });
});

describe('why a rule fits a document', () => {
  const values = { amount: '86920.50', orderType: '1', isNew: false, rate: null, organizeCode: 'O1' };
  test('each condition answers for itself, in order', () => {
    expect(traceOf('orderType != "2" and (amount >= 50000 or isNew = true)', names, values)).toEqual({
      held: true,
      tests: [
        { test: { field: 'orderType', operator: '!=', values: ['2'] }, held: true, value: '1' },
        { test: { field: 'amount', operator: '>=', values: ['50000'] }, held: true, value: '86920.50' },
        { test: { field: 'isNew', operator: '=', values: ['true'] }, held: false, value: false },
      ],
    });
  });

  test('an empty figure is neither more nor less: the rule has no answer, and no later one is asked', () => {
    expect(traceOf('rate < 18', names, values)).toMatchObject({ held: null, tests: [{ held: null, value: null }] });
    const rules = ['orderType = "2"', 'rate < 18', ''].map((condition) => ({ condition, organizeCodes: [] }));
    expect(firstFitting(rules, names, values)).toBeNull();
    expect(firstFitting(rules, names, { ...values, rate: '20' })).toBe(2);
    expect(firstFitting(rules, names, { ...values, rate: '17' })).toBe(1);
  });

  test('a rule of other organisations is passed over; nothing may fit', () => {
    const elsewhere = { condition: 'amount > 5', organizeCodes: ['O2'] };
    expect(firstFitting([elsewhere], names, values)).toBe(-1);
    expect(firstFitting([{ ...elsewhere, organizeCodes: ['O1', 'O2'] }], names, values)).toBe(0);
  });
});
