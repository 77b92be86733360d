import { z } from 'zod';
import { isOutside, permissionOf } from '#platform/model/permission.ts';
import { notPermitted } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { mostUsualGoods, type CustomerFigures, type UsualGood } from '#sales/model/order/customer-figures.ts';
import { order } from '#sales/model/order/order.ts';

const asked = z.object({ customerCode: z.string().min(1).max(50) });

/** What a customer ordered, for the people of the house who may list his orders. */
export const customerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${order.path}/customerFigures`,
    permission: [permissionOf(order, 'page')],
    effect: 'none',
    query: asked,
    summary: 'Order: what a customer ordered in each of the last twelve months (?customerCode=)',
    handle: readFigures,
  },
  {
    method: 'GET',
    path: `${order.path}/customerGoods`,
    permission: [permissionOf(order, 'page')],
    effect: 'none',
    query: asked,
    summary: 'Order: what a customer usually buys, the most of the last ninety days first (?customerCode=)',
    handle: readGoods,
  },
];

/** Whole orders that stand; written ahead of their day they count in the month of that day. */
const standing = `
  ${scopeOf(order, null).join(' and ')}
  and t.customer_code = $1
  and t.cancel_flag = '0'
  and t.bill_status <> '3'
  and t.order_type <> '2'`;

/** The index knows when an order was written: one that was back-dated by more than a year is not looked for. */
const figuresOf = (customerCode: string) =>
  statement(
    { month: 'text', amount: 'decimal', amountToDay: 'decimal', count: 'integer' },
    `
      select to_char(t.bill_date, 'YYYY-MM') as month, coalesce(sum(t.payable_amount), 0) as amount,
        coalesce(
          sum(t.payable_amount) filter (where extract(day from t.bill_date) <= extract(day from ${todaySql})), 0
        ) as amount_to_day,
        count(*) as count
      from app.order_order t
      where ${standing}
        and t.create_date >= date_trunc('month', ${todaySql}) - interval '11 months'
        and t.bill_date >= date_trunc('month', ${todaySql}) - interval '11 months'
        and t.bill_date <= ${todaySql}
      group by 1
      order by 1`,
    [customerCode],
  );

async function readFigures(call: Call): Promise<CustomerFigures> {
  const { identity, rows } = await call.read({
    months: figuresOf(call.query['customerCode'] ?? ''),
    today: statement({ day: 'text' }, `select to_char(${todaySql}, 'YYYY-MM-DD') as day`, []),
  });
  refuseOutside(identity.accountType);
  return { today: rows.today[0]?.day ?? '', months: rows.months };
}

const mostOrders = 200;

const goodsOf = (customerCode: string) =>
  statement(
    { productCode: 'text', productName: 'text?', unitName: 'text?', number: 'decimal', organizeCode: 'text' },
    `
      with recent as (
        select t.id, t.organize_code
        from app.order_order t
        where ${standing} and t.create_date >= ${todaySql} - 90
        order by t.create_date desc, t.id desc
        limit ${mostOrders}
      )
      select l.product_code, max(l.product_name) as product_name, max(l.main_unit_name) as unit_name,
        sum(l.number) as number, max(r.organize_code) as organize_code
      from recent r
      join app.order_order_line l on l.parent_id = r.id
      where l.line_type = '0'
      group by l.product_code
      order by sum(l.amount) desc nulls last, l.product_code
      limit ${mostUsualGoods}`,
    [customerCode],
  );

async function readGoods(call: Call): Promise<readonly UsualGood[]> {
  const { identity, rows } = await call.read({ goods: goodsOf(call.query['customerCode'] ?? '') });
  refuseOutside(identity.accountType);
  return rows.goods;
}

/** What the house sees of a customer is not for the customer, nor for a supplier. */
function refuseOutside(accountType: string | null): void {
  if (isOutside({ accountType })) throw notPermitted();
}
