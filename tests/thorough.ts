/**
 * A thorough run (`npm run proof:long`, by hand and before a release) tries everything with everything and as often as
 * was promised; a commit takes a tenth of the counts and a fifth of the pairs, the same ones in every run.
 */
export const isThorough = process.env['PROOF_LONG'] === '1';

/**
 * How often a thorough run tries, and a commit a tenth of it; a variable of its own, set by hand, says another number.
 */
export function timesOf(long: number, variable?: string): number {
  const asked = variable === undefined ? undefined : process.env[variable];
  return asked === undefined ? Math.ceil(isThorough ? long : long / 10) : Number.parseInt(asked, 10);
}

/**
 * Where chance begins. A commit that is tried twice meets the same cases twice: what fails it is the commit. Thorough
 * runs look at new ones, and print the seed with which PROOF_SEED repeats them.
 */
export const firstSeed = Number.parseInt(
  process.env['PROOF_SEED'] ?? (isThorough ? String(Date.now() % 1_000_000) : '20261115'),
  10,
);

/**
 * A fair share of many pairs, the same in every run: the item at `i` is tried in round `n` when its turn has come, so
 * that in five rounds every item was tried once and each round has met items of every kind.
 */
export const isItsTurn = (i: number, n: number, of = 5): boolean => isThorough || (i + n) % of === 0;
