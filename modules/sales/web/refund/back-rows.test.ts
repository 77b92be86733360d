import { expect, test } from 'vitest';
import type { ReturnableLine } from '#sales/model/refund/refund-record.ts';
import { backLines, backRows, fits } from './back-rows.ts';

const kit: ReturnableLine = {
  orderLineId: 'L1',
  lineNo: 1,
  productCode: 'KIT',
  productName: '套装',
  unit: '套',
  isGift: false,
  number: '10',
  room: '10',
  price: '100',
  components: [
    { productCode: 'KA', productName: 'A', number: '1', room: '10', lacks: '0' },
    { productCode: 'KB', productName: 'B', number: '2', room: '17', lacks: '3' },
  ],
};
const keys = (...asked: Parameters<typeof backRows>): string[] => backRows(...asked).map(({ key }) => key);

test('components come back alone for our fault only, and kits say what they lack once they come back', () => {
  expect(keys([kit], '0', {})).toEqual(['L1']);
  expect(keys([kit], '1', {})).toEqual(['L1', 'L1 KA', 'L1 KB']);
  expect(keys([kit], '0', { L1: '2' })).toEqual(['L1', 'L1 without KB']);
  expect(keys([{ ...kit, room: '0' }], '2', {})).toEqual(['L1 KA', 'L1 KB']);
});

test('what is typed is sent with its component and what is missing, nothing else', () => {
  const numbers = { L1: '4', 'L1 without KB': '3', 'L1 KA': '1', 'L1 KB': 'x' };
  expect(backLines(backRows([kit], '1', numbers), numbers)).toEqual([
    { orderLineId: 'L1', productCode: 'KIT', number: '4', missing: [{ productCode: 'KB', number: '3' }] },
    { orderLineId: 'L1', productCode: 'KA', number: '1' },
  ]);
  expect(['', '10', '11', 'x', '0'].map((text) => fits({ key: 'L1', room: '10' }, { L1: text }))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
