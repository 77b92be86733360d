import { z } from 'zod';
import { filesFolder, isPrivateExchangeAllowed, isPrivateStorageAllowed } from '#apps/api/environment.ts';
import { data } from '#data/server/module.ts';
import { message } from '#message/server/module.ts';
import type { Document } from '#platform/model/document.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import type { Door } from '#platform/server/db/door.ts';
import { documentRoutes } from '#platform/server/document/routes.ts';
import type { Tell } from '#platform/server/document/urge.ts';
import { attachmentRoutes } from '#platform/server/attachment/attachment.ts';
import { fileRoutes } from '#platform/server/file/routes.ts';
import { documentImport } from '#platform/server/import/document-list.ts';
import type { ListImport } from '#platform/server/import/list-import.ts';
import { importRoutes } from '#platform/server/import/routes.ts';
import { referenceCache, type ReferenceCache } from '#platform/server/entity/reference.ts';
import { distributionRoutes } from '#platform/server/entity/distribute.ts';
import { usesIn } from '#platform/server/entity/in-use.ts';
import { mergedHooks } from '#platform/server/entity/merge-hooks.ts';
import { entityRoutes } from '#platform/server/entity/routes.ts';
import type { EntityHooks } from '#platform/server/entity/serve.ts';
import { searchRoutes } from '#platform/server/list/search-routes.ts';
import { restSystem } from '#platform/server/exchange/rest-system.ts';
import { eventLine, type EventLine } from '#platform/server/http/event-line.ts';
import type { JobHandler } from '#platform/server/job/handler.ts';
import type { PeerHandlers } from '#platform/server/peer/runner.ts';
import type { Route } from '#platform/server/http/route.ts';
import { houseOf, type WholeHouse } from '#platform/server/module/house.ts';
import type { KeptStores, Premises, ServerModule } from '#platform/server/module/server-module.ts';
import { nounExporter, type Exporter } from '#platform/server/export/plan.ts';
import { exportStateRoute } from '#platform/server/export/routes.ts';
import { versionRoutes } from '#platform/server/version/routes.ts';
import { expense } from '#expense/server/module.ts';
import { invoice } from '#invoice/server/module.ts';
import { funds } from '#funds/server/module.ts';
import { price } from '#price/server/module.ts';
import { promotion } from '#promotion/server/module.ts';
import { peerHandlers } from '#purchase/server/peer-apply.ts';
import { purchase } from '#purchase/server/module.ts';
import { report } from '#report/server/module.ts';
import { sales } from '#sales/server/module.ts';
import { stock } from '#stock/server/module.ts';
import { role, user } from '#system/model/user.ts';
import { system } from '#system/server/module.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { configuredStores } from '#system/server/operation/storage.ts';
import { workflow } from '#workflow/server/module.ts';

/** The composition root of the server: the only place that knows every module. */
export const serverModules: readonly ServerModule[] = [
  system,
  message,
  data,
  workflow,
  stock,
  price,
  promotion,
  funds,
  sales,
  purchase,
  invoice,
  expense,
  report,
];

const premises: Premises = {
  exchange: restSystem({ isPrivateAllowed: isPrivateExchangeAllowed }),
  isPrivateExchangeAllowed,
  isPrivateStorageAllowed,
  filesFolder,
};
/** How other systems are asked and told. */
export const { exchange } = premises;

/** Where files go, by the configuration that this database holds; without one, a folder of this machine. */
export const fileStores = (door: Door | null): KeptStores =>
  configuredStores(door, { folder: filesFolder(), isPrivateAllowed: isPrivateStorageAllowed });

/** Everything together: services as whoever joins them makes them, jobs, and what modules serve for all. */
export const wholeHouse = (modules: readonly ServerModule[] = serverModules): WholeHouse => houseOf(modules, premises);

/** The registry of jobs: a schedule can name these and nothing else. */
export const jobHandlers = (modules: readonly ServerModule[] = serverModules): readonly JobHandler[] =>
  wholeHouse(modules).jobs();

/** What messages between tenants do. Documents are acted on as processes act on them: nobody meets them here. */
export const peerHandlersOf = (modules: readonly ServerModule[] = serverModules): PeerHandlers => {
  const { services } = wholeHouse(modules);
  return peerHandlers((name) => services.find(({ of }) => of === name)?.document ?? {});
};

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
  stores: KeptStores = fileStores(door),
): readonly Route[] {
  const [cache, events] = [referenceCache([role.name, user.name]), eventLine()];
  listen(door, cache, events, stores);
  const house = wholeHouse(modules);
  const { models } = house;
  const all = withPostedPages([
    ...nounRoutes(house, cache),
    ...house.furniture.flatMap(({ routes }) => routes?.({ cache, stores }) ?? []),
    ...distributionRoutes(models),
    ...searchRoutes(models),
    ...versionRoutes(models, (document) => metHooks(house, document).veil),
    events.route,
    exportStateRoute,
    ...fileRoutes(models, stores),
    ...attachmentRoutes(models, stores),
    ...importRoutes({
      models,
      stores,
      lists: [...modules.flatMap(({ lists = [] }) => lists), ...documentImports(house)],
      hooksOf: (name) => entityHooksOf(house, name),
    }),
  ]);
  return [...all, openApiRoute(all)];
}

/** What another process changed is forgotten here, too; after a lost line nobody knows what that was. */
function listen(door: Door | null, cache: ReferenceCache, events: EventLine, stores: KeptStores): void {
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

/** A noun may have rules of its own module, and rules and answers that come from above. */
const entityHooksOf = ({ services }: Pick<WholeHouse, 'services'>, name: string): EntityHooks =>
  mergedHooks(services.filter(({ of }) => of === name).flatMap(({ entity = [] }) => entity));

/** The hooks of a document as people meet them. */
const metHooks = (
  { services, furniture }: Pick<WholeHouse, 'services' | 'furniture'>,
  document: Document,
): DocumentHooks =>
  furniture.reduce(
    (hooks, { asMet }) => asMet?.(document, hooks) ?? hooks,
    services.find(({ of }) => of === document.name)?.document ?? {},
  );

/** Documents that come in as files are saved as those are that people write. */
const documentImports = (house: WholeHouse): readonly ListImport[] =>
  house.models
    .flatMap(({ documents }) => documents)
    .filter(({ isImported }) => isImported === true)
    .map((document) => documentImport(document, metHooks(house, document)));

/** Routes derived from every definition, and those that its module wrote by hand. */
function nounRoutes(house: WholeHouse, cache: ReferenceCache): readonly Route[] {
  const { models, modules, services } = house;
  const documents = models.flatMap((model) => model.documents);
  const uses = usesIn(models);
  return modules.flatMap(({ model, routes: own }) => [
    ...own,
    ...model.entities.flatMap((entity) =>
      entityRoutes(entity, { ...entityHooksOf({ services }, entity.name), uses: uses.get(entity.name) ?? [] }, cache),
    ),
    ...model.documents.flatMap((document) => documentRoutes(document, metHooks(house, document), { documents, tell })),
  ]);
}

/** A reminder is a message like those of the workflow. */
const tell: Tell = (ctx, message) => {
  sendMessage(ctx, { ...message, title: 'todo', type: '0' });
};

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
