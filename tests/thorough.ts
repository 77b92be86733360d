/** A thorough run (`npm run proof:long`) tries everything with everything; a commit tries a fifth of the pairs. */
export const isThorough = process.env['PROOF_LONG'] === '1';

/**
 * A fair share of many pairs, the same in every run: the item at `i` is tried in round `n` when its turn has come, so
 * that in five rounds every item was tried once and each round has met items of every kind.
 */
export const isItsTurn = (i: number, n: number, of = 5): boolean => isThorough || (i + n) % of === 0;
