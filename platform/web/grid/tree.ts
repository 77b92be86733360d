import type { Row } from '#platform/web/column/column.ts';

export type Branch = Row & { readonly children?: readonly Branch[] };
/** A row of a tree as it is drawn. `isFolded` is undefined for a row with nothing below it. */
export interface Item {
  readonly row: Row;
  readonly level: number;
  readonly isFolded?: boolean;
}

/** Branches in drawing order; what lies below a folded one is left out. */
export function unfolded(
  branches: readonly Branch[],
  folded: ReadonlySet<string>,
  keyOf: (row: Row) => string,
  level = 1,
): readonly Item[] {
  return branches.flatMap((row): readonly Item[] => {
    const children = row.children ?? [];
    if (children.length === 0) return [{ row, level }];
    const isFolded = folded.has(keyOf(row));
    return [{ row, level, isFolded }, ...(isFolded ? [] : unfolded(children, folded, keyOf, level + 1))];
  });
}

/** A leaf folds its parent, so that "fold" always does something: the place of the row to go to. */
export function parentPlace(items: readonly Item[], at: number): number {
  const level = items[at]?.level ?? 1;
  return items.findLastIndex((item, place) => place < at && item.level < level);
}
