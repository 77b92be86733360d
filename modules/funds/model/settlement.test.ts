import { describe, expect, test } from 'vitest';
import { atLeastZero, deductionsOf, least, refundsOf, splitOrder, type Means } from './settlement.ts';

const split = (more: Partial<Means>) =>
  splitOrder({
    amount: '100',
    rebateAvailable: '50',
    cashAvailable: '40',
    creditAvailable: '25',
    isCreditControlled: true,
    ...more,
  });

describe('an order is paid', () => {
  test('by rebate up to its share, then cash, then credit', () => {
    expect(split({})).toEqual({ rebate: '30.00', cash: '40.00', credit: '30.00', shortage: '5.00' });
    expect(split({ rebateShare: '50' })).toEqual({ rebate: '50.00', cash: '40.00', credit: '10.00', shortage: null });
    expect(split({ cashAvailable: '90' })).toEqual({ rebate: '30.00', cash: '70.00', credit: '0.00', shortage: null });
    expect(split({ rebateAvailable: '-5', cashAvailable: '-7' })).toMatchObject({ rebate: '0.00', cash: '0.00' });
    // A share is of whole cents before it is measured.
    expect(split({ amount: '0.05', rebateShare: '30' })).toMatchObject({ rebate: '0.02', cash: '0.03' });
  });

  test('by less rebate where the customer keeps it, never by less than none', () => {
    expect(['10', '90', '-1', null].map((rebateWanted) => split({ rebateWanted }).rebate)).toEqual([
      '10.00',
      '30.00',
      '0.00',
      '30.00',
    ]);
  });

  test('on credit as far as it goes: to the last cent, with what finance released, and not where cash is asked', () => {
    const shortage = (more: Partial<Means>) => split(more).shortage;
    expect([shortage({ creditAvailable: '30' }), shortage({ creditAvailable: '29.99' })]).toEqual([null, '0.01']);
    expect([shortage({ waiver: '5' }), shortage({ waiver: '4' })]).toEqual([null, '1.00']);
    expect([shortage({ isCashOnly: true }), shortage({ isCashOnly: true, waiver: '30' })]).toEqual(['30.00', null]);
    expect([shortage({ creditAvailable: '-10' }), shortage({ isCreditControlled: false })]).toEqual(['30.00', null]);
  });
});

test('accounts give and get pro rata to what they hold and what they paid; the last shipment takes the rest', () => {
  const row = (accountId: string, occupied: string, deducted: string, released: string, returned: string) => ({
    accountId,
    occupied,
    deducted,
    released,
    returned,
  });
  const rows = [row('cash', '70', '20', '10', '5'), row('credit', '30', '5', '5', '0')];
  const told = (parts: readonly { readonly accountId: string; readonly amount: string }[]) =>
    parts.map(({ accountId, amount }) => `${accountId} ${amount}`);
  // 40 and 20 are open, 15 and 5 were paid.
  expect(told(deductionsOf(rows, '30', false))).toEqual(['cash 20.00', 'credit 10.00']);
  expect(told(deductionsOf(rows, '30', true))).toEqual(['cash 40.00', 'credit 20.00']);
  expect(told(refundsOf(rows, '10'))).toEqual(['cash 7.50', 'credit 2.50']);
});

test('the least of some, and nothing where there is less', () => {
  expect([least('2'), least('2', '3', '1'), least('-1', '0')]).toEqual(['2', '1', '-1']);
  expect([atLeastZero('-0.01'), atLeastZero('0.5')]).toEqual(['0', '0.5']);
});
