import { minus } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsAskedFor, linesOf } from '#platform/server/document/read.ts';
import { settlementRead, settlementsIn } from '#funds/server/capital.ts';
import { order } from '#sales/model/order/order.ts';
import { releaseOf } from '#sales/model/revision/exchange-cover.ts';
import { closedAmountOf, type Close } from '#sales/model/order/order-close.ts';
import { moneyReads, occupy } from '#sales/server/order/order-money.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { sourceOf } from '#sales/server/order/order.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { heldEver } from './exchange-order.ts';

export const exchangeWaits = refusal('E-EXCH-WAIT', 20209, [
  '换回货物未入库，不能放行',
  '換回貨物未入庫，不能放行',
  'Goods to be exchanged have not come back',
]);

/** Orders of exchanges among those of these deliveries, and whether their goods are all back. */
export const exchangesOf = (deliveries: readonly string[]) =>
  statement(
    { orderId: 'uuid', isAllReceived: 'boolean' },
    `
      select o.id as order_id,
        not exists (
          select from app.doc_link k
          join app.order_refund t on t.tenant_code = k.tenant_code and t.id = k.from_id
          where k.tenant_code = o.tenant_code
            and k.kind = '${linkKinds.exchange}'
            and k.is_active
            and k.to_id = o.id
            and t.bill_status = '1'
            and t.receipt_status = '0'
        ) as is_all_received
      from app.order_order o
      where o.order_type = '5'
        and o.code = any(array(select d.order_code from app.order_delivery d where d.id = any($1::uuid[])))`,
    [deliveries],
  );

/**
 * New goods of an exchange leave once the old ones are back, or before where the house lets them (SD027). What the old
 * ones brought less than was thought is covered like any order, here and not later (B6a).
 */
export async function coverExchanges(
  ctx: Command,
  deliveries: readonly string[],
  found: readonly { readonly orderId: string }[],
): Promise<void> {
  const ids = found.map(({ orderId }) => orderId);
  if (ids.length === 0) return;
  const { heads, lines, waiting, settlements, params, ...money } = await ctx.all({
    heads: headsAskedFor(order, ids),
    lines: linesOf(order, ids),
    waiting: exchangesOf(deliveries),
    ...moneyReads(ids),
    settlements: settlementRead('$1::uuid[]', [ids]),
    params: paramStatement(['SD014', 'SD021', 'SD027']),
  });
  for (const bill of billsOf(heads, lines)) {
    const isReleasedFirst = paramIn(params, 'SD027', bill.organizeCode) === '1';
    const isAllReceived = waiting.find(({ orderId }) => orderId === bill.id)?.isAllReceived === true;
    if (!isAllReceived && !isReleasedFirst) throw exchangeWaits();
    const closed = closedAmountOf(bill.lines.flatMap(({ closes }) => (closes ?? []) as readonly Close[]));
    const { toCover, answer } = releaseOf(
      { newAmount: minus(bill.payableAmount ?? '0', closed), backEstimate: '0', isReleasedFirst },
      heldEver(settlementsIn(settlements, bill.id)),
      true,
    );
    if (answer === 'free') continue;
    occupy(ctx, sourceOf({ ...bill, opSeq: bill.opSeq + 1 }, ctx.today), bill, toCover, { ...money }, params);
    ctx.later({
      text: 'update app.order_order set op_seq = op_seq + 1, row_version = row_version + 1 where id = $1',
      values: [bill.id],
    });
  }
}
