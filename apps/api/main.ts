// npm start: API under /api, the built web at /, and the worker; --only api|worker runs one of them.
import { hasStarted } from '#apps/api/start-fault.ts';
import fastifyStatic from '@fastify/static';
import { models } from '#apps/api/modules.ts';
import {
  composeRoutes,
  exchange,
  exportersOf,
  peerHandlersOf,
  fileStores,
  jobHandlers,
  serverModules,
} from '#apps/api/compose.ts';
import { startWorker } from '#apps/worker/worker.ts';
import { awaitDatabase } from '#platform/server/db/await-database.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { versionsOf } from '#platform/server/db/schema-version.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { serveMetrics } from '#platform/server/http/metrics.ts';
import { configurationOf, webFolder } from '#apps/api/configuration.ts';
import { drainOf } from '#apps/api/drain.ts';
import { serveHealth } from '#apps/api/health.ts';
import {
  applicationUrl,
  auditHeads,
  drainTimes,
  edgeSettings,
  filesFolder,
  laneSizes,
  metricsToken,
} from '#apps/api/environment.ts';

const { only, hasWeb, port, host, logLevel } = configurationOf();
const door = openDoor({ url: applicationUrl(), ...laneSizes() });
const schema = await awaitDatabase(door, { say: (text) => void process.stderr.write(`${text}\n`) });
const versions = versionsOf(door, schema);

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
  logLevel,
  edge: edgeSettings(),
});
let isReady = false;

serveHealth(app, { stores, versions, isReady: async () => isReady && !drain.isDraining && (await door.beat()) });

serveMetrics(app, { door, token: metricsToken(), folder: filesFolder() });

if (hasWeb) {
  await app.register(fastifyStatic, {
    root: webFolder,
    preCompressed: true,
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
        peers: peerHandlersOf(),
        exchange,
        auditHeads: auditHeads(),
      });
const drain = drainOf({ app, worker, door, ...drainTimes() });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void drain.begin(signal));
await app.listen({ port, host });
hasStarted();
isReady = true;
