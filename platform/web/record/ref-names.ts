import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { RefField } from '#platform/model/field.ts';
import { refLists } from '#platform/web/reference/lists.ts';
import { refQuery } from '#platform/web/reference/load.ts';
import { nameIn } from '#platform/web/reference/use-ref.ts';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { textAt, type Branch, type Row } from '#platform/web/value/row.ts';
import type { Shown } from '#platform/web/value/shown.ts';
import { listPath } from './use-list.ts';

/** Reference lists by their key. */
export type Names = ReadonlyMap<string, readonly Branch[]>;

/**
 * Names of codes that came without one (001 §3), from the cached lists. A list is asked for only when some row needs
 * it.
 */
export function useMissingNames(columns: readonly Shown[], rows: readonly Row[]): Names {
  const keys = useMemo(
    () => [
      ...new Set(
        columns.flatMap(({ ref, valueKey }) => {
          const isMissing =
            ref !== undefined && rows.some((row) => textAt(row, ref.key) !== '' && textAt(row, valueKey) === '');
          const list = isMissing ? refKeyOf(ref.field) : undefined;
          return list === undefined ? [] : [list];
        }),
      ),
    ],
    [columns, rows],
  );
  return useQueries({
    queries: keys.map((key) => refQuery(key)),
    combine: useCallback(
      (answers: UseQueryResult<readonly Branch[]>[]) =>
        new Map(keys.map((key, at) => [key, answers[at]?.data ?? nothing])),
      [keys],
    ),
  });
}

/** The code itself as long as no name is known. */
export function missingName(names: Names | undefined, field: RefField, code: string): string {
  const key = refKeyOf(field);
  return key === undefined ? code : nameIn(key, names?.get(key) ?? nothing, code);
}

/** The name that came with a code, or else the one of the cached list; empty while there is neither. */
export function useRefFieldName(field: RefField, code: string, name: string): string {
  const key = name === '' && code !== '' ? refKeyOf(field) : undefined;
  const answers = useQueries({ queries: (key === undefined ? [] : [key]).map((each) => refQuery(each)) });
  const list = answers[0]?.data;
  return key === undefined || list === undefined ? name : nameIn(key, list, code);
}

const nothing: readonly Branch[] = [];

/** The list of the table that holds the records which the field points at. */
function refKeyOf(field: RefField): string | undefined {
  const entity = field.key === 'code' ? entityNamed(field.target().name) : undefined;
  if (entity === undefined) return undefined;
  keysByPath ??= new Map(
    Object.entries(refLists)
      .toReversed()
      .map(([key, { path }]) => [path, key]),
  );
  return keysByPath.get(listPath(entity));
}
let keysByPath: ReadonlyMap<string, string> | undefined;
