import { expect, test } from 'vitest';
import type { RefundRecord } from '#sales/model/refund/refund-record.ts';
import { wholeRows } from './refund-told.ts';

const goods = { productCode: 'P', productName: null };
const record: RefundRecord = {
  basis: 'kept',
  back: [
    { ...goods, lineId: 'A', number: '3', share: '300' },
    { ...goods, lineId: 'B', number: '2', share: '40' },
  ],
  kept: [
    { ...goods, lineId: 'A', number: '7', paid: '600', owed: '700' },
    { ...goods, lineId: 'C', number: '1', paid: '60', owed: '66' },
  ],
  gifts: [{ ...goods, lineId: 'G', had: '1', earned: '0', price: '12', charge: '12' }],
  paid: '1000',
  withheldBefore: '0',
  position: '1000',
  owed: '778',
  refund: '222',
  charge: '0',
  withheld: '0',
  credit: null,
};

test('the whole order tells each line as it was sold and as it stays, and adds up to what comes back', () => {
  const rows = wholeRows(record);
  expect(rows.map(({ key, bought, back, kept, refund }) => [key, bought, back, kept, refund])).toEqual([
    ['A', '10', '3', '7', '200'],
    ['B', '2', '2', '0', '40'],
    ['C', '1', '0', '1', '-6'],
    ['gift G', '1', '0', '1', '-12'],
  ]);
  expect(rows.reduce((sum, { refund }) => sum + Number(refund), 0)).toBe(Number(record.refund));
});
