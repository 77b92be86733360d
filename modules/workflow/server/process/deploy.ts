import type { Place } from '#platform/model/refusal.ts';
import { textOf } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Reads, type RowsOf } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { compileModel } from '#workflow/model/engine/compile.ts';
import type { Complaint, Graph } from '#workflow/model/engine/graph.ts';
import { checkSoundness, type Soundness } from '#workflow/model/engine/soundness.ts';
import { deployment, processDefinition } from '#workflow/model/definition.ts';
import type { Approvals } from '#workflow/server/task/approval.ts';
import { modelRefused } from '#workflow/server/task/refusals.ts';

export interface Checked {
  readonly graph: Graph | null;
  readonly complaints: readonly Complaint[];
  readonly soundness: Soundness | null;
}

/** Reads in a command, or on its own. */
type Ask = <Named extends Reads>(reads: Named) => Promise<RowsOf<Named>>;

/** Everything that would keep a drawing from running, whoever asks: the designer while drawing, or deploying itself. */
export async function checkModel(ask: Ask, approvals: Approvals, xml: string): Promise<Checked> {
  const { graph, complaints } = compileModel(xml, (docType) => approvals.factsOf(docType));
  if (graph === null) return { graph, complaints, soundness: null };
  const soundness = checkSoundness(graph);
  return { graph, complaints: [...soundness.complaints, ...(await strangersIn(ask, graph))], soundness };
}

/** Roles and users that this tenant does not have: a drawing from elsewhere would wait for nobody. */
async function strangersIn(ask: Ask, graph: Graph): Promise<Complaint[]> {
  const named = [...graph.nodes.values()].flatMap((node) => [
    ...node.approvers.flatMap((approver) =>
      approver.kind === 'user'
        ? [{ element: node.id, kind: 'user', name: approver.id }]
        : approver.kind === 'role' || approver.kind === 'role-org'
          ? [{ element: node.id, kind: 'role', name: approver.code }]
          : [],
    ),
    ...(node.fallbackRole === undefined ? [] : [{ element: node.id, kind: 'role', name: node.fallbackRole }]),
  ]);
  const of = (kind: string): string[] => named.filter((each) => each.kind === kind).map(({ name }) => name);
  const { users, roles } = await ask({
    users: statement({ name: 'text' }, `select id::text as name from app.sys_user where id = any($1::uuid[])`, [
      of('user'),
    ]),
    roles: statement({ name: 'text' }, 'select code as name from app.sys_role where code = any($1::text[])', [
      of('role'),
    ]),
  });
  const known = {
    user: new Set(users.map(({ name }) => name)),
    role: new Set(roles.map(({ name }) => name)),
  };
  return named
    .filter(({ kind, name }) => !known[kind === 'user' ? 'user' : 'role'].has(name))
    .map(({ element, kind, name }) => ({
      element,
      reason:
        kind === 'user'
          ? [`没有用户 ${name}`, `沒有使用者 ${name}`, `there is no user ${name}`]
          : [`没有角色 ${name}`, `沒有角色 ${name}`, `there is no role ${name}`],
    }));
}

export function refusalOf(complaints: readonly Complaint[]): Error {
  const [first] = complaints;
  const places = complaints.map(({ element, reason }): Place => ({
    path: element,
    field: [element, element, element],
    reason,
  }));
  return modelRefused({ element: first?.element ?? '', reason: first?.reason }, places);
}

export interface Deployed {
  readonly deploymentId: string;
  readonly processDefinitionId: string;
  readonly version: number;
  readonly key: string;
}

/** A drawing that is to become a version of a process, and what is said about it. */
interface Drawing {
  readonly xml: string;
  /** Null as the drawing says. */
  readonly name: string | null;
  readonly category: string | null;
  readonly description: string | null;
  readonly source: string;
}

/** The next version of a process. What runs goes on with the version it began with. */
export async function deploy(ctx: Command, approvals: Approvals, drawing: Drawing): Promise<Deployed> {
  const { graph, complaints, soundness } = await checkModel((reads) => ctx.all(reads), approvals, drawing.xml);
  if (graph === null || complaints.length > 0) throw refusalOf(complaints);
  const version = await nextVersion(ctx, graph);
  const made = { deploymentId: newId(), processDefinitionId: newId(), version, key: graph.key };
  const warning =
    soundness?.isComplete === false
      ? textOf(['流程过大，未能完全检查', '流程過大，未能完全檢查', 'Too large to be checked completely'], ctx.language)
      : null;
  keep(ctx, drawing, { graph, made, warning });
  ctx.log({ noun: deployment.name, recordId: made.deploymentId, recordCode: graph.key, operation: 'deploy' });
  ctx.log({
    noun: processDefinition.name,
    recordId: made.processDefinitionId,
    recordCode: `${graph.key}:${version}`,
    operation: 'deploy',
  });
  return made;
}

async function nextVersion(ctx: Command, graph: Graph): Promise<number> {
  const { versions } = await ctx.all({
    // Two who deploy one process at once: the second waits and takes the next number.
    turn: statement({ pgAdvisoryXactLock: 'nothing' }, 'select pg_advisory_xact_lock(7005, hashtext($1))', [
      `${ctx.identity.tenantCode} ${graph.key}`,
    ]),
    versions: statement(
      { version: 'integer' },
      'select coalesce(max(version), 0) + 1 as version from app.activiti_process where key = $1',
      [graph.key],
    ),
  });
  return versions[0]?.version ?? 1;
}

function keep(
  ctx: Command,
  { xml, name, category, description, source }: Drawing,
  { graph, made, warning }: { readonly graph: Graph; readonly made: Deployed; readonly warning: string | null },
): void {
  const { deploymentId, processDefinitionId, version } = made;
  const title = name ?? graph.name;
  const by = [ctx.identity.userId, ctx.identity.realName];
  ctx.later({
    text: `
      insert into app.activiti_deployment
        (id, name, key, category, deploy_time, process_count, source, creator_id, creator_name)
      values ($1, $2, $3, $4, now(), 1, $5, $6, $7)`,
    values: [deploymentId, title, graph.key, category, source, ...by],
  });
  ctx.later({
    text: `
      insert into app.activiti_process (
        id, name, key, category, version, deployment_id, resource_name, diagram_name, description, doc_type, warning,
        creator_id, creator_name
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      processDefinitionId,
      title,
      graph.key,
      category,
      version,
      deploymentId,
      `${graph.key}.bpmn20.xml`,
      `${graph.key}.svg`,
      description,
      graph.docType,
      warning,
      ...by,
    ],
  });
  ctx.later({
    text: 'insert into app.wf_source (process_id, xml) values ($1, $2)',
    values: [processDefinitionId, xml],
  });
}
