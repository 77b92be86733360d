import type { RowOf, ValuesOf } from '#platform/model/entity.ts';
import { textOf, type Label } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { inUse, invalidAt, notPermitted, reasons, refusal } from '#platform/model/refusal.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { statement, type Statement } from '#platform/server/db/statement.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { serveEntity, type Made, type EntityService } from '#platform/server/entity/serve.ts';
import { shippedNames } from '#system/model/shipped-role.ts';
import { tenant } from '#system/model/tenant.ts';
import { checkPassword, hashPassword } from '#system/server/people/password.ts';

const deepest = 4;
const parentLabel: Label = ['上级', '上級', 'Parent'];
const tooDeep: Label = ['经销商最多四级', '經銷商最多四級', 'there are at most four levels of distributors'];
const restsAbove = refusal('E-TENANT-ABOVE', 20120, [
  '上级租户【{code}】已停用，请先启用上级',
  '上級租戶【{code}】已停用，請先啟用上級',
  'Tenant {code} above it is disabled; enable that one first',
]);

/** What a new tenant is furnished with, by the words of the form that opened it. */
const furniture: Readonly<Record<string, Label>> = {
  account: ['主账号', '主帳號', 'Main account'],
  organization: ['组织', '組織', 'Organisation'],
  roles: ['角色', '角色', 'Roles'],
  numbers: ['单据编号', '單據編號', 'Document numbers'],
  params: ['租户参数', '租戶參數', 'Tenant parameters'],
};

export function tenantService(models: readonly Module[]): EntityService {
  return serveEntity(tenant, {
    beforeSave: (ctx, next, previous, given) => {
      const pid = typeof given['pid'] === 'string' && given['pid'] !== '0' && given['pid'] !== '' ? given['pid'] : null;
      return previous === null ? placed(ctx, next, { pid, given }) : kept(next, previous, pid);
    },
    async afterSave(ctx, saved, given, previous) {
      if (previous !== null) return undefined;
      const hash = await hashPassword(checkPassword(given['password'], given['confirmPassword'] ?? given['password']));
      const plan = JSON.stringify({
        email: saved.email,
        mobile: saved.mobile,
        roles: saved.roleIdList ?? [],
        organization: {
          code: wordIn(given['organizeCode']) ?? saved.tenantCode,
          name: wordIn(given['organizeName']) ?? saved.tenantName,
        },
      });
      const [made] = await ctx.rows(
        statement({ made: 'json' }, 'select sec.provision_tenant($1, $2, $3, $4, $5, $6::jsonb) as made', [
          saved.tenantCode,
          newId(),
          saved.username,
          saved.realName ?? saved.tenantName,
          hash,
          plan,
        ]),
      );
      return madeOf(made?.made, ctx);
    },
    async afterToggle(ctx, rows, status) {
      const platform = rows.find((row) => row.sysTenant === '1');
      if (platform !== undefined) throw notPermitted();
      for (const row of rows) {
        if (status === '1')
          await refuseBelowResting(
            ctx,
            row.path ?? '',
            rows.map(({ tenantCode }) => tenantCode),
          );
        ctx.later(
          statement({ restTenant: 'integer' }, 'select sec.rest_tenant($1, $2)', [row.tenantCode, status === '1']),
        );
      }
    },
    async beforeDelete(ctx, rows) {
      for (const row of rows) {
        if (row.sysTenant === '1') throw notPermitted();
        const [found] = await ctx.rows(
          statement({ name: 'text?' }, 'select sec.tenant_rows($1) as name', [row.tenantCode]),
        );
        const name = found?.name;
        if (typeof name === 'string') throw inUse({ refs: nounLabel(models, name), verb: actionLabels['delete'] });
        ctx.later(statement({ closeTenant: 'nothing' }, 'select sec.close_tenant($1)', [row.tenantCode]));
      }
    },
  });
}

type Next = ValuesOf<typeof tenant>;

/** The path of everything below would be wrong; a tenant does not move. */
function kept(next: Next, previous: RowOf<typeof tenant>, pid: string | null): Next {
  if (pid !== null && pid !== (previous as RowOf<typeof tenant> & { readonly pid: string | null }).pid)
    throw invalidAt([{ path: 'pid', field: parentLabel, reason: reasons.unchangeable }]);
  return {
    ...next,
    distributorLevel: previous.distributorLevel,
    tenantLevel: previous.tenantLevel,
    // Books are kept somewhere: an empty choice leaves them where they are.
    zone: next.zone ?? previous.zone,
    username: previous.username,
  };
}

/** A new tenant stands below another, or at the top. */
async function placed(
  ctx: Command,
  next: Next,
  { pid, given }: { readonly pid: string | null; readonly given: Readonly<Record<string, unknown>> },
): Promise<Next> {
  const [parent] =
    pid === null
      ? []
      : await ctx.rows(
          statement(
            { path: 'text?', distributorLevel: 'text', sysTenant: 'text' },
            `
              select path, distributor_level, sys_tenant
              from app.tenant_tenant
              where id::text = $1 and status = '1'`,
            [pid],
          ),
        );
  if (pid !== null && (parent === undefined || parent.sysTenant === '1'))
    throw invalidAt([{ path: 'pid', field: parentLabel, reason: reasons.unknown }]);
  const level = parent === undefined ? 0 : Number.parseInt(parent.distributorLevel, 10) + 1;
  if (level > deepest) throw invalidAt([{ path: 'pid', field: parentLabel, reason: tooDeep }]);
  if (typeof given['password'] !== 'string')
    throw invalidAt([{ path: 'password', field: tenant.fields.password.label, reason: reasons.required }]);
  return {
    ...next,
    path: `${parent?.path ?? '/'}${next.tenantCode}/`,
    distributorLevel: String(level) as typeof next.distributorLevel,
    tenantLevel: level === 0 ? ('0' as const) : ('1' as const),
    // A brand owner hands its records down and looks into the tenants below it.
    superTenant: level === 0 ? ('1' as const) : ('0' as const),
  };
}

/** A word for a code or a name, if it is one. */
const wordIn = (value: unknown): string | null =>
  typeof value === 'string' && /^[^\u0000-\u001f]{1,50}$/.test(value.trim()) ? value.trim() : null;

/** A tenant wakes from the top down: one above it that rests would let nobody in to help. */
async function refuseBelowResting(ctx: Command, path: string, alsoWoken: readonly string[]): Promise<void> {
  const above = path
    .split('/')
    .filter((code) => code !== '')
    .slice(0, -1);
  const [resting] = await ctx.rows(
    statement(
      { tenantCode: 'text' },
      `
        select tenant_code
        from app.tenant_tenant
        where tenant_code = any($1::text[]) and status <> '1' and tenant_code <> all($2::text[])
        order by path
        limit 1`,
      [above, alsoWoken],
    ),
  );
  if (resting !== undefined) throw restsAbove({ code: resting.tenantCode });
}

const madeOf = (made: unknown, ctx: Command): readonly Made[] =>
  Object.entries(furniture).map(([key, label]) => {
    const names = (made as Readonly<Record<string, unknown>> | undefined)?.[key];
    return {
      what: textOf(label, ctx.language),
      names: Array.isArray(names) ? names.map((name) => saidOf(String(name), ctx)) : [],
    };
  });

/** Roles that came with the tenant are named in the language of whoever opened it. */
const saidOf = (name: string, ctx: Command): string =>
  textOf((Object.hasOwn(shippedNames, name) ? shippedNames[name] : undefined) ?? [name, name, name], ctx.language);

function nounLabel(models: readonly Module[], table: string): Label | string {
  const noun = models
    .flatMap((model) => [...model.entities, ...model.documents])
    .find(({ name }) => table === name.replace(':', '_') || table === `${name.replace(':', '_')}_line`);
  return noun?.label ?? table;
}

export const tenantRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/tenant/list/power',
    permission: 'session',
    effect: 'none',
    summary: 'Tenants the user may switch to (powerFlag 0), or sub-tenants (1)',
    handle: tenantsInPower,
  },
];

async function tenantsInPower(call: Call): Promise<unknown> {
  const tenants =
    call.query['powerFlag'] === '1'
      ? statement(
          { tenantCode: 'text', tenantName: 'text', status: 'text', distributorLevel: 'text?', depth: 'integer' },
          `
            select tenant_code, tenant_name, status, distributor_level,
              length(path) - length(replace(path, '/', '')) - 2 as depth
            from app.tenant_tenant
            where tenant_code <> (select sec.tenant()) and starts_with(path, (select sec.part(5)))
            order by path`,
        )
      : statement(
          { tenantCode: 'text', tenantName: 'text' },
          `select tenant_code, tenant_name from sec.my_tenants() where status = '1' order by tenant_code`,
        );
  const {
    rows: { rows },
  } = await call.read<{ readonly rows: Statement }>({ rows: tenants });
  return rows;
}
