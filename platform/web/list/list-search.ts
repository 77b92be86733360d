import { useEffect, useMemo, useState } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Params } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import type { Selection } from '#platform/web/grid/selection.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import type { Period } from '#platform/web/date/period.ts';
import { forgetListConditions, useListConditions, useNarrowing } from '#platform/web/narrowing/list-opening.ts';
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
  /** The state whose tab is on; undefined where the list has no tabs, empty for all of them. */
  readonly state: string | undefined;
  readonly chooseState: (code: string) => void;
  /** The last fourteen days, or all of them; kept for the person. Undefined where rows have no day. */
  readonly chooseDays: ((isRecent: boolean) => void) | undefined;
}

/** What the form of filters starts with; a new key makes it start again. */
interface Form {
  readonly key: number;
  readonly start: Row;
  readonly applied: string | undefined;
  /** Chosen beside the form, and to be seen in it. */
  readonly imposed?: Row;
}
type Beginning = Omit<FilterSet, 'name'> & { readonly name?: string };
export const noFilters: Row = {};

export function useListSearch(noun: Listed, columns: readonly Shown[], selection: Selection): ListSearch {
  const { name, page } = useTab();
  const [asked, setAsked] = useState<Asked>(firstPage);
  const [kept, keep, areSetsRead] = useFilterSets(name);
  const [form, setForm] = useState<Form | null>(null);
  const classes = useClasses(noun);
  const filters: Params = { ...asked.filters, ...useImposed(noun, name, page.query), ...classes.chosen };
  // The list waits for the set that it opens with: rows that are gone a moment later help nobody.
  const isCounted = hasStates(noun);
  const hasDays = isCounted && noun.list.filters.includes(dayKey);
  const list = useList(noun, name, { ...asked, filters, isCounted }, form === null);
  const searched = useSearched(noun, classes);
  const begin = ({ name: applied, filters: start, sort }: Beginning): void => {
    setForm((before) => ({ key: nextKey(before, applied), start, applied }));
    if (classes.key !== undefined) classes.choose(textAt(start, classes.key));
    setAsked({ ...asked, filters: paramsOf(searched, start), page: 1, sort: sortIn(columns, sort) });
  };
  const told = useListConditions(name);
  const isToldAnew = told !== undefined && form?.start !== told;
  if (areSetsRead && (form === null || isToldAnew))
    begin(told === undefined ? openingOf(kept, hasDays && isEmpty(page.query)) : { filters: told });
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
    const set = setOf(setName, { ...draft, ...classes.chosen }, asked);
    keep(withSet(kept, set));
    apply(set);
  };
  useTaken(name, told !== undefined && !isToldAnew, selection);
  const impose = (next: Params, imposed: Row): void => {
    setAsked({ ...asked, filters: next, page: 1 });
    setForm((before) => before && { ...before, applied: undefined, imposed });
    askAnew();
  };
  const chooseState = (code: string): void => {
    impose(inState(asked.filters, code), { [stateKey]: code });
  };
  const chooseDays = (isRecent: boolean): void => {
    const days = isRecent ? paramsOf(searched, recentDays) : {};
    impose({ ...withoutDays(asked.filters), ...days }, { ...noDays, ...days });
    keep({ ...kept, isRecent });
  };
  const state = isCounted ? textAt(asked.filters, stateKey) : undefined;
  const hasFilters = Object.keys(asked.filters).length > 0 || classes.code !== '';
  const facts = { list, asked, filters, searched, form, hasFilters, classes, sets: { kept, keep }, state };
  return { ...facts, setAsked, search, apply, saveSet, chooseState, chooseDays: hasDays ? chooseDays : undefined };
}

/** A column may have gone since the set was kept. */
const sortIn = (columns: readonly Shown[], sort: Asked['sort']): Asked['sort'] =>
  columns.some(({ key }) => key === sort?.key) ? sort : undefined;

const setOf = (name: string, draft: Row, { sort }: Asked): FilterSet => ({
  name,
  filters: filledIn(draft),
  ...(sort === undefined ? {} : { sort }),
});

/** A link from elsewhere brought conditions: the tab may have been open, with rows ticked under others. */
function useTaken(name: string, isTaken: boolean, selection: Selection): void {
  useEffect(() => {
    if (!isTaken) return;
    forgetListConditions(name);
    selection.replace([]);
  }, [isTaken, name, selection]);
}

const nextKey = (before: Form | null, applied: string | undefined): number =>
  before === null && applied === undefined ? 0 : (before?.key ?? 0) + 1;

/** What narrows the list whatever is searched for: where it was opened from, its page, what it is a list of. */
const useImposed = (noun: Listed, name: string, query: Params): Params => ({
  ...useNarrowing(name)?.filters,
  ...query,
  ...filtersAlways(noun),
});

/** What every row of the list has, whatever is searched for. */
const filtersAlways = (noun: Listed): Params => (noun.kind === 'entity' ? (noun.where ?? {}) : {});

function inState(filters: Params, code: string): Params {
  const { [stateKey]: _before, ...others } = filters;
  return code === '' ? others : { ...others, [stateKey]: code };
}

/** The filter that the tabs above a list of documents stand for. */
const stateKey = 'billStatus';
const hasStates = (noun: Listed): boolean => noun.kind === 'document' && noun.list.filters.includes(stateKey);

const dayKey = 'billDate';
const recentDays: Row = { [`${dayKey}Period`]: 'last14Days' satisfies Period };
const noDays: Row = { [`${dayKey}Start`]: '', [`${dayKey}End`]: '', [`${dayKey}Period`]: '' };

function withoutDays(filters: Params): Params {
  const { [`${dayKey}Start`]: _from, [`${dayKey}End`]: _to, ...others } = filters;
  return others;
}

const isEmpty = (query: Params): boolean => Object.keys(query).length === 0;
const openingOf = (kept: FilterSets, mayBeRecent: boolean): Beginning =>
  setNamed(kept, kept.opening) ?? { filters: mayBeRecent && kept.isRecent === true ? recentDays : noFilters };

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
