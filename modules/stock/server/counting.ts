import { refusal } from '#platform/model/refusal.ts';
import { statement, type Reads, type RowsOf } from '#platform/server/db/statement.ts';
import { countLink } from '#stock/model/count.ts';

export const beingCounted = refusal('E-COUNTING', 20205, [
  '仓库【{storage}】盘点中，不能出入库',
  '倉庫【{storage}】盤點中，不能出入庫',
  'Warehouse {storage} is being counted',
]);

const lockOf = (storage: string): string =>
  `hashtextextended('count ' || (select sec.tenant()) || ' ' || ${storage}, 0)`;

/** A count that freezes its warehouse waits for movements that are under way, and they for it. */
export const countsAlone = (storageCode: string) =>
  statement({ held: 'nothing' }, `select pg_advisory_xact_lock(${lockOf('$1::text')}) as held`, [storageCode]);

/**
 * Counts that freeze goods of these documents. `goods` is SQL that answers document_id, storage_code and code; its
 * values are $1 and on. Asked behind the shared lock: a count that was made meanwhile is seen, one that comes now
 * waits.
 */
export function countingOf(goods: string, values: readonly unknown[]) {
  return {
    besideCounts: statement(
      { held: 'nothing' },
      `
        select pg_advisory_xact_lock_shared(${lockOf('s.storage_code')}) as held
        from (select distinct g.storage_code from (${goods}) g order by 1) s`,
      values,
    ),
    counting: statement(
      { documentId: 'uuid', storage: 'text?' },
      `
        select distinct g.document_id, c.storage_name as storage
        from (${goods}) g
        join app.stock_inventory c on c.storage_code = g.storage_code
          and c.bill_status in ('0', '4')
          and c.frozen_flag = '1'
          and c.deleted_flag = '0'
        where exists (
          select from app.stock_inventory_line cl
          where cl.tenant_code = c.tenant_code and cl.parent_id = c.id and cl.product_code = g.code
        )`,
      values,
    ),
  } satisfies Reads;
}

/** The same of movements, and the counts that made any of them. */
export function countingReads(ids: readonly string[]) {
  return {
    ...countingOf(
      `
        select h.id as document_id, h.storage_code, x.code
        from app.stock_inout h
        join app.stock_inout_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
        cross join lateral (
          select l.product_code as code
          where l.components is null
          union all
          select k->>'productCode'
          from jsonb_array_elements(l.components) k
        ) x
        where h.id = any($1::uuid[])`,
      [ids],
    ),
    countedBy: statement(
      { toId: 'uuid', code: 'text' },
      `
        select distinct k.to_id, k.to_code as code
        from app.doc_link k
        where k.kind = '${countLink}' and k.is_active and k.to_id = any($1::uuid[])`,
      [ids],
    ),
  } satisfies Reads;
}
type Rows = Partial<RowsOf<ReturnType<typeof countingReads>>>;

/** What is counted lies still (ST006). */
export function refuseCounting({ id }: { readonly id: string }, { counting = [] }: Pick<Rows, 'counting'>): void {
  const row = counting.find(({ documentId }) => documentId === id);
  if (row !== undefined) throw beingCounted({ storage: row.storage });
}

export const madeByCount = ({ id }: { readonly id: string }, { countedBy = [] }: Rows): boolean =>
  countedBy.some(({ toId }) => toId === id);
