import type { Entity } from '#platform/model/entity.ts';
import type { Params } from '#platform/web/api/client.ts';
import type { Row } from '#platform/web/value/row.ts';

interface Asked {
  readonly filters?: Params;
  readonly where?: Params | undefined;
  readonly as?: string | undefined;
  readonly isMultiple?: boolean;
  /** Choosing a node of a tree chooses everything below it, too. */
  readonly isWithBelow?: boolean;
  readonly chosen?: readonly Row[];
}

/** What a field asks a picker for; undefined when it was left without a choice. */
export type OpenPicker = (entity: Entity, asked: Asked) => Promise<readonly Row[] | undefined>;

let loadPicker: (() => Promise<OpenPicker>) | undefined;

/**
 * The one seam between fields and pickers. A field opens a picker, and a picker has a search form with fields: an
 * import from here would close the circle. Pickers stand above the fields, so whoever draws pages says where they are
 * fetched.
 */
export function fetchPickersWith(load: () => Promise<OpenPicker>): void {
  loadPicker = load;
}

/** Fetched with the first field that opens one. */
export const openPicker: OpenPicker = async (entity, asked) => {
  if (loadPicker === undefined) throw new Error('no page has said where pickers are fetched');
  return (await loadPicker())(entity, asked);
};
