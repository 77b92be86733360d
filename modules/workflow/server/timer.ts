import { z } from 'zod';
import { Refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command.ts';
import { serveJob, type JobHandler } from '#platform/server/job/handler.ts';
import { ringTimers } from '#workflow/model/timer.ts';
import type { Approvals } from './approval.ts';
import { carryOut, instanceIn, lockById } from './instance.ts';

const mostAtOnce = 200;

/** Alarms that are due, each as a command of nobody: the instance is locked first, and an alarm that was cancelled meanwhile is not there any more. */
export const timerJob = (approvals: Approvals): JobHandler => serveJob(ringTimers, z.strictObject({}), {
  once: async (ctx) => {
    const due = await ctx.rows({ text: `select id, instance_id from app.wf_timer where due_time <= now() order by due_time limit ${mostAtOnce}`, values: [] });
    for (const timer of due) await ring(ctx, approvals, String(timer['id']), String(timer['instanceId']));
  },
});

async function ring(ctx: Command, approvals: Approvals, id: string, instanceId: string): Promise<void> {
  const [locked = [], taken = []] = await ctx.all([lockById(instanceId), { text: 'delete from app.wf_timer where id = $1 returning token, node', values: [id] }]);
  const instance = instanceIn(locked);
  const [timer] = taken;
  if (instance === undefined || instance.status !== 'running' || timer === undefined) return;
  if (instance.isSuspended) {
    putBack(ctx, instanceId, id, timer);
    return;
  }
  try {
    const node = String(timer['node']);
    await carryOut(ctx, approvals, instance, { op: 'timer', token: Number(timer['token']), node }, { action: 'timeout', result: null, comment: null, task: { id: null, node, name: node, createTime: null } }); // not money
  } catch (error) {
    // A step without an approver or a join that cannot be reached must not hold up everybody else's alarms.
    if (!(error instanceof Refusal)) throw error;
    putBack(ctx, instanceId, id, timer);
  }
}

function putBack(ctx: Command, instanceId: string, id: string, timer: Readonly<Record<string, unknown>>): void {
  ctx.later({ text: `insert into app.wf_timer (id, instance_id, token, node, due_time) values ($1, $2, $3, $4, now() + interval '1 hour')`, values: [id, instanceId, timer['token'], timer['node']] });
}
