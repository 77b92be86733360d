import type { ServerResponse } from 'node:http';
import { busy } from '#platform/model/refusal.ts';
import type { Identity } from '#platform/server/db/door.ts';
import { streaming, type Call, type Route } from './route.ts';

/**
 * What happened elsewhere and concerns an open page, as server-sent events: `list data:brand` (a cached list has a new
 * version), `unread` (a notice for this user). Words only: whoever wants to know more asks, and is answered by what he
 * may see.
 */
export interface EventLine {
  readonly route: Route;
  /** From PostgreSQL, of every process: `list 1000 data:brand`, `list * sys:dict`, `unread 1000 <user id or *>`. */
  heard(notice: string): void;
  /** Notices may have been missed: every page asks again. */
  lost(): void;
}

interface Listener {
  readonly response: ServerResponse;
  readonly identity: Identity;
  readonly sid: string;
  readonly waiting: Set<string>;
}

const mostListeners = 5000;
const mostOfOneSession = 10;
/** A bulk change of one list is one event. */
const gatherFor = 200;
/** Shorter than what proxies allow; a session that ended is noticed within it. */
const beatEvery = 15_000;

export function eventLine(): EventLine {
  const listeners = new Set<Listener>();
  return {
    route: {
      method: 'GET',
      path: '/sys/event',
      permission: 'session',
      effect: 'none',
      summary: 'What changed elsewhere, as server-sent events',
      handle: (call) => listen(call, listeners),
      drain: () => {
        for (const { response } of listeners) response.end();
      },
    },
    heard(notice) {
      const [what = '', tenantCode = '', whom = ''] = notice.split(' ');
      for (const listener of listeners) {
        if (tenantCode !== '*' && tenantCode !== listener.identity.tenantCode) continue;
        if (what === 'list') tell(listener, `list ${whom}`);
        if (what === 'unread' && (whom === '*' || whom === listener.identity.userId)) tell(listener, 'unread');
      }
    },
    lost() {
      for (const listener of listeners) tell(listener, 'lost');
    },
  };
}

function tell(listener: Listener, event: string): void {
  if (listener.waiting.size === 0)
    setTimeout(() => {
      flush(listener);
    }, gatherFor).unref();
  listener.waiting.add(event);
}

async function listen(call: Call, listeners: Set<Listener>): Promise<typeof streaming | null> {
  const { identity } = await call.read({});
  // Whoever cannot follow a stream learns only that he may.
  if (call.reply.request.headers.accept?.includes('text/event-stream') !== true) return null;
  const sid = 'sid' in call.caller ? call.caller.sid : '';
  if (listeners.size >= mostListeners || [...listeners].filter((each) => each.sid === sid).length >= mostOfOneSession)
    throw busy();
  const response = call.reply.hijack().raw;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-correlation-id': call.correlationId,
  });
  response.write(': here\n\n');
  const listener: Listener = { response, identity, sid, waiting: new Set() };
  listeners.add(listener);
  const beat = setInterval(() => {
    response.write(': beat\n\n');
    // Refused as soon as the session ended, the user was disabled or the tenant closed.
    call.read({}).catch(() => {
      response.end();
    });
  }, beatEvery).unref();
  response.once('close', () => {
    clearInterval(beat);
    listeners.delete(listener);
  });
  return streaming;
}

function flush({ response, waiting }: Listener): void {
  const events = [...waiting];
  waiting.clear();
  if (response.writable) response.write(events.map((event) => `data: ${event}\n\n`).join(''));
}
