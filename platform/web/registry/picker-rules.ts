import type { Label } from '#platform/model/label.ts';
import type { Params } from '#platform/web/api/client.ts';

/** What a picker does beside what the definition of its noun says (001 §2.6–2.10). */
export interface PickerRules {
  readonly title?: Label;
  readonly columns?: readonly string[];
  /** A name with an s (`organizeCodes`) takes what is chosen and everything below it. */
  readonly filters?: readonly string[];
  readonly width?: string;
  /** Sent with every question. */
  readonly sends?: Params;
  /** Only such records are offered in a filter: { organizeCode: { manageFlag: '1' } }. */
  readonly offers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A call that knows no pages: what it answers is searched and paged here. */
  readonly wholeFrom?: string;
  readonly pageSize?: number;
  readonly pageSizes?: readonly number[];
  /** By what a row that was chosen is known again; its code unless told otherwise. */
  readonly key?: string;
  /** Said when a locked class, or a locked row, is chosen. */
  readonly locked?: Label;
  /** Where one is wanted, rows are ticked all the same, and this is said about more than one. */
  readonly tooMany?: Label;
  /** Said when nothing is chosen. */
  readonly none?: Label;
  /** The column that opens a record to be read, for whoever may view it. */
  readonly linkKey?: string;
  /** Never opens with what was chosen before. */
  readonly isFresh?: true;
}

/** A picker by its own name: a noun may have several. It names its noun, whose definition is in the browser already. */
export interface Picker {
  readonly noun: string;
  readonly rules?: PickerRules;
}

/** What stands against a choice; null when nothing does. */
export function complaintAbout(
  { tooMany, none }: PickerRules,
  isMultiple: boolean,
  count: number,
): { readonly text: Label; readonly isError: boolean } | null {
  if (count === 0) return none === undefined ? null : { text: none, isError: true };
  // Where the same is said about none and about two, it is an error both times: exactly one was asked for.
  return isMultiple || count === 1 || tooMany === undefined ? null : { text: tooMany, isError: tooMany === none };
}
