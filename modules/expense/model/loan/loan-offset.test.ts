import { describe, expect, test } from 'vitest';
import { offsetLoans, offsetLocked, oldestFirst, repayFinding, settleStatusOf } from './loan-offset.ts';

const loan = (code: string, payDate: string) => ({ code, payDate, paid: '100', balance: '100', locked: '0' });

describe('loans', () => {
  test('are offset by the day on which they were paid, then by their numbers', () => {
    const order = oldestFirst([loan('A', '2026-02-02'), loan('C', '2026-02-01'), loan('B', '2026-02-01')]);
    expect(order.map(({ code }) => code)).toEqual(['B', 'C', 'A']);
  });
  test('that are not needed any more say so', () => {
    expect(offsetLoans([loan('A', '2026-02-01'), loan('B', '2026-02-02')], '100').trace).toMatchObject([
      { loan: 'A', reason: 'ALL_OF_IT' },
      { loan: 'B', reason: 'NOT_NEEDED' },
    ]);
  });
  test('that were locked are offset in the order of their locks, however many there are', () => {
    const locks = Array.from({ length: 12 }, (_each, at) => ({ loan: `L${99 - at}`, amount: '1' }));
    const { parts, freed } = offsetLocked(locks, '10');
    expect(parts.map((part) => part.loan)).toEqual(locks.slice(0, 10).map((lock) => lock.loan));
    expect(freed.map((part) => part.loan)).toEqual(['L89', 'L88']);
  });
  test('are settled in part only once something was paid back', () => {
    expect(settleStatusOf({ paid: '100', balance: '100' })).toBe('0');
    expect(settleStatusOf({ paid: '100', balance: '99' })).toBe('1');
    expect(settleStatusOf({ paid: '100', balance: '0' })).toBe('2');
  });
});

describe('a repayment', () => {
  const owed = { balance: '100', locked: '40' };
  test('fits to the cent, and says whether too much is owed or too much is locked', () => {
    expect(repayFinding(owed, '60')).toBeNull();
    expect(repayFinding(owed, '60.01')).toEqual({ error: 'E-LOAN-LOCKED', room: '60.00' });
    expect(repayFinding(owed, '100')).toEqual({ error: 'E-LOAN-LOCKED', room: '60.00' });
    expect(repayFinding(owed, '100.01')).toEqual({ error: 'E-REPAY-OVER', room: '100.00' });
  });
});
