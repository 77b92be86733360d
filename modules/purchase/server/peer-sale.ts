import { z } from 'zod';
import { compare } from '#platform/model/decimal.ts';
import { notFound, stateForbids } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import type { PeerMessage } from '#platform/server/peer/runner.ts';
import { order } from '#sales/model/order/order.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { signAs } from '#sales/server/delivery/delivery-sign.ts';
import { makeBill } from './made/make-bill.ts';
import { sides } from '#purchase/server/peer/tell.ts';

const received = z.object({
  deliveryId: z.string(),
  lines: z.array(z.object({ deliveryLineId: z.string(), number: z.string() })),
});

/** The buyer's receipt signs for the goods, with the numbers that he received (B17). */
export async function takeReceipt(ctx: Command, message: PeerMessage): Promise<void> {
  const { deliveryId, lines } = received.parse(message.payload);
  await ownOrder(ctx, message);
  await signAs(ctx, [
    {
      id: deliveryId,
      lines: new Map(lines.map(({ deliveryLineId, number }) => [deliveryLineId, { signed: number, refused: '0' }])),
    },
  ]);
}

const sentBack = z.object({
  code: z.string(),
  lines: z.array(z.object({ deliveryLineId: z.string(), number: z.string() })),
});

/** Goods are on their way back: a return of the order waits for somebody to agree to it (B17). */
export async function takeReturn(ctx: Command, message: PeerMessage, hooks: DocumentHooks): Promise<void> {
  const { code, lines } = sentBack.parse(message.payload);
  const sold = await ownOrder(ctx, message);
  const rows = await ctx.rows(
    statement(
      { id: 'uuid', orderLineId: 'text?', productCode: 'text' },
      `
        select l.id, l.order_line_id, l.product_code
        from app.order_delivery_line l
        join app.order_delivery d on d.tenant_code = l.tenant_code and d.id = l.parent_id and d.order_code = $2
        where l.id = any($1::uuid[])`,
      [lines.map(({ deliveryLineId }) => deliveryLineId), sold.code],
    ),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  await makeBill(ctx, {
    document: refund,
    hooks,
    body: {
      organizeCode: sold.organizeCode,
      orderCode: sold.code,
      orderType: '2',
      returnReason: '0',
      remark: code,
      lines: lines
        .filter(({ number }) => compare(number, '0') > 0)
        .map(({ deliveryLineId, number }) => {
          const row = known.get(deliveryLineId);
          if (row === undefined) throw notFound();
          return { orderLineId: row.orderLineId, productCode: row.productCode, direction: '-1', number, price: '0' };
        }),
    },
    message: `${message.fromName} ${code}`,
  });
}

/** The order of the pair, of the tenant that the message comes from and of no other. */
async function ownOrder(
  ctx: Command,
  { subjectId, fromTenant }: PeerMessage,
): Promise<{ readonly code: string; readonly organizeCode: string }> {
  const [found] = await ctx.rows(
    statement(
      { code: 'text', organizeCode: 'text', billStatus: 'text' },
      `
        select o.code, o.organize_code, o.bill_status
        from app.order_peer p
        join app.order_order o on o.tenant_code = p.tenant_code and o.id = p.bill_id
        where p.id = $1 and p.side = '${sides.seller}' and p.peer_tenant = $2`,
      [subjectId, fromTenant],
    ),
  );
  if (found === undefined) throw notFound();
  if (found.billStatus !== order.states.audited.code && found.billStatus !== order.states.closed.code)
    throw stateForbids({ code: found.code, status: order.states.saved.label, verb: refund.label });
  return found;
}
