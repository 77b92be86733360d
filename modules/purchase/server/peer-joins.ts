import { compare, minus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { joinDocument } from '#platform/server/document/join.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';
import { alreadyPushed } from '#sales/server/exchange/order-push.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { isRed, stockInout } from '#stock/model/inout.ts';
import type { Inout } from '#stock/server/inout.ts';
import { isUnconfirmed } from '#purchase/model/peer/settle.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { peerAsk, peerLines, peerShipped, peerUnconfirmed } from '#purchase/server/peer/refusals.ts';
import { newsOf, sides, tellPeer } from '#purchase/server/peer/tell.ts';

const peersOfSuppliers = (ids: readonly string[]) => ({
  peers: statement(
    { billId: 'uuid', peerTenant: 'text' },
    `
      select h.id as bill_id, s.rel_tenant_code as peer_tenant
      from app.order_purchase h
      join app.data_supplier s on s.tenant_code = h.tenant_code
        and s.code = h.supplier_code
        and s.rel_tenant_code is not null
        and s.rel_tenant_code <> sec.tenant()
      where h.id = any($1::uuid[])`,
    [ids],
  ),
});
type Purchase = LockedBill<typeof purchase>;

/** Of a supplier that is a tenant, the purchase is told with its audit and becomes an order there (domain §3.5). */
export function sendPurchase(ctx: Command, bill: Purchase, peerTenant: string): void {
  ctx.later({
    text: `
      insert into app.order_peer (id, side, peer_tenant, bill_id, bill_code)
      values ($1, '${sides.buyer}', $2, $1, $3)
      on conflict (tenant_code, id) do update
        set peer_tenant = excluded.peer_tenant, is_active = true, peer_code = null, peer_status = null, clawback = 0`,
    values: [bill.id, peerTenant, bill.code],
  });
  ctx.later({ text: 'delete from app.order_peer_line where peer_id = $1', values: [bill.id] });
  ctx.later({
    text: `
      insert into app.order_peer_line (id, peer_id, own_line_id, product_code, number, amount)
      select l.id, $1, l.id, l.product_code, l.number, l.amount
      from app.order_purchase_line l
      where l.parent_id = $1`,
    values: [bill.id],
  });
  tellPeer(ctx, { subjectId: bill.id, peerTenant }, 'order', {
    code: bill.code,
    requiredDate: bill.arrivalDate,
    remark: bill.remark,
    lines: bill.lines.map(({ id, productCode, number, amount }) => ({ lineId: id, productCode, number, amount })),
  });
}

const purchasePeer = joinDocument<typeof purchase, ReturnType<typeof peersOfSuppliers>>(purchase, 'peer', {
  verbReads: (ids, verb) => (verb === 'audit' ? peersOfSuppliers(ids) : {}),
  before: {
    async unaudit(ctx, bill) {
      if (bill.pushStatus === '0') return;
      const [row] = await ctx.rows(
        statement({ wasWaiting: 'boolean' }, 'select sec.withdraw_peer($1) as was_waiting', [bill.id]),
      );
      if (row?.wasWaiting !== true) throw alreadyPushed({ verb: purchase.verbs.unaudit.label });
    },
    close(_ctx, bill) {
      if (bill.pushStatus !== '0') throw peerAsk({ code: bill.code, order: bill.upstreamCode ?? '' });
    },
  },
  after: {
    audit(ctx, bill, { rows: { peers = [] } }) {
      const peer = peers.find(({ billId }) => billId === bill.id);
      if (peer !== undefined) sendPurchase(ctx, bill, peer.peerTenant);
    },
    unaudit(ctx, bill) {
      if (bill.pushStatus === '0') return;
      ctx.later({ text: 'update app.order_peer set is_active = false where id = $1', values: [bill.id] });
    },
  },
  sets: {
    audit: (bill, { rows: { peers = [] } }) =>
      peers.some(({ billId }) => billId === bill.id) ? { pushStatus: '1' } : {},
    unaudit: () => ({ pushStatus: '0', upstreamCode: null }),
  },
});

const pairLines = (ids: readonly string[]) => ({
  paired: statement(
    {
      orderId: 'uuid',
      purchaseCode: 'text?',
      ownLineId: 'uuid?',
      number: 'decimal',
      amount: 'decimal',
      confirmedAmount: 'decimal?',
    },
    `
      select p.bill_id as order_id, p.peer_code as purchase_code, l.own_line_id, l.number, l.amount, l.confirmed_amount
      from app.order_peer p
      join app.order_peer_line l on l.tenant_code = p.tenant_code and l.peer_id = p.id
      where p.side = '${sides.seller}' and p.is_active and p.bill_id = any($1::uuid[])`,
    [ids],
  ),
});
type Order = LockedBill<typeof order>;

/** Goods and numbers are the buyer's to say, amounts the house's; where these differ he agrees first (B16). */
function refuseUnagreed(
  bill: Order,
  paired: readonly {
    readonly orderId: string;
    readonly purchaseCode: string | null;
    readonly ownLineId: string | null;
    readonly number: string;
    readonly amount: string;
    readonly confirmedAmount: string | null;
  }[],
): void {
  const asked = paired.filter(({ orderId }) => orderId === bill.id);
  const [first] = asked;
  if (first === undefined) return;
  const lines = new Map(bill.lines.map((line) => [line.id, line]));
  const isOther = ({ ownLineId, number }: (typeof asked)[number]): boolean => {
    const line = lines.get(ownLineId ?? '');
    return line === undefined || compare(line.number, number) !== 0;
  };
  const bought = bill.lines.filter(({ ruleNo, lineType }) => ruleNo === null && lineType === '0');
  if (asked.some(isOther) || bought.length !== asked.length) throw peerLines({ code: first.purchaseCode });
  const isOpen = asked.some(({ ownLineId, amount, confirmedAmount }) => {
    const line = lines.get(ownLineId ?? '');
    return isUnconfirmed({ purchase: amount, upstream: paidFor(line), confirmed: confirmedAmount });
  });
  if (isOpen) throw peerUnconfirmed();
}

const paidFor = (line: Order['lines'][number] | undefined): string =>
  minus(line?.amount ?? '0', line?.discountAmount ?? '0');

const tellOrder = (status: string) => (ctx: Command, bill: Order) => {
  ctx.later(newsOf([bill.id], { status }));
};

const orderPeer = joinDocument<typeof order, ReturnType<typeof pairLines>>(order, 'peer', {
  verbReads: (ids, verb) => (verb === 'audit' ? pairLines(ids) : {}),
  before: {
    audit(_ctx, bill, { rows: { paired = [] } }) {
      refuseUnagreed(bill, paired);
    },
  },
  after: {
    audit: tellOrder(order.states.audited.code),
    unaudit: tellOrder(order.states.saved.code),
    close: tellOrder(order.states.closed.code),
    unclose: tellOrder(order.states.audited.code),
    cancel(ctx, bill) {
      ctx.later(newsOf([bill.id], { status: order.states.closed.code, isVoid: true }));
    },
  },
  afterSave(ctx, bill, previous) {
    if (previous !== null) ctx.later(newsOf([bill.id]));
  },
  afterDelete(ctx, ids) {
    ctx.later(newsOf(ids, { isVoid: true }));
  },
});

/**
 * What left for a customer in a tenant of his own, at what he owes for it: its lines, and the whole of the movement.
 */
const shippedNews = ({ id, opSeq }: Inout) =>
  statement(
    { told: 'uuid' },
    `
      select sec.tell_peer(
        p.id, p.peer_tenant, 'shipped',
        jsonb_build_object(
          'outCode', m.code, 'deliveryId', d.parent_id, 'receivable', e.receivable::text, 'rebate', e.rebate::text,
          'lines', d.lines
        )
      ) as told
      from app.stock_inout m
      join lateral (
        select min(o.parent_id::text)::uuid as order_id, min(x.parent_id::text) as parent_id,
          jsonb_agg(
            jsonb_build_object(
              'outLineId', k.to_line_id, 'deliveryLineId', x.id, 'lineId', coalesce(y.id, o.id),
              'productCode', o.product_code, 'number', trim_scale(k.number)::text, 'amount', k.amount::text,
              'taxRate', o.tax_rate
            ) order by o.line_no
          ) as lines
        from app.doc_link k
        join app.order_order_line o on o.id = k.from_line_id
        join app.doc_link c on c.kind = '${linkKinds.ship}' and c.is_active and c.to_line_id = k.to_line_id
        join app.order_delivery_line x on x.id = c.from_line_id
        left join app.order_peer_line y on y.own_line_id = o.id
        where k.kind = '${linkKinds.out}' and k.is_active and k.to_id = m.id
      ) d on true
      join lateral (
        select coalesce(sum(r.d_amount), 0)::numeric(20, 2) as receivable,
          coalesce(-sum(r.d_amount) filter (where r.post_type = 'RBT'), 0)::numeric(20, 2) as rebate
        from app.receivable_entry r
        where r.doc_id = m.id and r.op_seq = $2 and r.post_type in ('SAL', 'RBT')
      ) e on true
      join app.order_peer p on p.side = '${sides.seller}' and p.is_active and p.bill_id = d.order_id
      where m.id = $1`,
    [id, opSeq],
  );

/** What came back from such a customer, and by how much that changed what he owes. */
const refundedNews = ({ id, opSeq }: Inout) =>
  statement(
    { told: 'uuid' },
    `
      select sec.tell_peer(
        p.id, p.peer_tenant, 'refunded', jsonb_build_object('amount', e.amount::text, 'lines', d.lines)
      ) as told
      from app.stock_inout m
      join lateral (
        select min(o.parent_id::text)::uuid as order_id,
          jsonb_agg(
            jsonb_build_object('lineId', coalesce(y.id, o.id), 'number', trim_scale(k.number)::text) order by o.line_no
          ) as lines
        from app.doc_link k
        join app.order_order_line o on o.id = k.from_line_id
        left join app.order_peer_line y on y.own_line_id = o.id
        where k.kind = '${linkKinds.returned}' and k.is_active and k.to_id = m.id
      ) d on true
      join lateral (
        select coalesce(sum(r.d_amount), 0)::numeric(20, 2) as amount
        from app.receivable_entry r
        where r.doc_id = m.id and r.op_seq = $2
      ) e on true
      join app.order_peer p on p.side = '${sides.seller}' and p.is_active and p.bill_id = d.order_id
      where m.id = $1`,
    [id, opSeq],
  );

const pairsOfMovements = (ids: readonly string[]) => ({
  pairs: statement(
    { docId: 'uuid', purchaseCode: 'text?' },
    `
      select distinct k.to_id as doc_id, p.peer_code as purchase_code
      from app.doc_link k
      join app.order_peer p
        on p.tenant_code = k.tenant_code
        and p.side = '${sides.seller}'
        and p.is_active
        and p.bill_id = k.from_id
      where k.kind in ('${linkKinds.out}', '${linkKinds.returned}') and k.is_active and k.to_id = any($1::uuid[])`,
    [ids],
  ),
});

/** Goods for a customer; a movement of another kind is of no pair. */
const ofSales = '4';

const inoutPeer = joinDocument<typeof stockInout, ReturnType<typeof pairsOfMovements>>(stockInout, 'peer', {
  verbReads: (ids, verb) => (verb === 'unaudit' ? pairsOfMovements(ids) : {}),
  before: {
    unaudit(_ctx, bill, { rows: { pairs = [] } }) {
      const pair = pairs.find(({ docId }) => docId === bill.id);
      if (pair !== undefined) throw peerShipped({ code: pair.purchaseCode });
    },
  },
  after: {
    audit(ctx, bill) {
      if (bill.moveType === ofSales) ctx.later((isRed(bill) ? refundedNews : shippedNews)(bill));
    },
  },
});

export const peerJoins = [purchasePeer, orderPeer, inoutPeer];
