import { isOutside } from '#platform/model/permission.ts';
import { stateOf } from '#platform/model/document.ts';
import { textOf } from '#platform/model/label.ts';
import { notFound } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { billsOf, headsLookedAt, linesOf, toldTo } from '#platform/server/document/read.ts';
import { isId } from '#platform/server/db/id.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { ApprovalFacts } from '#platform/model/approval/facts.ts';
import type { InboxTask } from '#workflow/model/inbox.ts';
import { graphOf } from '#workflow/server/task/graphs.ts';
import { approvalFor } from '#workflow/server/task/instance.ts';
import type { Approvals, ProcessBill } from '#workflow/server/task/approval.ts';
import { myRefs, myTasks } from '#workflow/server/task/people.ts';
import { editableAt } from '#workflow/server/task/step-fields.ts';
import { linesShown, pairsOf, placesOf } from './bill-shown.ts';
import { hiddenAt, inboxRow, taskColumns, taskRow, type AboutBill } from './inbox-list.ts';

const nothing: ApprovalFacts = { facts: [], unusual: [] };

/**
 * What whoever holds a task needs to decide on it. The task is his right to this one document: without the permission
 * to view its noun, and to nothing else of it.
 */
export function readInboxTask(approvals: Approvals, call: Call): Promise<InboxTask> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  return command(
    call,
    async (ctx, { tasks, opinions }) => {
      const [task] = tasks;
      // Decided on by another, or never the caller's: none of his business either way.
      if (task === undefined) throw notFound();
      const approval = approvalFor(approvals, task.docType);
      const { document, hooks } = approval;
      const { heads, lines } = await ctx.all({
        heads: headsLookedAt(document, [task.billId]),
        lines: linesOf(document, [task.billId]),
      });
      const [bill] = billsOf(heads, lines) as ProcessBill[];
      if (bill === undefined) throw notFound();
      const hidden = await hiddenAt(ctx, approvals, task);
      // What a step hides could be told from the figures that are reckoned with it.
      const isTold = hidden.size === 0 && !isOutside(ctx.identity);
      const editable = task.kind === 'starter' ? [] : await editableFor(ctx, approvals, task, document);
      const found = isTold ? ((await hooks.approval?.facts?.(ctx, bill)) ?? nothing) : nothing;
      return {
        ...inboxRow(approvals, task, ctx, { about: aboutOf(approval.document, bill), hidden, title: undefined }),
        ...shownOf(ctx, approval.document, bill, hidden),
        editable: editable.map((key) => ({ key, value: bill[key] ?? null })),
        ...found,
        lines: found.lines ?? linesShown(document, toldTo(ctx.identity, document, bill).lines, ctx.language),
        lineCount: bill.lines.length,
        remedies: found.remedies ?? [],
        opinions,
      };
    },
    { isTrial: true, reads: { tasks: ownTask(id), opinions: opinionsBefore(id) } },
  );
}

type Document = Parameters<typeof placesOf>[0];

function aboutOf(document: Document, bill: ProcessBill): Omit<AboutBill, 'id'> {
  const { partner, called, amount } = placesOf(document);
  const textAt = (key: string | undefined | null): string | null =>
    key == null || typeof bill[key] !== 'string' ? null : bill[key];
  return { partnerName: textAt(partner?.name), calledName: textAt(called?.name), amount: textAt(amount) };
}

async function editableFor(
  ctx: Command,
  approvals: Approvals,
  { processId, node }: RowOf<typeof taskRow>,
  document: Document,
): Promise<readonly string[]> {
  return Object.keys(editableAt(document, (await graphOf(ctx, approvals, processId)).nodes.get(node)));
}

function shownOf(
  { language }: Command,
  document: Document,
  bill: ProcessBill,
  hidden: ReadonlySet<string>,
): Pick<InboxTask, 'status' | 'customerCode' | 'pairs'> {
  const state = document.states[stateOf(document, bill.billStatus) ?? ''];
  const textAt = (key: string): string | null =>
    hidden.has(key) || typeof bill[key] !== 'string' ? null : String(bill[key]);
  return {
    status: { text: state === undefined ? '' : textOf(state.label, language), tone: state?.tone ?? 'grey' },
    customerCode: textAt('customerCode'),
    pairs: pairsOf(document, bill, hidden, language),
  };
}

const ownTask = (id: string) =>
  statement(
    taskRow,
    `
      with ${myRefs}
      select ${taskColumns}
      from app.wf_task t
      join app.wf_instance i on i.id = t.instance_id
      where t.id = $1 and exists (select from (${myTasks('and t.id = $1')}) m)`,
    [id],
  );

/** Of the same document, whatever was said with a decision; asked by the task, so only its holder hears it. */
const opinionsBefore = (id: string) =>
  statement(
    { name: 'text', at: 'instant', text: 'text' },
    `
      with ${myRefs}
      select h.assignee_name as name, h.end_time as at, h.comment as text
      from app.wf_history h
      where h.instance_id = (select t.instance_id from app.wf_task t where t.id = $1)
        and h.result is not null
        and h.comment is not null
        and exists (select from (${myTasks('and t.id = $1')}) m)
      order by h.seq desc
      limit 5`,
    [id],
  );
