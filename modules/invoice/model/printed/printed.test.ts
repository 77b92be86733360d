import { describe, expect, test } from 'vitest';
import { mergeSources } from './merge.ts';
import type { InvoiceSource, PrintRules, Unit } from './printed.ts';
import { transport } from './source-shares.ts';
import { composeInvoices, cutUnit } from './split.ts';

const rules: PrintRules = { merge: '1', netLimit: null, lineLimit: 2000, hasDiscountLines: true };
let sources = 0;
const source = (more: Partial<InvoiceSource> = {}): InvoiceSource => ({
  id: `S${(sources += 1)}`,
  name: '*涂料*外墙漆',
  taxCode: '107',
  taxRate: '0',
  unit: '桶',
  spec: '5L',
  number: '1',
  price: '100',
  amount: '100',
  ...more,
});
const unit = (more: Partial<Unit>): Unit => ({
  name: '*涂料*外墙漆',
  taxCode: '107',
  taxRate: '0',
  unit: '桶',
  spec: '5L',
  number: '1',
  amount: '100.00',
  discount: '0.00',
  sources: [{ id: 'S', number: more.number === '' ? '0' : (more.number ?? '1'), amount: more.amount ?? '100.00' }],
  ...more,
});
const told = (units: readonly Unit[]): string[][] =>
  units.map(({ name, number, amount, discount }) => [name, number, amount, discount]);

describe('goods that are alike', () => {
  const two = [
    source({ number: '2', amount: '200', discount: '1' }),
    source({ number: '3', amount: '300', discount: '2' }),
  ];
  test('are one line with what all of them come to', () => {
    expect(told(mergeSources(two, rules))).toEqual([['*涂料*外墙漆', '5', '500.00', '3.00']]);
  });
  test('are lines of their own where nothing is merged', () => {
    expect(mergeSources(two, { ...rules, merge: '0' })).toHaveLength(2);
  });
  test('are listed by their tax code where the house wants it so, whatever they are called', () => {
    const named = [source({ name: '*涂料*甲' }), source({ name: '*涂料*乙' })];
    expect(told(mergeSources(named, { ...rules, merge: '2' }))).toEqual([['详见清单', '', '200.00', '0.00']]);
    expect(mergeSources(named, rules)).toHaveLength(2);
  });
  test('that were sold and came back at one price are on no paper', () => {
    const back = [source(), source({ number: '-1', amount: '-100' }), source({ name: '*涂料*乙', amount: '50' })];
    expect(told(mergeSources(back, rules))).toEqual([['*涂料*乙', '1', '50.00', '0.00']]);
  });
});

describe('rebate', () => {
  test('goes over what is left to be paid of each, discounts taken off', () => {
    const goods = [source({ name: '甲', discount: '40' }), source({ name: '乙', amount: '60' })];
    expect(mergeSources(goods, { ...rules, rebateUsed: '60' }).map(({ discount }) => discount)).toEqual([
      '70.00',
      '30.00',
    ]);
  });
});

describe('sources over parts', () => {
  test('go against the sign of the whole with the first part that there is', () => {
    expect(transport(['-5', '15'], ['0', '10'])).toEqual([
      ['0', '0'],
      ['-5', '15'],
    ]);
  });
});

describe('lines of the paper', () => {
  test('stand in the order of their codes within a rate, the higher rate first', () => {
    const goods = [
      source({ taxCode: '2', name: 'c' }),
      source({ taxCode: '1', name: 'b' }),
      source({ taxCode: '9', name: 'a', taxRate: '13' }),
    ];
    expect(composeInvoices(goods, rules).flatMap(({ lines }) => lines.map(({ name }) => name))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
  test('say number, unit and spec of what is counted', () => {
    const [invoice] = composeInvoices([source({ number: '1' })], rules);
    expect(invoice?.lines).toMatchObject([{ number: '1', unit: '桶', spec: '5L', unitPrice: '100' }]);
  });
  test('that come to a cent and no piece are not counted', () => {
    const goods = [source({ amount: '33.34' }), source({ number: '-1', amount: '-33.33' })];
    const [invoice] = composeInvoices(goods, rules);
    expect(invoice?.lines).toMatchObject([{ number: '', unitPrice: '', spec: '', amount: '0.01' }]);
  });
});

describe('what is above the limit', () => {
  test('is cut by pieces, and the rest that just fits stays whole', () => {
    const parts = cutUnit(unit({ number: '2.5', amount: '250.00' }), '150');
    expect(parts.map(({ number, amount }) => [number, amount])).toEqual([
      ['1', '100.00'],
      ['1.5', '150.00'],
    ]);
  });
  test('and is not counted is cut by millionths of the whole, and stays uncounted', () => {
    const parts = cutUnit(unit({ number: '', amount: '1000000.00' }), '333333.70');
    expect(parts.map(({ number }) => number)).toEqual(parts.map(() => ''));
    expect(parts[0]?.amount).toBe('333333.00');
    const [, second] = composeInvoices([source({ number: '', unit: '', amount: '300' })], {
      ...rules,
      netLimit: '150',
    });
    expect(second?.lines).toMatchObject([{ number: '', amount: '150.00' }]);
  });
});
