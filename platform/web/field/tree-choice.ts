import { textAt, type Branch } from '#platform/web/value/row.ts';

/** What lies above and below each node of a tree. */
export type Shelves = ReadonlyMap<string, { readonly above: readonly string[]; readonly below: readonly string[] }>;

export function shelvesOf(branches: readonly Branch[], of: string): Shelves {
  const shelves = new Map<string, { above: readonly string[]; below: readonly string[] }>();
  const walk = (branch: Branch, above: readonly string[]): string[] => {
    const key = textAt(branch, of);
    const shelf = { above, below: [] as string[] };
    shelves.set(key, shelf);
    for (const child of branch.children ?? []) shelf.below.push(...walk(child, [...above, key]));
    return [key, ...shelf.below];
  };
  for (const branch of branches) walk(branch, []);
  return shelves;
}

/**
 * The keys after a box was ticked or cleared. Down the tree everything follows. Up the tree a cleared box clears those
 * that promised all of what is below them, unless a chosen node takes its parents along: then they stay for the others.
 */
export function afterCheck(
  value: readonly string[],
  shelves: Shelves,
  key: string,
  isChecked: boolean,
  takesParents: boolean,
): readonly string[] {
  const { above, below } = shelves.get(key) ?? { above: [], below: [] };
  const next = new Set(value);
  if (isChecked) {
    for (const each of [key, ...below, ...(takesParents ? above : [])]) next.add(each);
  } else {
    for (const each of [key, ...below]) next.delete(each);
    if (!takesParents) for (const each of above) next.delete(each);
  }
  return [...next];
}
