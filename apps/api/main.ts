// npm start: API under /api, the built web at /, and the worker; --only api|worker runs one of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { models } from '#apps/api/modules.ts';
import { composeRoutes, exchange, exportersOf, fileStores, jobHandlers, serverModules } from '#apps/api/compose.ts';
import { startWorker } from '#apps/worker/worker.ts';
import { awaitDatabase } from '#platform/server/db/await-database.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { serveMetrics } from '#platform/server/http/metrics.ts';
import { drainOf } from '#apps/api/drain.ts';
import { serveHealth } from '#apps/api/health.ts';
import {
  applicationUrl,
  drainTimes,
  edgeSettings,
  filesFolder,
  laneSizes,
  metricsToken,
} from '#apps/api/environment.ts';

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const door = openDoor({ url: applicationUrl(), ...laneSizes() });
await awaitDatabase(door, { say: (text) => void process.stderr.write(`${text}\n`) });

const stores = fileStores(door);
// The routes hear for the stores too.
if (only === 'worker')
  door.listen(
    'qudao',
    (notice) => {
      stores.heard(notice);
    },
    () => {
      stores.forget();
    },
  );
const app = buildApp({
  door,
  modules: models,
  routes: only === 'worker' ? [] : composeRoutes(door, serverModules, stores),
  logLevel: process.env['LOG_LEVEL'] ?? 'info',
  edge: edgeSettings(),
});
let isReady = false;

serveHealth(app, { stores, isReady: async () => isReady && !drain.isDraining && (await door.beat()) });
serveMetrics(app, { door, token: metricsToken(), folder: filesFolder() });

const web = join(import.meta.dirname, '../../dist/web');
if (only !== 'worker' && existsSync(web)) {
  await app.register(fastifyStatic, {
    root: web,
    setHeaders: (reply, path) => {
      void reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
          "frame-src 'self' https: http:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
      );
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}

const worker =
  only === 'api'
    ? null
    : startWorker({
        door,
        url: applicationUrl(),
        log: app.log,
        stores,
        models,
        handlers: jobHandlers(),
        exporters: exportersOf(),
        exchange,
      });
const drain = drainOf({ app, worker, door, ...drainTimes() });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void drain.begin(signal));
await app.listen({
  port: Number.parseInt(process.env['PORT'] ?? '8080', 10),
  host: process.env['HOST'] ?? '127.0.0.1',
});
isReady = true;
