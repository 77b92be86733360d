import { invalidAt, notFound, reasons } from '#platform/model/refusal.ts';
import { command, type Command, type Effect } from '#platform/server/command/command.ts';
import { statement, type RowOf, type RowsOf } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import type { TaskResult } from '#workflow/model/choices.ts';
import { taskGone } from '#workflow/model/engine/step.ts';
import { sendMessage } from '#system/server/message/message.ts';
import type { Approvals } from './approval.ts';
import { commentIn, textIn } from './fields.ts';
import {
  approvalFor,
  carryOut,
  instanceIn,
  lockByTask,
  record,
  refuseSuspended,
  type Deed,
  type Instance,
} from './instance.ts';
import { myRefs, myTasks } from './people.ts';
import { noAssignee, noComment, notYours, waitsForSigners } from './refusals.ts';
import { submit } from './start.ts';

/** All columns of the table, and who the owner is. */
const taskRow = {
  tenantCode: 'text',
  id: 'uuid',
  instanceId: 'uuid',
  token: 'integer',
  place: 'integer?',
  node: 'text',
  name: 'text',
  docType: 'text',
  assigneeId: 'uuid?',
  ownerId: 'uuid?',
  fallbackRole: 'text?',
  kind: 'text',
  phase: 'text',
  parentId: 'uuid?',
  createTime: 'instant',
  dueTime: 'instant?',
  remindTime: 'instant?',
  ownerName: 'text?',
} as const;
export type Task = Readonly<RowOf<typeof taskRow>> & {
  readonly kind: 'step' | 'starter' | 'before' | 'after';
  readonly phase: 'open' | 'waiting' | 'later';
};

/** A task in the hands of who may act on it, with its instance locked and everything else that is open there. */
export interface Held {
  readonly instance: Instance;
  readonly task: Task;
  readonly tasks: readonly Task[];
  /** For whom the caller acts, where it is not himself. */ readonly owner: {
    readonly id: string;
    readonly name: string;
  } | null;
}

/**
 * Instance first, then its tasks as they stand once it is locked: of two who act on one task, the second finds it gone.
 */
export const taskReads = (taskId: string) => ({
  instances: lockByTask(taskId),
  tasks: statement(
    taskRow,
    `
      select t.*, u.real_name as owner_name
      from app.wf_task t
      left join app.sys_user u on u.id = t.owner_id
      where t.instance_id = (select x.instance_id from app.wf_task x where x.id = $1)`,
    [taskId],
  ),
  rights: statement(
    { person: 'uuid', isSelf: 'boolean', name: 'text' },
    `
      with ${myRefs}
      select m.person, m.is_self, u.real_name as name
      from (${myTasks('and t.id = $1')}) m
      join app.sys_user u on u.id = m.person
      order by m.is_self desc
      limit 1`,
    [taskId],
  ),
});

export function heldIn(taskId: string, { instances, tasks: rows, rights }: RowsOf<ReturnType<typeof taskReads>>): Held {
  const instance = instanceIn(instances);
  const tasks = rows as readonly Task[];
  const task = tasks.find(({ id }) => id === taskId);
  if (instance === undefined || task === undefined) throw taskGone();
  if (task.phase !== 'open') throw waitsForSigners();
  const [right] = rights;
  if (right === undefined) throw notYours();
  refuseSuspended(instance);
  const owner = right.isSelf
    ? task.ownerId === null
      ? null
      : { id: task.ownerId, name: task.ownerName ?? '' }
    : { id: right.person, name: right.name };
  return { instance, task, tasks, owner };
}

/** One command on a task that the caller may act on. */
export function onTask(call: Call, work: (ctx: Command, held: Held) => Promise<void>): Promise<null> {
  const taskId = textIn(call, 'taskId');
  if (!isId(taskId)) throw taskGone();
  return command(
    call,
    async (ctx, reads) => {
      await work(ctx, heldIn(taskId, reads));
      return null;
    },
    { reads: taskReads(taskId) },
  );
}

export const deedOf = (
  { task, owner }: Held,
  action: string,
  result: TaskResult | null,
  comment: string | null,
): Deed => ({ action, result, comment, owner, task });

export const completeTask = (approvals: Approvals, call: Call): Promise<unknown> =>
  call.query['preview'] === '1'
    ? previewComplete(approvals, call)
    : onTask(call, (ctx, held) => complete(ctx, approvals, held, commentIn(call)));

/** Does it and takes it back: what it would change, or why it would be refused. Nobody is told of it. */
function previewComplete(approvals: Approvals, call: Call): Promise<{ effects: readonly Effect[] }> {
  const taskId = textIn(call, 'taskId');
  if (!isId(taskId)) throw taskGone();
  return command(
    call,
    async (ctx, reads) => {
      await complete(ctx, approvals, heldIn(taskId, reads), commentIn(call));
      // What follows the last write tells what it found: effects of postings stand there once it has run.
      return { effects: ctx.effects };
    },
    { reads: taskReads(taskId), isTrial: true },
  );
}

export async function complete(ctx: Command, approvals: Approvals, held: Held, comment: string | null): Promise<void> {
  const { instance, task, tasks } = held;
  if (task.kind === 'starter') {
    await submit(ctx, approvals, approvalFor(approvals, instance.docType), instance.billId, null);
    return;
  }
  const beside = tasks.filter((each) => each.id !== task.id && each.parentId === (task.parentId ?? task.id));
  if (task.kind === 'before') {
    takeAway(ctx, task.id);
    record(ctx, instance.id, [deedOf(held, 'sign', 'pass', comment)]);
    if (!beside.some(({ kind }) => kind === 'before'))
      await wake(
        ctx,
        instance,
        tasks.filter(({ id }) => id === task.parentId),
      );
    return;
  }
  const later = task.kind === 'step' ? beside.filter(({ kind }) => kind === 'after') : [];
  if (later.length > 0) {
    record(ctx, instance.id, [deedOf(held, 'complete', 'pass', comment)]);
    ctx.later({ text: `update app.wf_task set phase = 'waiting' where id = $1`, values: [task.id] });
    await wake(ctx, instance, later);
    return;
  }
  takeAway(ctx, task.id);
  if (task.kind === 'after' && beside.some(({ kind }) => kind === 'after')) {
    record(ctx, instance.id, [deedOf(held, 'sign', 'pass', comment)]);
    return;
  }
  // The last of the signers that were added after a step: now the step itself is done.
  if (task.kind === 'after' && task.parentId !== null) takeAway(ctx, task.parentId);
  await carryOut(
    ctx,
    approvals,
    instance,
    { op: 'complete', token: task.token, ...(task.place === null ? {} : { place: task.place }) },
    deedOf(held, task.kind === 'after' ? 'sign' : 'complete', 'pass', comment),
  );
}

function takeAway(ctx: Command, id: string): void {
  ctx.later({ text: 'delete from app.wf_task where id = $1', values: [id] });
}

async function wake(ctx: Command, instance: Instance, tasks: readonly Task[]): Promise<void> {
  ctx.later({
    text: `update app.wf_task set phase = 'open' where id = any($1::uuid[])`,
    values: [tasks.map(({ id }) => id)],
  });
  const to = tasks.flatMap(({ assigneeId }) =>
    assigneeId === null || assigneeId === ctx.identity.userId ? [] : [assigneeId],
  );
  sendMessage(ctx, {
    to,
    title: 'todo',
    type: '0',
    content: `${instance.processName} ${instance.billCode} · ${tasks[0]?.name ?? ''}`,
    routeName: instance.routeName,
    businessKey: instance.businessKey,
  });
}

const needed = (call: Call, name = 'comment'): string => {
  const comment = commentIn(call, name);
  if (comment === null)
    throw noComment({}, [{ path: name, field: ['审批意见', '審批意見', 'Remark'], reason: reasons.required }]);
  return comment;
};

export function rollBack(approvals: Approvals, call: Call): Promise<null> {
  const comment = needed(call);
  const instanceId = textIn(call, 'processInstanceId');
  return onTask(call, async (ctx, held) => {
    if (instanceId !== held.instance.id) throw notFound();
    await carryOut(
      ctx,
      approvals,
      held.instance,
      { op: 'back', token: held.task.token },
      deedOf(held, 'rollback', 'rollback', comment),
    );
  });
}

export function reject(approvals: Approvals, call: Call): Promise<null> {
  const comment = needed(call);
  return onTask(call, (ctx, held) => rejectHeld(ctx, approvals, held, comment));
}

export async function rejectHeld(ctx: Command, approvals: Approvals, held: Held, comment: string): Promise<void> {
  await carryOut(
    ctx,
    approvals,
    held.instance,
    { op: 'first', token: held.task.token },
    deedOf(held, 'reject', 'reject', comment),
  );
}

export function terminate(approvals: Approvals, call: Call): Promise<null> {
  const comment = needed(call);
  return onTask(call, async (ctx, held) => {
    await carryOut(ctx, approvals, held.instance, { op: 'terminate' }, deedOf(held, 'terminate', 'terminate', comment));
  });
}

/** The task goes to another; whose it was stays on it. */
export function entrust(call: Call): Promise<null> {
  const assignee = textIn(call, 'assignee');
  if (assignee === '')
    throw noAssignee({}, [{ path: 'assignee', field: ['委托人', '委託人', 'Assignee'], reason: reasons.required }]);
  if (!isId(assignee)) throw noAssignee();
  return onTask(call, async (ctx, held) => {
    const { task, instance } = held;
    await refuseUnknown(ctx, [assignee], 'assignee');
    ctx.later({
      text: `
        update app.wf_task
        set owner_id = coalesce(owner_id, assignee_id, $2), assignee_id = $3
        where id = $1`,
      values: [task.id, held.owner?.id ?? ctx.identity.userId, assignee],
    });
    ctx.later({ text: 'delete from app.wf_candidate where task_id = $1', values: [task.id] });
    record(ctx, instance.id, [deedOf(held, 'delegate', 'delegate', commentIn(call))]);
    sendMessage(ctx, {
      to: [assignee],
      title: 'todo',
      type: '0',
      content: `${instance.processName} ${instance.billCode} · ${task.name}`,
      routeName: instance.routeName,
      businessKey: instance.businessKey,
    });
  });
}

/** One of several candidates takes the task; the others do not see it any more. */
export const claim = (call: Call): Promise<null> =>
  onTask(call, async (ctx, held) => {
    if (held.task.assigneeId !== null) return;
    ctx.later({
      text: 'update app.wf_task set assignee_id = $2 where id = $1',
      values: [held.task.id, held.owner?.id ?? ctx.identity.userId],
    });
    record(ctx, held.instance.id, [deedOf(held, 'claim', null, null)]);
  });

/** Only who can log in can be given work. */
export async function refuseUnknown(ctx: Command, ids: readonly string[], path: string): Promise<void> {
  const found = await ctx.rows(
    statement({ id: 'uuid' }, `select id from app.sys_user where id = any($1::uuid[]) and status = '1'`, [ids]),
  );
  if (found.length !== ids.length)
    throw invalidAt([{ path, field: ['用户', '使用者', 'User'], reason: reasons.unknown }]);
}
