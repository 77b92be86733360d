import { describe, expect, test } from 'vitest';
import type { TraceStep } from '#promotion/model/engine/outcome.ts';
import { kindsByLine } from './promotion-kinds.ts';
import { shownOrder } from './shown-order.ts';

const bought = { id: 'a', productCode: 'M1', ruleNo: null, price: '85.0000', amount: '850.00', listPrice: '100' };
const gift = { id: 'g', productCode: 'M1', ruleNo: 1, price: '0', amount: '0', listPrice: '0', lineType: '1' };
const linesOf = (record: object, isRead = false): readonly unknown[] =>
  shownOrder({ ...record }, isRead)['lines'] as readonly unknown[];

describe('a saved order that is written on', () => {
  test('shows the price that its promotions start from: the typed one, else that of the book', () => {
    const typed = { ...bought, promoAmount: '50', typedPrice: '90' };
    const listed = { ...bought, promoAmount: '150', typedPrice: '0' };
    expect(linesOf({ lines: [typed, listed] })).toEqual([
      { ...typed, price: '90' },
      { ...listed, price: '100' },
    ]);
  });

  test('keeps prices that no promotion touched: of old orders, and of lines that cost nothing', () => {
    const old = { ...bought, promoAmount: null, typedPrice: null, listPrice: null };
    const free = { ...bought, price: '0', promoAmount: '0', typedPrice: null, lineType: '1' };
    expect(linesOf({ lines: [old, free] })).toEqual([old, free]);
  });

  test('leaves out what rules gave; read, it is there', () => {
    expect(linesOf({ lines: [bought, gift] })).toEqual([bought]);
    expect(linesOf({ lines: [bought, gift] }, true)).toHaveLength(2);
  });
});

describe('a saved order that is read', () => {
  const step: TraceStep = {
    seq: 1,
    activity: 'A1',
    ruleNo: 1,
    type: 'P003',
    phase: 'A',
    lines: [1, 2],
    locked: [],
    heldBy: [],
    number: '20',
    amount: '2000',
    leastNumber: null,
    leastAmount: '1000',
    times: 1,
    result: 'APPLIED',
    reason: null,
    effects: [{ kind: 'off', lineNo: 1, amount: '100' }],
    missing: null,
  };
  const kindsOf = (...trace: readonly TraceStep[]): readonly unknown[] =>
    [1, 2].map((line) => kindsByLine(trace).get(line) ?? []);

  test('marks each line with the kinds that touched it', () => {
    const given: TraceStep = { ...step, type: 'P001', lines: [2], effects: [] };
    expect(kindsOf(step, given, { ...given, result: 'SKIPPED', reason: 'LIMIT', lines: [1] })).toEqual([
      ['threshold'],
      ['gift'],
    ]);
    expect(kindsOf({ ...step, leastAmount: '0' })).toEqual([['discount'], []]);
  });
});
