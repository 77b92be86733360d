import { z } from 'zod';
import { isZero, minus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { PeerMessage } from '#platform/server/peer/runner.ts';
import { bookPayable } from '#funds/server/payable/payable-book.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { adjustReceivedCost } from '#purchase/server/peer/adjust.ts';
import { sides } from '#purchase/server/peer/tell.ts';
import { refreshPurchases } from './purchase-progress.ts';

const news = z.object({
  orderCode: z.string(),
  status: z.string(),
  isVoid: z.boolean(),
  clawback: z.string(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      isOrdered: z.boolean(),
      productCode: z.string(),
      number: z.string(),
      amount: z.string(),
      closed: z.string(),
    }),
  ),
});
type News = z.infer<typeof news>;

/** A purchase with its pair, held; both are there as long as it has an order. */
export async function heldPurchase(ctx: Command, { subjectId, fromTenant }: PeerMessage) {
  const { purchases } = await ctx.all({
    purchases: statement(
      {
        id: 'uuid',
        code: 'text',
        organizeCode: 'text',
        organizeName: 'text?',
        supplierCode: 'text',
        supplierName: 'text?',
        storageCode: 'text?',
        storageName: 'text?',
        opSeq: 'integer',
        clawback: 'decimal',
      },
      `
        select h.id, h.code, h.organize_code, h.organize_name, h.supplier_code, h.supplier_name, h.storage_code,
          h.storage_name, h.op_seq, p.clawback
        from app.order_purchase h
        join app.order_peer p
          on p.tenant_code = h.tenant_code
          and p.id = h.id
          and p.side = '${sides.buyer}'
          and p.peer_tenant = $2
        where h.id = $1
        for update of h`,
      [subjectId, fromTenant],
    ),
  });
  return purchases[0];
}
type Held = NonNullable<Awaited<ReturnType<typeof heldPurchase>>>;

/** How the order of a purchase stands over there: priced, agreed to, given up in part, or void. */
export async function takeNews(ctx: Command, message: PeerMessage): Promise<void> {
  const told = news.parse(message.payload);
  const bill = await heldPurchase(ctx, message);
  if (bill === undefined) return;
  if (told.isVoid) return forgetOrder(ctx, bill.id);
  ctx.later({
    text: `update app.order_peer set peer_code = $2, peer_status = $3, is_active = true where id = $1`,
    values: [bill.id, told.orderCode, told.status],
  });
  ctx.later({
    text: `update app.order_purchase set push_status = '4', upstream_code = $2 where id = $1`,
    values: [bill.id, told.orderCode],
  });
  keepLines(ctx, bill.id, told);
  await chargeBack(ctx, message, bill, told.clawback);
  refreshPurchases(ctx, [bill.id]);
}

/** What the order says of each line; gifts are lines that nobody ordered. */
function keepLines(ctx: Command, subjectId: string, { lines }: News): void {
  ctx.later({
    text: `
      insert into app.order_peer_line as k (id, peer_id, product_code, number, peer_amount, peer_closed)
      select x.id, $1, x.product_code, x.number, x.amount, x.closed
      from unnest($2::uuid[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[]) as x(
        id, product_code, number, amount, closed
      )
      on conflict (tenant_code, id) do update
        set peer_amount = excluded.peer_amount, peer_closed = excluded.peer_closed`,
    values: [
      subjectId,
      lines.map(({ lineId }) => lineId),
      lines.map(({ productCode }) => productCode),
      lines.map(({ number }) => number),
      lines.map(({ amount }) => amount),
      lines.map(({ closed }) => closed),
    ],
  });
  // A gift that is promised no more is none, unless it has been sent.
  ctx.later({
    text: `
      delete from app.order_peer_line l
      where l.peer_id = $1
        and l.own_line_id is null
        and l.id <> all($2::uuid[])
        and not exists (select from app.order_peer_piece s where s.line_id = l.id)`,
    values: [subjectId, lines.map(({ lineId }) => lineId)],
  });
  ctx.later({
    text: `
      update app.order_purchase_line b
      set closed_number = l.peer_closed + l.taken_number
      from app.order_peer_line l
      where l.peer_id = $1 and b.id = l.own_line_id`,
    values: [subjectId],
  });
}

/** What the seller charges for promotions that were lost is owed, and what he gives back of it is not (B16a). */
async function chargeBack(ctx: Command, message: PeerMessage, bill: Held, clawback: string): Promise<void> {
  const more = minus(clawback, bill.clawback);
  if (isZero(more)) return;
  await adjustOwed(ctx, message, bill, more);
  ctx.later({ text: 'update app.order_peer set clawback = $2 where id = $1', values: [bill.id, clawback] });
}

/** An adjustment that a message brings, to what is owed and to what the goods cost; its line is the message. */
export async function adjustOwed(ctx: Command, message: PeerMessage, bill: Held, amount: string): Promise<void> {
  if (isZero(amount)) return;
  const source = { type: purchase.name, id: bill.id, code: bill.code, opSeq: bill.opSeq, date: ctx.today };
  await adjustReceivedCost(ctx, source, { peerId: bill.id, messageId: message.id, amount });
  bookPayable(ctx, source, [
    {
      organizeCode: bill.organizeCode,
      supplierCode: bill.supplierCode,
      postType: 'ADJ',
      amount,
      dueDate: ctx.today,
      lineId: message.id,
      purchaseCode: bill.code,
    },
  ]);
}

/** The seller has no order of it any more: it is taken back, changed or sent again. */
function forgetOrder(ctx: Command, id: string): void {
  ctx.later({
    text: `update app.order_peer set is_active = false, peer_status = null, peer_code = null where id = $1`,
    values: [id],
  });
  ctx.later({ text: 'delete from app.order_peer_line where peer_id = $1', values: [id] });
  ctx.later({
    text: `update app.order_purchase set push_status = '0', upstream_code = null where id = $1`,
    values: [id],
  });
}
