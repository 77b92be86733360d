import type { Params } from '#platform/web/api/client.ts';
import { createStore } from '#platform/web/page/store.ts';
import { go } from '#platform/web/route/route.ts';
import type { Row } from '#platform/web/value/row.ts';

/** Rows that no form can ask for: the list shows these alone, says so, and lets go of them with one click. */
export interface Narrowing {
  readonly label: string;
  readonly filters: Params;
}
/** How a list was opened from elsewhere. */
interface Opening {
  /** What stands in its form, until it has taken them. */
  readonly conditions?: Row | undefined;
  readonly narrowing?: Narrowing | undefined;
}

/** By the tab of the list. */
const openings = createStore<Readonly<Record<string, Opening>>>({});

/**
 * Shows a list with these in its form and nothing else: what a figure counts is found behind it, whatever the list was
 * narrowed by before.
 */
export function openList(name: string, conditions: Row): void {
  open(name, { conditions });
}

/** Shows these rows of a list alone; what its form or a tab was narrowed by would hide some of them. */
export function openNarrowed(name: string, narrowing: Narrowing): void {
  open(name, { conditions: {}, narrowing });
}

function open(name: string, opening: Opening): void {
  openings.set((known) => ({ ...known, [name]: opening }));
  go(name);
}

export const useListConditions = (name: string): Row | undefined => openings.use()[name]?.conditions;
export const useNarrowing = (name: string): Narrowing | undefined => openings.use()[name]?.narrowing;

export function forgetListConditions(name: string): void {
  openings.set((known) => ({ ...known, [name]: { narrowing: known[name]?.narrowing } }));
}

export function widen(name: string): void {
  openings.set((known) => ({ ...known, [name]: { conditions: known[name]?.conditions } }));
}
