import { expect, test } from 'vitest';
import { paidShare, refundDue } from './refund-due.ts';

/** A hundred of a thousand comes back. */
const back = (owed: string, withheld = '0') => ({ share: '100', paid: '900', withheld, owed });

test('what the customer paid beyond what he owes for what he keeps comes back; what is missing is charged (RT21)', () => {
  expect(refundDue(back('950'))).toEqual({
    refund: '50.00',
    charge: '0.00',
    withheld: '50.00',
    position: '1000.00',
    owed: '950.00',
  });
  expect(refundDue(back('1000'))).toMatchObject({ refund: '0.00', charge: '0.00', withheld: '100.00' });
  expect(refundDue(back('1030'))).toMatchObject({ refund: '0.00', charge: '30.00', withheld: '130.00' });
});

test('a return that earns again gives back what an earlier one withheld', () => {
  expect(refundDue(back('900', '50'))).toMatchObject({ refund: '150.00', charge: '0.00', withheld: '-50.00' });
});

test('what was our fault comes back as it was sold, whatever it had earned (RT11)', () => {
  expect(paidShare(back('1030', '50'))).toEqual({
    refund: '100.00',
    charge: '0.00',
    withheld: '0.00',
    position: '1050.00',
    owed: '1030.00',
  });
});
