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

/** The filters above a list, in their declared order. */
export function searchedBy(noun: Listed, { hasTree, isOfGroup }: Place): readonly Shown[] {
  const groupedBy = noun.kind === 'entity' ? noun.groupedBy : undefined;
  return filtersOf(noun, noun.list.filters).filter(
    ({ key }) => !(hasTree && key === groupedBy) && !(isOfGroup && ofOrganizations.has(key)),
  );
}
