import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { slimKeys } from '#platform/model/permission.ts';
import type { Row } from '#platform/server/db/statement.ts';
import { keysAsked, type Asked } from './filter.ts';
import { columnSorted } from './list.ts';

/** Of a row what everybody who is logged in may read; the rest is for holders of the page permission. */
export function slim(entity: Entity, row: Row): Row {
  const allowed = slimKeys(entity);
  const visible: Row = {};
  for (const key of Object.keys(row)) if (allowed.has(key)) visible[key] = row[key];
  return visible;
}

/**
 * Whether a request compares or sorts by a column that the slim row does not show. Answered, it would tell the column
 * guess by guess: which rows come, and in which order.
 */
export function asksHidden(entity: Entity, asked: Asked): boolean {
  const allowed = slimKeys(entity);
  if (keysAsked(entity, asked).some((key) => !allowed.has(key))) return true;
  const sorted = columnSorted(entity, asked);
  return sorted !== null && !columnsOf(entity, allowed).has(sorted);
}

const columns = new WeakMap<Entity, ReadonlySet<string>>();

function columnsOf(entity: Entity, keys: ReadonlySet<string>): ReadonlySet<string> {
  let found = columns.get(entity);
  if (found === undefined) columns.set(entity, (found = new Set([...keys].map(snakeCase))));
  return found;
}
