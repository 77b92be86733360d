import type { RowOf } from '#platform/model/entity.ts';
import type { Module, Noun } from '#platform/model/module.ts';
import { invalidAt, notFound, notPermitted, reasons, refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { bumpVersion } from '#platform/server/entity/version.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { user } from '#system/model/user.ts';
import { refreshGrants, refuseBeyondOwn, refuseRolesBeyondOwn, scopeKeys, type Scope, type ScopeKey } from './grant.ts';
import { refuseMightier } from './user.ts';

export const noSuccessor = refusal('E-SUCCESSOR', 20046, [
  '接收人未关联人员档案，不能接收客户',
  '接收人未關聯人員檔案，不能接收客戶',
  'The successor has no personnel record and cannot take customers over',
]);

/** How much goes over, by what it is. */
export interface Handed {
  readonly customers: number;
  readonly departments: number;
  readonly bills: number;
  readonly drafts: number;
  readonly roles: number;
  readonly subAccounts: number;
}

/**
 * When a person leaves: customers, half-written work, roles and what they reach go to a successor in one transaction;
 * the account rests, history keeps its name.
 */
export function handoverRoutes(models: readonly Module[]): readonly Route[] {
  const work = workOf(models);
  return [
    {
      method: 'GET',
      path: '/sys/user/handover',
      permission: ['sys:user:update'],
      effect: 'none',
      summary: 'What a hand-over would move (?from=&to=)',
      handle: (call) => preview(work, call),
    },
    {
      method: 'PUT',
      path: '/sys/user/handover',
      permission: ['sys:user:update'],
      effect: 'command',
      marks: { 'body.from': user.name, 'body.to': user.name },
      summary: 'Hand everything of a user who leaves to another ({ from, to })',
      handle: (call) => handOver(work, call),
    },
  ];
}

interface Work {
  readonly stashes: readonly { readonly table: string; readonly status: string }[];
  readonly listed: readonly Noun[];
}

function workOf(models: readonly Module[]): Work {
  const documents = models.flatMap((model) => model.documents);
  const listed = models
    .flatMap((model) => model.entities)
    .filter(({ name }) => name === 'data:customer' || name === 'data:dept' || name === user.name);
  return {
    stashes: documents.flatMap((document) =>
      document.stashed === undefined
        ? []
        : [{ table: tableOf(document), status: document.states[document.stashed]?.code ?? '' }],
    ),
    listed,
  };
}

/** $1 who leaves, $2 his personnel code. */
function countOf({ stashes }: Work, from: string, personnelCode: string | null) {
  const bills =
    stashes
      .map(
        ({ table, status }) => `
          (
            select count(*)
            from app.${table}
            where creator_id = $1 and bill_status = '${status}' and deleted_flag = '0'
          )`,
      )
      .join(' + ') || '0';
  return statement(
    {
      customers: 'integer',
      departments: 'integer',
      bills: 'integer',
      drafts: 'integer',
      roles: 'integer',
      subAccounts: 'integer',
    },
    `
      select (
        select count(*)::integer
        from app.data_customer
        where salesman_code = $2 or manager_code = $2
      ) as customers,
        (select count(*)::integer from app.data_dept where leader_code = $2) as departments,
        (${bills})::integer as bills, sec.count_drafts($1) as drafts,
        (select cardinality(role_id_list) from app.sys_user where id = $1) as roles,
        (select count(*)::integer from app.sys_user where main_user_id = $1) as sub_accounts`,
    [from, personnelCode],
  );
}

async function preview(work: Work, call: Call): Promise<Handed> {
  const from = call.query['from'] ?? '';
  const {
    rows: { people: [leaver] = [] },
  } = await call.read(isId(from) ? { people: recordsBy(user, 'id', [from]) } : {});
  if (leaver === undefined) throw notFound();
  const {
    rows: {
      counted: [counted],
    },
  } = await call.read({ counted: countOf(work, from, codeOf(leaver)) });
  if (counted === undefined) throw notFound();
  return counted;
}

function handOver(work: Work, call: Call): Promise<Handed> {
  const { from, to } = (call.body ?? {}) as { from?: unknown; to?: unknown };
  const ids = [from, to].filter((id): id is string => typeof id === 'string' && isId(id));
  return command(
    call,
    async (ctx, { rows = [] }) => {
      const [leaver, successor] = ids.map((id) => rows.find((row) => row.id === id));
      if (leaver === undefined || successor === undefined) throw notFound();
      if (ids[0] === ids[1] || successor.status !== '1')
        throw invalidAt([{ path: 'to', field: ['接收人', '接收人', 'Successor'], reason: reasons.unknown }]);
      if (leaver.id === ctx.identity.userId) throw notPermitted();
      await refuseMightier(ctx, [leaver, successor]);
      await refuseRolesBeyondOwn(ctx, listOf(leaver, 'roleIdList'));
      await refuseBeyondOwn(
        ctx,
        [],
        Object.fromEntries(scopeKeys.map((key) => [key, [...listOf(leaver, key), ...listOf(successor, key)]])),
      );
      const [handed] = await ctx.rows(countOf(work, leaver.id, codeOf(leaver)));
      if (handed === undefined) throw notFound();
      if (handed.customers + handed.departments > 0 && codeOf(successor) === null) throw noSuccessor();
      if (handed.subAccounts > 0 && successor.accountRank === '1') throw notPermitted();
      move(ctx, work, leaver, successor);
      ctx.log({
        noun: user.name,
        recordId: leaver.id,
        recordCode: leaver.username,
        operation: 'handover',
        message: `${successor.username} ${successor.realName}`,
        changes: Object.fromEntries(Object.entries(handed).map(([key, count]) => [key, [count, 0]])),
      });
      for (const noun of work.listed) if (noun.kind === 'entity') bumpVersion(ctx, noun);
      return handed;
    },
    { reads: ids.length === 2 ? { rows: recordsBy(user, 'id', ids) } : {} },
  );
}

type Account = RowOf<typeof user>;

function move(ctx: Command, { stashes }: Work, leaver: Account, successor: Account): void {
  const [from, to] = [leaver.id, successor.id];
  const stamp = 'row_version = row_version + 1, updater_name = $3, update_date = now()';
  const by = ctx.identity.realName;
  const [code, next] = [codeOf(leaver), codeOf(successor)];
  if (code !== null && next !== null) {
    ctx.later({
      text: `
        update app.data_customer
        set salesman_code = case when salesman_code = $1 then $2 else salesman_code end,
          manager_code = case when manager_code = $1 then $2 else manager_code end, ${stamp}
        where salesman_code = $1 or manager_code = $1`,
      values: [code, next, by],
    });
    ctx.later({
      text: `update app.data_dept set leader_code = $2, ${stamp} where leader_code = $1`,
      values: [code, next, by],
    });
  }
  for (const { table, status } of stashes)
    ctx.later({
      text: `
        update app.${table}
        set creator_id = $2, creator_name = $4, ${stamp}
        where creator_id = $1 and bill_status = '${status}' and deleted_flag = '0'`,
      values: [from, to, by, successor.realName],
    });
  ctx.later(statement({ moveDrafts: 'integer' }, 'select sec.move_drafts($1, $2)', [from, to]));
  // Whoever takes over himself gets the work; what he reaches is not his to change.
  if (to !== ctx.identity.userId) {
    const joined = (['roleIdList', 'organizeList', 'storageList', 'brandList', 'channelList'] as const).map((key) => [
      ...new Set([...listOf(successor, key), ...listOf(leaver, key)]),
    ]);
    ctx.later({
      text: `
        update app.sys_user
        set role_id_list = $2, organize_list = $4, storage_list = $5, brand_list = $6, channel_list = $7, ${stamp}
        where id = $1`,
      values: [to, joined[0], by, ...joined.slice(1)],
    });
  }
  ctx.later({
    text: `update app.sys_user set main_user_id = $2, ${stamp} where main_user_id = $1 and id <> $2`,
    values: [from, to, by],
  });
  ctx.later({
    text: `
      update app.sys_user
      set status = '0', role_id_list = '{}', ${stamp.replace('$3', '$2')}
      where id = $1`,
    values: [from, by],
  });
  ctx.later(statement({ takeScope: 'nothing' }, 'select sec.take_scope($1)', [to]));
  refreshGrants(ctx);
}

const codeOf = (row: Account): string | null =>
  typeof row.personnelCode === 'string' && row.personnelCode !== '' ? row.personnelCode : null;
const listOf = (row: Account & Scope, key: ScopeKey | 'roleIdList'): readonly string[] => row[key] ?? [];
