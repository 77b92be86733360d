import { layersOf, type Life, type LifeLink } from '#platform/model/life.ts';

export const box = { width: 216, height: 88 };
const gap = { across: 48, down: 20 };

export interface Spot {
  readonly left: number;
  readonly top: number;
}
export interface Picture {
  readonly spots: readonly Spot[];
  readonly links: readonly LifeLink[];
  readonly width: number;
  readonly height: number;
}

/** Where each document stands: layers from left to right, in each of them those first that grew from the first. */
export function pictureOf(life: Life): Picture {
  const layers = layersOf(life);
  const links = life.links.filter((link) => !isImplied(link, life.links, layers));
  const columns: number[][] = [];
  layers.forEach((layer, at) => {
    (columns[layer] ??= []).push(at);
  });
  const rows = new Map<number, number>();
  for (const column of columns) {
    const pull = (at: number): number => {
      const before = links.filter(({ to }) => to === at).flatMap(({ from }) => rows.get(from) ?? []);
      return before.length === 0 ? 0 : before.reduce((sum, row) => sum + row, 0) / before.length;
    };
    column
      .toSorted((a, b) => pull(a) - pull(b) || a - b)
      .forEach((at, row) => {
        rows.set(at, row);
      });
  }
  const tallest = Math.max(...columns.map((column) => column.length));
  const heightOf = (count: number): number => count * box.height + (count - 1) * gap.down;
  const spots = layers.map((layer, at) => ({
    left: layer * (box.width + gap.across),
    // Short layers stand in the middle of the picture.
    top:
      (rows.get(at) ?? 0) * (box.height + gap.down) + (heightOf(tallest) - heightOf(columns[layer]?.length ?? 1)) / 2,
  }));
  return { spots, links, width: columns.length * (box.width + gap.across) - gap.across, height: heightOf(tallest) };
}

/**
 * An order leads to what left the warehouse, and also to the delivery that leads there: the line over the delivery says
 * nothing new.
 */
function isImplied({ from, to, isActive }: LifeLink, links: readonly LifeLink[], layers: readonly number[]): boolean {
  if ((layers[to] ?? 0) - (layers[from] ?? 0) < 2) return false;
  const others = links.filter((link) => (link.from !== from || link.to !== to) && (link.isActive || !isActive));
  const seen = new Set<number>();
  const leads = (at: number): boolean =>
    at === to || (!seen.has(at) && (seen.add(at), others.some((link) => link.from === at && leads(link.to))));
  return leads(from);
}
