import { expect, test, vi } from 'vitest';
import { firstWithin } from './first-within.ts';

// A page that can settle.
vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());

test('of presses within the pause the first one counts, and the next one after it counts again', () => {
  let clock = 10_000;
  const isFirst = firstWithin(500, () => clock);
  const at = (time: number): boolean => {
    clock = 10_000 + time;
    return isFirst();
  };
  expect([at(0), at(100), at(499), at(500), at(999), at(1000)]).toEqual([true, false, false, true, false, true]);
});
