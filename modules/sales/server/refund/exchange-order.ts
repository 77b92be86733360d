import { minus, plus } from '#platform/model/decimal.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { withJoins } from '#platform/server/document/join.ts';
import { linkDocuments, unlinkFrom } from '#platform/server/document/link.ts';
import { dropBills, insertBill } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import type { Settlement } from '#funds/model/settlement.ts';
import { order } from '#sales/model/order/order.ts';
import { isBack } from '#sales/model/refund/choices.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { occupiedAtAudit } from '#sales/model/revision/exchange-cover.ts';
import { orderPush } from '#sales/server/exchange/order-push.ts';
import { hooksOfExchange } from '#sales/server/order/order.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import type { ExchangeDraft } from './exchange-save.ts';

type Refund = LockedBill<typeof refund>;

/**
 * An exchange that is agreed to becomes an order of its new goods, agreed to with it (B6). Of the customer's money it
 * holds what the goods that come back will not bring: `backEstimate` is what they are thought to.
 */
export async function makeOrder(ctx: Command, bill: Refund, backEstimate: string): Promise<void> {
  const draft = bill.exchange as ExchangeDraft | null;
  if (draft === null)
    throw invalidAt([{ path: 'lines', field: refund.lines.direction.label, reason: reasons.noLines }]);
  const params = await ctx.rows(paramStatement(['SD027']));
  const id = newId();
  const ids = new Map(draft.lines.map((line) => [line.id, newId()]));
  const lines = draft.lines.map((line) => ({
    ...line,
    id: ids.get(line.id) ?? newId(),
    giftSourceLineId: ids.get(line.giftSourceLineId ?? '') ?? null,
  }));
  insertBill(
    order,
    ctx,
    { id, status: order.states.saved.code, draft: { ...draft, lines } },
    { operation: 'save', message: bill.code },
  );
  ctx.later({
    text: 'update app.order_order set creator_id = $2, creator_name = $3 where id = $1',
    values: [id, bill.creatorId, bill.creatorName],
  });
  const out = bill.lines.filter((line) => !isBack(line));
  linkDocuments(
    ctx,
    order,
    lines.map((line, at) => ({
      kind: linkKinds.exchange,
      from: { type: refund.name, id: bill.id, lineId: out[at]?.id ?? bill.id },
      to: { id, lineId: line.id },
      number: line.number,
      amount: line.amount ?? '0',
      isShownOnly: true,
    })),
  );
  ctx.later({
    text: `
      update app.order_refund
      set new_order_code = (select o.code from app.order_order o where o.id = $2)
      where id = $1`,
    values: [bill.id, id],
  });
  const held = occupiedAtAudit({
    newAmount: draft.payableAmount ?? '0',
    backEstimate,
    isReleasedFirst: paramIn(params, 'SD027', bill.organizeCode) === '1',
  });
  await performWithin(ctx, { document: order, hooks: orderHooks(bill, held), verb: 'audit', ids: [id] });
}

/** Whoever takes the exchange back takes its order back, as long as nothing of it was released. */
export async function unmakeOrder(ctx: Command, bill: Refund): Promise<void> {
  const made = await ctx.rows(
    statement(
      { id: 'uuid' },
      `
        select distinct k.to_id as id
        from app.doc_link k
        where k.kind = '${linkKinds.exchange}' and k.is_active and k.from_id = $1`,
      [bill.id],
    ),
  );
  const ids = made.map(({ id }) => id);
  if (ids.length === 0) return;
  await performWithin(ctx, { document: order, hooks: orderHooks(bill, '0'), verb: 'unaudit', ids });
  dropBills(ctx, order, ids);
  unlinkFrom(ctx, [bill.id], linkKinds.exchange);
  ctx.later({ text: 'update app.order_refund set new_order_code = null where id = $1', values: [bill.id] });
}

const orderHooks = ({ creatorId }: Refund, held: string) => withJoins(hooksOfExchange(creatorId, held), [orderPush]);

/** Orders that exchanges made whose goods these movements bring; SQL of a set of ids, $1 being the movements. */
export const exchangedBy = `
  select x.to_id
  from app.doc_link x
  where x.kind = '${linkKinds.exchange}'
    and x.is_active
    and x.from_id = any(array(
      select k.from_id
      from app.doc_link k
      where k.kind = '${linkKinds.inbound}' and k.is_active and k.to_id = any($1::uuid[])
    ))`;

/** What the new goods cost that are not closed, of the orders that these exchanges made. */
export const madeBy = (refunds: readonly string[]) =>
  statement(
    { id: 'uuid', code: 'text', refundId: 'uuid', newAmount: 'decimal' },
    `
      select o.id, o.code, k.refund_id,
        coalesce(o.payable_amount, 0) - (
          select coalesce(sum(l.closed_amount), 0)
          from app.order_order_line l
          where l.tenant_code = o.tenant_code and l.parent_id = o.id
        ) as new_amount
      from app.order_order o
      join (
        select distinct x.to_id, x.from_id as refund_id
        from app.doc_link x
        where x.kind = '${linkKinds.exchange}' and x.is_active and x.from_id = any($1::uuid[])
      ) k on k.to_id = o.id`,
    [refunds],
  );

/** What was ever held for an order and not given back unspent. */
export const heldEver = (rows: readonly Settlement[]): string =>
  plus(...rows.map(({ occupied, released }) => minus(occupied, released)));
