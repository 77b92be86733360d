import { beforeAll, describe, expect, test, vi } from 'vitest';
import { languages } from '#platform/model/label.ts';
import { chooseLanguage } from '#platform/web/text/language.ts';
import type { PriceStep } from '#price/model/price-trace.ts';
import { stepText } from './price-trace.tsx';

// Where the language is kept: the browser's own.
beforeAll(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
});

const names = { PS1: '协议价' };
/** One step of every kind that a trace may hold. */
const steps: readonly PriceStep[] = [
  ...(['date', 'number', 'excluded', 'outranked', 'rule'] as const).map((why): PriceStep => ({
    kind: 'passed',
    strategy: 'PS1',
    why,
  })),
  { kind: 'strategy', strategy: 'PS1', customer: 'customerClass', product: 'all', mode: '0', value: '12.5' },
  { kind: 'strategy', strategy: 'PS2', customer: 'all', product: 'brand', mode: '1', value: '95' },
  { kind: 'benchmark', benchmark: 'BP1', priceClass: 'PC01', isDefaultClass: false, price: '100' },
  { kind: 'benchmark', benchmark: 'BP1', priceClass: 'PC01', isDefaultClass: true, price: '100' },
  { kind: 'assist', price: '480', rate: '24.000000', result: '20.0000' },
  ...(['1', '3', '4'] as const).map((mode): PriceStep => ({
    kind: 'method',
    mode,
    base: '100',
    value: '10',
    result: '90.0000',
  })),
  { kind: 'tier', startNumber: '10.0000', number: '49', result: '95.0000' },
  {
    kind: 'bands',
    bands: [
      { number: '9', price: '100' },
      { number: '51', price: '95' },
    ],
    amount: '5745.00',
    result: '95.7500',
  },
  { kind: 'colour', colour: 'S1', fee: '6.5', result: '135.0000' },
  { kind: 'typed', price: '90' },
  { kind: 'floor', floor: '100', price: '90' },
  { kind: 'none' },
];

describe('why this price', () => {
  test.each(languages)('says every step in words of %s, with its figures and nothing left open', (language) => {
    chooseLanguage(language);
    const said = steps.map((step) => stepText(step, names));
    for (const text of said) expect(text).not.toMatch(/[{}]|undefined/);
    expect(new Set(said).size).toBe(steps.length);
    // Ten thousandths where it is a price, no zeros where it is a number of pieces.
    expect(said.find((text) => text.includes('480.0000'))).toMatch(/480\.0000 ÷ \D*24 = 20\.0000$/);
    expect(said.filter((text) => text.includes('协议价 PS1'))).toHaveLength(6);
    expect(said.some((text) => text.includes('9 × 100.0000 + 51 × 95.0000'))).toBe(true);
  });
});
