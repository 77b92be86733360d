/** A record as the server answers it; what its keys mean is known by the definition. */
export type Row = Readonly<Record<string, unknown>>;
export type Branch = Row & { readonly children?: readonly Branch[] };

export const textAt = (row: Row | undefined, key: string): string => plain(row?.[key]);

export const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => textAt(row, 'id'));

/** A wire value as text; what is no plain value is none. */
export function plain(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}

/**
 * Nodes with a pid become branches. A node whose parent was filtered away stands at the top, so that it is still seen.
 */
export function treeOf(rows: readonly Row[]): readonly Branch[] {
  const flat = rows.flatMap(flattened);
  const ids = new Set(flat.map((row) => textAt(row, 'id')));
  const below = Map.groupBy(flat, (row) => (ids.has(textAt(row, 'pid')) ? textAt(row, 'pid') : '0'));
  const branch = (row: Row): Branch => {
    const children = below.get(textAt(row, 'id'))?.map(branch);
    return children === undefined ? row : { ...row, children };
  };
  return (below.get('0') ?? []).map(branch);
}

/** Some tree calls answer branches already. */
export function flattened({ children, ...row }: Row): Row[] {
  return [row, ...(Array.isArray(children) ? (children as Row[]).flatMap(flattened) : [])];
}

/** The lines of a document, as its own call answers them with it. */
export const linesIn = ({ lines }: Row): readonly Row[] => (Array.isArray(lines) ? (lines as readonly Row[]) : []);
