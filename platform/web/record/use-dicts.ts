import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Field } from '#platform/model/field.ts';
import { queries } from '#platform/web/api/queries.ts';
import type { Option } from '#platform/web/column/column.ts';
import { dictKeyOf } from '#platform/web/reference/lists.ts';
import { refQuery } from '#platform/web/reference/load.ts';
import { nameIn } from '#platform/web/reference/use-ref.ts';
import { textAt, type Branch } from '#platform/web/value/row.ts';

/** Dictionary type to its entries. */
export type Dicts = ReadonlyMap<string, readonly Branch[]>;

/** The dictionaries that these fields need, read once for the whole grid and not by each cell. */
export function useDicts(fields: readonly Field[]): Dicts {
  const types = useMemo(
    () => [...new Set(fields.flatMap((field) => (field.kind === 'dict' ? [field.dictType] : [])))],
    [fields],
  );
  return useQueries({
    queries: types.map((type) => refQuery(dictKeyOf(type))),
    combine: useCallback(
      (answers: UseQueryResult<readonly Branch[]>[]) =>
        new Map(types.map((type, at) => [type, answers[at]?.data ?? []])),
      [types],
    ),
  });
}

export const dictName = (dicts: Dicts | undefined, dictType: string, value: string): string =>
  nameIn(dictKeyOf(dictType), dicts?.get(dictType) ?? [], value);

/** Outside React, once somebody has read them. */
export function dictOptions(dictType: string): readonly Option[] {
  return (queries.getQueryData(refQuery(dictKeyOf(dictType)).queryKey) ?? []).map((entry) => ({
    value: textAt(entry, 'dictValue'),
    label: textAt(entry, 'dictLabel'),
  }));
}
