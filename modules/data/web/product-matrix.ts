import { bySize, isSized, spreadSpecs, styleOf } from '#data/model/goods/spec.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { PickedLine } from '#platform/web/registry/registry.ts';
import { keptCells, type MatrixRow } from '#platform/web/spec-matrix/matrix-rows.ts';
import { lineKeyOf } from './product-chosen.ts';
import { goodOf, type Good } from './product-goods.ts';

/** What the dialog answers: the chosen rows with their quantities by spec, and the same as lines of a document. */
export interface ProductChoice {
  readonly rows: readonly Row[];
  readonly lines: readonly PickedLine[];
}

/** Chosen rows that share a grid of colours and sizes, and the materials that stand in it. */
export interface Group {
  readonly key: string;
  readonly rows: readonly Row[];
  readonly goods: readonly Good[];
}

/**
 * Two materials of one style share its grid, unless the same product may stand there twice. What comes in no sizes
 * stands alone.
 */
export function groupsOf(
  chosen: readonly Row[],
  styles: ReadonlyMap<string, readonly Good[]>,
  isRepeat: boolean,
): readonly Group[] {
  const keyOf = (row: Row): string => (isRepeat || !isSized(goodOf(row)) ? lineKeyOf(row) : styleOf(goodOf(row)));
  return [...Map.groupBy(chosen, keyOf)].map(([key, rows]): Group => {
    const own = rows.map(goodOf);
    const style = own[0] === undefined || !isSized(own[0]) ? [] : (styles.get(styleOf(own[0])) ?? []);
    const known = new Set(style.map(({ code }) => code));
    return { key, rows, goods: [...style, ...own.filter(({ code }) => !known.has(code))] };
  });
}

export interface Matrix {
  readonly rows: readonly MatrixRow[];
  readonly sizes: readonly string[];
}
export const cellKey = (size: string): string => `size ${size}`;

/** A row for each colour of each group, a column for each size. Quantities that were typed already stay. */
export function matrixOf(groups: readonly Group[], typed: readonly Row[] = []): Matrix {
  const before = new Map(typed.map((row) => [textAt(row, 'id'), row]));
  const sizes = new Set<string>();
  const rows = groups.flatMap(({ key, rows: [first], goods }) => {
    const grid = spreadSpecs(goods);
    for (const size of grid.sizes) sizes.add(size);
    return grid.colours.map((colour, at): MatrixRow => {
      const id = `${key} ${colour}`;
      const cells = new Map(
        grid.sizes.flatMap((size) => {
          const good = grid.at(colour, size);
          return good === undefined ? [] : [[cellKey(size), good] as const];
        }),
      );
      const quantities = Object.fromEntries([...cells.keys()].map((each) => [each, before.get(id)?.[each] ?? null]));
      return {
        ...quantities,
        id,
        group: key,
        style: at === 0 ? styleName(first, goods) : '',
        colour,
        cells,
        offered: new Set(cells.keys()),
      };
    });
  });
  return { rows, sizes: [...sizes].toSorted(bySize) };
}

/** Sized materials are called after what their names have in common. */
function styleName(first: Row | undefined, goods: readonly Good[]): string {
  const name = textAt(first, 'name');
  const names = goods.map(({ row }) => textAt(row, 'name'));
  let length = names.length > 1 ? name.length : 0;
  while (length > 0 && !names.every((each) => each.startsWith(name.slice(0, length)))) length -= 1;
  return length < 2 ? name : name.slice(0, length).trim();
}

/** The lines of what was written: one for each quantity; where a group has none, one for each chosen row. */
export function linesOf(groups: readonly Group[], rows: readonly Row[]): readonly PickedLine[] {
  return groups.flatMap((group): PickedLine[] => {
    const kept = keptOf(group, rows);
    return kept.length > 0
      ? kept.map(({ good, number }) => ({ row: good.row, number }))
      : group.rows.map((row) => ({ row }));
  });
}

/** The chosen rows with their quantities by material; zero, empty and what is no number are left out. */
export function choiceOf(groups: readonly Group[], rows: readonly Row[]): readonly Row[] {
  return groups.flatMap((group) => {
    const specPropObj = Object.fromEntries(keptOf(group, rows).map(({ good, number }) => [good.code, number]));
    return group.rows.map((row, at) => ({ ...row, specPropObj: at === 0 ? specPropObj : {} }));
  });
}

/** Goods of a row by the keys of their columns. */
export const cellsOf = (row: Row): ReadonlyMap<string, Good> =>
  (row as Row & { readonly cells: ReadonlyMap<string, Good> }).cells;

function keptOf({ key }: Group, rows: readonly Row[]): readonly { readonly good: Good; readonly number: string }[] {
  return rows
    .filter((row) => textAt(row, 'group') === key)
    .flatMap((row) =>
      keptCells(row as MatrixRow).flatMap(([cell, number]) => {
        const good = cellsOf(row).get(cell);
        return good === undefined ? [] : [{ good, number }];
      }),
    );
}
