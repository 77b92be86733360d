import { describe, expect, test } from 'vitest';
import { nameLabels } from './name-labels.ts';

describe('names below bars', () => {
  test('every one of twelve bars of a wide chart has its name, on two lines where it is long', () => {
    const { interval, width, formatter } = nameLabels(12, 1120);
    expect(interval).toBe(0);
    expect(width).toBe(85);
    expect(formatter('净味外墙乳胶漆 18L')).toBe('净味外墙乳胶漆 18L');
  });

  test('what is longer than two lines loses its middle: goods differ at their end', () => {
    const { formatter } = nameLabels(12, 720);
    expect(formatter('净味弹性外墙乳胶漆 18L')).toBe('净味弹性…18L');
    expect(formatter('净味弹性外墙乳胶漆 20L')).not.toBe(formatter('净味弹性外墙乳胶漆 18L'));
  });

  test('too many for words leave some out', () => {
    expect(nameLabels(40, 720)).toMatchObject({ interval: 'auto', hideOverlap: true });
  });
});
