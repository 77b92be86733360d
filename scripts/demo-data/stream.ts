import { addDays } from '#platform/model/time/day.ts';

/**
 * Chance that repeats: the same seed gives the same choices. One stream per family, so that a new family does not shift
 * the others.
 */
export interface Stream {
  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number;
  /** Both ends included. */
  between(low: number, high: number): number;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** An item by its weight. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item, i: number) => number): Item;
  digits(count: number): string;
}

export function streamOf(seed: string): Stream {
  let state = scrambled(seed);
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  }
  // The first numbers of similar seeds are similar.
  for (let i = 0; i < 8; i += 1) next();
  const below = (count: number): number => Math.floor((next() / 2 ** 32) * count);
  function pick<Item>(items: readonly Item[]): Item {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
  return {
    below,
    pick,
    between: (low, high) => low + below(high - low + 1),
    chance: (percent) => below(100) < percent,
    weighted(items, weightOf) {
      let left = (next() / 2 ** 32) * items.reduce((sum, item, i) => sum + weightOf(item, i), 0);
      return items.find((item, i) => (left -= weightOf(item, i)) < 0) ?? pick(items);
    },
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  };
}

/** yyyy-MM-dd, some days later or earlier. */
export const dayAfter = addDays;

/** The last day of a month, yyyy-MM, or of one some months later. */
export function endOfMonth(month: string, later = 0): string {
  const [year = 0, at = 1] = month.split('-').map((part) => Number.parseInt(part, 10));
  return new Date(Date.UTC(year, at + later, 0)).toISOString().slice(0, 10);
}

/** Never 0: xorshift would stay there. */
function scrambled(seed: string): number {
  let hash = 0x811c9dc5;
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash === 0 ? 1 : hash;
}
