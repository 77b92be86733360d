import type { Document } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { Refusal } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import { codeOf } from '#platform/server/document/save.ts';
import {
  bothStandings,
  standingWith,
  type InnerStanding,
  type StandingFacts,
} from '#platform/server/document/standing-hooks.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { businessKeyOf, type Approval, type AskedBill } from './approval.ts';
import { routeFor, routesOf, type Route } from './biz-route.ts';
import { myRefs, myTasks, waitedForSql } from './people.ts';

const task = {
  kind: 'text',
  name: 'text',
  createTime: 'instant',
  isMine: 'boolean',
  sender: 'text?',
  holderIds: 'texts',
  holderNames: 'texts',
} as const;
type Task = RowOf<typeof task>;

/** Open tasks of the process that a document is in, with everybody who could act on each. */
const tasksOf = (businessKey: string) =>
  statement(
    task,
    `
      with ${myRefs},
      running as (
        select r.id
        from app.wf_instance r
        where r.business_key = $1 and r.status = 'running' and not r.is_suspended
      ),
      mine as (${myTasks('and t.instance_id in (select id from running)')}),
      waited as (${waitedForSql('t.instance_id in (select id from running)')})
      select t.kind, t.name, t.create_time, t.id in (select m.id from mine m) as is_mine,
        (
          select h.assignee_name
          from app.wf_history h
          where h.instance_id = t.instance_id
          order by h.seq desc
          limit 1
        ) as sender,
        coalesce(w.ids, '{}') as holder_ids, coalesce(w.names, '{}') as holder_names
      from app.wf_task t
      left join lateral (
        select array_agg(u.id::text order by u.real_name) as ids, array_agg(u.real_name order by u.real_name) as names
        from waited x
        join app.sys_user u on u.id = x.id
        where x.task_id = t.id
      ) w on true
      where t.instance_id in (select id from running) and t.phase = 'open'
      order by t.create_time, t.id
      limit 20`,
    [businessKey],
  );

const standingReads = (docType: string, id: string) => ({
  'open tasks': tasksOf(businessKeyOf(docType, id)),
  'standing routes': routesOf(docType),
});
type Named = ReturnType<typeof standingReads>;
type Facts = StandingFacts<Document, Named>;

/** Where a document stands that a process decides on: whose task it is, since when, and what he does next. */
export function approvalStanding(approval: Approval, { standing: own }: DocumentHooks): DocumentHooks['standing'] {
  const { document, docType } = approval;
  const tell = async (standing: InnerStanding, facts: Facts): Promise<InnerStanding> => {
    const tasks = facts.rows['open tasks'];
    const { billStatus, cancelFlag } = facts.bill;
    if (cancelFlag === '1') return standing;
    if (billStatus === codeOf(document, 'inApproval')) return inApproval(standing, facts, tasks);
    if (billStatus !== codeOf(document, 'saved')) return standing;
    const [returned] = tasks.filter(({ kind }) => kind === 'starter');
    if (returned !== undefined) return givenBack(standing, facts, returned);
    return (await hasRoute(approval, facts)) ? toBeSent(document)(standing, facts) : standing;
  };
  const reads = (id: string): Named => standingReads(docType, id);
  const asks = [permissionOf(document, 'update')];
  return bothStandings(own, standingWith<Document, Named>(document, { reads, asks, tell }));
}

const holdersIn = (tasks: readonly Task[]) => {
  const names = [...new Set(tasks.flatMap(({ holderNames }) => holderNames))];
  return { names: names.slice(0, 3), count: names.length };
};

function inApproval(standing: InnerStanding, { say, identity }: Facts, tasks: readonly Task[]): InnerStanding {
  const decided = tasks.filter(({ kind }) => kind !== 'starter');
  const isMine = decided.some((each) => each.isMine);
  const isOutside = identity.accountType === '1' || identity.accountType === '2';
  const [first] = decided;
  return {
    ...standing,
    holderIds: [...new Set(decided.flatMap(({ holderIds }) => holderIds))],
    holder: { ...(isOutside ? { names: [], count: 0 } : holdersIn(decided)), isMine },
    since:
      first === undefined
        ? standing.since
        : { at: first.createTime, by: isOutside ? null : first.sender, did: say(submitted) },
    next: isMine ? { verb: 'complete', label: say(agree), reason: null } : null,
  };
}

/** Turned down, it lies with whoever had sent it in until he sends it again or voids it. */
const givenBack = (standing: InnerStanding, { say }: Facts, task: Task): InnerStanding => ({
  ...standing,
  state: say(rejected),
  tone: 'red',
  holderIds: task.holderIds,
  holder: { ...holdersIn([task]), isMine: task.isMine },
  since: { at: task.createTime, by: task.sender, did: say(reject) },
  steps: standing.steps.map((step) => (step.status === 'now' ? { ...step, status: 'refused' } : step)),
  next: { verb: 'start', label: say(sendIn), reason: null },
});

/** Saved, and a process waits for it: whoever wrote it sends it in. */
const toBeSent =
  (document: Document) =>
  (standing: InnerStanding, { say, may, bill }: Facts): InnerStanding => ({
    ...standing,
    state: say(unsent),
    holderIds: [],
    holder: { names: [bill.creatorName], count: 1, isMine: may(permissionOf(document, 'update')) },
    next: { verb: 'start', label: say(sendIn), reason: null },
  });

async function hasRoute(approval: Approval, { call, bill, rows }: Facts): Promise<boolean> {
  const routes: readonly Route[] = rows['standing routes'];
  if (routes.length === 0) return false;
  const asked: AskedBill = bill;
  const found = (values: Readonly<Record<string, unknown>>): boolean =>
    routeFor(routes, approval, asked, values) !== undefined;
  try {
    if (routes.every(({ condition }) => condition === null || condition.trim() === '')) return found(asked);
    return await command(call, async (ctx) => found(await approval.valuesOf(ctx, asked)), { isTrial: true });
  } catch (error) {
    // A condition that cannot be answered is told where the document is sent in.
    if (error instanceof Refusal) return true;
    throw error;
  }
}

const agree: Label = ['同意', '同意', 'Approve'];
const sendIn: Label = ['提交审批', '提交審批', 'Submit for approval'];
const submitted: Label = ['提交', '提交', 'Submitted'];
const reject: Label = ['驳回', '駁回', 'Rejected'];
const unsent: Label = ['待提交', '待提交', 'To submit'];
const rejected: Label = ['已驳回', '已駁回', 'Rejected'];
