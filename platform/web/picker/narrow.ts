import type { Params } from '#platform/web/api/client.ts';
import { textAt, treeOf, type Branch, type Row } from '#platform/web/value/row.ts';
import type { Asked } from '#platform/web/record/use-list.ts';

/** A page of rows that came all at once: what the server would have answered, had it been asked for pages. */
export function pageOf(
  rows: readonly Row[],
  { filters, page, limit, sort }: Asked,
): { readonly rows: readonly Row[]; readonly total: number } {
  const found = rows.filter((row) => fits(row, filters));
  const sorted =
    sort === undefined
      ? found
      : found.toSorted(
          (a, b) => textAt(a, sort.key).localeCompare(textAt(b, sort.key), 'zh') * (sort.order === 'asc' ? 1 : -1),
        );
  return { rows: sorted.slice((page - 1) * limit, page * limit), total: found.length };
}

/** A node stays when it or something below it fits, so that it is seen where it stands. */
export function branchesFitting(branches: readonly Branch[], filters: Params): readonly Branch[] {
  return branches.flatMap((branch): Branch[] => {
    const children = branchesFitting(branch.children ?? [], filters);
    if (children.length === 0 && !fits(branch, filters)) return [];
    return [fits(branch, filters) ? branch : { ...branch, children }];
  });
}

/** Node by node, each with what lies below it. */
export function belowEach(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, readonly Row[]>();
  const walk = (branch: Branch): Row[] => {
    const below = (branch.children ?? []).flatMap((child) => [child, ...walk(child)]);
    found.set(keyOf(branch), below);
    return below;
  };
  treeOf(rows).forEach(walk);
  return found;
}

export const flat = (branches: readonly Branch[]): Row[] =>
  branches.flatMap(({ children = [], ...row }) => [row, ...flat(children)]);

const fits = (row: Row, filters: Params): boolean =>
  Object.entries(filters).every(([key, wanted]) =>
    textAt(row, key).toLowerCase().includes(String(wanted).toLowerCase()),
  );
