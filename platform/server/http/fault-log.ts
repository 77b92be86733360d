import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Door } from '#platform/server/db/door.ts';
import { statement } from '#platform/server/db/statement.ts';
import { logText, requestParams } from './request-params.ts';
import type { Call } from './route.ts';

export interface FaultLog {
  write(error: unknown, request: FastifyRequest): void;
}

/** Faults of one process per minute that reach the table: a loop of faults must not become a loop of writes. */
export const faultsPerMinute = 60;

const root = new URL('../../../', import.meta.url).pathname;

/**
 * Every fault is a row of the error log, written when its own transaction is gone, with the number that the person was
 * shown. Of the body only the names of its fields are kept, of the query no value that could be a secret.
 */
export function faultLog(door: Door, now: () => number = Date.now): FaultLog {
  let minute = 0;
  let count = 0;
  return {
    write(error, request) {
      const at = Math.floor(now() / 60_000);
      if (at !== minute) [minute, count] = [at, 0];
      count += 1;
      if (count > faultsPerMinute) return;
      const token = request.headers['token'];
      const agent = request.headers['user-agent'] ?? '';
      door
        .gate(
          statement({ writeErrorLog: 'nothing' }, 'select sec.write_error_log($1, $2, $3, $4, $5, $6, $7, $8)', [
            typeof token === 'string' ? hash('sha256', token) : '',
            request.routeOptions.url ?? logText(request.url.split('?')[0] ?? '', 500),
            request.method,
            paramsOf(request),
            errorText(error),
            request.ip,
            logText(agent, 300),
            request.id,
          ]),
        )
        .catch((refused: unknown) => {
          request.log.error({ err: refused }, 'fault could not be written to the error log');
        });
    },
  };
}

function paramsOf(request: FastifyRequest): string {
  const { body } = request;
  const names = Array.isArray(body)
    ? [`${body.length} items`]
    : typeof body === 'object' && body !== null
      ? Object.keys(body).slice(0, 50)
      : [];
  return logText(
    JSON.stringify({
      ...requestParams(request.params as Call['params'], request.query as Call['query']),
      ...(names.length === 0 ? {} : { body: names }),
    }),
    500,
  );
}

/** What went wrong and where in our own code; a database's detail can quote values and stays out. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = (error as { code?: unknown }).code;
  const places = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.includes(root) && !line.includes('node_modules'))
    .map((line) => line.trim().replace(`file://${root}`, '').replace(root, ''));
  return logText(
    [`${error.name}${typeof code === 'string' ? ` ${code}` : ''}: ${error.message}`, ...places.slice(0, 5)].join('\n'),
    2000,
  );
}
