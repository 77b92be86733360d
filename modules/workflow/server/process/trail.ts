import { notFound } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import type { Call, Route, sent } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { runningInstance } from '#workflow/model/task.ts';
import type { Approvals } from '#workflow/server/task/approval.ts';
import { sendPicture } from './definition.ts';
import { holder } from '#workflow/server/task/lists.ts';
import { myRefs, myTasks } from '#workflow/server/task/people.ts';

/**
 * Who did what, and where it stands: for whoever has to do with it, may open the document, or looks after what runs.
 */
export const trailRoutes = (approvals: Approvals): readonly Route[] => [
  {
    method: 'GET',
    path: '/activiti/his/getTaskHandleDetailInfo',
    permission: 'session',
    effect: 'none',
    marks: { 'query.processInstanceId': runningInstance.name },
    summary: 'The trail of a process (?processInstanceId=)',
    handle: (call) => readTrail(approvals, call),
  },
  {
    method: 'GET',
    path: '/activiti/his/getInstImage',
    permission: 'session',
    effect: 'none',
    ticket: 'image',
    marks: { 'query.processInstanceId': runningInstance.name },
    summary: 'The picture of a process with where it stands (?processInstanceId=)',
    handle: (call) => readPicture(approvals, call),
  },
  {
    method: 'GET',
    path: '/activiti/his/getInstXml',
    permission: 'session',
    effect: 'none',
    marks: { 'query.processInstanceId': runningInstance.name },
    summary: 'The drawing of a process with where it stands (?processInstanceId=): xml, active, done',
    handle: (call) => readDrawing(approvals, call),
  },
];

/** Whoever may open the document itself: its :view alone would show trails of other organisations' documents. */
const opened = ({ all }: Approvals): string =>
  all
    .map(
      ({ docType, document }) => `
        when '${docType}' then (select sec.may('${permissionOf(document, 'view')}'))
        and exists (
          select from app.${tableOf(document)} t
          where t.id = i.bill_id and ${scopeOf(document, null).join(' and ')}
        )`,
    )
    .join('');

async function visible(approvals: Approvals, call: Call): Promise<string> {
  const id = call.query['processInstanceId'] ?? '';
  const {
    rows: { seen = [] },
  } = await call.read(
    isId(id)
      ? {
          seen: statement(
            { id: 'uuid' },
            `
              with ${myRefs}
              select i.id
              from app.wf_instance i
              where i.id = $1
                and (
                  i.starter_id = (select sec.user_id())
                  or exists (
                    select from app.wf_history h
                    where h.instance_id = i.id
                      and (h.assignee_id = (select sec.user_id()) or h.owner_id = (select sec.user_id()))
                  )
                  or exists (
                    select from app.wf_reader r
                    where r.instance_id = i.id and r.user_id = (select sec.user_id())
                  )
                  or exists (select from (${myTasks('and t.instance_id = $1')}) m)
                  or (select sec.may($2))
                  or case i.doc_type ${opened(approvals)} else false end
                )`,
            [id, permissionOf(runningInstance, 'view')],
          ),
        }
      : {},
  );
  if (seen[0] === undefined) throw notFound();
  return id;
}

const deed = {
  id: 'uuid',
  taskId: 'uuid?',
  processInstanceId: 'uuid',
  activityName: 'text',
  activityId: 'text',
  assigneeName: 'text?',
  ownerName: 'text?',
  startTime: 'instant',
  endTime: 'instant?',
  comment: 'text?',
  result: 'text?',
  action: 'text',
  durationInSeconds: 'integer',
} as const;

/** Deeds in their order, then what is still open. */
async function readTrail(approvals: Approvals, call: Call): Promise<readonly Row[]> {
  const id = await visible(approvals, call);
  const {
    rows: { done, open, about },
  } = await call.read({
    done: statement(
      deed,
      `
        select h.id, h.task_id, h.instance_id as process_instance_id, h.name as activity_name, h.node as activity_id,
          h.assignee_name, h.owner_name, h.start_time, h.end_time, h.comment, h.result, h.action,
          greatest(0, extract(epoch from h.end_time - h.start_time))::integer as duration_in_seconds
        from app.wf_history h
        where h.instance_id = $1
        order by h.seq`,
      [id],
    ),
    open: statement(
      deed,
      `
        select t.id, t.id as task_id, t.instance_id as process_instance_id, t.name as activity_name,
          t.node as activity_id, ${holder} as assignee_name, o.real_name as owner_name, t.create_time as start_time,
          null::timestamptz as end_time, null::text as comment, null::text as result, 'open' as action,
          greatest(0, extract(epoch from now() - t.create_time))::integer as duration_in_seconds
        from app.wf_task t
        left join app.sys_user o on o.id = t.owner_id
        where t.instance_id = $1 and t.phase <> 'later'
        order by t.create_time, t.id`,
      [id],
    ),
    // The page of a process leads to its bill; a row is all that the call may answer.
    about: statement(
      {
        businessKey: 'text',
        billId: 'uuid',
        billCode: 'text',
        routeName: 'text',
        processDefinitionName: 'text',
        starterName: 'text',
        flowStatus: 'text',
      },
      `
        select business_key, bill_id, bill_code, route_name, process_name as process_definition_name, starter_name,
          flow_status
        from app.wf_instance
        where id = $1`,
      [id],
    ),
  });
  return [...done, ...open].map((row) => ({ ...row, ...about[0] }));
}

const standing = (id: string) => ({
  sources: statement(
    { xml: 'text' },
    `
      select s.xml
      from app.wf_instance i
      join app.wf_source s on s.process_id = i.process_id
      where i.id = $1`,
    [id],
  ),
  done: statement(
    { node: 'text' },
    `select distinct node from app.wf_history where instance_id = $1 and result = 'pass'`,
    [id],
  ),
  open: statement({ node: 'text' }, 'select distinct node from app.wf_task where instance_id = $1', [id]),
});
const nodes = (rows: readonly { readonly node: string }[]): Set<string> => new Set(rows.map(({ node }) => node));

async function readDrawing(approvals: Approvals, call: Call): Promise<unknown> {
  const id = await visible(approvals, call);
  const {
    rows: { sources, done, open },
  } = await call.read(standing(id));
  return { xml: sources[0]?.xml ?? '', active: [...nodes(open)], done: [...nodes(done)] };
}

async function readPicture(approvals: Approvals, call: Call): Promise<typeof sent> {
  const id = await visible(approvals, call);
  const {
    rows: { sources, done, open },
  } = await call.read(standing(id));
  return sendPicture(approvals, call, sources[0], { active: nodes(open), done: nodes(done) });
}
