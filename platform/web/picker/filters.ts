import type { Entity } from '#platform/model/entity.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { filtersOf, type Shown } from '#platform/web/value/shown.ts';
import { ofOrganizations } from '#platform/web/route/level.ts';
import type { PickerRules } from '#platform/web/registry/picker-rules.ts';

interface Place {
  readonly hidden: readonly string[];
  /** Opened from a list of the whole group. */ readonly isOfGroup: boolean;
}

/** Code and name first: they are what most people know. */
export function filtersIn(
  entity: Entity,
  { filters, offers = {} }: PickerRules,
  { hidden, isOfGroup }: Place,
): readonly Shown[] {
  const keys = filters ?? entity.picker?.filters ?? [entity.codeField, entity.nameField];
  const first = [entity.codeField, entity.nameField].filter((key) => keys.includes(key));
  return (
    filtersOf(entity, [...new Set([...first, ...keys])])
      // One input for both: what was chosen, and that with everything below it.
      .filter(({ key }) => !keys.includes(`${key}s`))
      .map((shown): Shown =>
        shown.isWithBelow === true && keys.includes(shown.key.slice(0, -1))
          ? { ...shown, chosenKey: shown.key.slice(0, -1) }
          : shown,
      )
      .filter(({ key }) => !hidden.includes(key) && !(isOfGroup && ofOrganizations.has(key)))
      .map((shown): Shown => {
        const where = offers[shown.key];
        return where !== undefined && shown.field.kind === 'ref'
          ? { ...shown, field: { ...shown.field, where } }
          : shown;
      })
  );
}

/**
 * What is disabled is not offered, but can be looked up on purpose. Somebody who typed a name may look where no name is
 * searched for: then it is the code.
 */
export function startOf(entity: Entity, filters: readonly Shown[], wanted: Row = {}): Row {
  const has = (key: string): boolean => filters.some((filter) => filter.key === key);
  const typed = textAt(wanted, entity.nameField);
  return {
    ...(has('status') ? { status: '1' } : {}),
    ...wanted,
    ...(typed !== '' && !has(entity.nameField) && has(entity.codeField) ? { [entity.codeField]: typed } : {}),
  };
}
