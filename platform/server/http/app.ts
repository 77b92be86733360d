import { hash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fill, languageOf, textOf } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { invalidAt, noSuchCall, notLoggedIn, notPermitted, reasons, Refusal } from '#platform/model/refusal.ts';
import type { Caller, Door } from '#platform/server/db/door.ts';
import { statement } from '#platform/server/db/statement.ts';
import { accountFor, noteCaller, noteOutcome } from './account.ts';
import { usualEdge, type EdgeSettings } from './edge-settings.ts';
import { edge, isByTls } from './edge.ts';
import { faultLog, type FaultLog } from './fault-log.ts';
import { reception, type Reception } from './reception.ts';
import { checkRoutes, readingOf, sent, streaming, type Call, type Route } from './route.ts';
import { fault, refusalBody, refusalOf } from './translate.ts';

export interface AppOptions {
  readonly door: Door;
  readonly routes: readonly Route[];
  readonly modules: readonly Module[];
  readonly logLevel?: string;
  readonly logTo?: { write(line: string): void };
  readonly edge?: EdgeSettings;
}

/** The HTTP edge: the only place that catches. Every answered call is HTTP 200 with an envelope. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { door, routes, modules, logLevel = 'info', logTo, edge: settings = usualEdge } = options;
  const complaints = checkRoutes(routes);
  if (complaints.length > 0) throw new Error(`routes are not declared properly:\n${complaints.join('\n')}`);

  const app = edge(settings, { logLevel, logTo });
  accountFor(app, { routes, slowMs: settings.slowMs });
  app.addHook('preClose', async () => {
    for (const route of routes) route.drain?.();
  });
  const faults = faultLog(door);
  app.setNotFoundHandler((request, reply) => {
    answerRefusal(noSuchCall(), request, reply, modules, faults);
  });
  app.setErrorHandler((error, request, reply) => {
    answerRefusal(edgeRefusal(error) ?? error, request, reply, modules, faults);
  });
  const desk: Desk = { door, settings, front: reception(door, settings) };
  const serve = (on: FastifyInstance, route: Route): void => {
    on.route({
      method: route.method,
      url: `/api${route.path}`,
      handler: (request, reply) => answer(desk, route, { request, reply }),
    });
  };
  for (const route of routes) if (route.takesFile !== true && route.takesForm !== true) serve(app, route);
  void app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(String(body))));
      },
    );
    for (const route of routes) if (route.takesForm === true) serve(forms, route);
  });
  void app.register(async (uploads) => {
    await uploads.register(multipart);
    for (const route of routes) if (route.takesFile === true) serve(uploads, route);
  });
  return app;
}

interface Desk {
  readonly door: Door;
  readonly settings: EdgeSettings;
  readonly front: Reception;
}
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(desk: Desk, route: Route, { request, reply }: Exchange): Promise<unknown> {
  const asked = callOf(desk, route, { request, reply });
  const { caller } = asked;
  noteCaller(request, caller);
  const { door, leave } = await desk.front.admit(route, caller, asked.ip);
  try {
    const call = { ...asked, door, ...readingOf(door, caller) };
    const data = await route.handle(call);
    // Kept open for hours: it is none of the requests under way.
    if (data === streaming) return undefined;
    // What is still sent holds a socket, and nothing that others wait for.
    if (data === sent) {
      leave();
      return await reply;
    }
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    stayAwake(call, request.log);
    return { code: 0, msg: 'success', data: data ?? null };
  } finally {
    leave();
  }
}

function callOf({ door, settings }: Desk, route: Route, { request, reply }: Exchange): Call {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  if (request.method !== 'GET' && header('sec-fetch-site') === 'cross-site') throw notPermitted();
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  );
  const caller = callerOf(route, request.url, header('token'), header('tenant_code'), query['token']);
  return {
    route,
    door,
    query,
    caller,
    params: request.params as Record<string, string>,
    body: request.body ?? null,
    language: languageOf(
      (route.ticket === undefined ? null : cookieIn(header('cookie'), 'language')) ??
        header('accept-language') ??
        undefined,
    ),
    idempotencyKey: header('idempotency-key')?.slice(0, 100) ?? null,
    correlationId: request.id,
    ip: request.ip,
    isByTls: isByTls(settings, request),
    agent: (header('user-agent') ?? '').slice(0, 300),
    etag: header('if-none-match'),
    reply,
    ...readingOf(door, caller),
  };
}

/** A navigation sends the browser's own languages; what the user chose here is in the cookie. */
const cookieIn = (header: string | null, name: string): string | null =>
  new RegExp(`(?:^|; )${name}=([^;]+)`).exec(header ?? '')?.[1] ?? null;

/** The header authorises; a cookie alone never does. ?token= counts only on routes marked for tickets. */
function callerOf(
  route: Route,
  url: string,
  token: string | null,
  tenant: string | null,
  ticket: string | undefined,
): Caller {
  // An empty list is what a narrow session may ask for: no permission, and no more than that.
  const needs = {
    permissions: route.isForNarrow === true ? [] : typeof route.permission === 'string' ? null : route.permission,
    soft: route.soft ?? null,
    ...(route.stepUp === true ? { isConfirmed: true } : {}),
  };
  if (route.permission === 'public') return { sid: '', tenant: null, ...needs };
  if (token === null && route.ticket !== undefined && ticket !== undefined && ticket !== '') {
    return ticket.startsWith('t.')
      ? { ticket: hashOf(ticket), path: (url.split('?')[0] ?? '').replace(/^\/api/, ''), ...needs }
      : { sid: hashOf(ticket), tenant: null, ...needs };
  }
  if (token === null) throw notLoggedIn();
  return { sid: hashOf(token), tenant, ...needs };
}

/** Only the hash of a token is ever stored or compared. */
export const hashOf = (token: string): string => hash('sha256', token);

const touched = new Map<string, number>();

/** An active session does not idle out: its row is touched at most once a minute. */
function stayAwake({ caller, door }: Call, log: FastifyBaseLogger): void {
  if (!('sid' in caller) || caller.sid === '') return;
  const now = Date.now();
  if ((touched.get(caller.sid) ?? 0) > now - 60_000) return;
  if (touched.size > 20_000) touched.clear();
  touched.set(caller.sid, now);
  door
    .read({ sid: caller.sid, tenant: null, permissions: null, soft: null }, [
      statement({ touch: 'nothing' }, 'select sec.touch($1)', [caller.sid]),
    ])
    .catch((error: unknown) => {
      log.debug({ err: error }, 'session not touched');
    });
}

function answerRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  modules: readonly Module[],
  faults: FaultLog,
): void {
  const language = languageOf(request.headers['accept-language']);
  const refusal = refusalOf(error, modules);
  noteOutcome(request, refusal === null ? 'fault' : [429, 503].includes(refusal.code) ? 'busy' : 'refused');
  if (refusal === null) {
    request.log.error({ err: error, req: request }, 'fault');
    faults.write(error, request);
    void reply.code(200).send({ code: 500, msg: fill(textOf(fault, language), { id: request.id }), data: null });
    return;
  }
  if ((refusal.code === 503 || refusal.code === 429) && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', String(refusal.params['seconds'] ?? (refusal.code === 503 ? 1 : 2)));
  void reply
    .code(
      refusal.code === 503
        ? 503
        : (error as { statusCode?: number }).statusCode === 413
          ? 413
          : refusal.code === 429
            ? 429
            : 200,
    )
    .header('cache-control', 'no-store')
    .send(refusalBody(refusal, language));
}

/** What Fastify itself refuses: a body that is no JSON, too large, or of a type we do not take. */
function edgeRefusal(error: unknown): Error | null {
  if (error instanceof Refusal) return null;
  const { code, statusCode = 500 } = error as { code?: unknown; statusCode?: number };
  if (!String(code).startsWith('FST_') && !(statusCode >= 400 && statusCode < 500)) return null;
  const refusal = invalidAt([
    { path: '', field: ['请求', '請求', 'Request'], reason: statusCode === 413 ? reasons.tooLong : reasons.format },
  ]);
  return statusCode === 413 ? Object.assign(refusal, { statusCode }) : refusal;
}
