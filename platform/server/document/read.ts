import { hasLines, type Document, type HeadOf, type LineOf } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { nameKeyOf, type Fields } from '#platform/model/field.ts';
import { derived, type Row, type TypedStatement } from '#platform/server/db/statement.ts';
import type { Identity } from '#platform/server/db/door.ts';
import { lineTableOf, stored, tableOf } from '#platform/server/db/shape.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { selection } from '#platform/server/list/list.ts';

/**
 * Heads by id, inside what the user may see; `lock` holds them for the transaction, in id order so that two bulk verbs
 * never wait in a circle.
 */
export function headsOf<D extends Document, Lock extends boolean>(
  document: D,
  ids: readonly string[],
  lock: Lock,
): TypedStatement<Lock extends true ? LockedHead<D> : HeadOf<D>> {
  const { columns } = selection(document, true);
  const extra = lock ? ', t.creator_id' : '';
  return derived(
    `
      select ${columns}${extra}
      from app.${tableOf(document)} t
      where ${[...scopeOf(document, null), 't.id = any($1::uuid[])'].join(' and ')}
      order by t.id${lock ? ' for update' : ''}`,
    [ids],
  );
}

/** A head that is held knows who wrote it: nobody audits his own. */
type LockedHead<D extends Document> = HeadOf<D> & { readonly creatorId: string };

/**
 * Heads that a process brought to somebody, held for the transaction: his task is his right to them, whatever lists he
 * may open.
 */
export const headsAskedFor = <D extends Document>(document: D, ids: readonly string[]): TypedStatement<LockedHead<D>> =>
  askedFor(document, ids, ' for update');

/** The same for whoever only looks: nobody waits for a reader. */
export const headsLookedAt = <D extends Document>(document: D, ids: readonly string[]): TypedStatement<LockedHead<D>> =>
  askedFor(document, ids, '');

function askedFor<D extends Document>(
  document: D,
  ids: readonly string[],
  lock: string,
): TypedStatement<LockedHead<D>> {
  const { columns } = selection(document, true);
  return derived(
    `
      select ${columns}, t.creator_id
      from app.${tableOf(document)} t
      where t.deleted_flag = '0' and t.id = any($1::uuid[])
      order by t.id${lock}`,
    [ids],
  );
}

export function linesOf<D extends Document>(document: D, ids: readonly string[]): TypedStatement<HeldLine<D>> {
  if (!hasLines(document)) return derived('select 1 where false');
  return derived(
    `
      select ${lineColumns(document)}
      from app.${lineTableOf(document)} t
      where t.parent_id = any($1::uuid[])
      order by t.parent_id, t.line_no`,
    [ids],
  );
}

type HeldLine<D extends Document> = LineOf<D> & { readonly parentId: string };

export const lineKeys = (fields: Fields): string[] =>
  stored(fields).flatMap(([key, field]) => (field.kind === 'ref' ? [key, nameKeyOf(key)] : [key]));

const lineColumns = (document: Document): string =>
  ['id', 'parentId', 'lineNo', ...lineKeys(document.lines)].map((key) => `t.${snakeCase(key)}`).join(', ');

const hiddenIn = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((key) => fields[key]?.hidden === true);

/** Who buys from the house or sells to it is not told how it reckons. */
export function toldTo<Bill extends Row & { readonly lines: readonly Row[] }>(
  { accountType }: Pick<Identity, 'accountType'>,
  { head, lines }: Document,
  bill: Bill,
): Bill {
  if (accountType !== '1' && accountType !== '2') return bill;
  const without = <Of extends Row>(row: Of, keys: readonly string[]): Of =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key))) as Of;
  return {
    ...without(bill, hiddenIn(head)),
    lines: bill.lines.map((line) => without(line, hiddenIn(lines))),
  };
}

/** Heads with their lines, in the order of the heads. */
export function billsOf<Head extends { readonly id: string }, Line extends { readonly parentId: string }>(
  heads: readonly Head[],
  lines: readonly Line[],
): (Head & { lines: Line[] })[] {
  const byParent = Map.groupBy(lines, ({ parentId }) => parentId);
  return heads.map((head) => ({ ...head, lines: byParent.get(head.id) ?? [] }));
}
