import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Language } from '#platform/model/label.ts';
import type { Caller, Door, Identity } from '#platform/server/db/door.ts';
import { sendNamed, type Reads, type RowsOf, type Statement } from '#platform/server/db/statement.ts';

/**
 * A route is declared by one object. The start-up check, the tenant crawler, the permission matrix, OpenAPI and the
 * menu's resource lists all read it; a route that is not declared does not start.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify pattern below /api: /data/bd/brand/:id */
  readonly path: string;
  /** `public`, `session` (whoever is logged in), or permissions of which one is enough. */
  readonly permission: 'public' | 'session' | readonly string[];
  /** Answers also while the password must be changed; nothing else does. Only with `session`. */
  readonly isForNarrow?: true;
  /** Only for who has entered password or code again within five minutes; everybody else is asked to (20041). */
  readonly stepUp?: true;
  /** Asked for, not demanded: with it a list answers full rows, without it slim ones. */
  readonly soft?: string;
  /**
   * Where ids of a noun stand: { 'params.id': 'data:brand', 'body[]': 'data:brand' }. The crawler puts foreign ids
   * there.
   */
  readonly marks?: Readonly<Record<string, string>>;
  readonly effect: 'none' | 'idempotent' | 'command';
  /** Takes ?token= as a ticket (or the session token), because a browser navigates to it. */
  readonly ticket?: 'download' | 'image' | 'upload';
  /** Answers a whole list as a file: so many a minute of one person, and no more. */
  readonly takesOut?: true;
  /** Takes multipart/form-data with one file; every other route refuses it. */
  readonly takesFile?: true;
  /** Takes form-encoded fields as well as JSON; every other route refuses them. */
  readonly takesForm?: true;
  /** Ends what it keeps open, when the process stops. */
  readonly drain?: () => void;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly handle: (call: Call) => Promise<unknown>;
}

/** One request on its way through a handler. */
export interface Call {
  readonly route: Route;
  readonly door: Door;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly language: Language;
  readonly caller: Caller;
  readonly idempotencyKey: string | null;
  readonly correlationId: string;
  /** Of the browser, as far as a trusted proxy tells. */
  readonly ip: string;
  /** What is set in the browser stays off connections that are not encrypted. */
  readonly isByTls: boolean;
  readonly agent: string;
  /** What If-None-Match carried. */
  readonly etag: string | null;
  readonly reply: FastifyReply;
  /** One network write: context and these reads. Answers who asks, and the rows of each under its name. */
  read<Named extends Reads>(reads: Named): Promise<{ readonly identity: Identity; readonly rows: RowsOf<Named> }>;
  /** Many statements of one kind, answered in their order. */
  each<Asked extends readonly Statement[]>(statements: Asked): Promise<RowsOf<Asked>>;
}

/** All that a read needs of a call: a process of its own has no reply. */
export type Reading = Pick<Call, 'read' | 'each'>;

/** How whoever calls reads through this door. */
export const readingOf = (door: Door, caller: Caller): Reading => ({
  async read(reads) {
    let identity: Identity | undefined;
    const rows = await sendNamed(reads, async (statements) => {
      const answer = await door.read(caller, statements);
      identity = answer.identity;
      return answer.results;
    });
    return { identity: identity as Identity, rows };
  },
  each: async (statements) => (await door.read(caller, statements)).results,
});

/** A handler that answers something else than an envelope (a file, 304) sends it itself and returns this. */
export const sent = Symbol('sent');

/** A handler that took the connection over and keeps it open returns this. */
export const streaming = Symbol('streaming');

export function checkRoutes(routes: readonly Route[]): readonly string[] {
  const complaints: string[] = [];
  const seen = new Set<string>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (seen.has(name)) complaints.push(`${name} is declared twice`);
    seen.add(name);
    if (route.permission !== 'public' && route.permission !== 'session' && route.permission.length === 0)
      complaints.push(`${name} names no permission`);
    if (route.stepUp === true && (route.permission === 'public' || route.isForNarrow === true))
      complaints.push(`${name} asks nobody to step up`);
    if (route.isForNarrow === true && route.permission !== 'session')
      complaints.push(`${name} is for narrow sessions and asks for a permission`);
    if (/:\w*[iI]d\b/.test(route.path) && route.marks === undefined) complaints.push(`${name} has an id and no mark`);
    if (route.method === 'GET' && route.effect === 'command') complaints.push(`${name} is a GET with an effect`);
    if (route.method !== 'GET' && route.effect === 'none' && route.permission === 'public')
      complaints.push(`${name} is public and unsafe`);
  }
  return complaints;
}
