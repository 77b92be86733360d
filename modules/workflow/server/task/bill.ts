import type { Document } from '#platform/model/document.ts';
import { inApproval, notFound, reasons } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { answerTo, statement, type RowsOf } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { headsOf } from '#platform/server/document/read.ts';
import { codeOf, refusalFor } from '#platform/server/document/save.ts';
import { performVerb } from '#platform/server/document/verb.ts';
import { forgetTotals } from '#platform/server/list/total-memo.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import { businessKeyOf, type Approval, type Approvals } from './approval.ts';
import { approvalStanding } from './approval-standing.ts';
import { routeFor, routesOf } from './biz-route.ts';
import { readFieldRights } from '#workflow/model/engine/field-rights.ts';
import { commentIn } from './fields.ts';
import { graphOf } from './graphs.ts';
import { myRefs, myTasks } from './people.ts';
import { needsFlow, noComment, noRoute } from './refusals.ts';
import { endWith } from './start.ts';
import { complete, heldIn, rejectHeld, taskReads } from './task.ts';

/** Bills of these ids that a process waits with: rejected, and not sent in again yet. */
const waiting = (docType: string, ids: readonly string[]) =>
  statement(
    { billId: 'uuid' },
    `select bill_id from app.wf_instance where status = 'running' and business_key = any($1::text[])`,
    [ids.map((id) => businessKeyOf(docType, id))],
  );

const approvalReads = (docType: string, ids: readonly string[]) => ({
  'approval routes': routesOf(docType),
  'waiting bills': waiting(docType, ids),
});
/** What these reads answered, among those of the document's own: absent where a verb did not ask. */
type ApprovalRows = Partial<RowsOf<ReturnType<typeof approvalReads>>>;

/**
 * The hooks of a document as people meet them: auditing by hand is refused where a route leads through a process, and
 * voiding a bill ends the process that waits with it. The workflow itself uses the hooks as they were.
 */
export function bindApproval(approvals: Approvals, document: Document, hooks: DocumentHooks): DocumentHooks {
  const approval = approvals.all.find((each) => each.document === document);
  if (approval === undefined) return hooks;
  const { docType } = approval;
  const standing = approvalStanding(approval, hooks);
  return {
    ...hooks,
    ...(standing === undefined ? {} : { standing }),
    veil: async (call, bill) => [
      ...((await hooks.veil?.(call, bill)) ?? []),
      ...(bill.billStatus === codeOf(document, 'inApproval')
        ? await veiledFrom(approvals, call, businessKeyOf(docType, String(bill.id)))
        : []),
    ],
    verbReads: (ids, verb) => ({ ...hooks.verbReads?.(ids, verb), ...approvalReads(docType, ids) }),
    before: {
      ...hooks.before,
      async audit(ctx, bill, facts) {
        const { 'approval routes': routes = [], 'waiting bills': live = [] } = facts.rows as ApprovalRows;
        if (
          live.some(({ billId }) => billId === bill.id) ||
          (routes.length > 0 && routeFor(routes, approval, bill, await approval.valuesOf(ctx, bill)) !== undefined)
        )
          throw needsFlow();
        if (hooks.approval?.needsRoute?.(bill) === true) throw noRoute();
        await hooks.before?.['audit']?.(ctx, bill, facts);
      },
      async cancel(ctx, bill, facts) {
        await hooks.before?.['cancel']?.(ctx, bill, facts);
        const { 'waiting bills': live = [] } = facts.rows as ApprovalRows;
        if (live.some(({ billId }) => billId === bill.id))
          await endWith(ctx, approvals, businessKeyOf(docType, bill.id));
      },
    },
  };
}

/**
 * Whoever decides a step sees of the bill what his step lets him see; with tasks at two steps, what either does.
 * Whoever sent it in knows it all.
 */
async function veiledFrom(approvals: Approvals, call: Call, businessKey: string): Promise<readonly string[]> {
  const {
    rows: { tasks },
  } = await call.read({
    tasks: statement(
      { node: 'text', processId: 'uuid' },
      `
        with ${myRefs}
        select distinct t.node, i.process_id
        from app.wf_instance i
        join app.wf_task t on t.instance_id = i.id
        where i.business_key = $1
          and i.status = 'running'
          and i.starter_id <> (select sec.user_id())
          and t.kind <> 'starter'
          and t.id in (select m.id from (${myTasks(`and t.instance_id = (${runningOf('$1')})`)}) m)`,
      [businessKey],
    ),
  });
  const read: Pick<Command, 'rows'> = { rows: async (asked) => answerTo(asked, await call.each([asked])) };
  const hidden = await Promise.all(
    tasks.map(async ({ node, processId }) => {
      const { nodes } = await graphOf(read, approvals, processId);
      const rights = readFieldRights(nodes.get(node)?.properties['fields'] ?? '') ?? [];
      return rights.filter(({ right }) => right === 'hidden').map(({ key }) => key);
    }),
  );
  return (hidden[0] ?? []).filter((key) => hidden.every((keys) => keys.includes(key)));
}

/**
 * `PUT {path}/approve` and `/reject` with { ids, operateMsg }: a task of the caller's where a process runs, else
 * auditing with an opinion.
 */
export const billRoutes = (approvals: Approvals): readonly Route[] =>
  approvals.all.flatMap((approval) => {
    const { document } = approval;
    const common = {
      method: 'PUT',
      permission: [permissionOf(document, 'approve')],
      effect: 'command',
      marks: { 'body[]': document.name },
    } as const;
    const after = <T>(work: Promise<T>): Promise<T> =>
      work.finally(() => {
        forgetTotals(document.name);
      });
    return [
      {
        ...common,
        path: `${document.path}/approve`,
        summary: `${document.label[2]}: approve ({ ids, operateMsg })`,
        handle: (call) => after(decide(approvals, approval, call, true)),
      },
      {
        ...common,
        path: `${document.path}/reject`,
        summary: `${document.label[2]}: reject ({ ids, operateMsg })`,
        handle: (call) => after(decide(approvals, approval, call, false)),
      },
    ] satisfies Route[];
  });

async function decide(approvals: Approvals, approval: Approval, call: Call, isFor: boolean): Promise<unknown> {
  const { document } = approval;
  const ids = checkedKeys(idsIn(call.body), 'id');
  const message = commentIn(call, 'operateMsg');
  // Where it stands is asked before anything is locked: in approval the instance comes first, otherwise the bill.
  const {
    rows: { stand },
  } = await call.read({
    stand: statement(
      { id: 'uuid', billStatus: 'text' },
      `
        select id, bill_status
        from app.${tableOf(document)}
        where id = any($1::uuid[]) and deleted_flag = '0'`,
      [ids],
    ),
  });
  if (stand.length !== ids.length) throw notFound();
  if (!stand.some(({ billStatus }) => billStatus === codeOf(document, 'inApproval')))
    return isFor
      ? performVerb(document, bindApproval(approvals, document, approval.hooks), 'audit', call)
      : noteRejection(approval, call, ids, message);
  if (!isFor && message === null)
    throw noComment({}, [{ path: 'operateMsg', field: ['审批意见', '審批意見', 'Remark'], reason: reasons.required }]);
  return command(
    call,
    async (ctx, { tasks }) => {
      for (const id of ids)
        await decideTask(
          ctx,
          approvals,
          approval,
          tasks.filter(({ billId }) => billId === id),
          id,
          isFor ? { isFor, message } : { isFor, message: message ?? '' },
        );
      return null;
    },
    { reads: { tasks: ownTasks(approval, ids) } },
  );
}

const ownTasks = ({ docType }: Approval, ids: readonly string[]) =>
  statement(
    { id: 'uuid', billId: 'uuid' },
    `
      with ${myRefs},
      mine as (${myTasks('')})
      select t.id, i.bill_id
      from mine m
      join app.wf_task t on t.id = m.id
      join app.wf_instance i on i.id = t.instance_id
      where t.kind <> 'starter' and i.status = 'running' and i.business_key = any($1::text[])
      order by t.id`,
    [ids.map((id) => businessKeyOf(docType, id))],
  );

type Decision =
  | { readonly isFor: true; readonly message: string | null }
  | { readonly isFor: false; readonly message: string };

async function decideTask(
  ctx: Command,
  approvals: Approvals,
  approval: Approval,
  tasks: readonly { readonly id: string }[],
  billId: string,
  decision: Decision,
): Promise<void> {
  const [task] = tasks;
  if (task === undefined) {
    const [bill] = await ctx.rows(
      statement({ code: 'text' }, `select code from app.${tableOf(approval.document)} where id = $1`, [billId]),
    );
    throw inApproval({ code: bill?.code ?? '' });
  }
  const held = heldIn(task.id, await ctx.all(taskReads(task.id)));
  await (decision.isFor
    ? complete(ctx, approvals, held, decision.message)
    : rejectHeld(ctx, approvals, held, decision.message));
}

/** Outside a process a rejection is an opinion on the bill and moves nothing. */
function noteRejection(
  { document }: Approval,
  call: Call,
  ids: readonly string[],
  message: string | null,
): Promise<null> {
  return command(
    call,
    async (ctx, { heads }) => {
      if (heads.length !== ids.length) throw notFound();
      for (const head of heads) {
        if (head.billStatus !== codeOf(document, 'saved') || head.cancelFlag === '1')
          throw refusalFor(document, head, ['驳回', '駁回', 'reject']);
        ctx.log({
          noun: document.name,
          recordId: head.id,
          recordCode: head.code,
          operation: 'reject',
          ...(message === null ? {} : { message }),
        });
      }
      ctx.later({
        text: `
          update app.${tableOf(document)}
          set audit_msg = $2, row_version = row_version + 1, updater_name = $3, update_date = now()
          where id = any($1::uuid[])`,
        values: [ids, message, ctx.identity.realName],
      });
      return null;
    },
    { reads: { heads: headsOf(document, ids, true) } },
  );
}

const runningOf = (businessKey: string): string =>
  `select r.id from app.wf_instance r where r.business_key = ${businessKey} and r.status = 'running'`;
