import type { FastifyInstance } from 'fastify';
import type { FileStores } from '#platform/server/file/store.ts';

export interface Health {
  readonly stores: FileStores;
  readonly isReady: () => Promise<boolean>;
}

/**
 * For whoever starts, stops and balances processes. A store that takes no files is told and does not end readiness: no
 * other process has more room, and everything but uploads works.
 */
export function serveHealth(app: FastifyInstance, { stores, isReady }: Health): void {
  app.get('/livez', () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady();
    return reply.code(ready ? 200 : 503).send({ ready, ...(ready ? { uploads: await takesFiles(stores) } : {}) });
  });
}

async function takesFiles(stores: FileStores): Promise<boolean> {
  try {
    const store = await stores.current();
    return (await store.isTaking?.()) ?? true;
  } catch {
    return false;
  }
}
