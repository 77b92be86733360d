import { describe, expect, test } from 'vitest';
import { isWithin, redNeedOf } from './left.ts';

describe('what is asked for of a source', () => {
  test.each([
    ['0', '5', true],
    ['0', '-5', true],
    ['3', '5', true],
    ['5', '5', true],
    ['6', '5', false],
    ['-1', '5', false],
    ['-3', '-5', true],
    ['-5', '-5', true],
    ['-6', '-5', false],
    ['1', '-5', false],
    ['1', '0', false],
  ])('%s of %s that is left: %s', (asked, left, isFit) => {
    expect(isWithin(asked, left)).toBe(isFit);
  });
});

describe('a return', () => {
  const goods = { number: '10', amount: '100', returned: '2', refund: '15' };
  test('nets nothing where all that was shipped is invoiced, or more', () => {
    for (const invoiced of ['5', '6'])
      expect(redNeedOf({ ...goods, shipped: '5', invoiced })).toEqual({
        netted: '0',
        red: '2',
        share: '20.00',
        clawbackSource: '5.00',
        invoiceEffect: '-15.00',
      });
  });
  test('nets what is on no invoice first', () => {
    expect(redNeedOf({ ...goods, shipped: '5', invoiced: '4' })).toMatchObject({ netted: '1', red: '1' });
  });
});
