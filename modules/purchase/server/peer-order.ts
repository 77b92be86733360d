import { z } from 'zod';
import { isZero, minus } from '#platform/model/decimal.ts';
import { stateForbids } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import type { PeerMessage } from '#platform/server/peer/runner.ts';
import { order } from '#sales/model/order/order.ts';
import { makeBill } from './made/make-bill.ts';
import { ownGoods } from '#purchase/server/peer/goods.ts';
import { peerUnknown } from '#purchase/server/peer/refusals.ts';
import { newsOf, sides } from '#purchase/server/peer/tell.ts';

/** From another tenant. */
const peerSource = '5';

const asked = z.object({
  code: z.string(),
  requiredDate: z.string().nullable(),
  remark: z.string().nullable(),
  lines: z.array(z.object({ lineId: z.string(), productCode: z.string(), number: z.string(), amount: z.string() })),
});

/** A purchase of another tenant becomes an order of the customer that he is here. The house prices it itself (B16). */
export async function takeOrder(ctx: Command, message: PeerMessage, hooks: DocumentHooks): Promise<void> {
  const bill = asked.parse(message.payload);
  const customer = await customerOf(ctx, message);
  const goods = await ownGoods(
    ctx,
    message.fromTenant,
    bill.lines.map(({ productCode }) => productCode),
  );
  const { id, draft } = await makeBill(ctx, {
    document: order,
    hooks,
    body: {
      organizeCode: customer.organizeCode,
      customerCode: customer.code,
      orderType: '0',
      requiredDate: bill.requiredDate,
      remark: bill.remark,
      lines: bill.lines.map(({ productCode, number }) => ({
        productCode: goods.get(productCode)?.code,
        lineType: '0',
        number,
      })),
    },
    kept: { source: peerSource, peerCode: bill.code },
    message: `${message.fromName} ${bill.code}`,
  });
  // Rules may have added gifts; what was asked for stands first and in its order.
  const bought = draft.lines.filter(({ ruleNo }) => ruleNo === null || ruleNo === undefined);
  keepPair(
    ctx,
    { ...message, orderId: id, purchaseCode: bill.code },
    bill.lines.map((line, at) => ({ ...line, ownLineId: bought[at]?.id ?? '' })),
  );
  ctx.later(newsOf([id]));
}

/** The customer that the sender is here, and the organisation that serves him. */
async function customerOf(
  ctx: Command,
  { fromTenant, fromName }: PeerMessage,
): Promise<{ readonly code: string; readonly organizeCode: string | null }> {
  const [found] = await ctx.rows(
    statement(
      { code: 'text', organizeCode: 'text?' },
      `
        select c.code,
          coalesce(
            c.organize_code, (select o.code from app.sys_organization o where o.status = '1' order by o.code limit 1)
          ) as organize_code
        from app.data_customer c
        where c.rel_tenant_code = $1
        order by c.status desc, c.code
        limit 1`,
      [fromTenant],
    ),
  );
  if (found === undefined) throw peerUnknown({ name: fromName });
  return found;
}

interface NewPair {
  readonly subjectId: string;
  readonly fromTenant: string;
  readonly orderId: string;
  readonly purchaseCode: string;
}

/** Ordered anew after the first order was void, the pair is of the new one. */
function keepPair(
  ctx: Command,
  { subjectId, fromTenant, orderId, purchaseCode }: NewPair,
  lines: readonly {
    readonly lineId: string;
    readonly ownLineId: string;
    readonly number: string;
    readonly amount: string;
  }[],
): void {
  ctx.later({
    text: `
      insert into app.order_peer (id, side, peer_tenant, bill_id, bill_code, peer_code)
      select $1, '${sides.seller}', $2, o.id, o.code, $4
      from app.order_order o
      where o.id = $3
      on conflict (tenant_code, id) do update
        set bill_id = excluded.bill_id, bill_code = excluded.bill_code, is_active = true, clawback = 0`,
    values: [subjectId, fromTenant, orderId, purchaseCode],
  });
  ctx.later({ text: 'delete from app.order_peer_line where peer_id = $1', values: [subjectId] });
  ctx.later({
    text: `
      insert into app.order_peer_line (id, peer_id, own_line_id, number, amount)
      select x.id, $1, x.own_line_id, x.number, x.amount
      from unnest($2::uuid[], $3::uuid[], $4::numeric[], $5::numeric[]) as x(id, own_line_id, number, amount)`,
    values: [
      subjectId,
      lines.map(({ lineId }) => lineId),
      lines.map(({ ownLineId }) => ownLineId),
      lines.map(({ number }) => number),
      lines.map(({ amount }) => amount),
    ],
  });
}

const agreed = z.object({ lines: z.array(z.object({ lineId: z.string(), amount: z.string() })) });

/** The buyer agrees to exactly these amounts; priced again, the order waits for him again (B16a). */
export async function takeConfirmation(ctx: Command, { subjectId, payload }: PeerMessage): Promise<void> {
  const { lines } = agreed.parse(payload);
  ctx.later({
    text: `
      update app.order_peer_line l
      set confirmed_amount = c.amount
      from unnest($2::uuid[], $3::numeric[]) as c(line_id, amount)
      where l.peer_id = $1 and l.id = c.line_id`,
    values: [subjectId, lines.map(({ lineId }) => lineId), lines.map(({ amount }) => amount)],
  });
}

const why = z.object({ reason: z.string().nullable() });

/**
 * The buyer wants no more: an order that nobody agreed to is void, of an audited one the rest is given up. One in
 * approval, or with goods being sent, is left alone and asked again.
 */
export async function takeCloseRequest(
  ctx: Command,
  { subjectId, payload, fromName }: PeerMessage,
  hooks: DocumentHooks,
): Promise<void> {
  const { reason } = why.parse(payload);
  const [bill] = await ctx.rows(
    statement(
      { id: 'uuid', code: 'text', billStatus: 'text', cancelFlag: 'text', toShip: 'decimal' },
      `
        select o.id, o.code, o.bill_status, o.cancel_flag,
          (
            select sum(l.number - coalesce(l.closed_number, 0) - coalesce(l.out_number, 0))
            from app.order_order_line l
            where l.parent_id = o.id
          ) as to_ship
        from app.order_peer p
        join app.order_order o on o.id = p.bill_id and o.deleted_flag = '0'
        where p.id = $1 and p.is_active`,
      [subjectId],
    ),
  );
  if (bill === undefined || bill.cancelFlag === '1' || bill.billStatus === order.states.closed.code) return;
  const said = reason === null || reason === '' ? fromName : `${fromName} ${reason}`;
  const verb = bill.billStatus === order.states.audited.code ? 'close' : 'cancel';
  if (verb === 'close' && isZero(minus(bill.toShip, '0'))) return;
  if (verb === 'cancel' && bill.billStatus !== order.states.saved.code && bill.billStatus !== order.states.stashed.code)
    throw stateForbids({
      code: bill.code,
      status: statusLabel(order, bill.billStatus),
      verb: order.verbs.cancel.label,
    });
  await performWithin(ctx, { document: order, hooks, verb, ids: [bill.id], message: said });
}
