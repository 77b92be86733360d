import { describe, expect, test } from 'vitest';
import { curveNumbers, dropsAt, net } from './refund-curve.ts';

describe('the curve of a return', () => {
  test('shows each of a few pieces, even steps of many, and always what is chosen', () => {
    expect(curveNumbers('4', '0')).toEqual(['0', '1', '2', '3', '4']);
    expect(curveNumbers('0', '0')).toEqual([]);
    expect(curveNumbers('2.5', '0')).toEqual(['0', '1', '2', '2.5']);
    expect(curveNumbers('120', '0')).toEqual([
      '0',
      '10',
      '20',
      '30',
      '40',
      '50',
      '60',
      '70',
      '80',
      '90',
      '100',
      '110',
      '120',
    ]);
    expect(curveNumbers('120', '37').slice(3, 6)).toEqual(['30', '37', '40']);
    // Beyond what may come back there is nothing to show.
    expect(curveNumbers('3', '9')).toEqual(['0', '1', '2', '3']);
  });

  test('drops where one piece more gives back less', () => {
    const curve = ['624', '322', '920'].map((refund, i) => ({ number: String(i), refund, charge: '0' }));
    expect(curve.map((_, i) => dropsAt(curve, i))).toEqual([false, true, false]);
    const level = ['322', '322'].map((refund, i) => ({ number: String(i), refund, charge: '0' }));
    expect(dropsAt(level, 1)).toBe(false);
    expect(net({ number: '1', refund: '0', charge: '5' })).toBe('-5');
  });
});
