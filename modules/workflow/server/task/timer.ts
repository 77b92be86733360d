import { z } from 'zod';
import { Refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob, type JobHandler } from '#platform/server/job/handler.ts';
import { ringTimers } from '#workflow/model/timer.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { nodeAt, type Graph } from '#workflow/model/engine/graph.ts';
import type { Approvals } from './approval.ts';
import { graphOf } from './graphs.ts';
import { carryOut, instanceIn, lockById, type Instance } from './instance.ts';
import { waitedFor } from './people.ts';

const mostAtOnce = 200;

/**
 * Alarms that are due, each as a command of nobody: the instance is locked first, and an alarm that was cancelled
 * meanwhile is not there any more.
 */
export const timerJob = (approvals: Approvals): JobHandler =>
  serveJob(ringTimers, z.strictObject({}), {
    once: async (ctx) => {
      const due = await ctx.rows(
        statement(
          { id: 'uuid', instanceId: 'uuid' },
          `
            select id, instance_id
            from app.wf_timer
            where due_time <= now()
            order by due_time
            limit ${mostAtOnce}`,
        ),
      );
      for (const { id, instanceId } of due) await ring(ctx, approvals, id, instanceId);
    },
  });

async function ring(ctx: Command, approvals: Approvals, id: string, instanceId: string): Promise<void> {
  const { locked, taken } = await ctx.all({
    locked: lockById(instanceId),
    taken: statement(
      { token: 'integer', node: 'text' },
      'delete from app.wf_timer where id = $1 returning token, node',
      [id],
    ),
  });
  const instance = instanceIn(locked);
  const [timer] = taken;
  if (instance === undefined || instance.status !== 'running' || timer === undefined) return;
  if (instance.isSuspended) {
    putBack(ctx, instanceId, id, timer);
    return;
  }
  const { node, token } = timer;
  const graph = await graphOf(ctx, approvals, instance.processId);
  if (graph.nodes.get(node)?.kind === 'user') {
    await remind(ctx, graph, instance, node, token);
    return;
  }
  try {
    await carryOut(
      ctx,
      approvals,
      instance,
      { op: 'timer', token, node },
      { action: 'timeout', result: null, comment: null, task: { id: null, node, name: node, createTime: null } },
    );
  } catch (error) {
    // A step without an approver or a join that cannot be reached must not hold up everybody else's alarms.
    if (!(error instanceof Refusal)) throw error;
    putBack(ctx, instanceId, id, timer);
  }
}

/** The step goes on as it is: whoever could act is told once more. */
async function remind(ctx: Command, graph: Graph, instance: Instance, node: string, token: number): Promise<void> {
  const tasks = await ctx.rows(
    statement({ id: 'uuid' }, `select id from app.wf_task where instance_id = $1 and token = $2 and phase = 'open'`, [
      instance.id,
      token,
    ]),
  );
  const people = await ctx.rows(
    waitedFor(
      'id',
      tasks.map(({ id }) => id),
    ),
  );
  sendMessage(ctx, {
    to: [...new Set(people.map(({ id }) => id))],
    title: 'overdue',
    type: '0',
    content: `${instance.processName} ${instance.billCode} · ${nodeAt(graph, node).name}`,
    routeName: instance.routeName,
    businessKey: instance.businessKey,
  });
}

function putBack(
  ctx: Command,
  instanceId: string,
  id: string,
  { token, node }: { readonly token: number; readonly node: string },
): void {
  ctx.later({
    text: `
      insert into app.wf_timer (id, instance_id, token, node, due_time)
      values ($1, $2, $3, $4, now() + interval '1 hour')`,
    values: [id, instanceId, token, node],
  });
}
