import { totalCap } from '#platform/model/envelope.ts';
import { notFound } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Report } from '#platform/model/report.ts';
import { statement, type Row, type Statement } from '#platform/server/db/statement.ts';
import { zoneSql } from '#platform/server/db/today.ts';
import { containing, type Asked } from '#platform/server/list/filter.ts';
import { reportCalls } from '#platform/server/entity/report.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import type { Exporter } from '#platform/server/export/plan.ts';
import { joinedTask, myApplication, runningInstance, todoTask } from '#workflow/model/task.ts';
import { myRefs, myTasks } from './people.ts';

/**
 * A list of the workflow: its rows in their order, and what narrows them. Filters are asked as parameters, never
 * written into the text.
 */
interface Listing {
  readonly report: Report;
  /** `most` says how many rows are needed at all. */ readonly from: (
    asked: Asked,
    values: unknown[],
    most: () => string,
  ) => string;
  readonly columns: string;
  readonly order: string;
}

const text = (asked: Asked, ...names: readonly string[]): string | null => {
  const found = names.map((name) => asked[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim().slice(0, 200).replaceAll('\u0000', '') : null;
};

type Filter = readonly [names: readonly string[], sql: (place: string) => string, kind?: 'like' | 'date'];

function filtered(asked: Asked, values: unknown[], filters: readonly Filter[]): string {
  return filters
    .map(([names, sql, kind]) => {
      const value = text(asked, ...names);
      if (value === null || (kind === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value.slice(0, 10)))) return '';
      values.push(kind === 'like' ? containing(value) : kind === 'date' ? value.slice(0, 10) : value);
      return ` and ${sql(`$${values.length}`)}`;
    })
    .join('');
}

const byProcess: readonly Filter[] = [
  [['processDefinitionKey'], (place) => `i.process_key = ${place}`],
  [['businessKey'], (place) => `i.business_key || ' ' || i.bill_code like ${place}`, 'like'],
];
const within = (column: string): readonly Filter[] => [
  [
    ['startTime', 'startTimeStart'],
    (place) => `${column} >= ${place}::date::timestamp at time zone ${zoneSql}`,
    'date',
  ],
  [
    ['endTime', 'startTimeEnd'],
    (place) => `${column} < (${place}::date + 1)::timestamp at time zone ${zoneSql}`,
    'date',
  ],
];

/** Whose a task is: his by name, or called after what one must be to take it. */
export const holder = `
  coalesce((select u.real_name from app.sys_user u where u.id = t.assignee_id), (
    select string_agg(coalesce(r.name, p.name, v.real_name), '、')
    from app.wf_candidate c
    left join app.sys_role r on c.ref = 'role:' || r.code
    left join app.data_dept d on c.ref = 'dept-leader:' || d.code
    left join app.data_personnel p on p.code = d.leader_code
    left join app.sys_user v on c.ref = 'user:' || v.id
    where c.task_id = t.id
  ))`;
const instanceColumns = `
  i.id as process_instance_id, i.process_id as process_definition_id, i.process_key as process_definition_key,
  i.process_name as process_definition_name, i.business_key, i.doc_type, i.bill_id, i.bill_code, i.route_name,
  i.starter_name`;
/** What is open of an instance, in one row. */
const current = `
  left join lateral (
    select string_agg(distinct t.node, ',') as nodes, string_agg(distinct t.name, '、') as names,
      string_agg(distinct ${holder}, '、') as people
    from app.wf_task t
    where t.instance_id = i.id and t.phase = 'open'
  ) o on true`;
const seconds = (from: string, to: string): string =>
  `greatest(0, extract(epoch from ${to} - ${from}))::integer as duration_in_seconds`;

const taskColumns = `
  t.id, t.id as task_id, t.name as task_name, ${holder} as assignee,
  (select u.real_name from app.sys_user u where u.id = t.owner_id) as owner, ${instanceColumns}, t.create_time,
  null::timestamptz as end_time, t.due_time as due_date, ${seconds('t.create_time', 'now()')}, null::text as result,
  null::text as comment, case when t.kind = 'starter' then '1' else '0' end as starter_flag, t.fallback_role,
  t.node as activity_id, i.is_suspended, t.assignee_id is null as is_open_to_others`;

/** The page is found among ids alone; only its own rows are then looked up. */
const ofTask = ' join app.wf_task t on t.id = m.id join app.wf_instance i on i.id = t.instance_id where true';
const onHold = '(select i.id from app.wf_instance i where i.is_suspended)';
const isFor = (docType: string): string => `(x.doc_types is null or x.doc_types = '[]' or x.doc_types ? ${docType})`;
/**
 * Open tasks of the caller in the order of their ids: of what is his by name and of everything that he is, each as much
 * as the page needs and no more. `narrowed` asks of a task (t) and its instance (i).
 */
export function openTasks(narrowed: string, needed: string, direction: 'asc' | 'desc' = 'desc'): string {
  const instance = narrowed === '' ? '' : ' join app.wf_instance i on i.id = t.instance_id';
  return `
    (
      select n.id
      from people x
      cross join lateral (
        select t.id
        from app.wf_task t${instance}
        where t.assignee_id = x.id
          and t.phase = 'open'
          and ${isFor('t.doc_type')}
          and t.instance_id not in ${onHold}${narrowed}
        order by t.id ${direction}
        limit ${needed}
      ) n
      union
      select n.id
      from refs x
      cross join lateral (
        select c.task_id as id
        from app.wf_candidate c${narrowed === '' ? '' : ` join app.wf_task t on t.id = c.task_id${instance}`}
        where c.ref = x.ref
          and c.is_open
          and (c.organize_code is null or x.organizations is null or c.organize_code = any(x.organizations))
          and ${isFor('c.doc_type')}
          and c.instance_id not in ${onHold}${narrowed}
        order by c.task_id ${direction}
        limit ${needed}
      ) n
    ) m`;
}
/**
 * Newest first, as ids are: of what is his by name and of everything that he is, each as much as the page needs and no
 * more.
 */
const todo: Listing = {
  report: todoTask,
  columns: taskColumns,
  from: (asked, values, most) => {
    const narrowed = filtered(asked, values, [
      [['taskName', 'name'], (place) => `t.name like ${place}`, 'like'],
      ...byProcess,
    ]);
    return `${openTasks(narrowed, most())}${ofTask}`;
  },
  order: 't.id desc',
};
/** A deed has an instance; where nothing is asked of it, nobody looks at it to count. */
const ofDeed = ' join app.wf_instance i on i.id = h.instance_id';
const deedFilters: Parameters<typeof filtered>[2] = [
  [['result'], (place) => `h.result = ${place}`],
  [['taskName', 'name'], (place) => `h.name like ${place}`, 'like'],
  ...byProcess,
  ...within('h.end_time'),
];
const joined: Listing = {
  report: joinedTask,
  columns: `
    h.id, h.task_id, h.name as task_name, h.assignee_name as assignee, h.owner_name as owner, ${instanceColumns},
    h.start_time, h.end_time, ${seconds('h.start_time', 'h.end_time')}, h.result, h.comment, h.action`,
  from: (asked, values) => `
    app.wf_history h${ofDeed}
    where h.assignee_id = (select sec.user_id()) and h.result is not null${filtered(asked, values, deedFilters)}`,
  order: 'h.seq desc',
};
const applicationFilters: Parameters<typeof filtered>[2] = [
  [['flowStatus', 'status'], (place) => `i.flow_status = ${place}`],
  ...byProcess,
  ...within('i.start_time'),
];
const applied: Listing = {
  report: myApplication,
  columns: `
    i.id, ${instanceColumns}, i.start_time, i.end_time, ${seconds('i.start_time', 'coalesce(i.end_time, now())')},
    o.names as current_task_name, o.people as current_assignee_name, i.flow_status`,
  from: (asked, values) => `
    app.wf_instance i ${current}
    where i.starter_id = (select sec.user_id())${filtered(asked, values, applicationFilters)}`,
  order: 'i.id desc',
};
const instanceFilters: Parameters<typeof filtered>[2] = [
  [['processInstanceId'], (place) => `i.id::text = ${place}`],
  [['name'], (place) => `i.process_name like ${place}`, 'like'],
  ...byProcess,
];
const running: Listing = {
  report: runningInstance,
  columns: `
    i.id, ${instanceColumns}, i.process_version as process_definition_version, o.nodes as activity_id,
    o.names as activity_name, o.people as assignee_name, i.start_time,
    case when i.is_suspended then '1' else '0' end as suspended`,
  from: (asked, values) =>
    `app.wf_instance i ${current} where i.status = 'running'${filtered(asked, values, instanceFilters)}`,
  order: 'i.id desc',
};

function rowsOf(
  { from, columns, order }: Listing,
  asked: Asked,
  window: { limit: number; offset: number } | null,
): Statement {
  const values: unknown[] = [];
  const source = from(asked, values, () =>
    window === null ? 'null' : `$${values.push(window.limit + window.offset)}`,
  );
  if (window !== null) values.push(window.limit, window.offset);
  return {
    text: `
      with ${myRefs}
      select ${columns}
      from ${source}
      order by ${order}${window === null ? '' : ` limit $${values.length - 1} offset $${values.length}`}`,
    values,
  };
}

function countOf({ from }: Listing, asked: Asked) {
  const values: unknown[] = [];
  // Who it waits for is not counted, nor what is shown of it.
  const source = from(asked, values, () => String(totalCap + 1))
    .replace(current, '')
    .replace(ofTask, '');
  const alone = source.replace(ofDeed, '');
  return statement(
    { total: 'integer' },
    `
      with ${myRefs}
      select count(*)::integer as total
      from (select 1 from ${/\bi\./.test(alone) ? source : alone} limit ${totalCap + 1}) x`,
    values,
  );
}

async function readOne(
  call: Call,
  { columns, from, where }: { columns: string; from: string; where: string },
): Promise<Row> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { rows },
  } = await call.read({ rows: { text: `with ${myRefs} select ${columns} from ${from} where ${where}`, values: [id] } });
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}

const listings = [todo, joined, applied, running] as const;
/** What a list asks of the database: the rows of a page and how many there are. The bench measures these. */
export const statementsOf = (name: string, asked: Asked, limit: number): readonly Statement[] =>
  listings
    .filter(({ report }) => report.name === name)
    .flatMap((listing) => [rowsOf(listing, asked, { limit, offset: 0 }), countOf(listing, asked)]);
const calls = listings.map((listing) =>
  reportCalls(listing.report, {
    rows: (asked, window) => rowsOf(listing, asked, window),
    count: (asked) => countOf(listing, asked),
  }),
);
export const listExporters: readonly Exporter[] = calls.map(({ exporter }) => exporter);

export const listRoutes: readonly Route[] = [
  ...calls.flatMap(({ routes }) => routes),
  // A task that is not the caller's is none of his business.
  {
    method: 'GET',
    path: `${todoTask.path}/:id`,
    permission: [permissionOf(todoTask, 'view')],
    effect: 'none',
    marks: { 'params.id': todoTask.name },
    summary: 'To-do task: one of the own',
    handle: (call) =>
      readOne(call, {
        columns: taskColumns,
        from: 'app.wf_task t join app.wf_instance i on i.id = t.instance_id',
        where: `t.id = $1 and exists (select from (${myTasks('and t.id = $1')}) m)`,
      }),
  },
  {
    method: 'GET',
    path: `${runningInstance.path}/:id`,
    permission: [permissionOf(runningInstance, 'view')],
    effect: 'none',
    marks: { 'params.id': runningInstance.name },
    summary: 'Running instance: one',
    handle: (call) =>
      readOne(call, { columns: running.columns, from: `app.wf_instance i ${current}`, where: 'i.id = $1' }),
  },
];
