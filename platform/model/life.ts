/** The life of a document: what it grew from and what grew from it, however far. */
export interface Life {
  readonly nodes: readonly LifeNode[];
  readonly links: readonly LifeLink[];
  /** There is more of it than was walked. */
  readonly isCut: boolean;
}

/**
 * A document of it. What the asker may not open is there without a name: it says that something follows, and not what.
 */
export interface LifeNode {
  readonly type: string;
  readonly id: string | null;
  readonly code: string | null;
  readonly billStatus: string | null;
  readonly cancelFlag: string | null;
  readonly billDate: string | null;
  readonly amount: string | null;
  readonly number: string | null;
  /** The one that was asked for. */
  readonly isSelf: boolean;
}

/** From one place in `nodes` to another. A link that ended stays as history. */
export interface LifeLink {
  readonly from: number;
  readonly to: number;
  readonly isActive: boolean;
  readonly number: string;
}

/**
 * In which layer each node stands: one behind the last of those that lead to it. Links that lead back in a circle are
 * left out of account, so that a picture can always be drawn.
 */
export function layersOf({ nodes, links }: Pick<Life, 'nodes' | 'links'>): readonly number[] {
  const into = nodes.map((_node, at) => links.filter((link) => link.to === at && link.from !== at));
  const layers = new Map<number, number>();
  const layerOf = (at: number, path: ReadonlySet<number>): number => {
    const known = layers.get(at);
    if (known !== undefined) return known;
    const before = (into[at] ?? [])
      .filter(({ from }) => !path.has(from))
      .map(({ from }) => layerOf(from, new Set([...path, at])));
    const layer = before.length === 0 ? 0 : Math.max(...before) + 1;
    layers.set(at, layer);
    return layer;
  };
  return nodes.map((_node, at) => layerOf(at, new Set([at])));
}
