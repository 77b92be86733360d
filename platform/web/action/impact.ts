import { compare } from '#platform/model/decimal.ts';
import { isDecimal } from '#platform/web/value/measure.ts';

type Change = readonly [before: string, after: string];

/** What a verb moves of one balance. */
export interface Effect {
  readonly kind: string;
  readonly subject: Readonly<Record<string, string | null>>;
  readonly changes: Readonly<Record<string, Change>>;
  /** What of it may still be used. */
  readonly available?: Change;
  /** The number of the document that moves it. */
  readonly document?: string;
}

/** What a verb would do, found out by doing it and taking it back. */
export interface Impact {
  readonly effects: readonly Effect[];
}

/** One balance, and what each document takes part in it. */
export interface Total extends Effect {
  readonly parts: readonly Effect[];
}

/**
 * One row for each balance, however many documents move it: from where the first found it to where the last leaves it.
 * `keyOf` says which balance it is.
 */
export const totalsOf = (effects: readonly Effect[], keyOf: (effect: Effect) => string): readonly Total[] =>
  [...Map.groupBy(effects, keyOf).values()].flatMap((moves) => {
    const parts = [...Map.groupBy(moves, ({ document = '' }) => document).values()].flatMap(spanned);
    return spanned(moves).map((whole) => ({ ...whole, parts }));
  });

function spanned(moves: readonly Effect[]): readonly Effect[] {
  const [first] = moves;
  if (first === undefined) return [];
  const available = spanOf(moves.map((each) => each.available));
  const measures = new Set(moves.flatMap(({ changes }) => Object.keys(changes)));
  const changes = [...measures].flatMap((key) => {
    const span = spanOf(moves.map((each) => each.changes[key]));
    return span === undefined ? [] : [[key, span] as const];
  });
  return [{ ...first, changes: Object.fromEntries(changes), ...(available === undefined ? {} : { available }) }];
}

function spanOf(changes: readonly (Change | undefined)[]): Change | undefined {
  const [first, ...rest] = changes.filter((change) => change !== undefined);
  return first === undefined ? undefined : [first[0], rest.at(-1)?.[1] ?? first[1]];
}

export const isShort = ({ available }: Effect): boolean =>
  available !== undefined && isDecimal(available[1]) && compare(available[1], '0') < 0;

/** What is left least comes first. */
export function worst(a: Effect, b: Effect): number {
  const [left, right] = [a.available?.[1] ?? '', b.available?.[1] ?? ''];
  return isDecimal(left) && isDecimal(right) ? compare(left, right) : 0;
}
