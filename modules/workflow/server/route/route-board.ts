import { textOf, type Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { toggleRecords } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import { compileModel } from '#workflow/model/engine/compile.ts';
import type { Board, BoardProcess } from '#workflow/model/rule/board.ts';
import { drawableOf } from '#workflow/server/process/definition.ts';
import { admitted } from '#workflow/server/task/fields.ts';
import type { Approvals } from '#workflow/server/task/approval.ts';
import { inOrder, placesOf } from './draft-rule.ts';
import { foreseeChange } from './route-change.ts';
import { publishRules } from './route-publish.ts';
import { tryBill, wayThrough } from './route-try.ts';

const may = (action: string): readonly string[] => [permissionOf(bizRoute, action)];

/** What is asked where routes of a type are put in order; a login without the right is told no more than that. */
export const routeBoardRoutes = (approvals: Approvals): readonly Route[] => {
  const read = (path: string, summary: string, handle: Route['handle'], method: 'GET' | 'POST' = 'GET'): Route => ({
    method,
    path: `${bizRoute.path}/${path}`,
    permission: may('view'),
    effect: 'none',
    summary: `Business route: ${summary}`,
    handle: admitted(handle),
  });
  return [
    read('types', 'the documents that routes lead, with page and save call', (call) => typesOf(approvals, call)),
    read('board', 'rules of a type of document in their order (?docType=)', (call) => readBoard(approvals, call)),
    read('tryBill', 'a document as conditions see it (?docType=&code=)', (call) => tryBill(approvals, call)),
    read(
      'way',
      'who would get a document, deputies included ({ docType, id, processDefinitionKey })',
      (call) => wayThrough(approvals, call),
      'POST',
    ),
    read(
      'change',
      'what rules would change for the documents of the last 30 days ({ docType, rules })',
      (call) => foreseeChange(approvals, call),
      'POST',
    ),
    {
      method: 'POST',
      path: `${bizRoute.path}/publish`,
      permission: may('update'),
      effect: 'command',
      summary: 'Business route: put the rules of a type of document in force, all or none ({ docType, seen, rules })',
      handle: admitted((call) => publishRules(approvals, call)),
    },
    ...(['enable', 'disable'] as const).map((verb): Route => ({
      method: 'PUT',
      path: `${bizRoute.path}/${verb}`,
      permission: may('update'),
      effect: 'command',
      marks: { 'body[]': bizRoute.name },
      summary: `Business route: ${verb} several`,
      handle: (call) => toggleRecords(bizRoute, {}, call, verb === 'enable' ? '1' : '0'),
    })),
  ];
};

async function typesOf(approvals: Approvals, call: Call): Promise<unknown> {
  const {
    rows: { processes },
  } = await call.read({
    processes: statement(
      { key: 'text', name: 'text', docType: 'text?' },
      `
        select distinct on (key) key, name, doc_type
        from app.activiti_process
        order by key, version desc
        limit ${mostProcesses}`,
    ),
  });
  const say = (label: Label): string => textOf(label, call.language);
  return {
    types: approvals.all.map((approval) => ({
      ...placesOf(approval),
      name: say(approval.document.label),
      page: say(approval.document.screen?.title ?? approval.document.label),
    })),
    processes,
  };
}

const mostProcesses = 200;
const mostSamples = 8;

async function readBoard(approvals: Approvals, call: Call): Promise<Board> {
  const approval = approvals.of(call.query['docType'] ?? '');
  if (approval === undefined) throw notFound();
  const { docType, document } = approval;
  const { rows } = await call.read({
    routes: recordsBy(bizRoute, 'docType', [docType]),
    processes: statement(
      { key: 'text', name: 'text', state: 'text', xml: 'text', modelId: 'uuid?' },
      `
        select p.key, p.name, p.state, s.xml,
          (select m.id from app.activiti_model m where m.key = p.key limit 1) as model_id
        from (
          select distinct on (key) id, key, name, state, doc_type
          from app.activiti_process
          where doc_type = $1
          order by key, version desc
        ) p
        join app.wf_source s on s.process_id = p.id
        order by p.name
        limit ${mostProcesses}`,
      [docType],
    ),
    samples: statement(
      { code: 'text' },
      `
        select t.code
        from app.${tableOf(document)} t
        where t.deleted_flag = '0'
        order by t.create_date desc, t.id desc
        limit ${mostSamples}`,
    ),
  });
  return {
    ...placesOf(approval),
    document: drawableOf(approval, (label) => textOf(label, call.language)),
    needsRoute: approval.hooks.approval?.needsRoute !== undefined,
    processes: rows.processes.map((process) => shown(approvals, process)),
    rules: inOrder(rows.routes),
    samples: rows.samples.map(({ code }) => code),
  };
}

function shown(
  approvals: Approvals,
  { key, name, state, xml, modelId }: { key: string; name: string; state: string; xml: string; modelId: string | null },
): BoardProcess {
  const { graph } = compileModel(xml, (docType) => approvals.factsOf(docType));
  return {
    key,
    name,
    isSuspended: state === '2',
    modelId,
    steps: [...(graph?.nodes.values() ?? [])].filter(({ kind }) => kind === 'user').map((node) => node.name),
  };
}
