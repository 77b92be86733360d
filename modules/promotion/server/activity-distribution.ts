import { z } from 'zod';
import { textOf, type Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, refusal, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { arrivals } from '#platform/server/entity/distribute.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { promotionActivity } from '#promotion/model/activity.ts';

type Bill = LockedBill<typeof promotionActivity>;

export const activityHanded = refusal('E-PROMO-HANDED', 20163, [
  '活动【{code}】由上级租户下发，只能查看',
  '活動【{code}】由上級租戶下發，只能檢視',
  'Activity {code} was handed down and can only be read here',
]);

/** What came from above is read and used, and changed by nobody but its owner (6.1). */
export async function refuseHanded(ctx: Command, { code }: Pick<Bill, 'code'>): Promise<void> {
  const origins = await ctx.rows(
    statement({ originTenant: 'text' }, 'select origin_tenant from app.sys_origin where noun = $1 and code = $2', [
      promotionActivity.name,
      code,
    ]),
  );
  if (origins.length > 0) throw activityHanded({ code });
}

/** How an activity stands that copies follow. */
interface Followed {
  readonly isEnded: boolean;
  readonly publishStatus?: string;
  readonly status?: string;
}
/** Tenants that have it take what its owner did: a new version, its end, its switch. */
export async function follow(ctx: Command, bill: Bill, now: Followed): Promise<void> {
  const targets = await ctx.rows(
    statement(
      { targetTenant: 'text' },
      `select target_tenant from app.sys_distribution where noun = $1 and code = $2 and push_status = '4'`,
      [promotionActivity.name, bill.code],
    ),
  );
  for (const { targetTenant } of targets) ctx.later(handing(targetTenant, bill, now, null));
}

const outcome = { outcome: 'text', reason: 'text?' } as const;
const handing = (target: string, bill: Bill, now: Followed, request: string | null) =>
  statement(outcome, 'select * from sec.hand_activity($1, $2, $3, $4, $5, $6::jsonb)', [
    target,
    bill.id,
    now.isEnded,
    now.publishStatus ?? bill.publishStatus ?? '0',
    now.status ?? bill.status ?? '1',
    request,
  ]);

const body = z.object({
  tenantCodeArrays: z.array(z.string()).min(1).max(100),
  codes: z.array(z.string()).min(1).max(100),
});
const permission = [permissionOf(promotionActivity, 'pushdown')];
const path = `${promotionActivity.path}/pushDown`;

export const activityDistributionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path,
    permission,
    effect: 'command',
    body,
    summary: 'Promotion activity: hand published ones to tenants below (?preview=1 shows what would change)',
    handle: handDown,
  },
  {
    method: 'GET',
    path,
    permission,
    effect: 'none',
    summary: 'Promotion activity: which of ?codes= arrived where',
    handle: (call) => arrivals(promotionActivity, call),
  },
];

const causes: Readonly<Record<string, Label>> = {
  own: ['下级租户已有同编码的活动', '下級租戶已有同編碼的活動', 'The tenant has an activity with this code'],
  state: ['活动没有已审核的版本', '活動沒有已審核的版本', 'No version of the activity is audited'],
  reference: [
    '赠品、礼包或换购产品在下级租户中不存在',
    '贈品、禮包或換購產品在下級租戶中不存在',
    'Goods or a package that it gives are missing in the tenant',
  ],
};
const asked: Label = ['编码', '編碼', 'Code'];

async function handDown(call: Call): Promise<unknown> {
  const isPreview = call.query['preview'] === '1';
  return command(
    call,
    async (ctx) => {
      const parsed = body.safeParse(call.body);
      if (!parsed.success) throw invalidAt([{ path: 'codes', field: asked, reason: reasons.required }]);
      const { tenants, bills } = await wanted(ctx, parsed.data);
      const request = JSON.stringify({
        uri: call.route.path,
        method: call.route.method,
        ip: call.ip,
        agent: call.agent,
        correlation: call.correlationId,
      });
      const handed: Handed[] = [];
      for (const tenant of tenants)
        for (const bill of bills) {
          const [row] = await ctx.rows(handing(tenant.tenantCode, bill, { isEnded: false }, request));
          const cause = causes[row?.reason ?? ''];
          handed.push({
            ...tenant,
            noun: promotionActivity.name,
            nounName: textOf(promotionActivity.label, call.language),
            code: bill.code,
            name: bill.name,
            isAlong: false,
            result: row?.outcome ?? 'failed',
            msg: cause === undefined ? null : textOf(cause, call.language),
          });
        }
      for (const bill of bills)
        ctx.log({
          noun: promotionActivity.name,
          recordId: bill.id,
          recordCode: bill.code,
          operation: 'distribute',
          message: handed
            .filter(({ code }) => code === bill.code)
            .map(({ tenantCode, result }) => `${tenantCode} ${result}`)
            .join(', ')
            .slice(0, 1000),
        });
      return isPreview ? tenants.map((tenant) => foreseen(tenant, handed)) : handed;
    },
    { isTrial: isPreview },
  );
}

/** One activity in one tenant, in the words of the dialog that hands master data down. */
interface Handed extends Tenant {
  readonly noun: string;
  readonly nounName: string;
  readonly code: string;
  readonly name: string;
  readonly isAlong: false;
  readonly result: string;
  readonly msg: string | null;
}
interface Tenant {
  readonly tenantCode: string;
  readonly tenantName: string;
}
function foreseen(tenant: Tenant, handed: readonly Handed[]) {
  const own = handed.filter(({ tenantCode }) => tenantCode === tenant.tenantCode);
  const counts = { done: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { result } of own) counts[result as keyof typeof counts] += 1;
  return { ...tenant, counts, more: 0, lines: own.filter(({ result }) => result !== 'unchanged') };
}

/** Only what customers know of already is handed on: audited and published. */
async function wanted(ctx: Command, { tenantCodeArrays, codes }: z.output<typeof body>) {
  const { tenants, ids } = await ctx.all({
    tenants: statement(
      { tenantCode: 'text', tenantName: 'text' },
      `
        select tenant_code, tenant_name
        from app.tenant_tenant
        where tenant_code = any($1::text[])
        order by tenant_code`,
      [tenantCodeArrays],
    ),
    ids: statement({ id: 'uuid' }, 'select id from app.promotion_activity where code = any($1::text[])', [codes]),
  });
  const bills = billsOf(
    await ctx.rows(
      headsOf(
        promotionActivity,
        ids.map(({ id }) => id),
        true,
      ),
    ),
    [],
  );
  if (bills.length !== new Set(codes).size || tenants.length !== new Set(tenantCodeArrays).size) throw notFound();
  for (const bill of bills) {
    await refuseHanded(ctx, bill);
    if (bill.billStatus !== promotionActivity.states.audited.code || bill.publishStatus !== '1')
      throw stateForbids({
        code: bill.code,
        status: statusLabel(promotionActivity, bill.billStatus),
        verb: promotionActivity.grants?.['pushdown'],
      });
  }
  return { tenants, bills };
}
