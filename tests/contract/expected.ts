import { readFileSync, writeFileSync } from 'node:fs';

/** How much of the contract there is; none of the counts may fall without somebody who writes the lower one down. */
export interface Counts {
  readonly screens: number;
  readonly calls: number;
  readonly pickers: number;
  readonly acceptance: number;
}

const file = new URL('expected.json', import.meta.url);
const expected = (): Counts => JSON.parse(readFileSync(file, 'utf8')) as Counts;

export function compareWithExpected(
  counts: Counts,
  wanted = expected(),
): { readonly below: readonly string[]; readonly above: readonly string[] } {
  const lines = (isWorth: (count: number, want: number) => boolean, word: string): string[] =>
    (Object.keys(wanted) as (keyof Counts)[])
      .filter((key) => isWorth(counts[key], wanted[key]))
      .map((key) => `contract: ${key} ${counts[key]}, ${word} the ${wanted[key]} of expected.json`);
  // A count that nobody took is not one that is reached.
  return {
    below: lines((count, want) => !(count >= want), 'below'),
    above: lines((count, want) => count > want, 'above'),
  };
}

export function keepCounts(counts: Counts): void {
  writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`);
}
