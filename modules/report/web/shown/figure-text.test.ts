import { describe, expect, test } from 'vitest';
import { growthOf } from './figure-text.ts';

describe('growth', () => {
  test('is told in percent of what was', () => {
    expect(growthOf('110', '100')).toBe('10.0');
    expect(growthOf('-20', '100')).toBe('-120.0');
  });

  test('is not told of nothing, nor of a balance that stood on the other side', () => {
    expect(growthOf('110', '0.00')).toBeNull();
    expect(growthOf('-434067.31', '-14193.28')).toBeNull();
    expect(growthOf('110', null)).toBeNull();
  });
});
