import { textOf } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { bumpVersion } from '#platform/server/entity/version.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { shippedNames } from '#system/model/shipped-role.ts';
import { role } from '#system/model/user.ts';
import { refreshGrants, refuseBeyondOwn } from './grant.ts';
import { refuseRoles } from './role.ts';

/** A role that came with the tenant and was edited since: what is new for it waits for a yes or no. */
export interface RoleOffer {
  readonly roleId: string;
  readonly code: string | null;
  readonly name: string;
  /** Buttons and entries of the menu, each below the screen that it belongs to. */
  readonly grants: readonly { readonly screen: string; readonly name: string }[];
}

const permission = [permissionOf(role, 'update')];

export const roleOfferRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/role/offers',
    permission,
    effect: 'none',
    summary: 'Role: new permissions that roles which were edited are offered',
    handle: offers,
  },
  {
    method: 'PUT',
    path: '/sys/role/takeOffers',
    permission,
    effect: 'command',
    stepUp: true,
    marks: { 'body[]': role.name },
    summary: 'Role: take the new permissions that it is offered',
    handle: (call) => settle(call, takeOffers),
  },
  {
    method: 'PUT',
    path: '/sys/role/dismissOffers',
    permission,
    effect: 'command',
    marks: { 'body[]': role.name },
    summary: 'Role: leave the new permissions that it is offered',
    handle: (call) => settle(call, leaveOffers),
  },
];

async function offers(call: Call): Promise<readonly RoleOffer[]> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      {
        roleId: 'uuid',
        code: 'text?',
        roleName: 'text',
        name: 'text',
        nameTw: 'text?',
        nameEn: 'text?',
        screen: 'text?',
        screenTw: 'text?',
        screenEn: 'text?',
      },
      `
        select r.id as role_id, r.code, r.name as role_name, m.name, m.name_tw, m.name_en, p.name as screen,
          p.name_tw as screen_tw, p.name_en as screen_en
        from sec.offered_grants() o
        join app.sys_role r on r.id = o.role_id
        join app.sys_menu m on m.id = o.menu_id
        left join app.sys_menu p on p.id = m.pid
        order by r.code, p.sort, p.name, m.sort, m.name`,
      [],
    ),
  });
  const said = (name: string, tw: string | null, en: string | null): string =>
    textOf([name, tw ?? name, en ?? name], call.language);
  const grants = Map.groupBy(rows, ({ roleId }) => roleId);
  return [...grants].flatMap(([roleId, all]) =>
    all.slice(0, 1).map(({ code, roleName }) => ({
      roleId,
      code,
      name: textOf(shippedNames[roleName] ?? [roleName, roleName, roleName], call.language),
      grants: all.map(({ name, nameTw, nameEn, screen, screenTw, screenEn }) => ({
        screen: said(screen ?? '', screenTw, screenEn),
        name: said(name, nameTw, nameEn),
      })),
    })),
  );
}

type Settling = (ctx: Command, ids: readonly string[], menus: readonly string[]) => Promise<void>;

function settle(call: Call, settling: Settling): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { rows, offered }) => {
      if (rows.length !== ids.length) throw notFound();
      await refuseRoles(ctx, rows);
      await settling(
        ctx,
        ids,
        offered.map(({ menuId }) => menuId),
      );
      for (const row of rows)
        ctx.log({ noun: role.name, recordId: row.id, recordCode: row.code ?? '', operation: 'update' });
      return null;
    },
    {
      reads: {
        rows: recordsBy(role, 'id', ids),
        offered: statement(
          { menuId: 'uuid' },
          'select distinct menu_id from sec.offered_grants() where role_id = any($1::uuid[])',
          [ids],
        ),
      },
    },
  );
}

/** Taking is granting: whoever takes for a role must hold it all. */
async function takeOffers(ctx: Command, ids: readonly string[], menus: readonly string[]): Promise<void> {
  await refuseBeyondOwn(ctx, menus);
  ctx.later({
    text: `
      update app.sys_role r
      set menu_list = r.menu_list || array(select o.menu_id::text from sec.offered_grants() o where o.role_id = r.id),
        row_version = r.row_version + 1, updater_name = $2, update_date = now()
      where r.id = any($1::uuid[])`,
    values: [ids, ctx.identity.realName],
  });
  ctx.later(statement({ settleOffers: 'nothing' }, 'select sec.settle_offers($1::uuid[], true)', [ids]));
  bumpVersion(ctx, role);
  refreshGrants(ctx);
}

async function leaveOffers(ctx: Command, ids: readonly string[]): Promise<void> {
  ctx.later(statement({ settleOffers: 'nothing' }, 'select sec.settle_offers($1::uuid[], false)', [ids]));
}
