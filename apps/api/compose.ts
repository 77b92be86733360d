import { z } from 'zod';
import { filesFolder, isPrivateExchangeAllowed, isPrivateStorageAllowed } from '#apps/api/environment.ts';
import { data } from '#data/server/module.ts';
import { message } from '#message/server/module.ts';
import type { Door } from '#platform/server/db/door.ts';
import { documentRoutes } from '#platform/server/document/routes.ts';
import { attachmentRoutes } from '#platform/server/attachment/attachment.ts';
import { fileRoutes } from '#platform/server/file/routes.ts';
import { importRoutes } from '#platform/server/import/routes.ts';
import { referenceCache, type ReferenceCache } from '#platform/server/entity/reference.ts';
import { distributionRoutes } from '#platform/server/entity/distribute.ts';
import { usesOf } from '#platform/server/entity/in-use.ts';
import { entityRoutes } from '#platform/server/entity/routes.ts';
import { searchRoutes } from '#platform/server/list/search-routes.ts';
import { restSystem } from '#platform/server/exchange/rest-system.ts';
import { eventLine, type EventLine } from '#platform/server/http/event-line.ts';
import type { JobHandler } from '#platform/server/job/handler.ts';
import type { Route } from '#platform/server/http/route.ts';
import type { ServerModule, Service } from '#platform/server/module/server-module.ts';
import { nounExporter, type Exporter } from '#platform/server/export/plan.ts';
import { exportStateRoute } from '#platform/server/export/routes.ts';
import { orderBill } from '#sales/server/exchange/exchange.ts';
import { funds } from '#funds/server/module.ts';
import { price } from '#price/server/module.ts';
import { sales } from '#sales/server/module.ts';
import { saleOut } from '#sales/server/delivery/sale-out.ts';
import { inoutBill } from '#stock/server/exchange.ts';
import { inoutServiceWith } from '#stock/server/inout.ts';
import { stock } from '#stock/server/module.ts';
import { role, user } from '#system/model/user.ts';
import { cacheRoutes } from '#system/server/setting/cache.ts';
import { brandRoutes } from '#system/server/setting/config.ts';
import { exchangeRoutes } from '#system/server/operation/exchange.ts';
import { explainRoutes } from '#system/server/operation/explain.ts';
import { externalSystemService } from '#system/server/operation/external-system.ts';
import { handoverRoutes } from '#system/server/people/handover.ts';
import { historyRoutes } from '#system/server/operation/history.ts';
import { homeRoutes } from '#system/server/message/home.ts';
import { ledgerJob } from '#system/server/operation/job.ts';
import { system } from '#system/server/module.ts';
import { periodRoutes, periodService } from '#system/server/setting/period.ts';
import { printRoutes } from '#system/server/setting/print.ts';
import { scheduleService } from '#system/server/operation/schedule.ts';
import {
  configuredStores,
  storageRoutes,
  type ConfiguredStores,
  type StorageHost,
} from '#system/server/operation/storage.ts';
import { storedFileService } from '#system/server/operation/stored-file.ts';
import { tenantService } from '#system/server/tenant.ts';
import { approvalsIn } from '#workflow/server/task/approval.ts';
import { bindApproval } from '#workflow/server/task/bill.ts';
import { hubJob, hubRoutes } from '#workflow/server/hub/hub.ts';
import { workflow, workflowJobs, workflowRoutes, workflowServices } from '#workflow/server/module.ts';

/** The composition root of the server: the only place that knows every module. */
export const serverModules: readonly ServerModule[] = [system, message, data, workflow, stock, price, funds, sales];

const storageHost = (): StorageHost => ({ folder: filesFolder(), isPrivateAllowed: isPrivateStorageAllowed });

/** Where files go, by the configuration that this database holds; without one, a folder of this machine. */
export const fileStores = (door: Door | null): ConfiguredStores => configuredStores(door, storageHost());

/** Movements of stock that documents above it make; a new one is a line here. */
const moveKinds = [saleOut];

/** Bills that can be downloaded; a new one is a line here. */
const billKinds = [orderBill, inoutBill];
const exchangeHost = { isPrivateAllowed: isPrivateExchangeAllowed };
/** How other systems are asked and told. */
export const exchange = restSystem(exchangeHost);

/** The registry of jobs: a schedule can name these and nothing else. */
export const jobHandlers = (modules: readonly ServerModule[] = serverModules): readonly JobHandler[] => [
  ...modules.flatMap(({ jobs = [] }) => jobs),
  ledgerJob(modules.flatMap(({ checks = [] }) => checks)),
  ...workflowJobs(approvalsIn(modules)),
  hubJob(exchange),
];

/** The lists that a worker can make a file of, of every length. */
export const exportersOf = (modules: readonly ServerModule[] = serverModules): readonly Exporter[] =>
  modules.flatMap(({ model: { entities, documents }, exporters = [] }) => [
    ...exporters,
    ...[...entities.filter(({ calls }) => calls.includes('export')), ...documents].map(nounExporter),
  ]);

/** Every route of the product: derived from definitions, and written by hand where a call has a shape of its own. */
export function composeRoutes(
  door: Door | null,
  modules: readonly ServerModule[] = serverModules,
  stores: ConfiguredStores = fileStores(door),
): readonly Route[] {
  const [cache, events] = [referenceCache([role.name, user.name]), eventLine()];
  listen(door, cache, events, stores);
  const models = modules.map(({ model }) => model);
  const all = withPostedPages([
    ...nounRoutes(modules, cache),
    ...workflowRoutes(approvalsIn(modules)),
    ...distributionRoutes(models),
    ...searchRoutes(models),
    ...homeRoutes(models),
    events.route,
    exportStateRoute,
    ...cacheRoutes(models, cache),
    ...periodRoutes(models),
    ...explainRoutes(models),
    ...handoverRoutes(models),
    ...historyRoutes(models),
    ...printRoutes(models),
    ...fileRoutes(models, stores),
    ...attachmentRoutes(models, stores),
    ...importRoutes({
      models,
      stores,
      lists: modules.flatMap(({ lists = [] }) => lists),
      hooksOf: (name) =>
        modules.flatMap(({ services }) => services).find((service) => service.of === name)?.entity ?? {},
    }),
    ...storageRoutes(storageHost(), stores),
    ...brandRoutes(stores),
    ...exchangeRoutes(billKinds, exchange),
    ...hubRoutes(exchange),
  ]);
  return [...all, openApiRoute(all)];
}

/** What another process changed is forgotten here, too; after a lost line nobody knows what that was. */
function listen(door: Door | null, cache: ReferenceCache, events: EventLine, stores: ConfiguredStores): void {
  door?.listen(
    'qudao',
    (notice) => {
      cache.heard(notice);
      events.heard(notice);
      stores.heard(notice);
    },
    () => {
      cache.forget();
      events.lost();
      stores.forget();
    },
  );
}

/** Routes derived from every definition, and those that its module wrote by hand. */
function nounRoutes(modules: readonly ServerModule[], cache: ReferenceCache): readonly Route[] {
  const models = modules.map(({ model }) => model);
  const approvals = approvalsIn(modules);
  const period = periodService(models);
  const tenants = tenantService(models);
  const storedFiles = storedFileService(models);
  const schedule = scheduleService(jobHandlers(modules));
  const externalSystems = externalSystemService(exchangeHost);
  const inout = inoutServiceWith(moveKinds);
  const answersOf = (name: string) =>
    modules
      .flatMap(({ services }) => services)
      .filter((service) => service.of === name)
      .flatMap(({ entity }) => entity?.answers ?? []);
  return modules.flatMap(({ model, services, routes: own }) => {
    const hooksOf = (name: string): Service | undefined =>
      [...services, period, schedule, tenants, storedFiles, externalSystems, inout].find(
        (service) => service.of === name,
      ) ?? workflowServices(approvals).find((service) => service.of === name);
    return [
      ...own,
      ...model.entities.flatMap((entity) =>
        entityRoutes(
          entity,
          { ...hooksOf(entity.name)?.entity, answers: answersOf(entity.name), uses: usesOf(models, entity) },
          cache,
        ),
      ),
      ...model.documents.flatMap((document) =>
        documentRoutes(document, bindApproval(approvals, document, hooksOf(document.name)?.document ?? {})),
      ),
    ];
  });
}

/** Page calls are answered to GET and POST with the same fields, also those written by hand for GET. */
function withPostedPages(routes: readonly Route[]): readonly Route[] {
  const isPosted = (path: string): boolean => routes.some((route) => route.method === 'POST' && route.path === path);
  const fieldsOf = (body: unknown): Record<string, string> =>
    Object.fromEntries(
      Object.entries(typeof body === 'object' && body !== null ? body : {})
        .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
        .map(([key, value]) => [key, String(value)]),
    );
  const twins = routes
    .filter(({ method, path }) => method === 'GET' && path.endsWith('/page') && !isPosted(path))
    .map((route): Route => ({
      ...route,
      method: 'POST',
      handle: (call) => route.handle({ ...call, route, body: null, query: { ...call.query, ...fieldsOf(call.body) } }),
    }));
  return [...routes, ...twins];
}

function openApiRoute(routes: readonly Route[]): Route {
  return {
    method: 'GET',
    path: '/sys/openapi',
    permission: 'session',
    effect: 'none',
    summary: 'This interface as OpenAPI',
    handle: async (call) => {
      await call.read({});
      return openApi(routes);
    },
  };
}

/** Documents only; nothing is validated by it. */
export function openApi(routes: readonly Route[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = {
      summary: route.summary,
      'x-permission': route.permission,
      parameters: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...(route.body === undefined
        ? {}
        : {
            requestBody: {
              content: {
                'application/json': { schema: z.toJSONSchema(route.body, { unrepresentable: 'any', io: 'input' }) },
              },
            },
          }),
      responses: { 200: { description: 'Envelope { code, msg, data }' } },
    };
  }
  return { openapi: '3.1.0', info: { title: 'Qudao', version: '1' }, paths };
}
