import type { Row } from '#platform/web/value/row.ts';
import type { Selection } from '#platform/web/grid/selection.ts';

interface Laws {
  readonly isLocked: (row: Row) => boolean;
  readonly onLocked: () => void;
  /** What is chosen and cleared along with a row. */
  readonly below: (row: Row) => readonly Row[];
}

/**
 * A selection that takes no locked row, and takes what lies below a row along. Whoever ticks a whole page meant the
 * others.
 */
export function obeying(selection: Selection, { isLocked, onLocked, below }: Laws): Selection {
  const free = (rows: readonly Row[]): readonly Row[] => rows.filter((row) => !isLocked(row));
  return {
    ...selection,
    toggle(row) {
      if (selection.has(selection.keyOf(row))) selection.drop([row, ...below(row)]);
      else if (isLocked(row)) onLocked();
      else selection.add([row, ...free(below(row))]);
    },
    add(rows) {
      selection.add(free(rows));
    },
    replace(rows) {
      if (rows.some(isLocked)) onLocked();
      else selection.replace(rows);
    },
  };
}
