import type { Entity } from '#platform/model/entity.ts';
import { flattened, textAt, type Branch, type Row } from '#platform/web/value/row.ts';
import { openPicker } from './open-picker.ts';

/**
 * Several nodes by the dialog of their noun. What the tree does not offer cannot be taken away there either: a role may
 * hold departments that whoever edits it does not see.
 */
export async function pickNodes(
  entity: Entity,
  branches: readonly Branch[],
  {
    value,
    of,
    isWithBelow = false,
  }: { readonly value: readonly string[]; readonly of: string; readonly isWithBelow?: boolean },
): Promise<readonly string[] | undefined> {
  const keyOf = (row: Row): string => textAt(row, of);
  const nodes = branches.flatMap(flattened);
  const known = new Set(nodes.map(keyOf));
  const chosen = nodes.filter((row) => value.includes(keyOf(row)));
  const rows = await openPicker(entity, { isMultiple: true, isWithBelow, chosen });
  return rows === undefined ? undefined : [...value.filter((each) => !known.has(each)), ...rows.map(keyOf)];
}
