import { notFound, notPermitted, inApproval } from '#platform/model/refusal.ts';
import { textOf } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type RowOf, type Statement } from '#platform/server/db/statement.ts';
import { codeOf } from '#platform/server/document/save.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { heldRight } from '#platform/server/db/rights.ts';
import { starterId, starterName } from '#workflow/model/engine/graph.ts';
import { startState } from '#workflow/model/engine/step.ts';
import {
  billNamed,
  billOfOwn,
  businessKeyOf,
  whichOf,
  type Approval,
  type Approvals,
  type ProcessBill,
} from './approval.ts';
import { routeFor, routesOf, type Route } from './biz-route.ts';
import { textIn } from './fields.ts';
import {
  approvalFor,
  carryOut,
  instanceIn,
  instanceColumns,
  instanceRow,
  lockByKey,
  record,
  refuseSuspended,
  type Deed,
  type Instance,
} from './instance.ts';
import { isSuspended, noBusinessKey, noProcess, noProcessKey, noRoute, otherRoute } from './refusals.ts';

/**
 * Save-and-start, its second half: the bill goes into approval under the process that its route names, or not at all.
 */
export function startProcess(approvals: Approvals, call: Call): Promise<{ processInstanceId: string }> {
  const key = textIn(call, 'processDefinitionKey');
  const businessKey = textIn(call, 'businessKey');
  if (key === '') throw noProcessKey();
  if (businessKey === '') throw noBusinessKey();
  const { approvals: possible, id } = billNamed(approvals, businessKey);
  if (!isId(id) || possible.length === 0) throw notFound();
  return command(
    call,
    async (ctx, { found }) => {
      const [which] = found;
      if (which === undefined) throw notFound();
      return {
        processInstanceId: await submit(ctx, approvals, approvalFor(approvals, which.docType), id, key),
      };
    },
    { reads: { found: whichOf(possible, id) } },
  );
}

/**
 * Route and variables are found again from the bill inside the transaction; a key that the browser chose otherwise is
 * refused.
 */
export async function submit(
  ctx: Command,
  approvals: Approvals,
  approval: Approval,
  billId: string,
  key: string | null,
): Promise<string> {
  const { document, docType } = approval;
  const businessKey = businessKeyOf(docType, billId);
  const { locked, routes, allowed } = await ctx.all({
    locked: lockByKey(businessKey),
    routes: routesOf(docType),
    allowed: heldRight(permissionOf(document, 'update')),
  });
  const bill = await billOfOwn(ctx, approval, billId);
  if (bill.creatorId !== ctx.identity.userId && allowed.length === 0) throw notPermitted();
  if (bill.billStatus === codeOf(document, 'inApproval')) throw inApproval({ code: bill.code });
  const route = routeFor(routes, approval, bill, await approval.valuesOf(ctx, bill));
  if (route === undefined) throw noRoute();
  if (key !== null && route.processDefinitionKey !== key) throw otherRoute();
  const waiting = instanceIn(locked);
  if (waiting !== undefined && waiting.processKey === route.processDefinitionKey)
    return resubmit(ctx, approvals, approval, waiting, bill);
  // The bill changed and now belongs to another process: the old one ends, with its history.
  if (waiting !== undefined) await carryOut(ctx, approvals, waiting, { op: 'terminate' }, submission(ctx, 'terminate'));
  return startNew(ctx, approvals, approval, route, bill);
}

const latestProcess = { id: 'uuid', key: 'text', name: 'text', version: 'integer', state: 'text' } as const;

async function startNew(
  ctx: Command,
  approvals: Approvals,
  approval: Approval,
  route: Route,
  bill: ProcessBill,
): Promise<string> {
  const [latest] = await ctx.rows(
    statement(
      latestProcess,
      `
        select id, key, name, version, state
        from app.activiti_process
        where key = $1
        order by version desc
        limit 1`,
      [route.processDefinitionKey],
    ),
  );
  if (latest === undefined) throw noProcess();
  if (latest.state === '2') throw isSuspended();
  const instance = instanceOf(ctx, latest, { approval, route, bill });
  ctx.later(newInstance(instance, latest.version), undefined, (error) =>
    error.code === '23505' && error.constraint === 'wf_instance_running'
      ? inApproval({ code: instance.billCode })
      : undefined,
  );
  await approval.submit(ctx, bill, instance.id);
  await carryOut(ctx, approvals, instance, { op: 'start' }, submission(ctx, 'submit'));
  return instance.id;
}

const instanceOf = (
  ctx: Command,
  latest: RowOf<typeof latestProcess>,
  { approval, route, bill }: { readonly approval: Approval; readonly route: Route; readonly bill: ProcessBill },
): Instance => ({
  id: newId(),
  processId: latest.id,
  processKey: latest.key,
  processName: latest.name,
  docType: approval.docType,
  billId: bill.id,
  billCode: bill.code,
  businessKey: businessKeyOf(approval.docType, bill.id),
  routeName: route.routeName,
  organizeCode: bill.organizeCode ?? null,
  starterId: ctx.identity.userId,
  starterName: ctx.identity.realName,
  status: 'running',
  state: startState,
  isSuspended: false,
  isReturned: false,
});

const newInstance = (instance: Instance, version: number): Statement => ({
  text: `
    insert into app.wf_instance (
      id, process_id, process_key, process_name, process_version, doc_type, bill_id, bill_code, business_key,
      route_name, organize_code, starter_id, starter_name
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
  values: [
    instance.id,
    instance.processId,
    instance.processKey,
    instance.processName,
    version,
    instance.docType,
    instance.billId,
    instance.billCode,
    instance.businessKey,
    instance.routeName,
    instance.organizeCode,
    instance.starterId,
    instance.starterName,
  ],
});

/** A rejected bill, sent in again: its waiting starter task is completed. */
async function resubmit(
  ctx: Command,
  approvals: Approvals,
  approval: Approval,
  instance: Instance,
  bill: ProcessBill,
): Promise<string> {
  refuseSuspended(instance);
  const token = instance.state?.tokens.find(({ at }) => at === starterId);
  if (token === undefined) throw inApproval({ code: instance.billCode });
  await approval.submit(ctx, bill, instance.id);
  await carryOut(ctx, approvals, instance, { op: 'complete', token: token.id }, submission(ctx, 'submit'));
  return instance.id;
}

const submission = (ctx: Command, action: 'submit' | 'terminate'): Deed => ({
  action,
  result: action === 'submit' ? 'pass' : 'terminate',
  comment: null,
  task: { id: null, node: starterId, name: textOf(starterName, ctx.language), createTime: null },
});

/**
 * A bill that is voided takes its waiting process along. The instance is locked by nobody then, or the call is told to
 * come again.
 */
export async function endWith(ctx: Command, approvals: Approvals, businessKey: string): Promise<void> {
  const instance = instanceIn(
    await ctx.rows(
      statement(
        instanceRow,
        `
          select ${instanceColumns}
          from app.wf_instance i
          where i.business_key = $1 and i.status = 'running'
          for update nowait`,
        [businessKey],
      ),
    ),
  );
  if (instance === undefined || approvals.of(instance.docType) === undefined) return;
  record(ctx, instance.id, [submission(ctx, 'terminate')]);
  ctx.later({ text: 'delete from app.wf_task where instance_id = $1', values: [instance.id] });
  ctx.later({ text: 'delete from app.wf_timer where instance_id = $1', values: [instance.id] });
  ctx.later({
    text: `
      update app.wf_instance
      set state = null, status = 'terminated', flow_status = '4', revision = revision + 1, end_time = now()
      where id = $1`,
    values: [instance.id],
  });
}
