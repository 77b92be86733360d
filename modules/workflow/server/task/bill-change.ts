import type { Document } from '#platform/model/document.ts';
import { notFound } from '#platform/model/refusal.ts';
import { command, type Command, type LogEntry } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { headsOf } from '#platform/server/document/read.ts';
import type { Call } from '#platform/server/http/route.ts';
import { businessKeyOf } from './approval.ts';
import { myRefs, myTasks } from './people.ts';
import { notYours } from './refusals.ts';
import { heldIn, taskReads } from './task.ts';

/**
 * The step of this document that waits for whoever asks; what was rejected waits for its starter, who decides on
 * nothing.
 */
const ownStep = (document: Document, id: string) => ({
  steps: statement(
    { taskId: 'uuid' },
    `
      with ${myRefs}
      select t.id as task_id
      from (select distinct m.id from (${myTasks('')}) m) m
      join app.wf_task t on t.id = m.id
      join app.wf_instance i on i.id = t.instance_id
      where i.business_key = $1 and i.status = 'running' and t.kind <> 'starter' and t.phase = 'open'
      order by t.create_time, t.id
      limit 1`,
    [businessKeyOf(document.number.prefix, id)],
  ),
});

/**
 * What whoever decides on a document may change of it or look at: his task is his right to it. The instance is locked
 * here, before the bill, always; the bill is read by whoever knows what it is. Whoever does not see the document hears
 * nothing of its being there.
 */
export function withBillInHand<Answer>(
  call: Call,
  { document, id, isTrial = false }: { readonly document: Document; readonly id: string; readonly isTrial?: boolean },
  work: (ctx: Command) => Promise<Answer>,
): Promise<Answer> {
  return command(
    call,
    async (ctx, { steps: [step], seen }) => {
      if (step === undefined) throw seen.length === 0 ? notFound() : notYours();
      heldIn(step.taskId, await ctx.all(taskReads(step.taskId)));
      return work(ctx);
    },
    { reads: { ...ownStep(document, id), seen: headsOf(document, [id], false) }, isTrial },
  );
}

/** From then on nobody is skipped: the bill is another one than was approved. */
export function markChanged(
  ctx: Command,
  document: Document,
  bill: { readonly id: string; readonly code: string },
  told: Pick<LogEntry, 'operation' | 'changes' | 'message'>,
): void {
  ctx.later({
    text: `
      update app.${tableOf(document)}
      set row_version = row_version + 1, updater_name = $2, update_date = now()
      where id = $1`,
    values: [bill.id, ctx.identity.realName],
  });
  ctx.later({
    text: `
      update app.wf_instance
      set is_returned = true, revision = revision + 1
      where business_key = $1 and status = 'running'`,
    values: [businessKeyOf(document.number.prefix, bill.id)],
  });
  ctx.log({ noun: document.name, recordId: bill.id, recordCode: bill.code, ...told });
}
