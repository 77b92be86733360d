import { isZero, plus } from '#platform/model/decimal.ts';
import { isDecimal } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { createRows, type Rows } from '#platform/web/grid/rows.ts';

/** A row of a matrix: its titles and its quantities under their column keys. Only what is offered can be written. */
export type MatrixRow = Row & { readonly id: string; readonly offered: ReadonlySet<string> };

/** The rows are given: keys that add or remove lines elsewhere do nothing here. */
export function matrixRows(rows: readonly MatrixRow[]): Rows<MatrixRow> {
  const store = createRows(rows, {
    keyOf: (row) => textAt(row, 'id'),
    // A block that is pasted over a combination that nobody makes leaves it empty.
    change: (row, changes) => ({
      ...row,
      ...Object.fromEntries(Object.entries(changes).filter(([key]) => row.offered.has(key))),
    }),
    blank: () => ({ id: '', offered: new Set<string>() }),
    isBlank: () => true,
    most: rows.length,
  });
  return { ...store, remove: () => undefined, insertNew: () => undefined };
}

export const sumOf = (row: MatrixRow): string =>
  plus(...[...row.offered].map((key) => textAt(row, key)).filter(isDecimal));

/** What stands below the matrix: the sum of each column, and of all. */
export function columnSums(
  rows: readonly MatrixRow[],
  keys: readonly string[],
): { readonly sums: Readonly<Record<string, string>>; readonly total: string } {
  const sums = keys.map(
    (key) =>
      [
        key,
        plus(
          ...rows
            .filter(({ offered }) => offered.has(key))
            .map((row) => textAt(row, key))
            .filter(isDecimal),
        ),
      ] as const,
  );
  return { sums: Object.fromEntries(sums), total: plus(...sums.map(([, sum]) => sum)) };
}

/** Cells that hold a quantity: what is empty, zero or no number is not kept (001 §2.3). */
export const keptCells = (row: MatrixRow): readonly (readonly [key: string, number: string])[] =>
  [...row.offered].flatMap((key) => {
    const number = textAt(row, key);
    return isDecimal(number) && !isZero(number) ? [[key, number] as const] : [];
  });
