import { describe, expect, test } from 'vitest';
import { scanOf } from './scan.ts';

describe('what is scanned', () => {
  test('is one piece, or as many as stand before a star', () => {
    expect(scanOf('6901234567892')).toEqual({ barcode: '6901234567892', number: '1' });
    expect(scanOf(' 12*6901234567892 ')).toEqual({ barcode: '6901234567892', number: '12' });
    expect(scanOf('2.5 × A-01')).toEqual({ barcode: 'A-01', number: '2.5' });
    expect(scanOf('３＊６９０')).toEqual({ barcode: '690', number: '3' });
  });

  test('may hold a star or an x of its own', () => {
    expect(scanOf('AB*12')).toEqual({ barcode: 'AB*12', number: '1' });
    expect(scanOf('BOX12')).toEqual({ barcode: 'BOX12', number: '1' });
  });
});
