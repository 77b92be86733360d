import { useMemo } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Params } from '#platform/web/api/client.ts';
import { treeOf, type Row } from '#platform/web/value/row.ts';
import { firstPage, isPaged, useList, type Asked, type List } from '#platform/web/record/use-list.ts';
import { belowEach, branchesFitting, flat, pageOf } from './narrow.ts';

export interface Offered {
  /** As the table must take it: a list that comes whole may still be shown by pages. */
  readonly noun: Entity;
  readonly list: List;
  /** Whatever the filters leave out. */
  readonly below: (row: Row) => readonly Row[];
}

interface Question {
  readonly owner: string;
  readonly asked: Asked;
  readonly sends: Params;
  readonly keyOf: (row: Row) => string;
  readonly wholeFrom: string | undefined;
}

/**
 * The rows to choose from. What the server pages is asked for page by page; a tree, or a call without pages, is read
 * once and searched here.
 */
export function useOffered(entity: Entity, { owner, asked, sends, keyOf, wholeFrom }: Question): Offered {
  const isByPages = wholeFrom === undefined && isPaged(entity);
  const source = useMemo(
    (): Entity =>
      wholeFrom === undefined
        ? entity
        : {
            ...entity,
            tree: false,
            calls: ['list'],
            list: { columns: entity.list.columns, filters: [], path: wholeFrom },
          },
    [entity, wholeFrom],
  );
  const noun = useMemo(
    (): Entity => (wholeFrom === undefined ? entity : { ...entity, tree: false, calls: ['page'] }),
    [entity, wholeFrom],
  );
  const read = useList(source, owner, questionOf(asked, sends, isByPages));
  const shown = useMemo(() => {
    if (isByPages) return { rows: read.rows, total: read.total };
    if (wholeFrom !== undefined) return pageOf(read.rows, asked);
    const rows = flat(branchesFitting(treeOf(read.rows), asked.filters));
    return { rows, total: rows.length };
  }, [isByPages, wholeFrom, read.rows, read.total, asked]);
  const branches = useMemo(
    () => (isByPages || wholeFrom !== undefined ? new Map<string, readonly Row[]>() : belowEach(read.rows, keyOf)),
    [isByPages, wholeFrom, read.rows, keyOf],
  );
  return { noun, list: { ...read, ...shown }, below: (row) => branches.get(keyOf(row)) ?? nothing };
}

/**
 * What the server is asked: what was searched for with what the picker always sends. A list that comes whole is
 * searched here.
 */
export const questionOf = (asked: Asked, sends: Params, isByPages: boolean): Asked =>
  isByPages ? { ...asked, filters: { ...asked.filters, ...sends } } : { ...firstPage, filters: sends };

const nothing: readonly Row[] = [];
