import { isZero } from '#platform/model/decimal.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { freeLines, type PricedAnswer } from '#price/server/pricing.ts';
import { order } from '#sales/model/order/order.ts';
import { answerOf } from './order-given.ts';

/** Goods that were sold: audited, or closed since; what goes back is no sale. */
const isPast = `
  t.bill_status in ('1', '2')
  and t.cancel_flag = '0'
  and t.deleted_flag = '0'
  and t.order_type <> '2'
  and t.bill_date between $1::date and $2::date`;
const isSeen = scopeOf(order, null).join(' and ') || 'true';

/** Of the orders of a period those that the reader may see, in the order in which they took of limits. */
export const pastOrders = (from: string, to: string, most: number) => ({
  counts: statement(
    { count: 'integer' },
    `select count(*)::integer as count from app.order_order t where ${isSeen} and ${isPast}`,
    [from, to],
  ),
  ids: statement(
    { id: 'uuid' },
    `
      select t.id
      from app.order_order t
      where ${isSeen} and ${isPast}
      order by t.bill_date, t.code
      limit $3`,
    [from, to, most],
  ),
  chosen: statement(
    { packageCode: 'text?', productCode: 'text' },
    `
      select distinct c.choice->>'packageCode' as package_code, c.choice->>'productCode' as product_code
      from app.order_order t
      cross join lateral jsonb_array_elements(t.gift_choices) as c(choice)
      where ${isSeen} and ${isPast} and jsonb_typeof(t.gift_choices) = 'array'`,
    [from, to],
  ),
});

export const pastReads = (ids: readonly string[]) => ({
  heads: statement(
    {
      id: 'uuid',
      code: 'text',
      billDate: 'date',
      organizeCode: 'text',
      customerCode: 'text',
      customerName: 'text?',
      channelCode: 'text?',
      brandCode: 'text?',
      saleTypeCode: 'text?',
      orderType: 'text',
      giftChoices: 'json?',
    },
    `
      select t.id, t.code, t.bill_date, t.organize_code, t.customer_code, t.customer_name, t.channel_code, t.brand_code,
        t.sale_type_code, t.order_type, t.gift_choices
      from app.order_order t
      where t.id = any($1::uuid[])
      order by t.bill_date, t.code`,
    [ids],
  ),
  lines: statement(
    {
      parentId: 'uuid',
      lineNo: 'integer',
      productCode: 'text',
      productName: 'text?',
      number: 'decimal',
      lineType: 'text?',
      price: 'decimal?',
      amount: 'decimal?',
      listPrice: 'decimal?',
      listAmount: 'decimal?',
      typedPrice: 'decimal?',
    },
    `
      select l.parent_id, l.line_no, l.product_code, l.product_name, l.number, l.line_type, l.price, l.amount,
        l.list_price, l.list_amount, l.typed_price
      from app.order_order_line l
      where l.parent_id = any($1::uuid[]) and l.rule_no is null
      order by l.parent_id, l.line_no`,
    [ids],
  ),
});
type Past = RowsOf<ReturnType<typeof pastReads>>;
export type PastHead = Past['heads'][number];
export type PastLine = Past['lines'][number];

const isSaid = (value: string | null): value is string => value !== null && !isZero(value);

/** What a stored line cost before promotions: they start from there (B1). Older lines keep one price only. */
export function answerBefore(line: Omit<PastLine, 'parentId'>): PricedAnswer {
  if (freeLines.has(line.lineType ?? '0')) return answerOf({ price: '0', amount: '0.00' });
  if (!isSaid(line.listAmount)) return answerOf({ price: line.price ?? '0', amount: line.amount ?? '0.00' });
  const price = [line.typedPrice, line.listPrice, line.price].find(isSaid);
  return answerOf({ price: price ?? '0', amount: line.listAmount });
}
