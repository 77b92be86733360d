import { isZero } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { withJoins } from '#platform/server/document/join.ts';
import { linkDocuments, unlinkFrom } from '#platform/server/document/link.ts';
import { dropBills, insertBill } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import { order } from '#sales/model/order/order.ts';
import { exchangeOrder } from '#sales/model/points/exchange-order.ts';
import { orderPush } from '#sales/server/exchange/order-push.ts';
import { draftOrder } from '#sales/server/exchange/made-order.ts';
import { hooksOfExchange } from '#sales/server/order/order.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';

type Exchange = LockedBill<typeof exchangeOrder>;

/** Goods for points become an order that is agreed to with them: gifts, or goods at what is paid beside the points. */
export async function makeExchanged(ctx: Command, bill: Exchange): Promise<void> {
  const { order: made, ids } = await draftOrder(
    ctx,
    {
      organizeCode: bill.organizeCode,
      customerCode: bill.customerCode,
      orderType: '0',
      shippingLocationCode: bill.shippingLocationCode,
      remark: bill.remark,
      billDate: ctx.today,
      lines: bill.lines.map(({ productCode, number, remark }) => ({ productCode, number, remark })),
    },
    bill.lines.map(({ amount }) => amount ?? '0'),
  );
  const id = newId();
  const draft = {
    ...made,
    pointsOrderCode: bill.code,
    // Nobody's promotions: what comes back of it is worth what was paid for it.
    promoTrace: null,
    lines: made.lines.map((line) => ({ ...line, id: newId(), lineType: isZero(line.amount ?? '0') ? '1' : '0' })),
  };
  insertBill(order, ctx, { id, status: order.states.saved.code, draft }, { operation: 'save', message: bill.code });
  ctx.later({
    text: 'update app.order_order set creator_id = $2, creator_name = $3 where id = $1',
    values: [id, bill.creatorId, bill.creatorName],
  });
  linkDocuments(
    ctx,
    order,
    made.lines.map((line, at) => ({
      kind: linkKinds.points,
      from: { type: exchangeOrder.name, id: bill.id, lineId: bill.lines[ids.indexOf(line.id)]?.id ?? bill.id },
      to: { id, lineId: draft.lines[at]?.id ?? id },
      number: line.number,
      amount: line.amount ?? '0',
      isShownOnly: true,
    })),
  );
  ctx.later({
    text: `
      update app.points_exchangeorder
      set new_order_code = (select o.code from app.order_order o where o.id = $2)
      where id = $1`,
    values: [bill.id, id],
  });
  const hooks = orderHooks(bill, made.payableAmount ?? '0');
  await performWithin(ctx, { document: order, hooks, verb: 'audit', ids: [id] });
}

/**
 * Whoever takes the exchange back takes its order back, as long as nothing of it was released. Who moves the order's
 * goods holds it and tells the exchange how far it is: he goes first, and this one comes again.
 */
export async function unmakeExchanged(ctx: Command, bill: Exchange): Promise<void> {
  const made = await ctx.rows(
    statement(
      { id: 'uuid' },
      `
        select o.id
        from app.order_order o
        where o.id = any(array(
          select k.to_id
          from app.doc_link k
          where k.kind = '${linkKinds.points}' and k.is_active and k.from_id = $1
        ))
        for update nowait`,
      [bill.id],
    ),
  );
  const ids = made.map(({ id }) => id);
  if (ids.length === 0) return;
  await performWithin(ctx, { document: order, hooks: orderHooks(bill, '0'), verb: 'unaudit', ids });
  dropBills(ctx, order, ids);
  unlinkFrom(ctx, [bill.id], linkKinds.points);
  ctx.later({ text: 'update app.points_exchangeorder set new_order_code = null where id = $1', values: [bill.id] });
}

const orderHooks = ({ creatorId }: Exchange, amount: string) =>
  withJoins(hooksOfExchange(creatorId, amount), [orderPush]);
