import { invalidAt, notFound, notPermitted, reasons } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { alreadyUrged } from '#platform/server/document/urge.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { starterId } from '#workflow/model/engine/graph.ts';
import { sendMessage } from '#system/server/message/message.ts';
import type { Approvals } from './approval.ts';
import { commentIn, textIn, usersIn } from './fields.ts';
import { carryOut, instanceIn, lockById, record, refuseSuspended, type Deed, type Instance } from './instance.ts';
import { waitedFor } from './people.ts';
import { cannotWithdraw, notYours } from './refusals.ts';
import { deedOf, onTask, refuseUnknown } from './task.ts';

/** Beyond deciding: asking others to sign as well, sending copies, reminding, and taking back. */

/**
 * Signers before the task (it waits for them) or after it (they follow when it is completed): rows beside it, no change
 * of the drawing.
 */
export function addSigners(call: Call): Promise<null> {
  const assignees = usersIn(call, 'assignees', ['加签人', '加簽人', 'Signers']);
  const mode = textIn(call, 'mode');
  if (mode !== 'before' && mode !== 'after')
    throw invalidAt([{ path: 'mode', field: ['加签方式', '加簽方式', 'Mode'], reason: reasons.notChosen }]);
  const comment = commentIn(call);
  return onTask(call, async (ctx, held) => {
    const { task, instance } = held;
    if (task.kind !== 'step') throw notYours();
    await refuseUnknown(ctx, assignees, 'assignees');
    ctx.later({
      text: `
        insert into app.wf_task
          (id, instance_id, token, place, node, name, doc_type, assignee_id, kind, phase, parent_id)
        select x.id, t.instance_id, t.token, t.place, t.node, t.name, t.doc_type, x.user_id, $3, $4, t.id
        from app.wf_task t
        cross join unnest($1::uuid[], $2::uuid[]) x(id, user_id)
        where t.id = $5`,
      values: [assignees.map(() => newId()), assignees, mode, mode === 'before' ? 'open' : 'later', task.id],
    });
    // Whoever asked gets it back: until then nobody else takes it.
    ctx.later({
      text: `update app.wf_task set assignee_id = coalesce(assignee_id, $2), phase = $3 where id = $1`,
      values: [task.id, held.owner?.id ?? ctx.identity.userId, mode === 'before' ? 'waiting' : 'open'],
    });
    record(ctx, instance.id, [deedOf(held, mode === 'before' ? 'addSignBefore' : 'addSignAfter', null, comment)]);
    if (mode === 'before')
      sendMessage(ctx, {
        to: assignees,
        title: 'todo',
        type: '0',
        content: `${instance.processName} ${instance.billCode} · ${task.name}`,
        routeName: instance.routeName,
        businessKey: instance.businessKey,
      });
  });
}

/** Readers get a message and may open the document and its trail; they decide nothing. */
export function sendCopies(call: Call): Promise<null> {
  const users = usersIn(call, 'userIds', ['抄送人', '抄送人', 'Readers']);
  const comment = commentIn(call);
  return onTask(call, async (ctx, held) => {
    const { instance } = held;
    await refuseUnknown(ctx, users, 'userIds');
    ctx.later({
      text: `
        insert into app.wf_reader (instance_id, user_id)
        select $1, unnest($2::uuid[])
        on conflict do nothing`,
      values: [instance.id, users],
    });
    record(ctx, instance.id, [deedOf(held, 'cc', null, comment)]);
    sendMessage(ctx, {
      to: users,
      title: 'todo',
      type: '2',
      content: `${instance.processName} ${instance.billCode}`,
      routeName: instance.routeName,
      businessKey: instance.businessKey,
    });
  });
}

const instanceIdIn = (call: Call): string => {
  const id = call.params['id'] ?? textIn(call, 'processInstanceId');
  if (!isId(id)) throw notFound();
  return id;
};

/** Once an hour, by whoever waits. */
export function urge(call: Call): Promise<null> {
  const id = instanceIdIn(call);
  return command(
    call,
    async (ctx, { locked, people }) => {
      const instance = instanceIn(locked);
      if (instance === undefined || instance.status !== 'running') throw notFound();
      if (instance.starterId !== ctx.identity.userId) throw notPermitted();
      const [urged] = await ctx.rows(
        statement(
          { id: 'uuid' },
          `
            update app.wf_instance
            set urge_time = now()
            where id = $1 and (urge_time is null or urge_time < now() - interval '1 hour')
            returning id`,
          [id],
        ),
      );
      if (urged === undefined) throw alreadyUrged();
      record(ctx, id, [plainDeed(instance, 'urge', null)]);
      sendMessage(ctx, {
        to: [...new Set(people.map((person) => person.id))],
        title: 'todo',
        type: '0',
        content: `${instance.processName} ${instance.billCode}`,
        routeName: instance.routeName,
        businessKey: instance.businessKey,
      });
      return null;
    },
    { reads: { locked: lockById(id), people: waitedFor('instance_id', [id]) } },
  );
}

const plainDeed = (instance: Instance, action: string, comment: string | null): Deed => ({
  action,
  result: null,
  comment,
  task: { id: null, node: starterId, name: instance.processName, createTime: null },
});

/** Whoever started it takes it back while nobody else has decided anything. */
export function withdraw(approvals: Approvals, call: Call): Promise<null> {
  const id = instanceIdIn(call);
  const comment = commentIn(call);
  return command(
    call,
    async (ctx, { locked, decided }) => {
      const instance = instanceIn(locked);
      if (instance === undefined) throw notFound();
      if (instance.starterId !== ctx.identity.userId) throw notPermitted();
      if (instance.status !== 'running' || decided.length > 0) throw cannotWithdraw();
      refuseSuspended(instance);
      await carryOut(ctx, approvals, instance, { op: 'terminate' }, plainDeed(instance, 'withdraw', comment));
      return null;
    },
    {
      reads: {
        locked: lockById(id),
        decided: statement(
          { found: 'integer' },
          `
            select 1 as found
            from app.wf_history h
            where h.instance_id = $1
              and h.action in ('complete', 'sign', 'skip', 'rollback', 'reject', 'delegate')
              and h.seq > (select max(s.seq) from app.wf_history s where s.instance_id = $1 and s.action = 'submit')
            limit 1`,
          [id],
        ),
      },
    },
  );
}

/** By whoever looks after what runs: ended for a reason, and the bill comes back. */
export function endInstance(approvals: Approvals, call: Call): Promise<null> {
  const id = instanceIdIn(call);
  const comment = commentIn(call, 'deleteReason');
  return command(
    call,
    async (ctx, { locked }) => {
      const instance = instanceIn(locked);
      if (instance === undefined || instance.status !== 'running') throw notFound();
      await carryOut(
        ctx,
        approvals,
        instance,
        { op: 'terminate' },
        { ...plainDeed(instance, 'end', comment), result: 'terminate' },
      );
      return null;
    },
    { reads: { locked: lockById(id) } },
  );
}

/** While it is suspended nobody acts on it. */
export function holdInstance(call: Call, isHeld: boolean): Promise<null> {
  const id = instanceIdIn(call);
  return command(
    call,
    async (ctx, { locked }) => {
      const instance = instanceIn(locked);
      if (instance === undefined || instance.status !== 'running') throw notFound();
      ctx.later({
        text: 'update app.wf_instance set is_suspended = $2, revision = revision + 1 where id = $1',
        values: [id, isHeld],
      });
      record(ctx, id, [plainDeed(instance, isHeld ? 'suspend' : 'active', null)]);
      return null;
    },
    { reads: { locked: lockById(id) } },
  );
}
