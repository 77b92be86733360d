import type { RowOf } from '#platform/model/entity.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { inUse } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { role, user } from '#system/model/user.ts';
import {
  beyondOwnRights,
  heldRole,
  isMightier,
  limitsOf,
  refreshGrants,
  refuseBeyondOwn,
  refuseEmptied,
  scopeKeys,
} from './grant.ts';

export const roleService = serveEntity(role, {
  async beforeSave(ctx, next, previous) {
    if (previous !== null) {
      await refuseRoles(ctx, [previous]);
      await refuseEmptied(ctx, next, previous, role.fields);
    }
    await refuseBeyondOwn(ctx, next.menuList ?? [], next);
    return next;
  },
  afterSave: refreshGrants,
  async beforeDelete(ctx, rows) {
    await refuseRoles(ctx, rows);
    await refuseUsed(ctx, rows);
  },
  afterDelete: refreshGrants,
});

/**
 * Roles that the caller may write: none that he holds, and none that is, as it stands, more than he holds. Without the
 * second a limited administrator could empty what is above him.
 */
export async function refuseRoles(ctx: Command, rows: readonly RowOf<typeof role>[]): Promise<void> {
  const held = await ctx.rows(
    statement(
      { id: 'text' },
      `
        select x.id
        from app.sys_user u
        cross join unnest(u.role_id_list) x(id)
        where u.id = $1 and x.id = any($2)`,
      [ctx.identity.userId, rows.map(({ id }) => id)],
    ),
  );
  if (held.length > 0) throw heldRole({ code: rows.find(({ id }) => id === held[0]?.id)?.code ?? '' });
  if (ctx.identity.superAdmin) return;
  for (const row of rows) await refuseBeyondOwn(ctx, row.menuList ?? [], row);
  // What a role does not list it opens as far as its maker reaches. Of organisations it opens nothing then.
  const limited = await limitsOf(ctx);
  const open = rows.filter((row) =>
    scopeKeys.some((key) => key !== 'organizeList' && limited.has(key) && (row[key] ?? []).length === 0),
  );
  const makers = await ctx.rows(
    statement({ creatorId: 'uuid?' }, 'select creator_id from app.sys_role where id = any($1::uuid[])', [
      open.map(({ id }) => id),
    ]),
  );
  const ids = makers.map(({ creatorId }) => creatorId);
  if (await isMightier(ctx, ids)) throw beyondOwnRights();
}

/** Whoever holds a role would lose it, disabled or not. */
async function refuseUsed(ctx: Command, rows: readonly RowOf<typeof role>[]): Promise<void> {
  const holders = await ctx.rows(
    statement({ username: 'text' }, 'select username from app.sys_user where role_id_list && $1::text[] limit 3', [
      rows.map(({ id }) => id),
    ]),
  );
  if (holders.length > 0)
    throw inUse({
      refs: `${user.label[0]} ${holders.map(({ username }) => username).join(', ')}`,
      verb: actionLabels['delete'],
    });
}
