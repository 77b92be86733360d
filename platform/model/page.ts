import type { Screen } from './entity.ts';
import type { Label } from './label.ts';

/**
 * A screen that is no list: a form of settings, a monitor. It has a place in the menu and buttons; the page itself is
 * written by hand.
 */
export interface Page<Name extends string = string> {
  readonly kind: 'page';
  readonly name: Name;
  readonly label: Label;
  readonly screen: Screen;
  /** Its permissions, the one that opens it first: { view: ['查看', '檢視', 'View'] }. */
  readonly grants: Readonly<Record<string, Label>>;
  /** P: for the platform tenant alone. */
  readonly realm: 'P' | 'B' | 'A';
}

export function definePage<const Name extends string>(page: Omit<Page<Name>, 'kind'>): Page<Name> {
  return { kind: 'page', ...page };
}
