import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Draining {
  readonly app: FastifyInstance;
  /** What is not served by the listener: jobs and exports. They finish while the proxies look away. */
  readonly worker: { stop(): Promise<void> } | null;
  readonly door: { close(): Promise<void> };
  /** How long the process answers on after it said that it is not ready: proxies ask every few seconds. */
  readonly lookAwayMs: number;
  /** How long requests under way may take after that; an upload that trickles is cut off. */
  readonly longestMs: number;
}

export interface Drain {
  readonly isDraining: boolean;
  begin(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Readiness goes off while everything is still answered, so that a proxy sends its next requests elsewhere; connections
 * that were kept alive end with their next answer. Only then the listener closes.
 */
export function drainOf({ app, worker, door, lookAwayMs, longestMs }: Draining): Drain {
  let isDraining = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close');
  });
  return {
    get isDraining() {
      return isDraining;
    },
    async begin(signal) {
      if (isDraining) return;
      isDraining = true;
      app.log.info({ signal }, 'draining');
      setTimeout(
        () => {
          app.log.error('cut off what was under way');
          process.exit(1);
        },
        lookAwayMs + longestMs + 10_000,
      ).unref();
      // Whoever stops it by hand waits for no proxy.
      await Promise.all([worker?.stop(), signal === 'SIGINT' ? undefined : sleep(lookAwayMs)]);
      const cut = setTimeout(() => {
        app.log.warn('requests that did not end were cut off');
        app.server.closeAllConnections();
      }, longestMs);
      await app.close();
      clearTimeout(cut);
      await door.close();
      process.exit(0);
    },
  };
}
