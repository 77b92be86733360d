import { describe, expect, test } from 'vitest';
import { labelsOf } from './clash-labels.ts';

describe('the numbers of meetings in a row of the calendar', () => {
  test('stand at the end of their days where there is room', () => {
    const frames = [
      { right: 90, numbers: [2] },
      { right: 40, numbers: [1, 3] },
    ];
    expect(labelsOf(frames)).toEqual([
      { right: 40, numbers: [1, 3] },
      { right: 90, numbers: [2] },
    ]);
  });

  test('of two days in a row stand together: none lies over another', () => {
    const days = [
      { right: 50, numbers: [4] },
      { right: 51.1, numbers: [2] },
      { right: 60, numbers: [5] },
    ];
    expect(labelsOf(days)).toEqual([
      { right: 51.1, numbers: [2, 4] },
      { right: 60, numbers: [5] },
    ]);
  });

  test('of days that end together are one place, each number once', () => {
    const ends = [
      { right: 100, numbers: [1, 2] },
      { right: 100, numbers: [2, 3] },
    ];
    expect(labelsOf(ends)).toEqual([{ right: 100, numbers: [1, 2, 3] }]);
  });
});
