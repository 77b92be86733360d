import { compare } from '#platform/model/decimal.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';

/** A figure of two versions of an order, one beside the other. */
export interface Pair {
  readonly key: 'number' | 'price' | 'amount';
  readonly left: string | null;
  readonly right: string | null;
}
export interface ComparedLine {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly pairs: readonly Pair[];
}

const figures = ['number', 'price', 'amount'] as const;
const figureOf = (line: Row | undefined, key: string): string | null =>
  line === undefined ? null : textAt(line, key) || '0';
export const isSame = (left: string | null, right: string | null): boolean =>
  left === null || right === null ? left === right : compare(left, right) === 0;

/** Lines that two versions do not have alike, in the order of the later one, and how many they have alike. */
export function comparedLines(
  left: readonly Row[],
  right: readonly Row[],
): { readonly lines: readonly ComparedLine[]; readonly same: number } {
  const [before, after] = [left, right].map((rows) => new Map(rows.map((row) => [textAt(row, 'id'), row])));
  const ids = [...new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])];
  const all = ids.map((id): ComparedLine => {
    const [old, now] = [before?.get(id), after?.get(id)];
    const shown = now ?? old ?? {};
    return {
      id,
      name: textAt(shown, 'productName') || textAt(shown, 'productCode'),
      code: textAt(shown, 'productCode'),
      pairs: figures.map((key) => ({ key, left: figureOf(old, key), right: figureOf(now, key) })),
    };
  });
  const lines = all.filter(({ pairs }) => pairs.some((pair) => !isSame(pair.left, pair.right)));
  return { lines, same: all.length - lines.length };
}
