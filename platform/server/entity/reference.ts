import { hash } from 'node:crypto';
import type { Entity } from '#platform/model/entity.ts';
import { statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { stored } from '#platform/server/db/shape.ts';

/**
 * Reference lists are asked for by every browser at start-up and seldom change. Their ETag is made of the versions of
 * the list and of the lists whose names it shows; a process that heard of no change answers 304 without touching the
 * list.
 */
const version = { noun: 'text', version: 'integer' } as const;
type Version = RowOf<typeof version>;

export interface ReferenceCache {
  /**
   * The ETag known without asking the database, or null. Only for a session that the database confirmed a moment ago.
   */
  known(call: Call, entity: Entity): string | null;
  /** Reads the versions; sent in the same write as the list. */
  versionsOf(entity: Entity): TypedStatement<Version>;
  /** The ETag for these versions, and remembers them. */
  learn(call: Call, entity: Entity, tenantCode: string, rows: readonly Version[]): string;
  count(entity: Entity, isHit: boolean): void;
  /** How often a browser already held the newest copy, since this process started. */
  statistics(): ReadonlyMap<string, { readonly hits: number; readonly misses: number }>;
  heard(notice: string): void;
  /** The line to the database broke: nothing is known until versions are read again. */
  forget(): void;
}

/**
 * A 304 carries no data, so a session confirmed within this time is good enough for it; a revoked one is noticed within
 * a second.
 */
const confirmedFor = 1000;

/** `deciding` are the nouns whose records decide which rows and columns of any list a user sees: roles, users. */
export function referenceCache(deciding: readonly string[]): ReferenceCache {
  const dependencies = dependenciesWith(deciding);
  const versions = new Map<string, number>();
  const confirmed = new Map<string, { tenantCode: string; until: number }>();
  const counts = new Map<string, { hits: number; misses: number }>();
  const countOf = (noun: string): { hits: number; misses: number } => {
    let count = counts.get(noun);
    if (count === undefined) counts.set(noun, (count = { hits: 0, misses: 0 }));
    return count;
  };
  return {
    known(call, entity) {
      if (!('sid' in call.caller)) return null;
      const session = confirmed.get(call.caller.sid);
      if (session === undefined || session.until < Date.now()) return null;
      if (call.caller.tenant !== null && call.caller.tenant !== session.tenantCode) return null;
      const parts: number[] = [];
      for (const noun of dependencies(entity)) {
        const version = versions.get(`${session.tenantCode} ${noun}`);
        if (version === undefined) return null;
        parts.push(version);
      }
      return etagOf(call, call.caller.sid, parts);
    },
    versionsOf: (entity) =>
      statement(version, 'select noun, version from app.list_version where noun = any($1::text[])', [
        dependencies(entity),
      ]),
    learn(call, entity, tenantCode, rows) {
      const sid =
        'sid' in call.caller ? call.caller.sid : 'ticket' in call.caller ? call.caller.ticket : call.caller.key;
      const found = new Map(rows.map((row) => [row.noun, row.version]));
      const parts = dependencies(entity).map((noun) => {
        const version = found.get(noun) ?? 0;
        versions.set(`${tenantCode} ${noun}`, version);
        return version;
      });
      if (confirmed.size > 20_000) confirmed.clear();
      if ('sid' in call.caller) confirmed.set(sid, { tenantCode, until: Date.now() + confirmedFor });
      return etagOf(call, sid, parts);
    },
    heard(notice) {
      const [what, tenantCode = '', noun = ''] = notice.split(' ');
      if (what !== 'list') return;
      if (tenantCode !== '*') versions.delete(`${tenantCode} ${noun}`);
      else for (const key of versions.keys()) if (key.endsWith(` ${noun}`)) versions.delete(key);
    },
    statistics: () => counts,
    count(entity, isHit) {
      countOf(entity.name)[isHit ? 'hits' : 'misses'] += 1;
    },
    forget() {
      versions.clear();
    },
  };
}

/** The list itself, the lists whose names it shows, and what decides which rows and columns the user sees. */
function dependenciesWith(deciding: readonly string[]): (entity: Entity) => readonly string[] {
  const depending = new WeakMap<Entity, readonly string[]>();
  return (entity) => {
    let nouns = depending.get(entity);
    if (nouns === undefined) {
      const targets = stored(entity.fields).flatMap(([, field]) => (field.kind === 'ref' ? [field.target().name] : []));
      depending.set(entity, (nouns = [...new Set([entity.name, ...targets, ...deciding])]));
    }
    return nouns;
  };
}

/** Per session: the same list looks different to another user, in another language of names, with another filter. */
function etagOf(call: Call, sid: string, versions: readonly number[]): string {
  const { _t, ...query } = call.query;
  const asked = JSON.stringify([query, call.body ?? null]);
  return `W/"${hash('sha1', `${sid}|${call.route.path}|${asked}|${versions.join(',')}`, 'base64url')}"`;
}
