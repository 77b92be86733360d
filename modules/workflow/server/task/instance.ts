import { fill, textOf, type Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf, type Statement } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { addressFor, mailNotice } from '#message/server/notice/notice-mail.ts';
import type { TaskResult } from '#workflow/model/choices.ts';
import { nodeAt, starterId, starterName, type Graph, type GraphNode } from '#workflow/model/engine/graph.ts';
import type { State } from '#workflow/model/engine/state.ts';
import {
  step,
  type Alarm,
  type Opened,
  type Result,
  type StepCommand,
  type Variables,
} from '#workflow/model/engine/step.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { billAskedFor, type Approval, type Approvals, type ProcessBill } from './approval.ts';
import { graphOf } from './graphs.ts';
import { peopleFor, type People, type Situation } from './people.ts';
import { isSuspended, noTypeFor } from './refusals.ts';

const known = {
  id: 'uuid',
  processId: 'uuid',
  processKey: 'text',
  processName: 'text',
  docType: 'text',
  billId: 'uuid',
  billCode: 'text',
  businessKey: 'text',
  routeName: 'text',
  organizeCode: 'text?',
  starterId: 'uuid',
  starterName: 'text',
  isSuspended: 'boolean',
  isReturned: 'boolean',
} as const;
/** A document on its way, locked: whoever acts on it holds this row before anything else. */
export type Instance = Readonly<RowOf<typeof known>> & {
  readonly status: 'running' | 'completed' | 'terminated';
  readonly state: State | null;
  readonly starterEmail?: string | null;
};
/** All columns of the table, and where mail reaches the starter. */
export const instanceRow = {
  ...known,
  tenantCode: 'text',
  processVersion: 'integer',
  status: 'text',
  flowStatus: 'text',
  state: 'json?',
  urgeTime: 'instant?',
  revision: 'integer',
  startTime: 'instant',
  endTime: 'instant?',
  starterEmail: 'text?',
} as const;
/** Read with the instance: whoever waits for the answer is told by mail, too, and no read of its own is needed. */
export const instanceColumns = `
  i.*,
  (
    select ${addressFor('answered', 'u')}
    from app.sys_user u
    where u.id = i.starter_id and u.status = '1'
  ) as starter_email`;

/** A row of the history: who did what to which step, and for whom. */
export interface Deed {
  readonly action: string;
  readonly result: TaskResult | null;
  readonly comment: string | null;
  readonly task: {
    readonly id: string | null;
    readonly node: string;
    readonly name: string;
    readonly createTime: string | null;
  };
  /** Somebody else, where it was done for him. */
  readonly owner?: { readonly id: string; readonly name: string } | null;
}

export const lockInstance = (where: string, value: string) =>
  statement(instanceRow, `select ${instanceColumns} from app.wf_instance i where ${where} for update`, [value]);
export const lockById = (id: string) => lockInstance('i.id = $1', id);
export const lockByTask = (taskId: string) =>
  lockInstance('i.id = (select t.instance_id from app.wf_task t where t.id = $1)', taskId);
export const lockByKey = (businessKey: string) =>
  lockInstance(`i.business_key = $1 and i.status = 'running'`, businessKey);

export const instanceIn = (rows: readonly RowOf<typeof instanceRow>[]): Instance | undefined =>
  rows[0] as Instance | undefined;

export function approvalFor(approvals: Approvals, docType: string): Approval {
  const approval = approvals.of(docType);
  if (approval === undefined) throw noTypeFor({ docType });
  return approval;
}

export function refuseSuspended(instance: Instance): void {
  if (instance.isSuspended) throw isSuspended();
}

/** What a command did, told by the deeds that follow from it. */
interface Outcome {
  state: State;
  opened: { task: Opened; people: People }[];
  closed: Set<number>;
  alarms: Alarm[];
  silenced: Set<number>;
  services: Result['services'][number][];
  deeds: Deed[];
}

/**
 * Carries a command out on a locked instance, with everything that follows: tasks open and close, the bill is audited
 * at the end or comes back, people are told. All of it is one transaction with whatever else the caller does.
 */
export async function carryOut(
  ctx: Command,
  approvals: Approvals,
  instance: Instance,
  command: StepCommand,
  deed: Deed,
): Promise<State['status']> {
  const approval = approvalFor(approvals, instance.docType);
  const graph = await graphOf(ctx, approvals, instance.processId);
  const bill = await billAskedFor(ctx, approval, instance.billId);
  const situation = situationOf(ctx, approval, instance, bill);
  const variables = await variablesOf(ctx, approval, graph, situation);
  const isReturn = command.op === 'back' || command.op === 'first';
  const mayskip =
    command.op === 'complete' && deed.action === 'complete' && !instance.isReturned && (deed.owner ?? null) === null;
  const outcome = await follow(ctx, graph, instance, command, { variables, situation, mayskip });
  // The bill before the books of the process: what it refuses has then left no trace in them.
  if (outcome.state.status === 'completed') await approval.audit(ctx, instance.billId, deed.comment);
  else if (outcome.state.status === 'terminated' || command.op === 'first') await approval.giveBack(ctx, bill);
  record(ctx, instance.id, [deed, ...outcome.deeds]);
  writeTasks(ctx, graph, instance, outcome);
  writeState(ctx, instance, outcome.state, {
    isReturned: instance.isReturned || isReturn,
    isRejected: command.op === 'first',
  });
  await tell(ctx, graph, instance, outcome, command, deed.comment);
  return outcome.state.status;
}

export const situationOf = (
  ctx: Command,
  { document }: Approval,
  instance: Pick<Instance, 'starterId'>,
  bill: ProcessBill,
): Situation => ({
  starterId: instance.starterId,
  previousId: ctx.identity.userId,
  bill,
  personnelFields: Object.entries(document.head)
    .filter(([, field]) => field.kind === 'ref' && field.target().name === 'data:personnel')
    .map(([key]) => key),
});

/** Conditions ask the bill as it stands in this transaction; what a client sends is never asked. */
async function variablesOf(ctx: Command, approval: Approval, graph: Graph, situation: Situation): Promise<Variables> {
  const signed = [...graph.nodes.values()].filter((node) => node.signing !== undefined);
  const people = await peopleFor(ctx, signed, situation, { isForeseen: true });
  return {
    values: await approval.valuesOf(ctx, situation.bill),
    signers: Object.fromEntries([...people].map(([id, { users }]) => [id, users])),
  };
}

/**
 * The command, and the steps that complete themselves after it: whoever has just approved is not asked again by the
 * next step (WF002).
 */
async function follow(
  ctx: Command,
  graph: Graph,
  { state, organizeCode }: Instance,
  command: StepCommand,
  { variables, situation, mayskip }: { variables: Variables; situation: Situation; mayskip: boolean },
): Promise<Outcome> {
  if (state === null) throw new Error('a process that has ended takes no command');
  const outcome: Outcome = {
    state,
    opened: [],
    closed: new Set(),
    alarms: [],
    silenced: new Set(),
    services: [],
    deeds: [],
  };
  const params = mayskip ? await ctx.rows(paramStatement(['WF002'])) : [];
  const isSkipping = mayskip && paramIn(params, 'WF002', organizeCode) === '1';
  for (let next: StepCommand | null = command; next !== null;) {
    const result: Result = step(graph, outcome.state, next, variables);
    join(outcome, result);
    outcome.opened.push(...(await peopleOf(ctx, graph, result.opened, situation)));
    const own = isSkipping ? outcome.opened.find((opened) => isOnlyFor(opened, ctx.identity.userId)) : undefined;
    next = own === undefined ? null : { op: 'complete', token: own.task.token };
    if (own !== undefined)
      outcome.deeds.push({
        action: 'skip',
        result: 'pass',
        comment: textOf(skipped, ctx.language),
        task: { id: null, node: own.task.node, name: nodeAt(graph, own.task.node).name, createTime: null },
      });
  }
  return outcome;
}

/**
 * One more step of a command: what it closed again, though an earlier step had opened it, is as if it had never been.
 */
function join(outcome: Outcome, result: Result): void {
  const isThere = (token: number): boolean => result.state.tokens.some(({ id }) => id === token);
  outcome.state = result.state;
  for (const { token } of result.closed) outcome.closed.add(token);
  for (const token of result.silenced) outcome.silenced.add(token);
  outcome.opened = outcome.opened.filter(({ task }) => isThere(task.token));
  outcome.alarms = [...outcome.alarms.filter(({ token }) => isThere(token)), ...result.alarms];
  outcome.services.push(...result.services);
}

/** Who could do each of the tasks that were opened. */
async function peopleOf(
  ctx: Command,
  graph: Graph,
  opened: Result['opened'],
  situation: Situation,
): Promise<Outcome['opened']> {
  const asked = opened
    .filter(({ node, person }) => node !== starterId && person === undefined)
    .map(({ node }) => nodeAt(graph, node));
  const people = await peopleFor(ctx, asked, situation);
  return opened.map((task) => ({
    task,
    people:
      task.node === starterId
        ? named(situation.starterId)
        : task.person !== undefined
          ? named(task.person)
          : (people.get(task.node) ?? named(situation.starterId)),
  }));
}

const isOnlyFor = ({ task, people: { users } }: Outcome['opened'][number], user: string): boolean =>
  task.person === undefined && task.node !== starterId && users.length === 1 && users[0] === user;

const skipped = [
  '与上一环节审批人相同，自动通过',
  '與上一環節審批人相同，自動通過',
  'Approved automatically: the same person as the step before',
] as const;
const named = (user: string): People => ({ users: [user], candidates: [], fallbackRole: null });

/** One row per deed; none is ever changed. */
export function record(ctx: Command, instanceId: string, deeds: readonly Deed[]): void {
  ctx.later({
    text: `
      insert into app.wf_history (
        id, instance_id, task_id, node, name, action, result, comment, assignee_id, assignee_name, owner_id, owner_name,
        start_time
      )
      select x.id, $1, x.task_id, x.node, x.name, x.action, x.result, x.comment, $2::uuid, $3, x.owner_id, x.owner_name,
        coalesce(x.start_time, now())
      from unnest(
        $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::uuid[], $12::text[],
        $13::timestamptz[]
      ) with ordinality x(id, task_id, node, name, action, result, comment, owner_id, owner_name, start_time, no)
      order by x.no`,
    values: [
      instanceId,
      ctx.identity.userId,
      ctx.identity.realName ?? '',
      deeds.map(() => newId()),
      deeds.map(({ task }) => task.id),
      deeds.map(({ task }) => task.node),
      deeds.map(({ task }) => task.name),
      deeds.map(({ action }) => action),
      deeds.map(({ result }) => result),
      deeds.map(({ comment }) => comment),
      deeds.map(({ owner }) => owner?.id ?? null),
      deeds.map(({ owner }) => owner?.name ?? null),
      deeds.map(({ task }) => task.createTime),
    ],
  });
}

function writeTasks(
  ctx: Command,
  graph: Graph,
  instance: Instance,
  { opened, closed, alarms, silenced }: Outcome,
): void {
  if (closed.size > 0)
    ctx.later({
      text: 'delete from app.wf_task where instance_id = $1 and token = any($2::integer[])',
      values: [instance.id, [...closed]],
    });
  if (silenced.size > 0)
    ctx.later({
      text: 'delete from app.wf_timer where instance_id = $1 and token = any($2::integer[])',
      values: [instance.id, [...silenced]],
    });
  if (opened.length > 0) {
    const tasks = opened.map(({ task, people }) => ({
      id: newId(),
      task,
      people,
      node: task.node === starterId ? undefined : nodeAt(graph, task.node),
    }));
    ctx.later(newTasks(instance, tasks));
    const candidates = tasks.flatMap(({ id, people }) => people.candidates.map((candidate) => ({ id, ...candidate })));
    if (candidates.length > 0)
      ctx.later({
        text: `
          insert into app.wf_candidate (task_id, ref, organize_code)
          select *
          from unnest($1::uuid[], $2::text[], $3::text[])
          on conflict do nothing`,
        values: [
          candidates.map(({ id }) => id),
          candidates.map(({ ref }) => ref),
          candidates.map(({ organizeCode }) => organizeCode),
        ],
      });
  }
  if (alarms.length > 0) ctx.later(newTimers(instance, alarms));
}

interface NewTask {
  readonly id: string;
  readonly task: Opened;
  readonly people: People;
  /** Undefined for the task of whoever started it. */
  readonly node: GraphNode | undefined;
}

const newTasks = ({ id, docType }: Instance, tasks: readonly NewTask[]): Statement => ({
  text: `
    insert into app.wf_task
      (id, instance_id, token, place, node, name, doc_type, assignee_id, fallback_role, kind, due_time)
    select x.id, $1, x.token, x.place, x.node, x.name, $2, x.assignee_id, x.fallback_role, x.kind,
      now() + x.seconds * interval '1 second'
    from unnest(
      $3::uuid[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::text[],
      $11::integer[]
    ) x(id, token, place, node, name, assignee_id, fallback_role, kind, seconds)`,
  values: [
    id,
    docType,
    tasks.map((each) => each.id),
    tasks.map(({ task }) => task.token),
    tasks.map(({ task }) => task.place ?? null),
    tasks.map(({ task }) => task.node),
    tasks.map(({ node }) => node?.name ?? starterName[0]),
    // A step of one certain person is his; of a role or a department it is whoever takes it.
    tasks.map(({ people }) =>
      people.candidates.every(({ ref }) => ref.startsWith('user:')) && people.users.length === 1
        ? people.users[0]
        : null,
    ),
    tasks.map(({ people }) => people.fallbackRole),
    tasks.map(({ node }) => (node === undefined ? 'starter' : 'step')),
    tasks.map(({ node }) => node?.seconds ?? null),
  ],
});

const newTimers = ({ id }: Instance, alarms: readonly Alarm[]): Statement => ({
  text: `
    insert into app.wf_timer (id, instance_id, token, node, due_time)
    select x.id, $1, x.token, x.node, now() + x.seconds * interval '1 second'
    from unnest($2::uuid[], $3::integer[], $4::text[], $5::integer[]) x(id, token, node, seconds)`,
  values: [
    id,
    alarms.map(() => newId()),
    alarms.map(({ token }) => token),
    alarms.map(({ node }) => node),
    alarms.map(({ seconds }) => seconds),
  ],
});

/** Values of the dictionary flow_status. */
const flowStatus = { running: '1', completed: '2', rejected: '3', terminated: '4' } as const;

function writeState(
  ctx: Command,
  { id }: Instance,
  state: State,
  { isReturned, isRejected }: { isReturned: boolean; isRejected: boolean },
): void {
  ctx.later({
    text: `
      update app.wf_instance
      set state = $2::jsonb, status = $3, flow_status = $4, is_returned = $5, revision = revision + 1,
        end_time = case when $3 <> 'running' then now() end
      where id = $1`,
    values: [
      id,
      state.status === 'running' ? JSON.stringify(state) : null,
      state.status,
      flowStatus[isRejected ? 'rejected' : state.status],
      isReturned,
    ],
  });
}

/** Whoever has something to do, and whoever waits for the answer, is told; nobody is told of what he did himself. */
async function tell(
  ctx: Command,
  graph: Graph,
  instance: Instance,
  { opened, state, services }: Outcome,
  command: StepCommand,
  comment: string | null,
): Promise<void> {
  const about = `${instance.processName} ${instance.billCode}`;
  const place = { routeName: instance.routeName, businessKey: instance.businessKey };
  const others = (users: readonly string[]): string[] => users.filter((user) => user !== ctx.identity.userId);
  for (const { task, people } of opened) {
    if (task.node !== starterId)
      sendMessage(ctx, {
        to: others(people.users).slice(0, 200),
        title: 'todo',
        type: '0',
        content: `${about} · ${nodeAt(graph, task.node).name}`,
        ...place,
      });
  }
  const starter = others([instance.starterId]);
  // Whoever waits for the answer reads there why: the reason is half of a no.
  const answer = comment === null ? about : `${about}：${comment}`;
  if (state.status === 'completed') await answerStarter(ctx, instance, { to: starter, title: 'passed', about, answer });
  if (command.op === 'first' || (command.op === 'terminate' && state.status === 'terminated'))
    await answerStarter(ctx, instance, { to: starter, title: 'rejected', about, answer });
  for (const { node } of services)
    sendMessage(ctx, {
      to: starter,
      title: 'todo',
      type: '2',
      content: `${about} · ${nodeAt(graph, node).name}`,
      ...place,
    });
}

interface Answer {
  readonly to: readonly string[];
  readonly title: 'passed' | 'rejected';
  readonly about: string;
  readonly answer: string;
}
const answers = {
  passed: ['{about} 已通过', '{about} 已通過', '{about} was approved'],
  rejected: ['{about} 被驳回', '{about} 被駁回', '{about} was rejected'],
} as const satisfies Readonly<Record<Answer['title'], Label>>;

/** At the bell, from where the document is opened, and by mail where he has an address. */
async function answerStarter(ctx: Command, instance: Instance, { to, title, about, answer }: Answer): Promise<void> {
  const { routeName, businessKey, starterEmail } = instance;
  sendMessage(ctx, { to, title, type: '1', content: answer, routeName, businessKey });
  if (to.length === 0) return;
  const subject = fill(textOf(answers[title], ctx.language), { about });
  const content = `${ctx.identity.realName ?? ''}：${answer}`;
  await mailNotice(ctx, starterEmail, { subject, content });
}
