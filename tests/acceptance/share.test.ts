import { describe, expect, test } from 'vitest';
import { partAmount, partsOf, shares } from '#platform/model/share.ts';

describe('shares', () => {
  test('go by weight to the cent; cents that are left go to the largest remainders, equal ones to the earlier', () => {
    expect(shares('10', ['1', '1', '1'])).toEqual(['3.34', '3.33', '3.33']);
    expect(shares('0.05', ['1', '2', '1'])).toEqual(['0.01', '0.03', '0.01']);
    expect(shares('1', ['1', '5', '3'])).toEqual(['0.11', '0.56', '0.33']);
    expect(shares('0.02', ['1', '1', '1'])).toEqual(['0.01', '0.01', '0.00']);
  });

  test('are the same whatever decimals the weights have, and of amounts that are given back', () => {
    expect(shares('10', ['0.333', '0.333', '0.3335'])).toEqual(shares('10', ['3330', '3330', '3335']));
    // The heaviest has its cents to the last; what is left goes to the next.
    expect(shares('0.05', ['0.006', '0.003', '0.001'])).toEqual(['0.03', '0.02', '0.00']);
    expect(shares('-10', ['1', '1', '1'])).toEqual(['-3.34', '-3.33', '-3.33']);
    expect(shares('-1', ['1', '5', '3'])).toEqual(['-0.11', '-0.56', '-0.33']);
    // Half a cent is rounded away from nothing on either side.
    expect([shares('0.015', ['1', '1']), shares('-0.015', ['1', '1'])]).toEqual([
      ['0.01', '0.01'],
      ['-0.01', '-0.01'],
    ]);
    expect([shares('0.0142', ['1', '1']), shares('-0.0142', ['1', '1'])]).toEqual([
      ['0.01', '0.00'],
      ['-0.01', '0.00'],
    ]);
  });

  test('go to the first where nothing weighs anything', () => {
    expect(shares('1.5', ['0', '0'])).toEqual(['1.50', '0.00']);
    expect(shares('1.5', [])).toEqual([]);
    expect(partsOf(7n, [0n], 1n)).toBeNull();
  });

  test('that a weight below nothing overfills are taken back from the largest remainders', () => {
    expect(partsOf(2n, [-1n, -1n, 5n], 1n)).toEqual([-1n, 0n, 3n]);
    expect(partsOf(10n, [7n, -1n, 3n], 1n)).toEqual([8n, -1n, 3n]);
  });
});

describe('a part of a line', () => {
  const line = { amount: '10', number: '3' };

  test('is what all pieces so far are worth, less what was taken', () => {
    expect(partAmount(line, { number: '0', amount: '0' }, '1')).toBe('3.33');
    expect(partAmount(line, { number: '1', amount: '3.33' }, '1')).toBe('3.34');
    expect(partAmount(line, { number: '2', amount: '6.67' }, '1')).toBe('3.33');
  });

  test('is rounded once: 1.0047 is a yuan', () => {
    expect(partAmount({ amount: '100.47', number: '100' }, { number: '0', amount: '0' }, '1')).toBe('1.00');
  });

  test('of no pieces is worth nothing', () => {
    expect(partAmount({ amount: '10', number: '0' }, { number: '0', amount: '0' }, '1')).toBe('0.00');
  });
});
