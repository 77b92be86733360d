import { expect, test } from 'vitest';
import { allocated, percent, product, quantity, quotient, scaled, wholes, written } from './scaled.ts';

test('numbers are read to the millionth and written half up, away from nothing, whatever their sign', () => {
  expect([scaled('12.5'), scaled('-12.5'), scaled('.5'), scaled(''), scaled(null), scaled('1.23456789')]).toEqual([
    12_500_000n,
    -12_500_000n,
    500_000n,
    0n,
    0n,
    1_234_567n,
  ]);
  expect(['0.005', '-0.005', '0.0049', '-12.345', '7'].map((text) => written(scaled(text), 2))).toEqual([
    '0.01',
    '-0.01',
    '0.00',
    '-12.35',
    '7.00',
  ]);
  expect(written(scaled('2.5'), 0)).toBe('3');
  expect(['100', '10.50', '-0.250', '0'].map((text) => quantity(scaled(text)))).toEqual(['100', '10.5', '-0.25', '0']);
});

test('products, parts and shares are rounded once, and nothing is divided by nothing', () => {
  expect(product(scaled('0.335'), scaled('3'), 2)).toBe(scaled('1.01'));
  expect(percent(scaled('33.3333'), scaled('50'), 4)).toBe(scaled('16.6667'));
  expect([quotient(scaled('10'), scaled('3'), 4), quotient(scaled('10'), 0n, 4)]).toEqual([scaled('3.3333'), 0n]);
  expect([wholes(scaled('7'), scaled('3')), wholes(scaled('7'), 0n), wholes(scaled('-7'), scaled('3'))]).toEqual([
    2, 0, 0,
  ]);
  expect(allocated(scaled('10'), [scaled('1'), scaled('1'), scaled('1')]).map((part) => written(part, 2))).toEqual([
    '3.34',
    '3.33',
    '3.33',
  ]);
  expect(allocated(scaled('10'), [0n, 0n])).toEqual([0n, 0n]);
});
