import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, Refusal, refusal, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { billsOf, headsOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import { ExchangeFault, type ExchangeAdapter } from '#platform/server/exchange/port.ts';
import { systemSecretIn } from '#system/server/operation/system-secret.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { statement } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { Unsendable, type Sender } from '#platform/server/outbox/runner.ts';
import { joinDocument } from '#platform/server/document/join.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';
import { pushStatus } from '#stock/model/choices.ts';
import { paramIn, paramStatement, type ParamRow } from '#system/server/setting/param.ts';

export const alreadyPushed = refusal('E-PUSHED', 20014, [
  '单据已推送外部系统，不能{verb}',
  '單據已推送外部系統，不能{verb}',
  'Already pushed to another system; cannot {verb}',
]);
export const pushIsOff = refusal('E-PUSH-OFF', 20219, [
  '没有启用订单推送（参数INT001）',
  '沒有啟用訂單推送（參數INT001）',
  'Orders are not pushed here (parameter INT001)',
]);

type Order = LockedBill<typeof order>;

/** As the outbox hands it over: what was queued, and the order as it is now. */
const queued = z.object({
  tenantCode: z.string(),
  billCode: z.string(),
  auditCount: z.number(),
  bill: z.record(z.string(), z.unknown()),
});

/** On its way it counts as there: what the other system may have is not taken back behind its back. */
const isGone = ({ pushStatus: status }: Order): boolean => status === '2' || status === '4';
const verb = ['推送', '推送', 'push'] as const;
const [simplified, traditional, english] = pushStatus[1];

const isPushed = ({ organizeCode }: Order, params: readonly ParamRow[]): boolean =>
  paramIn(params, 'INT001', organizeCode) === '1';

/**
 * Waits from the moment the audit commits; the worker looks once more before it sends (sec.begin_push). The system is
 * chosen here and stays the same for every try: the first that says which ERP it is, else the first.
 */
function queuePush(ctx: Command, bill: Order, auditCount: number): void {
  ctx.later(
    statement(
      { putOutbox: 'nothing' },
      `
        select sec.put_outbox(
          $1, 'push',
          json_build_object(
            'orderId', $2::uuid, 'billCode', $3::text, 'auditCount', $4::integer,
            'systemCode', (
              select code
              from app.approve_system
              where enable_flag = '1' and interface_type = '1' and url is not null
              order by erp_product is null, code
              limit 1
            )
          )
        )`,
      [newId(), bill.id, bill.code, auditCount],
    ),
  );
}

const pushParams = { params: paramStatement(['INT001']) };

/** An audited order waits for the other system; one that is there, or on its way, is not taken back. */
export const orderPush = joinDocument<typeof order, typeof pushParams>(order, 'push', {
  verbReads: (_ids, verb) => (verb === 'audit' ? pushParams : {}),
  before: {
    unaudit(_ctx, bill) {
      if (isGone(bill)) throw alreadyPushed({ verb: order.verbs.unaudit.label });
    },
  },
  after: {
    audit(ctx, bill, { rows: { params = [] } }) {
      if (isPushed(bill, params)) queuePush(ctx, bill, bill.auditCount + 1);
    },
  },
  sets: {
    audit: (bill, { rows: { params = [] } }) => ({ pushStatus: isPushed(bill, params) ? '1' : bill.pushStatus }),
    unaudit: () => ({ pushStatus: '0' }),
  },
});

/**
 * J06. Sent twice because a worker died in between, or queued again after it failed, it has the same key; audited again
 * it is another.
 */
export const orderSender = (adapter: ExchangeAdapter): Sender => ({
  from: '',
  // 1, 5 and 30 minutes; then a person looks at it.
  pauses: [60, 300, 1800],
  placeOf: ({ billCode }, { account }) => ({ url: account?.url ?? 'push:', type: '1', target: String(billCode ?? '') }),
  async send(payload, { account }) {
    const { tenantCode, billCode, auditCount, bill } = queued.parse(payload);
    const { code, name, url, account: login, sealedSecret } = account ?? {};
    if (typeof code !== 'string' || typeof url !== 'string' || url === '')
      throw new Unsendable('没有启用的外部系统（接口类型REST）');
    try {
      const system = { code, name: name ?? code, url, account: login ?? '', secret: systemSecretIn(sealedSecret) };
      await adapter.pushBill(system, {
        key: `${tenantCode}:order:${billCode}:${auditCount}`,
        type: 'order',
        version: auditCount,
        bill,
      });
    } catch (error) {
      const cause = error instanceof ExchangeFault ? error.refusal : error;
      throw cause instanceof Refusal ? new Error(cause.textIn('zh-CN')) : cause;
    }
  },
});

/** One that failed, or was audited before orders were pushed, is queued by hand. */
function pushAgain(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, params }) => {
      const bills = billsOf(heads, []);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) refuseUnready(bill, params);
      for (const bill of bills) {
        ctx.log({
          noun: order.name,
          recordId: bill.id,
          recordCode: bill.code,
          operation: 'push',
          changes: { pushStatus: [bill.pushStatus, '1'] },
        });
        queuePush(ctx, bill, bill.auditCount);
        ctx.later({
          text: `
            update app.order_order
            set push_status = '1', row_version = row_version + 1, updater_name = $2, update_date = now()
            where id = $1 and push_status in ('0', '3')`,
          values: [bill.id, ctx.identity.realName],
        });
      }
      return null;
    },
    { reads: { heads: headsOf(order, ids, true), ...pushParams } },
  );
}

function refuseUnready(bill: Order, params: readonly ParamRow[]): void {
  const { code, billStatus } = bill;
  if ((billStatus !== order.states.audited.code && billStatus !== order.states.closed.code) || bill.cancelFlag === '1')
    throw stateForbids({ code, status: statusLabel(order, billStatus), verb });
  if (!isPushed(bill, params)) throw pushIsOff();
  if (isGone(bill)) throw alreadyPushed({ verb });
  if (bill.pushStatus === '1') throw stateForbids({ code, status: [simplified, traditional, english], verb });
}

export const pushRoute: Route = {
  method: 'PUT',
  path: `${order.path}/push`,
  permission: [permissionOf(order, 'push')],
  effect: 'command',
  marks: { 'body[]': order.name },
  summary: 'Order: queue for the other system (again)',
  handle: pushAgain,
};
