import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '#platform/web/api/queries.ts';
import { plain, textAt, type Branch, type Row } from '#platform/web/value/row.ts';
import { dictKeyOf, refListAt, type RefKey } from './lists.ts';
import { refQuery } from './load.ts';

/** A reference list, loaded when somebody first needs it; a tree-shaped one as branches. */
export function useRefList(key: RefKey): readonly Branch[] {
  return useQuery(refQuery(key)).data ?? nothing;
}

/** The name that belongs to a code; the code itself as long as no name is known. */
export function useRefName(key: RefKey, code: string): string {
  return nameIn(key, useRefList(key), code);
}

export interface DictEntry {
  readonly dictValue: string;
  readonly dictLabel: string;
}

/** A dictionary by its type, also one that is not of the fixed ones. */
export function useDict(dictType: string): { readonly entries: readonly DictEntry[]; readonly isLoading: boolean } {
  const { data = nothing, isLoading } = useQuery(refQuery(dictKeyOf(dictType)));
  const entries = useMemo(
    () => data.map((row) => ({ dictValue: textAt(row, 'dictValue'), dictLabel: textAt(row, 'dictLabel') })),
    [data],
  );
  return { entries, isLoading };
}

/** An entry that is disabled or unknown shows its value. */
export function useDictLabel(dictType: string, value: string): string {
  const key = dictKeyOf(dictType);
  return nameIn(key, useQuery(refQuery(key)).data ?? nothing, value);
}

/**
 * A parameter of the tenant by its code (000 §3); undefined until the list was loaded, or when it has no such
 * parameter.
 */
export const useTenantParam = (code: string): Row | undefined => paramIn(useRefList('tenantParamsList'), code);
/** Outside React. */
export const tenantParam = (code: string): Row | undefined =>
  paramIn(queries.getQueryData(refQuery('tenantParamsList').queryKey) ?? nothing, code);
export const paramIn = (rows: readonly Row[], code: string): Row | undefined =>
  rows.find((row) => row['code'] === code);

const nothing: readonly Branch[] = [];

/** One index per copy of a list, not one per cell that shows a name of it. */
const indexes = new WeakMap<readonly Branch[], ReadonlyMap<string, string>>();

export function nameIn(key: string, rows: readonly Branch[], code: string): string {
  if (rows.length === 0) return code;
  let index = indexes.get(rows);
  if (index === undefined) {
    const { code: codeKey = 'code', name: nameKey = 'name' } = refListAt(key) ?? {
      code: 'dictValue',
      name: 'dictLabel',
    };
    indexes.set(rows, (index = new Map(flat(rows).map((row) => [textAt(row, codeKey), plain(row[nameKey])]))));
  }
  return index.get(code) ?? code;
}

const flat = (branches: readonly Branch[]): readonly Branch[] =>
  branches.flatMap((branch) => [branch, ...flat(branch.children ?? [])]);
