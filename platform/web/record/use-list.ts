import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Entity } from '#platform/model/entity.ts';
import { defaultPageSize, maxPageSize, snakeCase, type Page } from '#platform/model/envelope.ts';
import { isSearched } from '#platform/model/search.ts';
import { CallError, get, post, type Params } from '#platform/web/api/client.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { textAt, treeOf, type Branch, type Row } from '#platform/web/value/row.ts';

export interface Asked {
  readonly filters: Params;
  readonly page: number;
  readonly limit: number;
  readonly sort?: { readonly key: string; readonly order: 'asc' | 'desc' } | undefined;
  /** How many rows each state has is told with them. */
  readonly isCounted?: boolean;
}
export const firstPage: Asked = { filters: {}, page: 1, limit: defaultPageSize };

export interface List {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly isCapped: boolean;
  /** Rows of each state; undefined until they were counted. */
  readonly counts?: Page<Row>['counts'];
  readonly areCountsCapped?: boolean;
  readonly isLoading: boolean;
  /** What the server said, when the list could not be read; the rows are then empty (000 §8). */
  readonly failure: string | null;
  /** Not empty: the person may not see it. */
  readonly isForbidden?: boolean;
  readonly reload: () => void;
}

/** A short tree is read whole; everything else by pages. */
export const isPaged = (noun: Listed): boolean => noun.kind !== 'entity' || noun.calls.includes('page');
export function listPath(noun: Listed): string {
  if (noun.list.isReadPlain === true) return noun.list.plainPath ?? `${noun.path}/list`;
  return noun.list.path ?? `${noun.path}${isPaged(noun) ? '/page' : '/list'}`;
}

/** `owner` is the tab or dialog that shows the list: closing it forgets the rows. Held back, it reads nothing yet. */
export function useList(noun: Listed, owner: string, asked: Asked, isHeld = false): List {
  const { filters, page, limit, sort, isCounted = false } = asked;
  const params = {
    ...filters,
    ...(sort === undefined ? {} : { order: sort.order, orderField: snakeCase(sort.key) }),
    ...(isPaged(noun) ? { page, limit } : {}),
    ...(isCounted ? { counts: 1 } : {}),
  };
  const query = useQuery({
    queryKey: ['list', owner, listPath(noun), params],
    queryFn: ({ signal }) =>
      noun.list.method === 'POST'
        ? post<Page<Row> | readonly Row[]>(listPath(noun), params, { signal })
        : get<Page<Row> | readonly Row[]>(listPath(noun), params, { signal }),
    placeholderData: keepPreviousData,
    enabled: !isHeld,
  });
  const data = query.isError || query.data === undefined ? [] : query.data;
  const paged: Page<Row> = 'list' in data ? data : { list: data, total: data.length };
  return {
    rows: paged.list,
    total: paged.total,
    isCapped: paged.totalCapped === true,
    counts: paged.counts,
    areCountsCapped: paged.countsCapped === true,
    isLoading: isHeld || query.isFetching,
    failure: query.isError ? query.error.message : null,
    isForbidden: query.error instanceof CallError && query.error.code === 403,
    reload: () => {
      void query.refetch();
    },
  };
}

/** Every node of a tree entity, for class trees and tree selects. */
export function useTree(
  entity: Entity | undefined,
  where: Params = {},
): { readonly branches: readonly Branch[]; readonly isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['tree', entity?.name, where],
    queryFn: async () => (entity === undefined ? [] : treeOf(await nodesOf(entity, where))),
    enabled: entity !== undefined,
  });
  return { branches: data ?? noBranches, isLoading };
}
const noBranches: readonly Branch[] = [];

/** Classes that are records of a paged noun hang below each other by code; a tree knows the ids. */
async function nodesOf(entity: Entity, where: Params): Promise<readonly Row[]> {
  if (!isPaged(entity) || entity.groupedBy === undefined)
    return get<readonly Row[]>(listPath(entity), where, { isSilent: true });
  const up = entity.groupedBy;
  const { list } = await get<Page<Row>>(listPath(entity), { ...where, page: 1, limit: -1 }, { isSilent: true });
  const ids = new Map(list.map((row) => [textAt(row, entity.codeField), textAt(row, 'id')]));
  return list.map((row) => ({ ...row, pid: ids.get(textAt(row, up)) ?? '0' }));
}

/** Records whose code, or else whatever else they are known by, is what a person typed. */
export async function lookUp(entity: Entity, typed: string, where: Params = {}): Promise<readonly Row[]> {
  const byCode = (await asked(entity, { ...where, codes: typed }, 2)).filter(
    (row) => textAt(row, entity.codeField) === typed,
  );
  return byCode.length > 0
    ? byCode
    : asked(
        entity,
        { ...where, ...(isSearched(entity) ? { keyword: typed, suggest: 1 } : { [entity.nameField]: typed }) },
        2,
      );
}

const inOneCall = 200;
/**
 * A pasted column is looked up by code in a few calls. Names are tried only for a handful: each is a call of its own.
 */
export async function lookUpAll(
  entity: Entity,
  typed: readonly string[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, readonly Row[]>();
  const codes = typed.filter((text) => !text.includes(','));
  for (let at = 0; at < codes.length; at += inOneCall) {
    const some = codes.slice(at, at + inOneCall);
    for (const row of await asked(entity, { codes: some.join(',') }, maxPageSize))
      found.set(textAt(row, entity.codeField), [row]);
  }
  const rest = typed.filter((text) => !found.has(text));
  if (rest.length <= 5) for (const text of rest) found.set(text, await asked(entity, { [entity.nameField]: text }, 2));
  return found;
}

async function asked(entity: Entity, params: Params, limit: number): Promise<readonly Row[]> {
  const data = await get<Page<Row> | readonly Row[]>(listPath(entity), {
    ...params,
    ...(isPaged(entity) ? { page: 1, limit } : {}),
  });
  return 'list' in data ? data.list : data;
}
