import { randomBytes } from 'node:crypto';
import type { RowOf, ValuesOf } from '#platform/model/entity.ts';
import { duplicate, invalidAt, notFound, notPermitted, reasons } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { recordsBy, type PageAddition } from '#platform/server/list/list.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { statement } from '#platform/server/db/statement.ts';
import { user } from '#system/model/user.ts';
import { settleAccount } from './account.ts';
import {
  isMightier,
  ownPlace,
  refreshGrants,
  refuseBeyondOwn,
  refuseEmptied,
  refuseRolesBeyondOwn,
  scopeKeys,
  type Scope,
} from './grant.ts';
import { administratorIsLocal, checkPassword, erpKeepsPassword, hashPassword } from './password.ts';

/** What roles are called, read with the rows that hold them. */
const roleNames = (): PageAddition => ({
  columns: () => [
    `
      (
        select string_agg(r.name, '、' order by r.code, r.name)
        from app.sys_role r
        where r.id::text = any(t.role_id_list)
      ) as role_names`,
  ],
});

export const userService = serveEntity(user, {
  answers: [roleNames],
  async beforeSave(ctx, next, previous, given) {
    if (previous?.id === ctx.identity.userId) refuseOwnPlace(next, previous);
    if (previous !== null) await refuseMightier(ctx, [previous]);
    const isTold = typeof given['password'] === 'string' && given['password'] !== '';
    const isProvenAnew = (previous?.verifyType ?? '0') !== (next.verifyType ?? '0');
    if (next.verifyType === '1') refuseOwnPassword(isTold, previous?.superAdmin === '1');
    else if (!isTold && (previous === null || isProvenAnew))
      throw invalidAt([{ path: 'password', field: user.fields.password.label, reason: reasons.required }]);
    if (isTold) checkPassword(given['password'], given['confirmPassword']);
    const gained = (next.roleIdList ?? []).filter((id) => !(previous?.roleIdList ?? []).includes(id));
    // Handing a role on, and how somebody proves who he is, are not done from a screen that was left open.
    if (gained.length > 0 || (previous !== null && (isTold || isProvenAnew))) await requireConfirmed(ctx);
    await refuseRolesBeyondOwn(ctx, gained);
    if (previous !== null) await refuseEmptied(ctx, next, previous, user.fields);
    // Whoever changes a list answers for all of it.
    if (hasOtherScope(next, previous)) await refuseBeyondOwn(ctx, [], next);
    await settleAccount(ctx, next, previous);
    return next;
  },
  async afterSave(ctx, saved, given, previous) {
    if (typeof given['password'] === 'string' && given['password'] !== '')
      await setPassword(ctx, [saved], given['password'], previous === null || previous.verifyType === '1');
    else if (saved.verifyType === '1' && previous?.verifyType !== '1')
      // Nobody knows it: the one from before must not open the account again when the ERP is asked no more.
      await setPassword(ctx, [saved], randomBytes(24).toString('base64'), false);
    if (previous !== null && hasOtherScope(saved, previous))
      ctx.later(statement({ takeScope: 'nothing' }, 'select sec.take_scope($1)', [saved.id]));
    refreshGrants(ctx);
  },
  async beforeDelete(ctx, rows) {
    await refuseMightier(ctx, rows);
    if (rows.some((row) => row.id === ctx.identity.userId)) throw notPermitted();
    // Roles live on when their maker goes: from now on they are capped by whoever removed him.
    ctx.later({
      text: 'update app.sys_role set creator_id = $2 where creator_id = any($1::uuid[])',
      values: [rows.map((row) => row.id), ctx.identity.userId],
    });
    ctx.later(
      statement({ dropAccount: 'nothing' }, 'select sec.drop_account($1::uuid[])', [rows.map((row) => row.id)]),
    );
  },
  afterDelete: refreshGrants,
  async afterToggle(ctx, rows, status) {
    await refuseMightier(ctx, rows);
    if (status === '0' && rows.some((row) => row.id === ctx.identity.userId)) throw notPermitted();
    refreshGrants(ctx);
  },
});

export const userRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: '/sys/user/resetPassword',
    permission: ['sys:user:update'],
    effect: 'command',
    stepUp: true,
    marks: { 'body[]': user.name },
    summary: 'User: set a new password',
    handle: resetPassword,
  },
];

async function resetPassword(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { rows }) => {
      const { password } = (call.body ?? {}) as { password?: unknown };
      const next = checkPassword(password, password);
      if (rows.length !== ids.length) throw notFound();
      await refuseMightier(ctx, rows);
      if (rows.some(({ verifyType }) => verifyType === '1')) throw erpKeepsPassword();
      await setPassword(ctx, rows, next, true);
      return null;
    },
    { reads: { rows: recordsBy(user, 'id', ids) } },
  );
}

/** The last who can mend the address of an ERP that does not answer must not need it to come in. */
function refuseOwnPassword(isTold: boolean, isAdministrator: boolean): void {
  if (isTold) throw erpKeepsPassword();
  if (isAdministrator) throw administratorIsLocal();
}

/**
 * What an account stands for and reaches, and who says that it is him. Whoever could change it of himself would choose
 * his own limits.
 */
const places = [
  'accountType',
  'accountRank',
  'mainUserId',
  'customerCode',
  'supplierCode',
  'personnelCode',
  'organizeCode',
  'deptId',
  'roleIdList',
  'organizeList',
  'storageList',
  'brandList',
  'channelList',
  'verifyType',
  'status',
] as const;

function refuseOwnPlace(next: ValuesOf<typeof user>, previous: RowOf<typeof user>): void {
  const isSame = (one: string | string[] | null, other: string | string[] | null): boolean => {
    const [had, has] = [one, other].map((each) => new Set([each ?? []].flat()));
    return had !== undefined && has !== undefined && had.size === has.size && [...had].every((each) => has.has(each));
  };
  const key = places.find((each) => !isSame(next[each], previous[each]));
  if (key !== undefined) throw ownPlace({ field: user.fields[key].label });
}

type Scoped = Scope & { readonly organizeCode: string | null };

const hasOtherScope = (next: Scoped, previous: Scoped | null): boolean =>
  previous === null ||
  next.organizeCode !== previous.organizeCode ||
  scopeKeys.some((key) => JSON.stringify(next[key] ?? []) !== JSON.stringify(previous[key] ?? []));

async function setPassword(
  ctx: Command,
  rows: readonly { readonly id: string; readonly username: string }[],
  password: string,
  mustChange: boolean,
): Promise<void> {
  const hash = await hashPassword(password);
  for (const row of rows) {
    ctx.later(
      statement({ putAccount: 'nothing' }, 'select sec.put_account($1, $2, $3, $4)', [
        row.id,
        row.username,
        hash,
        mustChange,
      ]),
      undefined,
      (error) =>
        error.code === '23505' ? duplicate({ field: user.fields.username.label, value: row.username }) : undefined,
    );
  }
}

async function requireConfirmed(ctx: Command): Promise<void> {
  await ctx.rows(
    statement({ isConfirmed: 'boolean' }, 'select sec.require_confirmed($1) as is_confirmed', [ctx.identity.userId]),
  );
}

/** Whoever may set a password may become that user: so nobody touches an account that holds more than the own. */
export async function refuseMightier(
  ctx: Command,
  rows: readonly (Scope & {
    readonly id: string;
    readonly superAdmin: string | null;
    readonly roleIdList: string[] | null;
  })[],
): Promise<void> {
  if (ctx.identity.superAdmin) return;
  const others = rows.filter((row) => row.id !== ctx.identity.userId);
  if (others.some((row) => row.superAdmin === '1')) throw notPermitted();
  await refuseRolesBeyondOwn(
    ctx,
    others.flatMap((row) => row.roleIdList ?? []),
  );
  await refuseBeyondOwn(
    ctx,
    [],
    Object.fromEntries(scopeKeys.map((key) => [key, others.flatMap((row) => row[key] ?? [])])),
  );
  // A list that says nothing opens everything: only what somebody reaches in the end tells whether it is more.
  const ids = others.map(({ id }) => id);
  if (await isMightier(ctx, ids)) throw notPermitted();
}
