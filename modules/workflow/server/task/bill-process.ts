import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, Refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type Row, type RowOf } from '#platform/server/db/statement.ts';
import { readDraft, refReads } from '#platform/server/document/draft.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { codeOf, factsOf, finish } from '#platform/server/document/save.ts';
import type { Input } from '#platform/server/entity/schema.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { businessKeyOf, type Approval, type Approvals, type AskedBill } from './approval.ts';
import { route, routeFor } from './biz-route.ts';
import { graphOf } from './graphs.ts';
import { myRefs, myTasks } from './people.ts';
import { noRoute } from './refusals.ts';
import { editableAt } from './step-fields.ts';

/**
 * What the form of a document asks about its process: which one it would go through, and what the caller may do in the
 * one it is in.
 */
export const billProcessRoutes = (approvals: Approvals): readonly Route[] =>
  approvals.all.flatMap((approval): Route[] => {
    const { document } = approval;
    const path = `${document.path}/process`;
    const may = (...actions: readonly string[]): readonly string[] =>
      actions.map((action) => permissionOf(document, action));
    return [
      {
        method: 'GET',
        path,
        permission: may('view', 'save'),
        effect: 'none',
        marks: { 'query.id': document.name },
        summary: `${document.label[2]}: its process (?id=, none for a new one): routes, own tasks, instance`,
        handle: (call) => readProcess(approvals, approval, call),
      },
      {
        method: 'POST',
        path,
        permission: may('save', 'update'),
        effect: 'none',
        marks: { 'body.id': document.name },
        summary: `${document.label[2]}: the process it would go through, as it is written now`,
        handle: (call) => foresee(approval, call),
      },
    ];
  });

/** What save-and-start needs of a route. */
const formRoute = { ...route, saveUrl: 'text', formName: 'text', callbackUrl: 'text?' } as const;
type FormRoute = RowOf<typeof formRoute>;
const routesOf = (docType: string) =>
  statement(
    formRoute,
    `
      select name, process_definition_key, route_name, condition, organize_codes, save_url, form_name, callback_url
      from app.activiti_bizroute
      where doc_type = $1 and status = '1'
      order by coalesce(priority, 100), create_date, id`,
    [docType],
  );
const shown = ({ name, processDefinitionKey, routeName, saveUrl, formName, callbackUrl }: FormRoute): Row => ({
  name,
  processDefinitionKey,
  routeName,
  saveUrl,
  formName,
  callbackUrl,
});

const ownTask = {
  taskId: 'uuid',
  taskName: 'text',
  kind: 'text',
  node: 'text',
  processId: 'uuid',
  isOpenToOthers: 'boolean',
  processInstanceId: 'uuid',
  starterFlag: 'text',
} as const;
type OwnTask = RowOf<typeof ownTask>;
const ownTasks = (businessKey: string) =>
  statement(
    ownTask,
    `
      with ${myRefs}
      select t.id as task_id, t.name as task_name, t.kind, t.node, i.process_id,
        t.assignee_id is null as is_open_to_others, i.id as process_instance_id,
        case when t.kind = 'starter' then '1' else '0' end as starter_flag
      from (select distinct m.id from (${myTasks('')}) m) m
      join app.wf_task t on t.id = m.id
      join app.wf_instance i on i.id = t.instance_id
      where i.business_key = $1 and i.status = 'running' and not i.is_suspended
      order by t.create_time, t.id`,
    [businessKey],
  );
const instanceOf = (businessKey: string) =>
  statement(
    { id: 'uuid', isOwn: 'boolean', isSuspended: 'boolean' },
    `
      select i.id, i.starter_id = (select sec.user_id()) as is_own, i.is_suspended
      from app.wf_instance i
      where i.business_key = $1 and i.status = 'running'`,
    [businessKey],
  );

function readProcess(approvals: Approvals, approval: Approval, call: Call): Promise<unknown> {
  const { document, docType } = approval;
  const id = call.query['id'] ?? '';
  if (id !== '' && !isId(id)) throw notFound();
  const key = businessKeyOf(docType, id);
  return command(
    call,
    async (ctx, { routes, heads = [], lines = [], tasks = [], instances = [] }) => {
      const [bill] = billsOf(heads, lines);
      if (id !== '' && bill === undefined) throw notFound();
      const found =
        bill === undefined || bill.billStatus === codeOf(document, 'inApproval')
          ? { route: null }
          : await routeOf(ctx, approval, routes, bill);
      return {
        routes: routes.map(shown),
        ...found,
        tasks: await Promise.all(tasks.map((task) => withFields(ctx, approvals, approval, task))),
        instance: instances[0] ?? null,
      };
    },
    {
      isTrial: true,
      reads: {
        routes: routesOf(docType),
        ...(id === ''
          ? {}
          : {
              heads: headsOf(document, [id], false),
              lines: linesOf(document, [id]),
              tasks: ownTasks(key),
              instances: instanceOf(key),
            }),
      },
    },
  );
}

/** A task with what its step lets its approver change. */
async function withFields(
  ctx: Command,
  approvals: Approvals,
  { document }: Approval,
  { node, processId, ...task }: OwnTask,
): Promise<Row> {
  return {
    ...task,
    editable: Object.keys(editableAt(document, (await graphOf(ctx, approvals, processId)).nodes.get(node))),
  };
}

/** A condition that cannot be answered is told where the document is sent in; reading it must not fail for that. */
async function routeOf(
  ctx: Command,
  approval: Approval,
  routes: readonly FormRoute[],
  bill: AskedBill,
): Promise<{ route: Row | null; problem?: string }> {
  try {
    const found =
      routes.length === 0 ? undefined : routeFor(routes, approval, bill, await approval.valuesOf(ctx, bill));
    return { route: found === undefined ? null : shown(found) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { route: null, problem: error.textIn(ctx.language) };
  }
}

/** The draft is completed as a save would, so that a condition asks the same figures; nothing of it is kept. */
function foresee(approval: Approval, call: Call): Promise<Row> {
  const { document, docType, hooks } = approval;
  const given: Input =
    typeof call.body === 'object' && call.body !== null && !Array.isArray(call.body) ? (call.body as Input) : {};
  const id = typeof given['id'] === 'string' ? given['id'] : '';
  if (id !== '' && !isId(id)) throw notFound();
  return command(
    call,
    async (ctx, { 'approval routes': routes, 'document heads': heads, 'document lines': lines, ...known }) => {
      const [previous = null] = billsOf(heads, lines);
      if (id !== '' && previous === null) throw notFound();
      const { draft, places } = readDraft(document, given, { isStash: false, today: ctx.today, previous });
      if (places.length > 0) throw invalidAt(places);
      const refs = refReads(document, draft);
      const facts = await factsOf(ctx, hooks, draft, refs, known);
      const bill: AskedBill = {
        ...previous,
        ...(await finish(document, hooks, ctx, draft, facts, previous, codeOf(document, 'saved'))),
      };
      const found = routeFor(routes, approval, bill, await approval.valuesOf(ctx, bill));
      if (found === undefined) throw noRoute();
      return shown(found);
    },
    {
      isTrial: true,
      reads: {
        'approval routes': routesOf(docType),
        'document heads': headsOf(document, id === '' ? [] : [id], false),
        'document lines': linesOf(document, id === '' ? [] : [id]),
        ...hooks.reads,
      },
    },
  );
}
