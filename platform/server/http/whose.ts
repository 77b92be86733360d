import type { Caller, Door } from '#platform/server/db/door.ts';
import { statement } from '#platform/server/db/statement.ts';

/** Whose lanes a request goes by; null when nobody is known by what it carries. */
export interface Owner {
  readonly userId: string;
  readonly tenantCode: string;
}

const mostKnown = 20_000;

/**
 * Asks the database once per session and process, before the request is let in: what a request says of itself could
 * name another tenant's lane. A session never changes its tenant. Says nothing about what the caller may do.
 */
export function ownersOf(door: Door): (caller: Caller) => Promise<Owner | null> {
  const known = new Map<string, Owner>();
  return async (caller) => {
    const [sid, ticket] = 'sid' in caller ? [caller.sid, ''] : 'ticket' in caller ? ['', caller.ticket] : ['', ''];
    if (sid === '' && ticket === '') return null;
    const met = known.get(sid + ticket);
    if (met !== undefined) return met;
    const asked = statement({ userId: 'uuid', tenantCode: 'text' }, 'select * from sec.whose($1, $2)', [sid, ticket]);
    // Without a database the call itself says so.
    const [owner = null] = await door.gate(asked).catch(() => []);
    if (owner === null) return null;
    if (known.size >= mostKnown) known.clear();
    known.set(sid + ticket, owner);
    return owner;
  };
}
