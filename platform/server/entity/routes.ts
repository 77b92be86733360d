import { classesIn, hasCode, type Call as CallName, type Entity } from '#platform/model/entity.ts';
import type { Page } from '#platform/model/envelope.ts';
import { bulkFields } from '#platform/model/list/bulk.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import type { Identity } from '#platform/server/db/door.ts';
import type { Row } from '#platform/server/db/statement.ts';
import { readingOf, sent, type Call, type Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { updateRecords } from './bulk.ts';
import type { EntityHooks } from './serve.ts';
import { exportRoutes } from '#platform/server/export/routes.ts';
import { askedOf, groupMenuOf, type Asked } from '#platform/server/list/filter.ts';
import { originOf } from './distribute.ts';
import { pageOf, planList, recordsBy, type PageAnswer } from '#platform/server/list/list.ts';
import type { ReferenceCache } from './reference.ts';
import { documentedBody } from './schema.ts';
import { asksHidden, slim } from '#platform/server/list/slim.ts';
import { forgetTotals, rememberedTotal, rememberTotal } from '#platform/server/list/total-memo.ts';
import { checkedKeys, createRecord, deleteRecords, idsIn, performVerb, toggleRecords, updateRecord } from './write.ts';

/** Every call of the contract's conventions that this entity answers. */
export function entityRoutes(entity: Entity, hooks: EntityHooks, cache: ReferenceCache): readonly Route[] {
  const has = (call: CallName): boolean => entity.calls.includes(call);
  const body = documentedBody(entity.fields);
  return [
    ...(has('page') ? listPaths(entity, 'page').flatMap((path) => readRoutes(entity, cache, path, 'page', hooks)) : []),
    ...(has('list') ? listPaths(entity, 'list').flatMap((path) => readRoutes(entity, cache, path, 'list', hooks)) : []),
    ...(has('export') ? exportRoutes(entity) : []),
    ...(has('info') ? [infoRoute(entity)] : []),
    ...(has('save') ? [saveRoute(entity, hooks, body)] : []),
    ...(has('update') ? [updateRoute(entity, hooks, body)] : []),
    ...(bulkFields(entity).length > 0 ? [bulkRoute(entity, hooks)] : []),
    ...(has('delete') ? [deleteRoute(entity, hooks)] : []),
    ...(has('deleteBatch') ? [deleteBatchRoute(entity, hooks)] : []),
    ...(['enable', 'disable'] as const).filter(has).map((verb) =>
      verbRoute(entity, verb, {
        action: verb,
        work: (call) => toggleRecords(entity, hooks, call, verb === 'enable' ? '1' : '0'),
      }),
    ),
    ...Object.entries(entity.verbs ?? {}).map(([verb, { grantedBy = verb }]) =>
      verbRoute(entity, verb, { action: grantedBy, work: (call) => performVerb(entity, hooks, call, verb) }),
    ),
  ];
}

/** Whoever may do it to one of the classes of an entity may call it; which records he may touch is asked behind. */
const granted = (entity: Entity, action: string): readonly string[] =>
  [entity, classesIn(entity) ?? []].flat().map((noun) => permissionOf(noun, action));

const stepOf = (entity: Entity, call: string): { readonly stepUp?: true } =>
  entity.stepUp?.includes(call) === true ? { stepUp: true } : {};

/** Totals that were remembered before a write are wrong after it, and after one that failed halfway perhaps too. */
const forgetting = <T>(entity: Entity, work: Promise<T>): Promise<T> =>
  work.finally(() => {
    forgetTotals(entity.name);
  });

type Body = ReturnType<typeof documentedBody>;

const infoRoute = (entity: Entity): Route => ({
  method: 'GET',
  path: `${entity.path}/:id`,
  permission: granted(entity, 'view'),
  effect: 'none',
  marks: { 'params.id': entity.name },
  summary: `${entity.label[2]}: one record`,
  handle: (call) => readOne(entity, call),
});

const saveRoute = (entity: Entity, hooks: EntityHooks, body: Body): Route => ({
  method: 'POST',
  path: entity.path,
  permission: granted(entity, 'save'),
  effect: 'command',
  ...stepOf(entity, 'save'),
  body,
  summary: `${entity.label[2]}: create`,
  handle: (call) => forgetting(entity, createRecord(entity, hooks, call)),
});

const updateRoute = (entity: Entity, hooks: EntityHooks, body: Body): Route => ({
  method: 'PUT',
  path: entity.path,
  permission: granted(entity, 'update'),
  effect: 'command',
  ...stepOf(entity, 'update'),
  body,
  marks: { 'body.id': entity.name },
  summary: `${entity.label[2]}: change`,
  handle: (call) => forgetting(entity, updateRecord(entity, hooks, call)),
});

const bulkRoute = (entity: Entity, hooks: EntityHooks): Route => ({
  method: 'PUT',
  path: `${entity.path}/updateBatch`,
  permission: granted(entity, 'update'),
  effect: 'command',
  marks: { 'body[]': entity.name },
  summary: `${entity.label[2]}: one field of several records`,
  handle: (call) => forgetting(entity, updateRecords(entity, hooks, call)),
});

const deleteRoute = (entity: Entity, hooks: EntityHooks): Route => ({
  method: 'DELETE',
  path: `${entity.path}/:id`,
  permission: granted(entity, 'delete'),
  effect: 'command',
  ...stepOf(entity, 'delete'),
  marks: { 'params.id': entity.name },
  summary: `${entity.label[2]}: delete`,
  handle: (call) => forgetting(entity, deleteRecords(entity, hooks, call, [call.params['id'] ?? ''], 'id')),
});

const deleteBatchRoute = (entity: Entity, hooks: EntityHooks): Route => ({
  method: 'DELETE',
  path: entity.path,
  permission: granted(entity, 'delete'),
  effect: 'command',
  ...stepOf(entity, 'delete'),
  marks: { 'body[]': entity.name },
  summary: `${entity.label[2]}: delete several, by id or by ?key=${entity.codeField}`,
  handle: (call) =>
    forgetting(
      entity,
      hooks.remove?.(call, checkedKeys(idsIn(call.body), 'id')) ??
        deleteRecords(
          entity,
          hooks,
          call,
          idsIn(call.body),
          hasCode(entity) && call.query['key'] === entity.codeField ? 'code' : 'id',
        ),
    ),
});

const verbRoute = (
  entity: Entity,
  verb: string,
  { action, work }: { readonly action: string; readonly work: (call: Call) => Promise<unknown> },
): Route => ({
  method: 'PUT',
  path: `${entity.path}/${verb}`,
  permission: granted(entity, action),
  effect: 'command',
  ...stepOf(entity, verb),
  marks: { 'body[]': entity.name },
  summary: `${entity.label[2]}: ${verb}`,
  handle: (call) => forgetting(entity, work(call)),
});

function listPaths(entity: Entity, call: 'page' | 'list'): readonly string[] {
  const own = (call === 'page') === entity.calls.includes('page');
  if (!own) return [entity.list.plainPath ?? `${entity.path}/${call}`];
  return [entity.list.path ?? `${entity.path}/${call}`, ...(entity.list.aliases ?? [])];
}

/** Page calls accept GET and POST with the same fields; a plain list answers an array. */
function readRoutes(
  entity: Entity,
  cache: ReferenceCache,
  path: string,
  shape: 'page' | 'list',
  { list: own, answers }: EntityHooks,
): readonly Route[] {
  const read = (call: Call, as: 'page' | 'list'): Promise<unknown> =>
    readList(entity, cache, call, { shape: as, answers: answers ?? [] });
  const whole = (shape === 'list' ? own : undefined) ?? ((call: Call) => read(call, shape));
  const isOpen = entity.readBy === 'session' || (entity.readBy === 'plain' && shape === 'list');
  const common = {
    path,
    permission: isOpen ? ('session' as const) : [permissionOf(entity, 'page')],
    ...(isOpen ? { soft: permissionOf(entity, 'page') } : {}),
    effect: 'none' as const,
    summary: `${entity.label[2]}: ${shape}`,
    handle: (call: Call) => (isPageAsked(entity, call) ? read(call, 'page') : whole(call)),
  };
  return shape === 'page'
    ? [
        { method: 'GET', ...common },
        { method: 'POST', ...common },
      ]
    : [{ method: 'GET', ...common }];
}

/** A plain list that is asked for a page answers one. */
const isPageAsked = (entity: Entity, call: Call): boolean =>
  entity.list.isReadPlain === true && call.query['page'] !== undefined;

interface Reading {
  readonly shape: 'page' | 'list';
  readonly answers: readonly PageAnswer[];
}

async function readList(
  entity: Entity,
  cache: ReferenceCache,
  call: Call,
  { shape, answers }: Reading,
): Promise<unknown> {
  // Only whole lists have a tag, so one that is known is of a whole list.
  if (call.etag !== null && call.etag === cache.known(call, entity)) {
    cache.count(entity, true);
    return unchanged(call, call.etag);
  }
  const asked = askedOf(call);
  const reading = readingFor(entity, call, asked);
  const plan = planList(entity, asked, {
    whole: entity.readBy === 'session' || shape === 'list',
    groupMenu: groupMenuOf(entity, asked),
    answers,
  });
  if (plan.window.limit === null) return readWhole(entity, cache, { call, reading }, plan, shape);
  if (plan.isSuggested) {
    const {
      identity,
      rows: { found },
    } = await reading.read({ found: plan.rows });
    return slimPage(entity, identity, pageOf(plan, found, found.length));
  }
  const key = { sid: 'sid' in call.caller ? call.caller.sid : '', noun: entity.name, count: plan.count };
  const remembered = rememberedTotal(key);
  const {
    identity,
    rows: { rows, counted = [] },
  } = await reading.read({ rows: plan.rows, ...(remembered === null ? { counted: plan.count } : {}) });
  const total = remembered ?? counted[0]?.total ?? 0;
  if (remembered === null) rememberTotal(key, total);
  return slimPage(entity, identity, pageOf(plan, rows, total));
}

/**
 * Whoever asks by a column that slim rows do not show must hold the page permission: refused in the same round trip.
 */
const readingFor = (entity: Entity, call: Call, asked: Asked): Pick<Call, 'read'> =>
  call.route.soft !== undefined && asksHidden(entity, asked)
    ? readingOf(call.door, { ...call.caller, permissions: [call.route.soft] })
    : call;

/** Where the next page begins is told by the whole row. */
const slimPage = (entity: Entity, { isFull }: Identity, page: Page<Row>): Page<Row> =>
  isFull ? page : { ...page, list: page.list.map((row) => slim(entity, row)) };

async function readWhole(
  entity: Entity,
  cache: ReferenceCache,
  { call, reading }: { readonly call: Call; readonly reading: Pick<Call, 'read'> },
  plan: ReturnType<typeof planList>,
  shape: 'page' | 'list',
): Promise<unknown> {
  if (call.etag !== null) {
    const {
      identity,
      rows: { versions },
    } = await reading.read({ versions: cache.versionsOf(entity) });
    if (cache.learn(call, entity, identity.tenantCode, versions) === call.etag) {
      cache.count(entity, true);
      return unchanged(call, call.etag);
    }
  }
  cache.count(entity, false);
  const {
    identity,
    rows: { versions, rows },
  } = await reading.read({ versions: cache.versionsOf(entity), rows: plan.rows });
  void call.reply
    .header('etag', cache.learn(call, entity, identity.tenantCode, versions))
    .header('cache-control', 'private, no-cache');
  const list = identity.isFull ? rows : rows.map((row) => slim(entity, row));
  return shape === 'list' ? list : { list, total: list.length };
}

async function unchanged(call: Call, etag: string): Promise<typeof sent> {
  await call.reply.code(304).header('etag', etag).send();
  return sent;
}

async function readOne(entity: Entity, call: Call): Promise<Row> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { rows, origins = [] },
  } = await call.read({
    rows: recordsBy(entity, 'id', [id]),
    ...(entity.distributed === true ? { origins: originOf(entity, id) } : {}),
  });
  if (rows[0] === undefined) throw notFound();
  // Whoever reads a copy learns whose it is, and which fields are therefore not his to change.
  return origins[0] === undefined ? rows[0] : { ...rows[0], ...origins[0] };
}
