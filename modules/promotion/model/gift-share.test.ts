import { expect, test } from 'vitest';
import { giftRoom, type GiftSource } from './gift-share.ts';

const source = (number: string, closedNumber: string, releasedNumber: string): GiftSource => ({
  number,
  closedNumber,
  releasedNumber,
});

test('gifts travel with the goods that earned them, whole ones, and all of them with the last', () => {
  const room = (released: string) => giftRoom('5', '1', [source('10', '0', released), source('4', '2', '0')]);
  // Of twelve open pieces: 5 × 6 / 12 is two and a half, and one has gone.
  expect([room('0'), room('6'), room('10')]).toEqual(['0', '1', '3']);
  expect(giftRoom('5', '1', [source('10', '0', '10'), source('4', '2', '2')])).toBe('4');
});

test('no gift travels where all that earned it was closed, nor where more have gone than are due', () => {
  expect(giftRoom('5', '0', [source('10', '10', '0')])).toBe('0');
  expect(giftRoom('5', '0', [source('1', '0', '1')])).toBe('5');
  expect(giftRoom('5', '4', [source('10', '0', '2')])).toBe('0');
});
