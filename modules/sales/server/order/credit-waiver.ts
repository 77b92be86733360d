import { compare } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { billsOf, headsOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';
import { splitByMeans } from '#funds/model/means.ts';
import { paramStatement } from '#system/server/setting/param.ts';
import { meansIn, standingOf } from '#funds/server/standing.ts';
import { moneyReads, shortageOf } from './order-money.ts';

type Order = LockedBill<typeof order>;

export const waiverRoute: Route = {
  method: 'PUT',
  path: `${order.path}/creditWaive`,
  permission: [permissionOf(order, 'creditWaive')],
  effect: 'command',
  marks: { 'body[]': order.name },
  summary: "Order in approval: let it through beyond the customer's credit ({ ids or id, waiverAmount, operateMsg? })",
  handle: waive,
};

/**
 * Finance lets an order through beyond what its customer may owe: this one, up to so much, on the record (domain §4.2).
 */
function waive(call: Call): Promise<null> {
  const { id, waiverAmount, operateMsg } = (
    typeof call.body === 'object' && call.body !== null ? call.body : {}
  ) as Readonly<Record<string, unknown>>;
  const ids = checkedKeys(typeof id === 'string' ? [id] : idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, params, ...money }) => {
      const bills = billsOf(heads, []);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        if (bill.billStatus !== order.states.inApproval.code)
          throw stateForbids({
            code: bill.code,
            status: statusLabel(order, bill.billStatus),
            verb: order.grants?.['creditWaive'],
          });
        const waiver = waiverIn(waiverAmount, shortageOf(bill, bill.payableAmount ?? '0', money, params));
        ctx.later({
          text: `
            update app.order_order
            set waiver_amount = $2, row_version = row_version + 1, updater_name = $3, update_date = now()
            where id = $1`,
          values: [bill.id, waiver, ctx.identity.realName],
        });
        ctx.log({
          noun: order.name,
          recordId: bill.id,
          recordCode: bill.code,
          operation: 'creditWaive',
          ...(typeof operateMsg === 'string' ? { message: operateMsg.slice(0, 500).replaceAll('\u0000', '') } : {}),
          changes: { waiverAmount: [bill.waiverAmount, waiver] },
        });
      }
      return null;
    },
    { reads: { heads: headsOf(order, ids, true), params: paramStatement(['SD021']), ...moneyReads(ids) } },
  );
}

/** Less than what is missing would let nothing through. */
function waiverIn(given: unknown, short: string): string {
  if (
    typeof given === 'string' &&
    /^\d{1,12}(\.\d{1,2})?$/.test(given) &&
    compare(given, '0') > 0 &&
    compare(given, short) >= 0
  )
    return given;
  const reason: Label = [
    `必须大于零且不少于缺口${short}元`,
    `必須大於零且不少於缺口${short}元`,
    `must be above zero and cover the shortage of ${short}`,
  ];
  throw invalidAt([{ path: 'waiverAmount', field: order.head.waiverAmount.label, reason }]);
}

/** What a route and the conditions of a process may ask: would the customer owe more than he may? */
export async function creditFacts(ctx: Command, bill: Order): Promise<{ readonly creditShort: boolean }> {
  const means = meansIn(await ctx.rows(standingOf(bill.organizeCode, bill.customerCode)), bill);
  if (means === null) return { creditShort: false };
  return { creditShort: splitByMeans(means, bill.payableAmount ?? '0').shortage !== null };
}
