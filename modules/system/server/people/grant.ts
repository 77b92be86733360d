import type { Label } from '#platform/model/label.ts';
import { refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Command } from '#platform/server/command/command.ts';

export const beyondOwnRights = refusal('E-SUBSET', 20031, [
  '不能授予自己没有的权限',
  '不能授予自己沒有的權限',
  'Nobody can grant what they do not hold',
]);

export const ownPlace = refusal('E-OWN-ROW', 20034, [
  '不能修改自己的{field}',
  '不能修改自己的{field}',
  'Nobody changes this of the own account: {field}',
]);
export const emptiedScope = refusal('E-SCOPE-EMPTY', 20035, [
  '{field}清空后将放开全部数据，不能清空',
  '{field}清空後將放開全部資料，不能清空',
  '{field} cannot be emptied: without it everything would be open',
]);
export const heldRole = refusal('E-ROLE-HELD', 20036, [
  '不能修改自己持有的角色【{code}】',
  '不能修改自己持有的角色【{code}】',
  'Nobody edits a role that he holds: {code}',
]);

/** What a role or a user lists, by id. */
export interface Scope {
  readonly organizeList?: readonly string[] | null;
  readonly storageList?: readonly string[] | null;
  readonly deptList?: readonly string[] | null;
  readonly brandList?: readonly string[] | null;
  readonly channelList?: readonly string[] | null;
}

/** Each kind of list, where its records are and how far the session reaches. */
const kinds = [
  ['organizeList', 'sys_organization', 'sec.organizations()'],
  ['storageList', 'data_depot', 'sec.storages()'],
  ['deptList', 'data_dept', 'sec.departments()'],
  ['brandList', 'data_brand', 'sec.brands()'],
  ['channelList', 'data_channel', 'sec.channels()'],
] as const;
export type ScopeKey = (typeof kinds)[number][0];
export const scopeKeys: readonly ScopeKey[] = kinds.map(([key]) => key);

const beyondReach = ([, table, reach]: (typeof kinds)[number], i: number): string => `
  union all
  select 1
  from app.${table} o
  where o.id::text = any($${i + 2}::text[]) and not coalesce(o.code = any((select ${reach})::text[]), true)`;

/**
 * A new role is a subset of its creator's rights: menus by their permissions and group entries, data scope by the own
 * lists.
 */
export async function refuseBeyondOwn(ctx: Command, menus: readonly string[], scope: Scope = {}): Promise<void> {
  if (menus.length === 0 && (ctx.identity.superAdmin || kinds.every(([key]) => (scope[key] ?? []).length === 0)))
    return;
  const rows = await ctx.rows(
    statement(
      { beyond: 'integer' },
      `
        select 1 as beyond
        from app.sys_menu m
        where m.id::text = any($1::text[])
          and (
            (m.permissions is not null and m.permissions not in (select sec.my_permissions()))
            or (m.url ~ '[?&]tenantFlag=[^0]' and not sec.holds_menu(m.id))
          ) ${kinds.map(beyondReach).join('')}
        limit 1`,
      [menus, ...kinds.map(([key]) => scope[key] ?? [])],
    ),
  );
  if (rows.length > 0) throw beyondOwnRights();
}

/** Handing a role on is granting it: the giver must hold all of it. */
export async function refuseRolesBeyondOwn(ctx: Command, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0 || ctx.identity.superAdmin) return;
  const rows = await ctx.rows(
    statement(
      {
        menuList: 'texts',
        organizeList: 'texts',
        storageList: 'texts',
        deptList: 'texts',
        brandList: 'texts',
        channelList: 'texts',
      },
      `
        select menu_list, organize_list, storage_list, dept_list, brand_list, channel_list
        from app.sys_role
        where id::text = any($1::text[])`,
      [roleIds],
    ),
  );
  const all = (key: ScopeKey | 'menuList'): string[] => [...new Set(rows.flatMap((row) => row[key]))];
  await refuseBeyondOwn(ctx, all('menuList'), Object.fromEntries(scopeKeys.map((key) => [key, all(key)])));
}

/**
 * Where a list that says nothing opens everything, only who reaches everything there may empty it: with it would go
 * what kept others in.
 */
export async function refuseEmptied(
  ctx: Command,
  next: Scope,
  previous: Scope,
  labels: Readonly<Partial<Record<ScopeKey, { readonly label: Label }>>>,
): Promise<void> {
  if (ctx.identity.superAdmin) return;
  const emptied = scopeKeys.filter((key) => (previous[key] ?? []).length > 0 && (next[key] ?? []).length === 0);
  if (emptied.length === 0) return;
  const limited = await limitsOf(ctx);
  const key = emptied.find((each) => limited.has(each));
  if (key !== undefined) throw emptiedScope({ field: labels[key]?.label ?? key });
}

/** The lists in which the caller does not reach everything. */
export async function limitsOf(ctx: Command): Promise<ReadonlySet<ScopeKey>> {
  const rows = await ctx.rows(
    statement(
      { key: 'text' },
      kinds.map(([key, , reach]) => `select '${key}' as key where ${reach} is not null`).join(' union all '),
    ),
  );
  return new Set(scopeKeys.filter((key) => rows.some((row) => row.key === key)));
}

/** Whether one of these users reaches, all in all, what the caller does not. */
export async function isMightier(ctx: Command, userIds: readonly (string | null)[]): Promise<boolean> {
  if (ctx.identity.superAdmin || userIds.length === 0) return false;
  const [row] = await ctx.rows(
    statement({ isMightier: 'boolean' }, 'select sec.is_mightier($1::uuid[]) as is_mightier', [userIds]),
  );
  return row?.isMightier !== false;
}

/**
 * What users are and may is computed in the transaction that changed it; every process sees it with the commit. There
 * it is also measured what the write did: a limited editor neither opens anything nor takes from somebody mightier.
 */
export function refreshGrants(ctx: Command): void {
  ctx.later(statement({ refreshWithin: 'nothing' }, 'select sec.refresh_within()'), undefined, (error) =>
    error.code === 'QD031' ? beyondOwnRights() : undefined,
  );
}
