import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { refusal, stateForbids } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command.ts';
import type { Statement } from '#platform/server/db/batch.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { partAmount } from '#platform/model/share.ts';
import { accountKinds } from '#sales/model/capital.ts';
import { delivery } from '#sales/model/delivery.ts';
import { dueDateOf } from '#sales/model/due.ts';
import { order } from '#sales/model/order.ts';
import { deductionsOf } from '#sales/model/settlement.ts';
import { stockInout } from '#stock/model/inout.ts';
import { demandsOf, sourceOf, type Inout, type InoutFacts, type MoveKind } from '#stock/server/inout.ts';
import { ship } from '#stock/server/ledger.ts';
import { reconciled, statementsOf } from './account-check.ts';
import {
  accountNamed,
  accountReads,
  accountResults,
  accountsIn,
  book,
  creditOver,
  settlementRead,
  settlementsIn,
  unbook,
} from './capital.ts';
import { overRelease, remainingOf } from './delivery.ts';
import { freightReadCount, freightReads, handOnFreight, takeFreight } from './order-freight.ts';
import { linkKinds, refreshOrders, refreshReleased } from './order-progress.ts';
import { ordersOfRed, redReads, redSaleOut } from './sale-out-red.ts';

export const overOut = refusal('E-OVER-OUT', 20204, [
  '出库数量超过发货数量',
  '出庫數量超過發貨數量',
  'Out quantity exceeds delivery quantity',
]);
export const unreleaseLabel = ['取消放行', '取消放行', 'take back the release'] as const;
export const alreadySigned = refusal('E-SIGNED', 20214, [
  '发货单【{code}】已签收，不能{verb}',
  '發貨單【{code}】已簽收，不能{verb}',
  'Delivery {code} is signed; cannot {verb}',
]);

/**
 * A line of a movement with the delivery line and the order line it serves, what is paid for all of that which is not
 * closed, and what of it has left before.
 */
interface Shipped {
  readonly lineId: string;
  readonly productCode: string;
  readonly deliveryId: string;
  readonly deliveryLineId: string;
  readonly deliveryNumber: string;
  readonly deliveryCode: string;
  readonly receiptStatus: string;
  readonly orderId: string;
  readonly orderCode: string;
  readonly orderStatus: string;
  readonly orderLineId: string;
  readonly number: string;
  readonly amount: string;
  readonly outNumber: string | null;
  readonly outAmount: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly receiveType: string | null;
  readonly creditDays: number | null;
}

/**
 * Arrays, each found before the next is asked for: as one join the planner once walked through all orders while the
 * links were new to it.
 */
const deliveriesOf = `
  array(
    select k.from_id
    from app.doc_link k
    where k.kind = '${linkKinds.ship}' and k.is_active and k.to_id = any($1::uuid[])
  )`;
const ordersOf = `
  array(
    select o.id
    from app.order_order o
    where o.code = any(array(select d.order_code from app.order_delivery d where d.id = any(${deliveriesOf})))
    union ${ordersOfRed}
  )`;

function reads(ids: readonly string[]): readonly Statement[] {
  const values = [ids];
  return [
    { text: `select id from app.order_delivery where id = any(${deliveriesOf}) order by id for update`, values },
    { text: `select id from app.order_order where id = any(${ordersOf}) order by id for update`, values },
    ...accountReads(
      `select o.organize_code, o.customer_code from app.order_order o where o.id = any(${ordersOf})`,
      values,
    ),
    settlementRead(ordersOf, values),
    {
      // Step by step, each by the keys that the one before found: as one join the planner, new to the tables, once met
      // every line with every line.
      text: `
        with carried as materialized (
          select k.to_line_id, k.from_line_id
          from app.doc_link k
          where k.kind = '${linkKinds.ship}' and k.is_active and k.to_id = any($1::uuid[])
        ),
        asked as materialized (
          select dl.id, dl.parent_id, dl.product_code, dl.number, dl.order_line_id::uuid as order_line_id
          from app.order_delivery_line dl
          where dl.id = any(array(select from_line_id from carried))
        ),
        ordered as materialized (
          select ol.id, ol.parent_id, ol.number - coalesce(ol.closed_number, 0) as number,
            ol.amount - coalesce(ol.discount_amount, 0) - coalesce(ol.closed_amount, 0) as amount, ol.out_number
          from app.order_order_line ol
          where ol.id = any(array(select order_line_id from asked))
        ),
        gone as materialized (
          select x.from_line_id, sum(x.amount) as amount
          from app.doc_link x
          where x.kind = '${linkKinds.out}' and x.is_active and x.from_line_id = any(array(select id from ordered))
          group by x.from_line_id
        ),
        deliveries as materialized (
          select d.id, d.code, d.receipt_status
          from app.order_delivery d
          where d.id = any(array(select parent_id from asked))
        ),
        orders as materialized (
          select o.id, o.code, o.bill_status, o.organize_code, o.customer_code
          from app.order_order o
          where o.id = any(array(select parent_id from ordered))
        ),
        customers as materialized (
          select c.code, c.receive_type, c.credit_days
          from app.data_customer c
          where c.code = any(array(select customer_code from orders))
        )
        select k.to_line_id as line_id, dl.product_code, d.id as delivery_id, dl.id as delivery_line_id,
          dl.number as delivery_number, d.code as delivery_code, d.receipt_status, o.id as order_id,
          o.code as order_code, o.bill_status as order_status, ol.id as order_line_id, ol.number, ol.amount,
          ol.out_number, o.organize_code, o.customer_code, c.receive_type, c.credit_days,
          coalesce(g.amount, 0) as out_amount
        from carried k
        join asked dl on dl.id = k.from_line_id
        join deliveries d on d.id = dl.parent_id
        join ordered ol on ol.id = dl.order_line_id
        join orders o on o.id = ol.parent_id
        join customers c on c.code = o.customer_code
        left join gone g on g.from_line_id = ol.id`,
      values,
    },
    {
      text: `
        select l.parent_id as order_id, l.id, l.number, l.out_number, l.released_number, l.closed_number
        from app.order_order_line l
        where l.parent_id = any(${ordersOf})`,
      values,
    },
    statementsOf(ids),
    ...freightReads(ordersOf, values),
    {
      text: `
        select e.doc_id, e.holder_doc_id as order_id, b.account_code, -sum(e.d_balance) as deducted
        from app.capital_entry e
        join app.capital_balance b on b.id = e.balance_id
        where e.doc_id = any($1::uuid[]) and e.post_type = 'DED'
        group by 1, 2, 3`,
      values,
    },
    ...redReads(ids),
  ];
}
/** Where in the results of `reads` something stands. */
const at = {
  accounts: 2 + accountResults - 1,
  settlements: 2 + accountResults,
  shipped: 3 + accountResults,
  orderLines: 4 + accountResults,
  agreed: 5 + accountResults,
  freight: 6 + accountResults,
  deducted: 6 + accountResults + freightReadCount,
  red: 7 + accountResults + freightReadCount,
};
const freightIn = ({ own }: InoutFacts): InoutFacts['own'] => own.slice(at.freight, at.freight + freightReadCount);

/** Every line that was asked of the movements, also those that somebody left out of them. */
const askedIn = ({ own }: InoutFacts): readonly Shipped[] =>
  (own[at.shipped] as readonly unknown[] as readonly Shipped[] | undefined) ?? [];
const shippedIn = (bill: Inout, facts: InoutFacts): readonly (Shipped & { readonly moved: string })[] => {
  const byLine = new Map(askedIn(facts).map((row) => [row.lineId, row]));
  return bill.lines.flatMap((line) => {
    const row = byLine.get(line.id);
    return row === undefined ? [] : [{ ...row, moved: line.number }];
  });
};

/** Two movements of one order in one command: the second starts where the first one ended. */
function advance(
  { own }: InoutFacts,
  orderId: string,
  parts: readonly { readonly orderLineId: string; readonly number: string; readonly amount: string }[],
  deductions: readonly { readonly accountId: string; readonly amount: string }[],
): void {
  for (const { orderLineId, number, amount } of parts) {
    for (const row of own[at.orderLines] ?? [])
      if (row['id'] === orderLineId) row['outNumber'] = plus(String(row['outNumber'] ?? '0'), number);
    for (const row of own[at.shipped] ?? [])
      if (row['orderLineId'] === orderLineId)
        Object.assign(row, {
          outNumber: plus(String(row['outNumber'] ?? '0'), number),
          outAmount: plus(String(row['outAmount']), amount),
        });
  }
  for (const { accountId, amount } of deductions)
    for (const row of own[at.settlements] ?? [])
      if (row['orderId'] === orderId && row['accountCode'] === accountId)
        row['deducted'] = plus(String(row['deducted']), amount);
}

/**
 * What was held becomes paid or owed. Without `lineId` it is of the movement's goods; answers what each account gave.
 */
function deduct(
  ctx: Command,
  source: Source,
  sold: Shipped,
  { own }: InoutFacts,
  {
    amount,
    isLast,
    lineId = source.id,
  }: { readonly amount: string; readonly isLast: boolean; readonly lineId?: string },
): ReturnType<typeof deductionsOf> {
  const accounts = accountsIn(own[at.accounts] ?? []);
  const deductions = deductionsOf(settlementsIn(own[at.settlements] ?? [], sold.orderId), amount, isLast).filter(
    (part) => !isZero(part.amount),
  );
  const movements = deductions.map(({ accountId, amount: part }) => ({
    account: accountNamed(accounts, accountId),
    postType: 'DED' as const,
    changes: { balance: negated(part), occupied: negated(part) },
    lineId,
    orderId: sold.orderId,
  }));
  const rebate = plus(
    ...movements
      .filter(({ account }) => account.type === accountKinds.rebate)
      .map(({ changes }) => negated(changes.balance)),
  );
  const owner = { organizeCode: sold.organizeCode, customerCode: sold.customerCode, orderCode: sold.orderCode, lineId };
  const total = plus(...movements.map(({ changes }) => negated(changes.balance)));
  book(
    ctx,
    source,
    movements,
    [
      { ...owner, postType: 'SAL', amount: total, dueDate: dueDateOf(source.date, sold) },
      { ...owner, postType: 'RBT', amount: negated(rebate) },
    ],
    () => creditOver({ short: total }),
  );
  return deductions;
}

/**
 * Sales out: the goods of a delivery leave. What was promised becomes sold, what was held becomes paid or owed (domain
 * §3.4, IO 4).
 */
export const saleOut: MoveKind = {
  moveType: '4',
  madeBy: { link: linkKinds.ship, instead: unreleaseLabel },
  reads,
  async beforeSave(ctx, draft, previous) {
    // The warehouse may ship less than was asked for, never other goods and never more.
    const asked = new Map(
      (
        await ctx.rows({
          text: `
            select k.to_line_id, k.number
            from app.doc_link k
            where k.kind = '${linkKinds.ship}' and k.is_active and k.to_id = $1`,
          values: [previous?.id ?? null],
        })
      ).map((row) => [String(row['toLineId']), String(row['number'])]),
    );
    const was = new Map((previous?.lines ?? []).map((line) => [line.id, line]));
    for (const line of draft.lines) {
      const before = was.get(line.id);
      if (
        before === undefined ||
        before.productCode !== line.productCode ||
        compare(line.number, asked.get(line.id) ?? '0') > 0
      )
        throw overOut();
      line.price = before.price;
    }
  },
  beforeAudit(_ctx, bill, facts) {
    const shipped = shippedIn(bill, facts);
    if (
      shipped.length !== bill.lines.length ||
      shipped.some(({ moved, deliveryNumber }) => compare(moved, deliveryNumber) > 0)
    )
      throw overOut();
  },
  audit(ctx, bill, facts) {
    const shipped = shippedIn(bill, facts);
    const first = shipped[0];
    if (first === undefined) return;
    const source = sourceOf(bill);
    const demands = demandsOf(bill, facts);
    ship(
      ctx,
      source,
      demands.map((demand, i) => ({
        ...demand,
        holder: { docId: first.orderId, lineId: (shipped[i] as Shipped).orderLineId },
      })),
    );

    // The line's amount is authoritative: parts of it always sum to it (C11).
    const parts = shipped.map((row) =>
      partAmount(row, { number: row.outNumber ?? '0', amount: row.outAmount }, row.moved),
    );
    const amount = plus(...parts);
    linkDocuments(
      ctx,
      stockInout,
      shipped.map((row, i) => ({
        kind: linkKinds.out,
        from: { type: order.name, id: row.orderId, lineId: row.orderLineId },
        to: { id: bill.id, lineId: row.lineId },
        number: row.moved,
        amount: parts[i] ?? '0',
      })),
    );
    ctx.later({
      text: `
        with moved as (
          select *
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::numeric[], $5::numeric[]) as m(
            line_id, order_line_id, delivery_line_id, number, amount
          )
        ),
        ordered as (
          update app.order_order_line l
          set out_number = coalesce(l.out_number, 0) + m.number
          from moved m
          where l.id = m.order_line_id
        ),
        delivered as (
          update app.order_delivery_line l
          set out_number = coalesce(l.out_number, 0) + m.number
          from moved m
          where l.id = m.delivery_line_id
        )
        update app.stock_inout_line l
        set amount = m.amount, price = case when m.number = 0 then 0 else round(m.amount / m.number, 4) end
        from moved m
        where l.id = m.line_id`,
      values: [
        shipped.map(({ lineId }) => lineId),
        shipped.map(({ orderLineId }) => orderLineId),
        shipped.map(({ deliveryLineId }) => deliveryLineId),
        shipped.map(({ moved }) => moved),
        parts,
      ],
    });
    ctx.later({ text: 'update app.stock_inout set total_amount = $2 where id = $1', values: [bill.id, amount] });

    const taken = new Map(shipped.map((row) => [row.orderLineId, row.moved]));
    const lines = (facts.own[at.orderLines] ?? []).filter((row) => row['orderId'] === first.orderId);
    const isLast = lines.every((row) =>
      isZero(
        minus(
          String(row['number']),
          plus(
            String(row['outNumber'] ?? '0'),
            String(row['closedNumber'] ?? '0'),
            taken.get(String(row['id'])) ?? '0',
          ),
        ),
      ),
    );
    const deductions = deduct(ctx, source, first, facts, {
      amount: plus(amount, takeFreight(ctx, freightIn(facts), first.orderId, bill.id)),
      isLast,
    });

    advance(
      facts,
      first.orderId,
      shipped.map((row, i) => ({ orderLineId: row.orderLineId, number: row.moved, amount: parts[i] ?? '0' })),
      deductions,
    );

    // What was not shipped goes back to the order; the delivery is done.
    ctx.later({
      text: `
        update app.doc_link k
        set number = l.out_number
        from app.order_delivery_line l
        where k.kind = '${linkKinds.release}' and k.is_active and k.to_id = $1 and l.id = k.to_line_id`,
      values: [first.deliveryId],
    });
    ctx.later({
      text: `
        update app.order_delivery
        set bill_status = $2, delivery_date = coalesce(delivery_date, $3::date), row_version = row_version + 1
        where id = $1`,
      values: [first.deliveryId, delivery.states.closed.code, bill.billDate],
    });
    refreshReleased(ctx, [first.orderId]);
    refreshOrders(ctx, [first.orderId]);
  },
  beforeUnaudit(_ctx, bill, facts) {
    const [first] = shippedIn(bill, facts);
    if ((facts.own[at.agreed] ?? []).some((row) => row['docId'] === bill.id))
      throw reconciled({ verb: stockInout.verbs.unaudit.label });
    // A closed order promises nothing: what came back to it would be held by nobody.
    if (first !== undefined && first.orderStatus !== order.states.audited.code)
      throw stateForbids({
        code: first.orderCode,
        status: statusLabel(order, first.orderStatus),
        verb: stockInout.verbs.unaudit.label,
      });
    if (first !== undefined && first.receiptStatus === '1')
      throw alreadySigned({ code: first.deliveryCode, verb: stockInout.verbs.unaudit.label });
    // It left with less than was asked for, or without a line, and the rest went back to the order. Another delivery
    // may have taken that up since.
    const moved = new Map(bill.lines.map(({ id, number }) => [id, number]));
    for (const { lineId, orderLineId, productCode, deliveryNumber } of askedIn(facts).filter(
      ({ deliveryId }) => deliveryId === first?.deliveryId,
    )) {
      const [line] = (facts.own[at.orderLines] ?? []).filter((row) => row['id'] === orderLineId);
      const rest = minus(deliveryNumber, moved.get(lineId) ?? '0');
      if (line === undefined || isZero(rest)) continue;
      const left = remainingOf(line);
      if (compare(rest, left) > 0) throw overRelease({ code: productCode, n: left });
      line['releasedNumber'] = plus(String(line['releasedNumber'] ?? '0'), rest);
    }
  },
  unaudit(ctx, bill, facts) {
    const shipped = shippedIn(bill, facts);
    const first = shipped[0];
    if (first === undefined) return;
    unbook(ctx, sourceOf(bill));
    ctx.later({
      text: `
        update app.doc_link
        set is_active = false
        where kind in ('${linkKinds.out}', '${linkKinds.freight}') and is_active and to_id = $1`,
      values: [bill.id],
    });
    advance(
      facts,
      first.orderId,
      [],
      (facts.own[at.deducted] ?? [])
        .filter((row) => row['docId'] === bill.id)
        .map((row) => ({ accountId: String(row['accountCode']), amount: negated(String(row['deducted'])) })),
    );
    const handedOn = handOnFreight(ctx, freightIn(facts), first.orderId, sourceOf(bill));
    if (handedOn !== null)
      advance(
        facts,
        first.orderId,
        [],
        deduct(ctx, handedOn.heir, first, facts, { amount: handedOn.freight, isLast: false, lineId: first.orderId }),
      );
    ctx.later({
      text: `
        with moved as (
          select *
          from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as m(order_line_id, delivery_line_id, number)
        ),
        ordered as (
          update app.order_order_line l
          set out_number = l.out_number - m.number
          from moved m
          where l.id = m.order_line_id
        )
        update app.order_delivery_line l
        set out_number = l.out_number - m.number
        from moved m
        where l.id = m.delivery_line_id`,
      values: [
        shipped.map(({ orderLineId }) => orderLineId),
        shipped.map(({ deliveryLineId }) => deliveryLineId),
        shipped.map(({ moved }) => moved),
      ],
    });
    ctx.later({
      text: `
        update app.doc_link k
        set number = l.number
        from app.order_delivery_line l
        where k.kind = '${linkKinds.release}' and k.is_active and k.to_id = $1 and l.id = k.to_line_id`,
      values: [first.deliveryId],
    });
    ctx.later({
      text: 'update app.order_delivery set bill_status = $2, row_version = row_version + 1 where id = $1',
      values: [first.deliveryId, delivery.states.audited.code],
    });
    refreshReleased(ctx, [first.orderId]);
    refreshOrders(ctx, [first.orderId]);
  },
  red: redSaleOut(at),
};
