import type { DetailSource, Source, Wanted } from './source.ts';
import { withCustomer } from './sales.ts';
import { orderInScope, withinScope } from './scope.ts';

/** Every order with each activity that it used: what that was worth to the customer, and what it took of the budget. */
const rows = ({ from, to, values }: Wanted): string => `
  select h.bill_date as day, 'order:order' as doc_type, h.id as doc_id, h.code as doc_code, h.organize_code as organize,
    h.salesman_code as salesman, h.customer_code as customer, h.customer_name, u.activity,
    (select a.name from app.promotion_activity a where a.code = u.activity limit 1) as activity_name,
    coalesce(h.payable_amount, 0) as amount, u.worth, coalesce(p.spent, 0) as spent, coalesce(g.gift_amount, 0) as gifts
  from app.order_order h
  join lateral (
    select b.activity_code as activity, sum(e.d_amount) as worth
    from app.promotion_usage_entry e
    join app.promotion_usage_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
    where e.doc_id = h.id
    group by 1
    having sum(e.d_times) <> 0 or sum(e.d_amount) <> 0
  ) u on true
  left join lateral (
    select sum(e.d_spent) as spent
    from app.promotion_budget_entry e
    join app.promotion_budget_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
    where e.doc_id = h.id and b.activity_code = u.activity
  ) p on true
  left join lateral (
    select sum(coalesce(l.number, 0) * coalesce(l.list_price, l.retail_price, 0)) as gift_amount
    from app.order_order_line l
    where l.parent_id = h.id and l.line_type = '1' and l.policy_code = u.activity
  ) g on true
  where h.bill_date between ${values.next(from)}::date and ${values.next(to)}::date
    and h.bill_status in ('1', '2')
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
    and ${orderInScope}`;

/** An order that used two activities counts with both, and once where they are added up. */
const eachOrderOnce = `
  (
    select coalesce(sum(o.amount), 0)
    from (
      select distinct e.value->>0 as id, (e.value->>1)::numeric as amount
      from jsonb_array_elements(jsonb_agg(jsonb_build_array(s.doc_id, s.amount))) e
    ) o
  )`;

/** Counted by nothing but activities, those stand there too that ran and that nobody used. */
const isOfActivities = ({ dimensions }: Wanted): boolean => dimensions.size === 1 && dimensions.has('activity');
const unused = ({ from, to, values }: Wanted): string => `
  select a.start_date, null, null, null, a.organize_code, null, null, null, a.code, a.name, 0, 0, 0, 0
  from app.promotion_activity a
  where a.bill_status = '1'
    and a.publish_status = '1'
    and a.cancel_flag = '0'
    and a.deleted_flag = '0'
    and a.start_date <= ${values.next(to)}::date
    and a.end_date >= ${values.next(from)}::date
    and ${withinScope({ organize: 'a.organize_code' })}`;

/** R08: what promotions brought and what they cost. */
export const promotions: Source = {
  rows: (wanted) => withCustomer(isOfActivities(wanted) ? `${rows(wanted)} union all ${unused(wanted)}` : rows(wanted)),
  measures: {
    amount: eachOrderOnce,
    orderCount: 'count(distinct s.doc_id)::numeric',
    customerCount: 'count(distinct s.customer)::numeric',
    worth: 'sum(s.worth)',
    giftAmount: 'sum(s.gifts)',
    spent: 'sum(s.spent)',
    costRate: `round(100 * sum(s.spent) / nullif(${eachOrderOnce}, 0), 1)`,
  },
};
export const promotionsDetail: DetailSource = { rows: (wanted) => withCustomer(rows(wanted)), sum: eachOrderOnce };
