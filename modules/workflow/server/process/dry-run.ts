import { textOf } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { Refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type Statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { billsOf, headsAskedFor, linesOf } from '#platform/server/document/read.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { FeelFault } from '#workflow/model/engine/feel-syntax.ts';
import { flowAt, nodeAt, type Graph, type GraphNode } from '#workflow/model/engine/graph.ts';
import {
  noApprover,
  startState,
  step,
  type Result,
  type StepCommand,
  type Variables,
} from '#workflow/model/engine/step.ts';
import type { Approval, Approvals, ProcessBill } from '#workflow/server/task/approval.ts';
import { xmlIn } from './definition.ts';
import type { Rehearsal } from '#workflow/model/engine/rehearsal.ts';
import { checkModel, refusalOf } from './deploy.ts';
import { situationOf } from '#workflow/server/task/instance.ts';
import { peopleFor, type People, type Situation } from '#workflow/server/task/people.ts';
import { noTypeFor } from '#workflow/server/task/refusals.ts';

const mostBills = 300;
/** A loop that a condition never leaves ends here; nobody approves one document so often. */
const mostSteps = 100;

export const dryRunRoutes = (approvals: Approvals): readonly Route[] => [
  {
    method: 'POST',
    path: `${wfModel.path}/dryRun`,
    permission: [permissionOf(wfModel, 'deploy')],
    effect: 'none',
    summary: 'Process model: played over the documents of the last quarter ({ modelXml })',
    handle: (call) => rehearse(approvals, call),
  },
];

/** Everything is asked in a transaction that is rolled back: nothing of it has happened. */
export function rehearse(approvals: Approvals, call: Call): Promise<Rehearsal> {
  const xml = xmlIn(call);
  return command(
    call,
    async (ctx) => {
      const { graph, complaints } = await checkModel((reads) => ctx.all(reads), approvals, xml);
      if (graph === null || complaints.length > 0) throw refusalOf(complaints);
      const approval = approvals.of(graph.docType ?? '');
      if (approval === undefined) throw noTypeFor({ docType: graph.docType ?? '' });
      return rehearseOver(ctx, graph, approval, await pastOf(ctx, graph, approval));
    },
    { isTrial: true },
  );
}

interface Past {
  readonly of: Rehearsal['of'];
  readonly found: number;
  readonly bills: readonly { readonly id: string; readonly starterId: string }[];
}

const pastBill = { id: 'uuid', starterId: 'uuid', found: 'integer' } as const;

async function pastOf(ctx: Command, graph: Graph, { document, docType }: Approval): Promise<Past> {
  const since = `now() - interval '3 months'`;
  const { instances, documents } = await ctx.all({
    instances: statement(
      pastBill,
      `
        select i.bill_id as id, i.starter_id, count(*) over () as found
        from (
          select distinct on (bill_id) bill_id, starter_id, start_time
          from app.wf_instance
          where (process_key = $1 or doc_type = $2) and start_time > ${since}
          order by bill_id, start_time desc
        ) i
        order by i.start_time desc
        limit ${mostBills}`,
      [graph.key, docType],
    ),
    documents: statement(
      pastBill,
      `
        select t.id, t.creator_id as starter_id, count(*) over () as found
        from app.${tableOf(document)} t
        where t.deleted_flag = '0' and t.bill_date > (${since})::date and t.creator_id is not null
        order by t.create_date desc
        limit ${mostBills}`,
    ),
  });
  const rows = instances.length > 0 ? instances : documents;
  return {
    of: instances.length > 0 ? 'instances' : 'documents',
    found: rows[0]?.found ?? 0,
    bills: rows.map(({ id, starterId }) => ({ id, starterId })),
  };
}

async function rehearseOver(
  ctx: Command,
  graph: Graph,
  approval: Approval,
  { of, found, bills: past }: Past,
): Promise<Rehearsal> {
  const ids = past.map(({ id }) => id);
  const { heads, lines } = await ctx.all({
    heads: unlocked(headsAskedFor(approval.document, ids)),
    lines: linesOf(approval.document, ids),
  });
  const bills = new Map(billsOf(heads, lines).map((bill) => [bill.id, bill]));
  const seen = nothingSeen();
  const ask = asker(ctx);
  for (const { id, starterId } of past) {
    const bill = bills.get(id);
    if (bill !== undefined) await play(ctx, graph, approval, { bill, starterId, ask, seen });
  }
  const nameOf = await namesOf(ctx, [...new Set([...seen.done.values()].flatMap((by) => [...by.keys()]))]);
  const total = (by: ReadonlyMap<string, number>): number => [...by.values()].reduce((sum, times) => sum + times, 0);
  return {
    of,
    found,
    bills: bills.size,
    completed: seen.lengths.length,
    meanSteps:
      seen.lengths.length === 0
        ? 0
        : Math.round((seen.lengths.reduce((sum, length) => sum + length, 0) / seen.lengths.length) * 100) / 100,
    steps: [...graph.nodes.values()]
      .filter(({ kind }) => kind === 'user')
      .map(({ id, name }) => {
        const by = seen.done.get(id) ?? new Map<string, number>();
        return {
          element: id,
          name,
          times: total(by),
          people: [...by]
            .toSorted((a, b) => b[1] - a[1])
            .slice(0, 20)
            .map(([user, times]) => ({ name: nameOf.get(user) ?? user, times })),
        };
      }),
    withoutApprover: seen.lost,
    stuck: seen.stuck,
    dead: [...ordinary(graph)]
      .filter((id) => !seen.reached.has(id))
      .map((id) => ({ element: id, name: nodeAt(graph, id).name })),
  };
}

async function namesOf(ctx: Command, people: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map();
  const named = await ctx.rows(
    statement(
      { id: 'text', realName: 'text', username: 'text' },
      'select id::text as id, real_name, username from app.sys_user where id = any($1::uuid[])',
      [people],
    ),
  );
  return new Map(named.map(({ id, realName }) => [id, realName]));
}

interface Seen {
  /** By step, how often each person would have been first in line. */
  readonly done: Map<string, Map<string, number>>;
  readonly reached: Set<string>;
  readonly lost: Rehearsal['withoutApprover'][number][];
  readonly stuck: Rehearsal['stuck'][number][];
  readonly lengths: number[];
  /** Everybody who could have taken each step, in the order in which the steps came. */
  readonly asked: { readonly element: string; readonly users: readonly string[] }[];
}
const nothingSeen = (): Seen => ({
  done: new Map(),
  reached: new Set(),
  lost: [],
  stuck: [],
  lengths: [],
  asked: [],
});
type Ask = (node: GraphNode, situation: Situation) => Promise<People>;

interface Play {
  readonly bill: ProcessBill;
  readonly starterId: string;
  readonly ask: Ask;
  readonly seen: Seen;
}

/** A document that no person or no condition can carry on says so; a fault of ours is thrown. */
async function play(ctx: Command, graph: Graph, approval: Approval, given: Play): Promise<void> {
  const { bill, seen } = given;
  const billCode = bill.code;
  try {
    await playOut(ctx, graph, approval, given);
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof FeelFault)) throw error;
    // A countersign that nobody would sign.
    const unsigned =
      error instanceof Refusal && error.key === noApprover().key
        ? [...graph.nodes.values()].find(({ name }) => name === error.params['step'])
        : undefined;
    if (unsigned === undefined)
      seen.stuck.push({
        billCode,
        reason: error instanceof FeelFault ? textOf(error.reason, ctx.language) : error.textIn(ctx.language),
      });
    else seen.lost.push({ billCode, element: unsigned.id, step: unsigned.name });
  }
}

/**
 * Everybody approves, timers that are waited for go off, and whoever is first in line is "the previous one" of the next
 * step.
 */
async function playOut(
  ctx: Command,
  graph: Graph,
  approval: Approval,
  { bill, starterId, ask, seen }: Play,
): Promise<void> {
  const billCode = bill.code;
  const here = (previousId: string): Situation => ({ ...situationOf(ctx, approval, { starterId }, bill), previousId });
  const signed = [...graph.nodes.values()].filter(({ signing }) => signing !== undefined);
  const signers: Record<string, readonly string[]> = {};
  for (const node of signed) signers[node.id] = (await ask(node, here(starterId))).users;
  const variables: Variables = { values: await approval.valuesOf(ctx, bill), signers };
  let previous = starterId;
  let length = 0;
  const waiting: StepCommand[] = [{ op: 'start' }];
  let state = startState;
  for (let next = waiting.shift(); next !== undefined && state.status === 'running'; next = waiting.shift()) {
    if (length >= mostSteps) {
      seen.stuck.push({ billCode, reason: textOf(['审批步骤过多', '審批步驟過多', 'too many steps'], ctx.language) });
      return;
    }
    // A countersign that had enough closed the others.
    const { op } = next;
    if ('token' in next && !state.tokens.some(({ id }) => id === (next as { token: number }).token)) continue;
    const result: Result = step(graph, state, next, variables);
    state = result.state;
    if (op === 'complete') length += 1;
    for (const { node } of result.trace) seen.reached.add(node);
    for (const opened of result.opened) {
      const node = nodeAt(graph, opened.node);
      const users = opened.person === undefined ? (await ask(node, here(previous))).users : [opened.person];
      const [user] = users;
      seen.asked.push({ element: node.id, users });
      if (user === undefined) {
        seen.lost.push({ billCode, element: node.id, step: node.name });
        return;
      }
      const by = seen.done.get(node.id) ?? new Map<string, number>();
      seen.done.set(node.id, by.set(user, (by.get(user) ?? 0) + 1));
      previous = user;
      waiting.push({
        op: 'complete',
        token: opened.token,
        ...(opened.place === undefined ? {} : { place: opened.place, isFor: true }),
      });
    }
    for (const alarm of result.alarms)
      if (nodeAt(graph, alarm.node).kind === 'timer')
        waiting.push({ op: 'timer', token: alarm.token, node: alarm.node });
  }
  if (state.status === 'completed') seen.lengths.push(length);
}

/** The way of one document through a process: each step with everybody who could take it, and where it ends early. */
export async function wayOf(
  ctx: Command,
  graph: Graph,
  approval: Approval,
  bill: ProcessBill,
): Promise<{
  readonly steps: readonly { readonly name: string; readonly users: readonly string[] }[];
  readonly problem: string | null;
}> {
  const seen = nothingSeen();
  await play(ctx, graph, approval, { bill, starterId: bill.creatorId, ask: asker(ctx), seen });
  return {
    steps: seen.asked.map(({ element, users }) => ({ name: nodeAt(graph, element).name, users })),
    problem: seen.stuck[0]?.reason ?? null,
  };
}

/** What can be come to without anybody being late: nobody is, in a rehearsal. */
function ordinary(graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [graph.starts.get('') ?? ''];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const { kind, outgoing } = nodeAt(graph, id);
    waiting.push(
      ...outgoing.map((flow) => flowAt(graph, flow).to),
      ...(kind === 'sub' ? [graph.starts.get(id) ?? id] : []),
    );
  }
  return found;
}

/** Hundreds of documents ask for the same few people: each question is put once. */
function asker(ctx: Command): Ask {
  const known = new Map<string, Promise<People>>();
  return (node, situation) => {
    const { bill, starterId, previousId } = situation;
    const about = node.approvers.map((approver) => {
      switch (approver.kind) {
        case 'starter':
          return starterId;
        case 'user':
        case 'role':
          return '';
        case 'role-org':
          return bill.organizeCode;
        case 'dept-leader':
          return approver.of === 'previous' ? previousId : starterId;
        case 'salesman-leader':
          return bill.salesmanCode;
        case 'form':
          return bill[approver.field];
      }
    });
    const key = JSON.stringify([node.id, about]);
    const found =
      known.get(key) ??
      peopleFor(ctx, [node], situation, { isForeseen: true }).then(
        (people) => people.get(node.id) ?? { users: [], candidates: [], fallbackRole: null },
      );
    known.set(key, found);
    return found;
  };
}

/** Looking back holds nobody up. */
const unlocked = <Asked extends Statement>(asked: Asked): Asked => ({
  ...asked,
  text: asked.text.replace(/\s+for update\s*$/, ''),
});
