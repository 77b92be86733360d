import type { Command } from '#platform/server/command/command.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import type { Approver } from '#workflow/model/engine/approver.ts';
import type { GraphNode } from '#workflow/model/engine/graph.ts';
import { noApprover } from '#workflow/model/engine/step.ts';
import type { AskedBill } from './approval.ts';

/** What "starter", "previous" and "the bill's organisation" mean right now. */
export interface Situation {
  readonly starterId: string;
  readonly previousId: string | null;
  readonly bill: AskedBill;
  /** Fields of the bill that hold a personnel code instead of a user. */ readonly personnelFields: readonly string[];
}

export interface Candidate {
  readonly ref: string;
  readonly organizeCode: string | null;
}
/** Who may take a step: by name, and as what they may (a role, the leader of a department). */
export interface People {
  readonly users: readonly string[];
  readonly candidates: readonly Candidate[];
  readonly fallbackRole: string | null;
}

/**
 * Everybody who may act on these steps, in two round trips at most. Nobody: the step's fallback role, else the command
 * is refused with the step's name. Where it is only asked who would be (`isForeseen`), nobody is an answer.
 */
export async function peopleFor(
  ctx: Command,
  nodes: readonly GraphNode[],
  situation: Situation,
  { isForeseen = false }: { isForeseen?: boolean } = {},
): Promise<ReadonlyMap<string, People>> {
  if (nodes.length === 0) return new Map();
  const asked = nodes.map((node) => ({
    node,
    statements: node.approvers.map((approver) => holdersOf(approver, situation)),
  }));
  const rows = await ctx.each(asked.flatMap(({ statements }) => statements));
  let at = 0;
  const found = asked.map(({ node, statements }) => {
    const own = rows.slice(at, at + statements.length).flat();
    at += statements.length;
    return { node, people: peopleIn(own, null) };
  });
  const lost = found.filter(({ people }) => people.users.length === 0);
  const helpers =
    lost.length === 0
      ? []
      : await ctx.each(lost.map(({ node }) => holdersOf({ kind: 'role', code: node.fallbackRole ?? '' }, situation)));
  const helped = new Map(
    lost.map(({ node }, i) => {
      const people = peopleIn(helpers[i] ?? [], node.fallbackRole ?? null);
      if (people.users.length === 0 && !isForeseen) throw noApprover({ step: node.name });
      return [node.id, people] as const;
    }),
  );
  return new Map(found.map(({ node, people }) => [node.id, helped.get(node.id) ?? people]));
}

function peopleIn(rows: readonly Holder[], fallbackRole: string | null): People {
  const users = [...new Set(rows.map(({ userId }) => userId))];
  const candidates = new Map(
    rows.map(({ ref, organizeCode }) => [`${ref} ${organizeCode ?? ''}`, { ref, organizeCode }]),
  );
  return { users, candidates: [...candidates.values()], fallbackRole };
}

/** Somebody who may, as what he may; only people whose accounts are open. */
const holder = { ref: 'text', organizeCode: 'text?', userId: 'uuid' } as const;
type Holder = RowOf<typeof holder>;

function holdersOf(
  approver: Approver,
  { starterId, previousId, bill, personnelFields }: Situation,
): TypedStatement<Holder> {
  switch (approver.kind) {
    case 'starter':
      return userById(starterId);
    case 'user':
      return userById(approver.id);
    case 'role':
      return holdersOfRole(approver.code, null);
    case 'role-org':
      return holdersOfRole(approver.code, bill.organizeCode ?? null);
    case 'dept-leader':
      return leaderOf(deptOfUser, approver.of === 'previous' ? (previousId ?? starterId) : starterId, approver.levels);
    case 'salesman-leader':
      return leaderOf(deptOfPersonnel, bill.salesmanCode ?? null, 1);
    case 'form':
      return personnelFields.includes(approver.field)
        ? userByPersonnel(bill[approver.field] ?? null)
        : userById(bill[approver.field] ?? null);
  }
}

const userById = (id: unknown) =>
  statement(
    holder,
    `
      select 'user:' || u.id as ref, null as organize_code, u.id as user_id
      from app.sys_user u
      where u.id = $1::uuid and u.status = '1'`,
    [id],
  );

const userByPersonnel = (code: unknown) =>
  statement(
    holder,
    `
      select 'user:' || u.id as ref, null as organize_code, u.id as user_id
      from app.sys_user u
      where u.status = '1'
        and (u.personnel_code = $1 or u.id = (select p.user_id from app.data_personnel p where p.code = $1))`,
    [code],
  );

const holdersOfRole = (code: string, organizeCode: string | null) =>
  statement(
    holder,
    `
      select 'role:' || $1::text as ref, $2::text as organize_code, h.user_id
      from sec.role_holders($1, $2) h(user_id)`,
    [code, organizeCode],
  );

/** The department of a user ($1): his own, else that of his personnel record. */
const deptOfUser = `
  select coalesce((select d.id from app.sys_user u join app.data_dept d on d.id = u.dept_id where u.id = $1::uuid),
    (
      select d.id
      from app.data_personnel p
      join app.data_dept d on d.code = p.dept_code
      where p.user_id = $1::uuid or p.code = (select u.personnel_code from app.sys_user u where u.id = $1::uuid)
      order by p.code
      limit 1
    )) as id`;
const deptOfPersonnel = `
  select d.id
  from app.data_personnel p
  join app.data_dept d on d.code = p.dept_code
  where p.code = $1`;

/**
 * As a candidate the leader is whoever leads the department when he looks: a new leader finds the work of the old one.
 */
const leaderOf = (department: string, of: unknown, levels: number) =>
  statement(
    holder,
    `
      with recursive up as (
        select d.id, d.pid, d.code, d.leader_code, 1 as level
        from app.data_dept d
        where d.id = (${department})
        union all
        select d.id, d.pid, d.code, d.leader_code, up.level + 1
        from app.data_dept d
        join up on d.id = up.pid
        where up.level < $2
      )
      select 'dept-leader:' || up.code as ref, null as organize_code, u.id as user_id
      from up
      join app.data_personnel p on p.code = up.leader_code
      join app.sys_user u on u.status = '1' and (u.id = p.user_id or u.personnel_code = p.code)
      where up.level = $2`,
    [of, levels],
  );

/**
 * Everything that the caller is, and everything that those are for whom he stands in today: `ref`, the organisations it
 * reaches, whose it is, and for which documents.
 */
export const myRefs = `
  people as (
    select (select sec.user_id()) as id, null::jsonb as doc_types, true as is_self
    union all
    select s.user_id, s.doc_types, false
    from app.activiti_substitute s
    where s.substitute_id = (select sec.user_id())
      and s.status = '1'
      and ${todaySql} between s.start_date and s.end_date
  ),
  refs as (
    select 'user:' || p.id as ref, null::text[] as organizations, p.id as person, p.doc_types, p.is_self
    from people p
    union all
    select 'role:' || r.role_code, r.organizations, p.id, p.doc_types, p.is_self
    from people p
    cross join lateral sec.roles_of(p.id) r
    union all
    select 'dept-leader:' || d.code, null, p.id, p.doc_types, p.is_self
    from people p
    join app.sys_user u on u.id = p.id
    join app.data_personnel l on l.user_id = p.id or l.code = u.personnel_code
    join app.data_dept d on d.leader_code = l.code
  )`;

/** Open tasks of the caller, with whose they are. A task of another's signers waits and is nobody's. */
export const myTasks = (more: string): string => `
  select t.id, x.id as person, x.is_self
  from app.wf_task t
  join people x on x.id = t.assignee_id and (x.doc_types is null or x.doc_types = '[]' or x.doc_types ? t.doc_type)
  where t.phase = 'open' ${more}
  union all
  select t.id, x.person, x.is_self
  from refs x
  join app.wf_candidate c
    on c.ref = x.ref
    and (c.organize_code is null or x.organizations is null or c.organize_code = any(x.organizations))
  join app.wf_task t on t.id = c.task_id
    and t.assignee_id is null
    and t.phase = 'open'
    and (x.doc_types is null or x.doc_types = '[]' or x.doc_types ? t.doc_type)
  where true ${more}`;

/** Everybody who could act right now on open tasks of these instances, or on these tasks. */
export const waitedFor = (by: 'id' | 'instance_id', ids: readonly string[]) =>
  statement({ taskId: 'uuid', id: 'uuid' }, waitedForSql(`t.${by} = any($1::uuid[])`), [ids]);

/** The same as SQL, of tasks `t` that fit: `task_id`, `id`. */
export function waitedForSql(which: string): string {
  const open = `${which} and t.phase = 'open'`;
  const free = `${open} and t.assignee_id is null`;
  return `
    select t.id as task_id, t.assignee_id as id
    from app.wf_task t
    where ${open} and t.assignee_id is not null
    union
    select t.id, h.id
    from app.wf_task t
    join app.wf_candidate c on c.task_id = t.id
    cross join lateral sec.role_holders(substr(c.ref, 6), c.organize_code) h(id)
    where ${free} and c.ref like 'role:%'
    union
    select t.id, u.id
    from app.wf_task t
    join app.wf_candidate c on c.task_id = t.id
    join app.data_dept d on c.ref = 'dept-leader:' || d.code
    join app.data_personnel p on p.code = d.leader_code
    join app.sys_user u on u.id = p.user_id or u.personnel_code = p.code
    where ${free}
    union
    select t.id, substr(c.ref, 6)::uuid
    from app.wf_task t
    join app.wf_candidate c on c.task_id = t.id
    where ${free} and c.ref like 'user:%'`;
}
