import { useMemo, useState } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Params } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import type { Selection } from '#platform/web/grid/selection.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { filledIn, setNamed, useFilterSets, withSet, type FilterSet, type FilterSets } from './filter-set.ts';
import { classesOf } from './group-tree.tsx';
import { isGroupLevel, searchedBy } from './list-filters.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { paramsOf } from './search-form.tsx';
import type { Shown } from '#platform/web/value/shown.ts';
import { firstPage, useList, type Asked, type List } from '#platform/web/record/use-list.ts';

/** What a list is asked for: by its form, by the tree of classes beside it, by a set that somebody keeps. */
export interface ListSearch {
  readonly list: List;
  readonly asked: Asked;
  readonly setAsked: (next: Asked) => void;
  /** All that the list is narrowed by, also by what is not in its form. */
  readonly filters: Params;
  /** Those of the form. */
  readonly searched: readonly Shown[];
  readonly form: Form | null;
  readonly hasFilters: boolean;
  readonly classes: Classes;
  readonly sets: { readonly kept: FilterSets; readonly keep: (next: FilterSets) => void };
  readonly search: (next: Params) => void;
  readonly apply: (beginning: Beginning) => void;
  readonly saveSet: (name: string, draft: Row) => void;
}

/** What the form of filters starts with; a new key makes it start again. */
interface Form {
  readonly key: number;
  readonly start: Row;
  readonly applied: string | undefined;
}
type Beginning = Omit<FilterSet, 'name'> & { readonly name?: string };
export const noFilters: Row = {};

export function useListSearch(noun: Listed, columns: readonly Shown[], selection: Selection): ListSearch {
  const { name, page } = useTab();
  const [asked, setAsked] = useState<Asked>(firstPage);
  const [kept, keep, areSetsRead] = useFilterSets(name);
  const [form, setForm] = useState<Form | null>(null);
  const classes = useClasses(noun);
  const filters: Params = {
    ...asked.filters,
    ...page.query,
    ...(noun.kind === 'entity' ? noun.where : {}),
    ...classes.chosen,
  };
  // The list waits for the set that it opens with: rows that are gone a moment later help nobody.
  const list = useList(noun, name, { ...asked, filters }, form === null);
  const searched = useSearched(noun, classes);
  const begin = ({ name: applied, filters: start, sort }: Beginning): void => {
    setForm((before) => ({
      key: before === null && applied === undefined ? 0 : (before?.key ?? 0) + 1,
      start,
      applied,
    }));
    if (classes.key !== undefined) classes.choose(textAt(start, classes.key));
    // A column may have gone since the set was kept.
    setAsked({
      ...asked,
      filters: paramsOf(searched, start),
      page: 1,
      sort: columns.some(({ key }) => key === sort?.key) ? sort : undefined,
    });
  };
  if (form === null && areSetsRead) begin(setNamed(kept, kept.opening) ?? { filters: noFilters });
  /** Whoever searches wants to see what there is now, also for what was asked before. */
  const askAnew = (next?: Params): void => {
    selection.replace([]);
    if (next !== undefined && asked.page === 1 && JSON.stringify(next) === JSON.stringify(asked.filters)) list.reload();
    else void queries.invalidateQueries({ queryKey: ['list', name], refetchType: 'none' });
  };
  const apply = (beginning: Beginning): void => {
    begin(beginning);
    askAnew();
  };
  const search = (next: Params): void => {
    setAsked({ ...asked, filters: next, page: 1 });
    setForm((before) => before && { ...before, applied: undefined });
    askAnew(next);
  };
  const saveSet = (setName: string, draft: Row): void => {
    const set = {
      name: setName,
      filters: filledIn({ ...draft, ...classes.chosen }),
      ...(asked.sort === undefined ? {} : { sort: asked.sort }),
    };
    keep(withSet(kept, set));
    apply(set);
  };
  const hasFilters = Object.keys(asked.filters).length > 0 || classes.code !== '';
  const sets = { kept, keep };
  return { list, asked, setAsked, filters, searched, form, hasFilters, classes, sets, search, apply, saveSet };
}

/** The tree of classes beside a list and the one that was chosen in it. */
interface Classes {
  /** Undefined where there is no tree to show. */
  readonly entity: Entity | undefined;
  readonly where: Params | undefined;
  readonly key: string | undefined;
  readonly code: string;
  readonly chosen: Params;
  readonly choose: (code: string) => void;
}
function useClasses(noun: Listed): Classes {
  const [code, choose] = useState('');
  const key = noun.kind === 'entity' ? noun.groupedBy : undefined;
  const group = classesOf(noun);
  return {
    entity: group?.entity,
    where: group?.where,
    key,
    code,
    chosen: key === undefined ? {} : { [key]: code },
    choose,
  };
}

function useSearched(noun: Listed, { entity }: Classes): readonly Shown[] {
  const { page } = useTab();
  const isOfGroup = isGroupLevel(page.query);
  const hasTree = entity !== undefined;
  return useMemo(() => searchedBy(noun, { hasTree, isOfGroup }), [noun, hasTree, isOfGroup]);
}
