import { notFound, notPermitted } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import type { Call } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { heldRight } from '#platform/server/db/rights.ts';
import type { TriedBill, Way } from '#workflow/model/rule/board.ts';
import { wayOf } from '#workflow/server/process/dry-run.ts';
import { billOfOwn, type Approval, type Approvals } from '#workflow/server/task/approval.ts';
import { textIn } from '#workflow/server/task/fields.ts';
import { graphOf } from '#workflow/server/task/graphs.ts';
import { noProcess } from '#workflow/server/task/refusals.ts';

/** Whoever routes documents is no reader of them by that: he is told of those that he may open. */
const mayRead = ({ document }: Approval) => heldRight(permissionOf(document, 'view'));

function approvalIn(approvals: Approvals, call: Call): Approval {
  const approval = approvals.of(textIn(call, 'docType'));
  if (approval === undefined) throw notFound();
  return approval;
}

export function tryBill(approvals: Approvals, call: Call): Promise<TriedBill> {
  const approval = approvalIn(approvals, call);
  const { document, facts, hooks } = approval;
  return command(
    call,
    async (ctx, { found, allowed }) => {
      if (allowed.length === 0) throw notPermitted();
      const [one] = found;
      if (one === undefined) throw notFound();
      const { heads, lines } = await ctx.all({
        heads: headsOf(document, [one.id], false),
        lines: linesOf(document, [one.id]),
      });
      const [bill] = billsOf(heads, lines);
      if (bill === undefined) throw notFound();
      const veiled = new Set((await hooks.veil?.(call, bill)) ?? []);
      const values = await approval.valuesOf(ctx, bill);
      const known = Object.keys(facts.names).filter((key) => !veiled.has(key));
      const nameKeys = known.map((key) => [key, key.replace(/(Code|Id)$/, 'Name')] as const);
      return {
        id: bill.id,
        code: bill.code,
        partner: nameAt(bill, ['customerName', 'supplierName', 'organizeName']),
        values: Object.fromEntries([...known, 'organizeCode'].map((key) => [key, values[key] ?? null])),
        names: Object.fromEntries(
          nameKeys.flatMap(([key, name]) => {
            const text = bill[name];
            return name !== key && typeof text === 'string' ? [[key, text]] : [];
          }),
        ),
      };
    },
    {
      isTrial: true,
      reads: {
        allowed: mayRead(approval),
        found: statement(
          { id: 'uuid' },
          `select t.id from app.${tableOf(document)} t where t.code = $1 and t.deleted_flag = '0' limit 1`,
          [textIn(call, 'code')],
        ),
      },
    },
  );
}

const nameAt = (bill: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const name = bill[key];
    if (typeof name === 'string' && name !== '') return name;
  }
  return null;
};

/** Everybody approves; nothing of it happens. */
export function wayThrough(approvals: Approvals, call: Call): Promise<Way> {
  const approval = approvalIn(approvals, call);
  const id = textIn(call, 'id');
  if (!isId(id)) throw notFound();
  return command(
    call,
    async (ctx, { allowed, latest }) => {
      if (allowed.length === 0) throw notPermitted();
      const [process] = latest;
      if (process === undefined) throw noProcess();
      const graph = await graphOf(ctx, approvals, process.id);
      const { steps, problem } = await wayOf(ctx, graph, approval, await billOfOwn(ctx, approval, id));
      const known = await peopleNamed(ctx, approval, [...new Set(steps.flatMap(({ users }) => users))]);
      return {
        problem,
        steps: steps.map(({ name, users }) => ({
          name,
          people: users.slice(0, mostNamed).flatMap((user) => known.get(user) ?? []),
          more: Math.max(users.length - mostNamed, 0),
        })),
      };
    },
    {
      isTrial: true,
      reads: {
        allowed: mayRead(approval),
        latest: statement(
          { id: 'uuid' },
          `select id from app.activiti_process where key = $1 and doc_type = $2 order by version desc limit 1`,
          [textIn(call, 'processDefinitionKey'), approval.docType],
        ),
      },
    },
  );
}

const mostNamed = 5;

/** Names of people, and of whoever stands in for them today with this type of document. */
async function peopleNamed(
  ctx: Command,
  { docType }: Approval,
  users: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly deputy: string | null }>> {
  if (users.length === 0) return new Map();
  const rows = await ctx.rows(
    statement(
      { id: 'uuid', name: 'text', deputy: 'text?' },
      `
        select u.id, u.real_name as name,
          (
            select d.real_name
            from app.activiti_substitute s
            join app.sys_user d on d.id = s.substitute_id
            where s.user_id = u.id
              and s.status = '1'
              and ${todaySql} between s.start_date and s.end_date
              and (s.doc_types is null or s.doc_types = '[]' or s.doc_types ? $2)
            order by s.start_date, s.id
            limit 1
          ) as deputy
        from app.sys_user u
        where u.id = any($1::uuid[])`,
      [users, docType],
    ),
  );
  return new Map(rows.map(({ id, name, deputy }) => [id, { name, deputy }]));
}
