import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Pace {
  /** Bytes a second that a body must bring on the average of a window. */
  readonly leastRate: number;
  readonly windowMs: number;
}

interface Watched {
  readonly request: FastifyRequest;
  bytes: number;
  since: number;
}

/**
 * Ends connections whose body trickles: a byte a second keeps every time-out of a silent connection from striking. What
 * waits for us, because a store is slow, is not the client's fault.
 */
export function keepPace(app: FastifyInstance, { leastRate, windowMs }: Pace): void {
  const watched = new Set<Watched>();
  app.addHook('onRequest', async (request) => {
    const { headers, socket } = request.raw;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    if (hasBody && typeof socket.bytesRead === 'number')
      watched.add({ request, bytes: socket.bytesRead, since: Date.now() });
  });
  const look = setInterval(() => {
    const now = Date.now();
    for (const each of watched) {
      const { raw } = each.request;
      if (raw.complete || raw.destroyed || raw.socket.destroyed) watched.delete(each);
      else if (now - each.since >= windowMs) {
        const came = raw.socket.bytesRead - each.bytes;
        if (raw.readableLength === 0 && came < (leastRate * (now - each.since)) / 1000) {
          each.request.log.warn({ req: each.request, came }, 'body too slow');
          raw.socket.destroy();
          watched.delete(each);
        } else Object.assign(each, { bytes: raw.socket.bytesRead, since: now });
      }
    }
  }, windowMs / 2).unref();
  app.addHook('onClose', async () => {
    clearInterval(look);
  });
}
