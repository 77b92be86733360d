import { expect, test } from 'vitest';
import { occupiedAtAudit, receive, releaseOf } from './exchange-cover.ts';

const exchange = { newAmount: '100', backEstimate: '70', isReleasedFirst: false };
const first = { ...exchange, isReleasedFirst: true };

test('an exchange holds the difference, or all of it where nobody waits for the goods', () => {
  expect([occupiedAtAudit(exchange), occupiedAtAudit(first)]).toEqual(['30.00', '100.00']);
  expect(occupiedAtAudit({ ...exchange, backEstimate: '170' })).toBe('0.00');
});

test('what comes back pays for the new goods as far as they need it, account by account; the rest is free', () => {
  const refund = (cash: string, rebate: string) => ({
    parts: [
      { account: 'cash', amount: cash },
      { account: 'rebate', amount: rebate },
    ],
  });
  expect(receive(exchange, '30', refund('60', '30'))).toEqual({
    occupied: [
      { account: 'cash', amount: '46.67' },
      { account: 'rebate', amount: '23.33' },
    ],
    occupiedTotal: '100.00',
    free: '20.00',
  });
  expect(receive(exchange, '30', refund('20', '0'))).toMatchObject({ occupiedTotal: '50.00', free: '0.00' });
  expect(receive(exchange, '130', refund('20', '0'))).toMatchObject({ occupiedTotal: '130.00', free: '20.00' });
  expect(receive(first, '30', refund('20', '5'))).toMatchObject({ occupiedTotal: '30.00', free: '25.00' });
});

test('the new goods leave when they are held for; what is missing is waited for, then covered', () => {
  expect(releaseOf(exchange, '100', false)).toEqual({ answer: 'free', toCover: '0.00' });
  expect(releaseOf(exchange, '120', true)).toEqual({ answer: 'free', toCover: '0.00' });
  expect(releaseOf(exchange, '99', false)).toEqual({ answer: 'wait', toCover: '1.00' });
  expect(releaseOf(exchange, '99.99', true)).toEqual({ answer: 'cover', toCover: '0.01' });
});
