import type { FastifyInstance } from 'fastify';
import type { Versions } from '#platform/server/db/schema-version.ts';
import type { FileStores } from '#platform/server/file/store.ts';

export interface Health {
  readonly stores: FileStores;
  /** What the code and the schema know, as /readyz names it. */
  readonly versions?: () => Versions;
  readonly isReady: () => Promise<boolean>;
}

/**
 * For whoever starts, stops and balances processes. A store that takes no files is told and does not end readiness: no
 * other process has more room, and everything but uploads works.
 */
export function serveHealth(app: FastifyInstance, { stores, versions, isReady }: Health): void {
  app.get('/livez', () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady();
    const uploads = ready ? { uploads: await takesFiles(stores) } : {};
    return reply.code(ready ? 200 : 503).send({ ready, ...uploads, ...versions?.() });
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
