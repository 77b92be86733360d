import { queries } from '#platform/web/api/queries.ts';
import type { Field } from '#platform/model/field.ts';
import { textAt, type Branch, type Row } from '#platform/web/value/row.ts';
import { refQuery } from './load.ts';

/** How many decimals the unit of a figure has: none where it has no unit, or nobody knows it. */
export function decimalsIn(units: readonly Row[], field: Field, row: Row): number {
  if (field.kind !== 'decimal' || field.unitFrom === undefined) return 0;
  let index = indexes.get(units);
  if (index === undefined) {
    const known = new Map<string, number>();
    // Two units of one name: what the finer one allows is for the server to refuse.
    for (const unit of units)
      known.set(textAt(unit, 'name'), Math.max(known.get(textAt(unit, 'name')) ?? 0, precisionOf(unit)));
    indexes.set(units, (index = known));
  }
  return index.get(textAt(row, field.unitFrom)) ?? 0;
}

const precisionOf = ({ precision }: Row): number => (typeof precision === 'number' ? precision : 0);
/** One index per copy of the list, not one per cell. */
const indexes = new WeakMap<readonly Row[], ReadonlyMap<string, number>>();

/** Outside React, of the copy that the grid has loaded; null as long as there is none. */
export function unitDecimals(field: Field | undefined, row: Row): number | null {
  const units = queries.getQueryData<readonly Branch[]>(refQuery('unitList').queryKey) ?? [];
  return field?.kind !== 'decimal' || field.unitFrom === undefined || units.length === 0
    ? null
    : decimalsIn(units, field, row);
}
