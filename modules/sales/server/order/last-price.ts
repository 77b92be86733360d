import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { order } from '#sales/model/order/order.ts';

/** A price that the customer paid before. */
const pastPrice = { productCode: 'text', price: 'decimal', billDate: 'date', code: 'text' } as const;
export type PastPrice = Readonly<Omit<RowOf<typeof pastPrice>, 'productCode'>>;

/**
 * How far back is looked, in orders of the customer: among thousands of orders the last ones are what a clerk means.
 */
const recentOrders = 100;
const told = 5;

/** What the customer last paid for each of these materials, the newest first, in orders that the caller may see. */
export const lastPriceStatement = (customerCode: string | null, materials: readonly string[]) =>
  statement(
    pastPrice,
    `
      with recent as (
        select t.id, t.code, t.bill_date, t.create_date
        from app.order_order t
        where ${[...scopeOf(order, null), 't.customer_code = $1'].join(' and ')}
          and t.deleted_flag = '0'
          and t.bill_status in ('1', '2')
          and t.cancel_flag = '0'
        order by t.create_date desc, t.id desc
        limit ${recentOrders}
      )
      select product_code, price, bill_date, code
      from (
        select l.product_code, l.price, r.bill_date, r.code,
          row_number()
            over (partition by l.product_code order by r.bill_date desc, r.create_date desc, l.line_no desc) as back
        from recent r
        join app.order_order_line l on l.parent_id = r.id
        where l.product_code = any($2::text[]) and l.line_type = '0'
      ) x
      where back <= ${told}
      order by product_code, back`,
    [customerCode, materials],
  );

export function lastPricesIn(
  rows: readonly RowOf<typeof pastPrice>[],
): (materialCode: string | null) => readonly PastPrice[] {
  const known = Map.groupBy(rows, ({ productCode }) => productCode);
  return (materialCode) =>
    (known.get(materialCode ?? '') ?? []).map(({ price, billDate, code }) => ({ price, billDate, code }));
}
