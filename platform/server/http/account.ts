import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identityOf, type Caller } from '#platform/server/db/door.ts';
import type { Route } from './route.ts';
import { counter, gauge, histogram } from '#platform/server/metrics/series.ts';

/** Kinds of requests that cost alike: a series for each route would be a thousand of them. */
export type RouteClass = 'list' | 'read' | 'command' | 'upload' | 'export' | 'login' | 'events' | 'static';
/** `lost`: the caller had gone before his answer was out. */
export type Outcome = 'ok' | 'refused' | 'busy' | 'fault' | 'lost';

export function classOf(route: Route): RouteClass {
  if (route.drain !== undefined) return 'events';
  if (route.takesFile === true) return 'upload';
  if (route.permission === 'public') return 'login';
  if (route.takesOut === true) return 'export';
  if (route.effect !== 'none') return 'command';
  return route.path.endsWith('/page') ? 'list' : 'read';
}

const answered = counter('qudao_requests_total', 'Requests that are over, by kind of route and outcome.', [
  'class',
  'outcome',
]);
const took = histogram('qudao_request_seconds', 'Seconds from a request to the end of its answer.', ['class']);
const inFlight = new Map<RouteClass, number>();
gauge(
  'qudao_requests_in_flight',
  'Requests under way in this process, by kind of route.',
  () => [...inFlight].map(([kind, count]) => [{ class: kind }, count] as const),
  ['class'],
);

/** What is learned of a request on its way and told when it is over. */
interface Account {
  caller: Caller | null;
  outcome: Outcome;
}
const accounts = new WeakMap<FastifyRequest, Account>();

/** Who asks; tenant and user are known as soon as the database has seen him. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  const account = accounts.get(request);
  if (account !== undefined) account.caller = caller;
}

export function noteOutcome(request: FastifyRequest, outcome: Outcome): void {
  const account = accounts.get(request);
  if (account !== undefined) account.outcome = outcome;
}

export interface RequestLogOptions {
  readonly routes: readonly Route[];
  /** From here on a request is told as slow, at a level of its own. */
  readonly slowMs: number;
}

/** Counts every request and tells it in one line when it is over: its answer is out, or its caller has gone. */
export function accountFor(app: FastifyInstance, { routes, slowMs }: RequestLogOptions): void {
  const classes = new Map(routes.map((route) => [`${route.method} /api${route.path}`, classOf(route)]));
  app.addHook('onRequest', (request, reply, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const kind = classes.get(route) ?? 'static';
    const account: Account = { caller: null, outcome: 'ok' };
    accounts.set(request, account);
    inFlight.set(kind, (inFlight.get(kind) ?? 0) + 1);
    reply.raw.once('close', () => {
      inFlight.set(kind, (inFlight.get(kind) ?? 0) - 1);
      const outcome = reply.raw.writableFinished || kind === 'events' ? account.outcome : 'lost';
      answered.add({ class: kind, outcome });
      if (kind === 'events') return;
      took.observe({ class: kind }, reply.elapsedTime / 1000);
      if (kind !== 'static') tell(request, reply, { route, outcome, slowMs, caller: account.caller });
    });
    done();
  });
}

interface Told {
  readonly route: string;
  readonly outcome: Outcome;
  readonly slowMs: number;
  readonly caller: Caller | null;
}

/** Ids only: names and values of a request are nothing for a log. */
function tell(request: FastifyRequest, reply: FastifyReply, { route, outcome, slowMs, caller }: Told): void {
  const identity = caller === null ? null : identityOf(caller);
  const line = {
    route,
    outcome,
    ms: Math.round(reply.elapsedTime),
    ...(identity === null ? {} : { tenant: identity.tenantCode, user: identity.userId }),
  };
  if (reply.elapsedTime >= slowMs) request.log.warn(line, 'slow');
  else request.log.info(line, 'request');
}
