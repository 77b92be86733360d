import type { Document } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import { backdatePermission, permissionOf, verbPermission } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { pageOf, planList } from '#platform/server/entity/list.ts';
import { askedOf } from '#platform/server/entity/filter.ts';
import { documentedBody } from '#platform/server/entity/schema.ts';
import { forgetTotals, rememberedTotal, rememberTotal } from '#platform/server/entity/total-memo.ts';
import { idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/id.ts';
import type { DocumentHooks } from '#platform/server/serve.ts';
import { exportRoutes } from '#platform/server/transfer/export.ts';
import { billsOf, headsOf, linesOf, toldTo } from './read.ts';
import { createBill, deleteBills, updateBill } from './save.ts';
import { toggleBills } from './toggle.ts';
import { performVerb } from './verb.ts';

/** Every call a document answers: list, one, save, change, delete, export, and its verbs with preview and check. */
export function documentRoutes(document: Document, hooks: DocumentHooks): readonly Route[] {
  const may = (action: string): readonly string[] => [permissionOf(document, action)];
  const en = document.label[2];
  const after = <T>(work: Promise<T>): Promise<T> =>
    work.finally(() => {
      forgetTotals(document.name);
    });
  const body = documentedBody(document.head);
  const id = { 'params.id': document.name };
  const ids = { 'body[]': document.name };
  const soft = backdatePermission(document);
  const list = {
    path: `${document.path}/page`,
    permission: may('page'),
    effect: 'none' as const,
    summary: `${en}: page`,
    handle: (call: Call) => readPage(document, call),
  };
  return [
    { method: 'GET', ...list },
    { method: 'POST', ...list },
    ...exportRoutes(document, document.list.aliases),
    {
      method: 'GET',
      path: `${document.path}/:id`,
      permission: may('view'),
      effect: 'none',
      marks: id,
      summary: `${en}: one with lines`,
      handle: (call) => readBill(document, hooks, call),
    },
    {
      method: 'POST',
      path: document.path,
      permission: may('save'),
      soft,
      effect: 'command',
      body,
      summary: `${en}: create (?stash=1 half written)`,
      handle: (call) => after(createBill(document, hooks, call)),
    },
    {
      method: 'PUT',
      path: document.path,
      permission: may('update'),
      soft,
      effect: 'command',
      body,
      marks: { 'body.id': document.name },
      summary: `${en}: change`,
      handle: (call) => after(updateBill(document, hooks, call)),
    },
    {
      method: 'DELETE',
      path: `${document.path}/:id`,
      permission: may('delete'),
      effect: 'command',
      marks: id,
      summary: `${en}: delete`,
      handle: (call) => after(deleteBills(document, hooks, call, [call.params['id'] ?? ''])),
    },
    {
      method: 'DELETE',
      path: document.path,
      permission: may('delete'),
      effect: 'command',
      marks: ids,
      summary: `${en}: delete several`,
      handle: (call) => after(deleteBills(document, hooks, call, idsIn(call.body))),
    },
    ...(document.isToggled === true ? (['enable', 'disable'] as const) : []).map((verb): Route => ({
      method: 'PUT',
      path: `${document.path}/${verb}`,
      permission: may(verb),
      effect: 'command',
      marks: ids,
      summary: `${en}: ${verb}`,
      handle: (call) => after(toggleBills(document, hooks, call, verb === 'enable' ? '1' : '0')),
    })),
    ...Object.keys(document.verbs).map((verb): Route => ({
      method: 'PUT',
      path: `${document.path}/${verb}`,
      permission: [verbPermission(document, verb)],
      effect: 'command',
      marks: ids,
      summary: `${en}: ${verb} (?preview=1 shows effects, ?check=1 lists what would fail)`,
      handle: (call) => after(performVerb(document, hooks, verb, call)),
    })),
  ];
}

async function readPage(document: Document, call: Call): Promise<unknown> {
  const asked = askedOf(call);
  const plan = planList(document, asked, { wide: asked['fields'] === 'all' });
  const key = { sid: 'sid' in call.caller ? call.caller.sid : '', noun: document.name, count: plan.count };
  const remembered = asked['fresh'] === '1' ? null : rememberedTotal(key);
  const {
    results: [rows = [], counted = []],
  } = await call.read(remembered === null ? [plan.rows, plan.count] : [plan.rows]);
  const total = remembered ?? (counted[0]?.['total'] as number);
  if (remembered === null) rememberTotal(key, total);
  return pageOf(plan, rows, total);
}

async function readBill(document: Document, hooks: DocumentHooks, call: Call): Promise<unknown> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    identity,
    results: [heads = [], lines = []],
  } = await call.read([headsOf(document, [id], false), linesOf(document, [id])]);
  const [bill] = billsOf(heads, lines);
  if (bill === undefined) throw notFound();
  const veiled = new Set(((await hooks.veil?.(call, bill)) ?? []).flatMap((key) => [key, nameKeyOf(key)]));
  const told = toldTo(identity, document, bill);
  return veiled.size === 0 ? told : Object.fromEntries(Object.entries(told).filter(([key]) => !veiled.has(key)));
}
