import { describe, expect, test } from 'vitest';
import { contrast, fillOf, inkOn, readableOn, white } from './colour.ts';

const brands = Array.from(
  { length: 36 },
  (_unused, at) =>
    `#${[at * 37, at * 91 + 40, at * 151 + 90].map((value) => (value % 256).toString(16).padStart(2, '0')).join('')}`,
);
const known = [
  '#ffd400',
  '#ffffff',
  '#000000',
  '#1f5eff',
  '#1677ff',
  '#52c41a',
  '#fa8c16',
  '#ff4d4f',
  '#722ed1',
  '#13c2c2',
  '#808080',
  '#d4380d',
];
const darkGround = '#1b2029';

describe('any brand colour', () => {
  test.each([...brands, ...known])(
    '%s gives text that can be read, on light and on dark, and ink that can be read on its fill',
    (brand) => {
      expect(contrast(readableOn(white, brand), white)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(readableOn(darkGround, brand), darkGround)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(inkOn(fillOf(brand)), fillOf(brand))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('keeps its own fill where ink can be read on it', () => {
    for (const brand of ['#ffd400', '#1f5eff', '#d4380d', '#722ed1']) expect(fillOf(brand)).toBe(brand);
  });
});
