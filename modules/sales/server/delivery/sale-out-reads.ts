import { plus } from '#platform/model/decimal.ts';
import { statement, type Reads, type RowOf } from '#platform/server/db/statement.ts';
import type { Inout, InoutFacts } from '#stock/server/inout.ts';
import { statementsOf } from '#funds/server/account-check.ts';
import { accountReads, settlementRead } from '#funds/server/capital.ts';
import { freightReads } from '#sales/server/order/order-freight.ts';
import { grantedRead } from '#sales/server/order/order-money.ts';
import { giftsOnAccount } from '#sales/server/promotion/gift-account.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { exchangedBy } from '#sales/server/refund/exchange-order.ts';
import { paramStatement } from '#system/server/setting/param.ts';
import { ownersOfUnsourced } from '#sales/server/refund/unsourced-receipt.ts';
import { ordersOfRed, redReads } from './sale-out-red.ts';

/**
 * A line of a movement with the delivery line and the order line it serves, what is paid for all of that which is not
 * closed, and what of it has left before: `outNumber` and `outAmount` follow what the command ships.
 */
const shippedLine = {
  lineId: 'uuid',
  productCode: 'text',
  deliveryId: 'uuid',
  deliveryLineId: 'uuid',
  deliveryNumber: 'decimal',
  deliveryCode: 'text',
  deliveryDate: 'date',
  receiptStatus: 'text',
  orderId: 'uuid',
  orderCode: 'text',
  orderStatus: 'text',
  orderLineId: 'uuid',
  number: 'decimal',
  amount: 'decimal',
  outNumber: 'decimal?',
  organizeCode: 'text',
  customerCode: 'text',
  receiveType: 'text?',
  creditDays: 'integer?',
  outAmount: 'decimal',
} as const;
export type Shipped = RowOf<typeof shippedLine>;

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
    union ${exchangedBy}
  )`;

/** A movement's delivery and return are held behind it and before their order: nobody waits in a circle. */
const heldDocuments = (values: readonly unknown[]) => ({
  heldDeliveries: statement(
    { id: 'uuid' },
    `select id from app.order_delivery where id = any(${deliveriesOf}) order by id for update`,
    values,
  ),
  heldRefunds: statement(
    { id: 'uuid' },
    `
      select t.id
      from app.order_refund t
      where t.id = any(array(
        select k.from_id
        from app.doc_link k
        where k.kind = '${linkKinds.inbound}' and k.is_active and k.to_id = any($1::uuid[])
      ))
      order by t.id
      for update`,
    values,
  ),
  heldOrders: statement(
    { id: 'uuid' },
    `select id from app.order_order where id = any(${ordersOf}) order by id for update`,
    values,
  ),
});

export function saleOutReads(ids: readonly string[]) {
  const values = [ids];
  return {
    ...heldDocuments(values),
    ...accountReads(
      `
        select o.organize_code, o.customer_code
        from app.order_order o
        where o.id = any(${ordersOf})
        union ${ownersOfUnsourced}`,
      values,
    ),
    settlements: settlementRead(ordersOf, values),
    gifts: giftsOnAccount(ordersOf, values),
    shipped: shippedOf(ids),
    orderLines: statement(
      {
        orderId: 'uuid',
        id: 'uuid',
        lineNo: 'integer',
        number: 'decimal',
        outNumber: 'decimal?',
        releasedNumber: 'decimal?',
        closedNumber: 'decimal?',
        choiceReturnedNumber: 'decimal?',
        closes: 'json?',
      },
      `
        select l.parent_id as order_id, l.id, l.line_no, l.number, l.out_number, l.released_number, l.closed_number,
          l.choice_returned_number, l.closes
        from app.order_order_line l
        where l.parent_id = any(${ordersOf})`,
      values,
    ),
    promoted: promotedOf(ids),
    granted: grantedRead(ordersOf, values),
    agreed: statementsOf(ids),
    ...freightReads(ordersOf, values),
    deducted: statement(
      { docId: 'uuid', orderId: 'uuid', accountCode: 'text', deducted: 'decimal' },
      `
        select e.doc_id, e.holder_doc_id as order_id, b.account_code, -sum(e.d_balance) as deducted
        from app.capital_entry e
        join app.capital_balance b on b.id = e.balance_id
        where e.doc_id = any($1::uuid[]) and e.post_type = 'DED' and e.holder_line_id = e.holder_doc_id
        group by 1, 2, 3`,
      values,
    ),
    ...redReads(ids),
    pointsParams: paramStatement(['JF001']),
  } satisfies Reads;
}
export type SaleOutFacts = InoutFacts<ReturnType<typeof saleOutReads>>;

const promotedOf = (ids: readonly string[]) =>
  statement(
    { id: 'uuid', organizeCode: 'text', customerCode: 'text', promoTrace: 'json?' },
    `
      select o.id, o.organize_code, o.customer_code, o.promo_trace
      from app.order_order o
      where o.id = any(${ordersOf}) and o.promo_trace is not null`,
    [ids],
  );

/**
 * Every line of the movements. Step by step, each by the keys that the one before found: as one join the planner, new
 * to the tables, once met every line with every line.
 */
const shippedOf = (ids: readonly string[]) =>
  statement(
    shippedLine,
    `
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
        select ol.id, ol.parent_id,
          ol.number - coalesce(ol.closed_number, 0) - coalesce(ol.settled_number, 0) as number,
          ol.amount - coalesce(ol.discount_amount, 0) - coalesce(ol.closed_amount, 0) -
            coalesce(ol.settled_amount, 0) as amount,
          coalesce(ol.out_number, 0) - coalesce(ol.settled_number, 0) as out_number,
          coalesce(ol.settled_amount, 0) - coalesce(ol.adjusted_amount, 0) as settled_amount
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
        select d.id, d.code, d.bill_date, d.receipt_status
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
        dl.number as delivery_number, d.code as delivery_code, d.bill_date as delivery_date, d.receipt_status,
        o.id as order_id, o.code as order_code, o.bill_status as order_status, ol.id as order_line_id, ol.number,
        ol.amount, ol.out_number, o.organize_code, o.customer_code, c.receive_type, c.credit_days,
        coalesce(g.amount, 0) - ol.settled_amount as out_amount
      from carried k
      join asked dl on dl.id = k.from_line_id
      join deliveries d on d.id = dl.parent_id
      join ordered ol on ol.id = dl.order_line_id
      join orders o on o.id = ol.parent_id
      join customers c on c.code = o.customer_code
      left join gone g on g.from_line_id = ol.id`,
    [ids],
  );

/** Every line that was asked of the movements, also those that somebody left out of them. */
export const askedIn = ({ own }: SaleOutFacts): readonly Shipped[] => own.shipped;
export const shippedIn = (bill: Inout, facts: SaleOutFacts): readonly (Shipped & { readonly moved: string })[] => {
  const byLine = new Map(askedIn(facts).map((row) => [row.lineId, row]));
  return bill.lines.flatMap((line) => {
    const row = byLine.get(line.id);
    return row === undefined ? [] : [{ ...row, moved: line.number }];
  });
};

/** Two movements of one order in one command: the second starts where the first one ended. */
export function advance(
  { own }: SaleOutFacts,
  orderId: string,
  parts: readonly { readonly orderLineId: string; readonly number: string; readonly amount: string }[],
  deductions: readonly { readonly accountId: string; readonly amount: string }[],
): void {
  for (const { orderLineId, number, amount } of parts) {
    for (const row of own.orderLines) if (row.id === orderLineId) row.outNumber = plus(row.outNumber ?? '0', number);
    for (const row of own.shipped)
      if (row.orderLineId === orderLineId) {
        row.outNumber = plus(row.outNumber ?? '0', number);
        row.outAmount = plus(row.outAmount, amount);
      }
  }
  for (const { accountId, amount } of deductions)
    for (const row of own.settlements)
      if (row.orderId === orderId && row.accountCode === accountId) row.deducted = plus(row.deducted, amount);
}
