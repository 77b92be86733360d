import { nameKeyOf } from '#platform/model/field.ts';
import { rolesOf } from '#platform/model/list/lead.ts';
import type { Params } from '#platform/web/api/client.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { ofOrganizations } from '#platform/web/route/level.ts';
import { filtersOf, type Shown } from '#platform/web/value/shown.ts';

/** Whether a page of the menu shows the rows of the whole group: any tenant flag but '0' (001 §6). */
export const isGroupLevel = (query: Params): boolean => (query['tenantFlag'] ?? '0') !== '0';

interface Place {
  /** The classes stand to the left, so nobody types one. */
  readonly hasTree: boolean;
  readonly isOfGroup: boolean;
}

/** What bills are looked for by stands in the row that is always there: state, day, partner. The rest is unfolded. */
export function filtersInOrder(noun: Listed): readonly string[] {
  const { filters } = noun.list;
  if (noun.kind !== 'document') return filters;
  const { status, date, partner } = rolesOf(noun);
  const first = [status, date, partner].flatMap((role) =>
    role === undefined ? [] : (filters.find((key) => key === role || nameKeyOf(key) === role) ?? []),
  );
  return [...first, ...filters.filter((key) => !first.includes(key))];
}

/** The filters above a list; those of master data in their declared order. */
export function searchedBy(noun: Listed, { hasTree, isOfGroup }: Place): readonly Shown[] {
  const groupedBy = noun.kind === 'entity' ? noun.groupedBy : undefined;
  return filtersOf(noun, filtersInOrder(noun)).filter(
    ({ key }) => !(hasTree && key === groupedBy) && !(isOfGroup && ofOrganizations.has(key)),
  );
}
