import { refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Command } from '#platform/server/command/command.ts';

export const beyondOwnRights = refusal('E-SUBSET', 20031, [
  '不能授予自己没有的权限',
  '不能授予自己沒有的權限',
  'Nobody can grant what they do not hold',
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

/** What users are and may is computed in the transaction that changed it; every process sees it with the commit. */
export function refreshGrants(ctx: Command): void {
  ctx.later(statement({ refreshGrants: 'nothing' }, 'select sec.refresh_grants()'));
}
