import { useSetting } from '#platform/web/api/setting.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { Asked } from '#platform/web/record/use-list.ts';

/**
 * What somebody looks for often, under a name of their own. Its filters are those of the form, so that a period stays a
 * period and a reference shows its name.
 */
export interface FilterSet {
  readonly name: string;
  readonly filters: Row;
  readonly sort?: Asked['sort'];
}
export interface FilterSets {
  readonly sets: readonly FilterSet[];
  /** The name of the one that the list opens with. */
  readonly opening?: string | undefined;
  /** Without such a set the list opens with the last fourteen days: its user once chose them. */
  readonly isRecent?: boolean;
}

export const mostSets = 20;

/** Kept for the person and the screen, so they are the same in every browser. */
export const useFilterSets = (screen: string) => useSetting<FilterSets>(`filters:${screen}`, none, isFilterSets);
const none: FilterSets = { sets: [] };

export const setNamed = ({ sets }: FilterSets, name: string | undefined): FilterSet | undefined =>
  sets.find((set) => set.name === name);

/** One of the same name is replaced where it stands; past the limit nothing is added. */
export function withSet(kept: FilterSets, set: FilterSet): FilterSets {
  if (setNamed(kept, set.name) !== undefined)
    return { ...kept, sets: kept.sets.map((each) => (each.name === set.name ? set : each)) };
  return kept.sets.length < mostSets ? { ...kept, sets: [...kept.sets, set] } : kept;
}

/** A name that another one has is not taken from it. */
export function renamed(kept: FilterSets, from: string, to: string): FilterSets {
  if (to === '' || setNamed(kept, to) !== undefined) return kept;
  return {
    ...kept,
    sets: kept.sets.map((set) => (set.name === from ? { ...set, name: to } : set)),
    opening: kept.opening === from ? to : kept.opening,
  };
}

export function withoutSet({ sets, opening, ...kept }: FilterSets, name: string): FilterSets {
  return { ...kept, sets: sets.filter((set) => set.name !== name), opening: opening === name ? undefined : opening };
}

/** Only what was filled in: an empty filter asks for nothing. */
export const filledIn = (draft: Row): Row =>
  Object.fromEntries(
    Object.keys(draft)
      .map((key) => [key, textAt(draft, key).trim()] as const)
      .filter(([, value]) => value !== ''),
  );

function isFilterSets(value: unknown): value is FilterSets {
  if (typeof value !== 'object' || value === null) return false;
  const { sets, opening } = value as { sets?: unknown; opening?: unknown };
  return Array.isArray(sets) && sets.every(isFilterSet) && (opening === undefined || typeof opening === 'string');
}

function isFilterSet(value: unknown): value is FilterSet {
  if (typeof value !== 'object' || value === null) return false;
  const { name, filters, sort } = value as {
    name?: unknown;
    filters?: unknown;
    sort?: { key?: unknown; order?: unknown };
  };
  return (
    typeof name === 'string' &&
    typeof filters === 'object' &&
    filters !== null &&
    (sort === undefined || (typeof sort.key === 'string' && (sort.order === 'asc' || sort.order === 'desc')))
  );
}
