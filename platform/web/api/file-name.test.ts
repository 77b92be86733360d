import { expect, test } from 'vitest';
import { fileNameIn } from './file-name.ts';

test('[A287] a Chinese file name in the filename header is decoded', () => {
  expect(fileNameIn('%E9%94%80%E5%94%AE%E8%AE%A2%E5%8D%95.xlsx', 'file')).toBe('销售订单.xlsx');
  expect(fileNameIn('%E6%8A%98%E6%89%A3%2050%25.xlsx', 'file')).toBe('折扣 50%.xlsx');
  // Half an encoding is no encoding, and no header no name.
  expect(fileNameIn('50%.xlsx', 'file')).toBe('50%.xlsx');
  expect(fileNameIn(null, 'file')).toBe('file');
});
