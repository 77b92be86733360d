import { journeyOf, type Document } from '#platform/model/document.ts';
import { totalCap, type Page } from '#platform/model/envelope.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { bulkFields } from '#platform/model/list/bulk.ts';
import { backdatePermission, permissionOf, verbPermission } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { pageOf, planList } from '#platform/server/list/list.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import { documentedBody } from '#platform/server/entity/schema.ts';
import { stateCountOf } from '#platform/server/list/state-count.ts';
import {
  forgetTotals,
  rememberCount,
  rememberedCount,
  rememberedTotal,
  rememberTotal,
  type Counted,
  type TotalKey,
} from '#platform/server/list/total-memo.ts';
import { idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import type { Row } from '#platform/server/db/statement.ts';
import type { DocumentHooks } from './serve.ts';
import { exportRoutes } from '#platform/server/export/routes.ts';
import { billsOf, headsOf, linesOf, toldTo } from './read.ts';
import { updateBills } from './bulk.ts';
import { createBill, deleteBills, updateBill } from './save.ts';
import { standingOf } from './standing.ts';
import { toggleBills } from './toggle.ts';
import { urgeHolders, type Tell } from './urge.ts';
import { performVerb } from './verb.ts';

/** Every call a document answers: list, one, save, change, delete, export, and its verbs with preview and check. */
export const documentRoutes = (document: Document, hooks: DocumentHooks, around: Around): readonly Route[] => [
  ...readRoutes(document, hooks),
  ...standingRoutes(document, hooks, around),
  ...saveRoutes(document, hooks),
  ...deleteRoutes(document, hooks),
  ...toggleRoutes(document, hooks),
  ...verbRoutes(document, hooks),
];

/** What the composition root knows and a document does not. */
export interface Around {
  /** All that there are: what is made from one is another. */
  readonly documents: readonly Document[];
  readonly tell: Tell;
}

const granted = (document: Document, action: string): readonly string[] => [permissionOf(document, action)];

/** Totals that were remembered before a write are wrong after it, and after one that failed halfway perhaps too. */
const forgetting = <T>(document: Document, work: Promise<T>): Promise<T> =>
  work.finally(() => {
    forgetTotals(document.name);
  });

function readRoutes(document: Document, hooks: DocumentHooks): readonly Route[] {
  const list = {
    path: `${document.path}/page`,
    permission: granted(document, 'page'),
    effect: 'none' as const,
    summary: `${document.label[2]}: page`,
    handle: (call: Call) => readPage(document, call),
  };
  return [
    { method: 'GET', ...list },
    { method: 'POST', ...list },
    ...exportRoutes(document, document.list.aliases),
    {
      method: 'GET',
      path: `${document.path}/:id`,
      permission: granted(document, 'view'),
      effect: 'none',
      marks: { 'params.id': document.name },
      summary: `${document.label[2]}: one with lines`,
      handle: (call) => readBill(document, hooks, call),
    },
  ];
}

function standingRoutes(document: Document, hooks: DocumentHooks, { documents, tell }: Around): readonly Route[] {
  if (journeyOf(document) === undefined) return [];
  const about = { permission: granted(document, 'view'), marks: { 'params.id': document.name } };
  return [
    {
      ...about,
      method: 'GET',
      path: `${document.path}/:id/standing`,
      effect: 'none',
      summary: `${document.label[2]}: state, who holds it since when, steps, next verb, what is missing, what was made`,
      handle: async (call) => (await standingOf(document, hooks, documents, call)).standing,
    },
    {
      ...about,
      method: 'PUT',
      path: `${document.path}/:id/urge`,
      effect: 'command',
      summary: `${document.label[2]}: remind whoever holds it, once an hour`,
      handle: (call) => urgeHolders(document, hooks, { documents, tell }, call),
    },
  ];
}

function saveRoutes(document: Document, hooks: DocumentHooks): readonly Route[] {
  const body = documentedBody(document.head);
  const soft = backdatePermission(document);
  return [
    {
      method: 'POST',
      path: document.path,
      permission: granted(document, 'save'),
      soft,
      effect: 'command',
      body,
      summary: `${document.label[2]}: create (?stash=1 half written)`,
      handle: (call) => forgetting(document, createBill(document, hooks, call)),
    },
    {
      method: 'PUT',
      path: document.path,
      permission: granted(document, 'update'),
      soft,
      effect: 'command',
      body,
      marks: { 'body.id': document.name },
      summary: `${document.label[2]}: change`,
      handle: (call) => forgetting(document, updateBill(document, hooks, call)),
    },
    ...(bulkFields(document).length > 0 ? [bulkRoute(document)] : []),
  ];
}

const bulkRoute = (document: Document): Route => ({
  method: 'PUT',
  path: `${document.path}/updateBatch`,
  permission: granted(document, 'update'),
  effect: 'command',
  marks: { 'body[]': document.name },
  summary: `${document.label[2]}: one field of several documents`,
  handle: (call) => forgetting(document, updateBills(document, call)),
});

const deleteRoutes = (document: Document, hooks: DocumentHooks): readonly Route[] => [
  {
    method: 'DELETE',
    path: `${document.path}/:id`,
    permission: granted(document, 'delete'),
    effect: 'command',
    marks: { 'params.id': document.name },
    summary: `${document.label[2]}: delete`,
    handle: (call) => forgetting(document, deleteBills(document, hooks, call, [call.params['id'] ?? ''])),
  },
  {
    method: 'DELETE',
    path: document.path,
    permission: granted(document, 'delete'),
    effect: 'command',
    marks: { 'body[]': document.name },
    summary: `${document.label[2]}: delete several`,
    handle: (call) => forgetting(document, deleteBills(document, hooks, call, idsIn(call.body))),
  },
];

const toggleRoutes = (document: Document, hooks: DocumentHooks): readonly Route[] =>
  (document.isToggled === true ? (['enable', 'disable'] as const) : []).map((verb): Route => ({
    method: 'PUT',
    path: `${document.path}/${verb}`,
    permission: granted(document, verb),
    effect: 'command',
    marks: { 'body[]': document.name },
    summary: `${document.label[2]}: ${verb}`,
    handle: (call) => forgetting(document, toggleBills(document, hooks, call, verb === 'enable' ? '1' : '0')),
  }));

const verbRoutes = (document: Document, hooks: DocumentHooks): readonly Route[] =>
  Object.keys(document.verbs).map((verb): Route => ({
    method: 'PUT',
    path: `${document.path}/${verb}`,
    permission: [verbPermission(document, verb)],
    effect: 'command',
    marks: { 'body[]': document.name },
    summary: `${document.label[2]}: ${verb} (?preview=1 shows effects, ?check=1 lists what would fail)`,
    handle: (call) => forgetting(document, performVerb(document, hooks, verb, call)),
  }));

async function readPage(document: Document, call: Call): Promise<unknown> {
  const asked = askedOf(call);
  const plan = planList(document, asked, { wide: asked['fields'] === 'all' });
  const states = asked['counts'] === '1' ? stateCountOf(document, asked) : null;
  const isFresh = asked['fresh'] === '1';
  const keyOf = (count: TotalKey['count']): TotalKey => ({
    sid: 'sid' in call.caller ? call.caller.sid : '',
    noun: document.name,
    count,
  });
  // One pass over the rows of all states is the total, too.
  const isTotal = states?.isTotal === true && asked['billStatus'] === undefined && plan.isCapped;
  const total = isFresh || isTotal ? null : rememberedTotal(keyOf(plan.count));
  const counts = isFresh || states === null ? null : rememberedCount(keyOf(states.statement));
  const { rows } = await call.read({
    rows: plan.rows,
    ...(total === null && !isTotal ? { counted: plan.count } : {}),
    ...(states !== null && counts === null ? { states: states.statement } : {}),
  });
  const ofStates = counts ?? rows.states ?? [];
  if (states !== null && counts === null) rememberCount(keyOf(states.statement), ofStates);
  const found = isTotal ? summed(ofStates) : (total ?? rows.counted?.[0]?.total ?? 0);
  if (total === null && !isTotal) rememberTotal(keyOf(plan.count), found);
  return { ...pageOf(plan, rows.rows, found), ...(states === null ? {} : countsTold(ofStates)) };
}

const summed = (counted: Counted): number => counted.reduce((sum, { total }) => sum + total, 0);
const countsTold = (counted: Counted): Pick<Page<Row>, 'counts' | 'countsCapped'> => ({
  counts: Object.fromEntries(counted.map(({ code = '', total }) => [code, total])),
  ...(summed(counted) > totalCap ? { countsCapped: true as const } : {}),
});

async function readBill(document: Document, hooks: DocumentHooks, call: Call): Promise<unknown> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    identity,
    rows: { heads, lines },
  } = await call.read({ heads: headsOf(document, [id], false), lines: linesOf(document, [id]) });
  const [bill] = billsOf(heads, lines);
  if (bill === undefined) throw notFound();
  const veiled = new Set(((await hooks.veil?.(call, bill)) ?? []).flatMap((key) => [key, nameKeyOf(key)]));
  const told = toldTo(identity, document, bill);
  return veiled.size === 0 ? told : Object.fromEntries(Object.entries(told).filter(([key]) => !veiled.has(key)));
}
