import type { DetailSource, Source, Wanted } from './source.ts';
import { orderInScope } from './scope.ts';
import { withCustomer } from './sales.ts';

/** Lines of orders that were audited, whatever has become of them since. */
export const orderLines = ({ from, to, values }: Wanted): string => `
  select h.bill_date as day, 'order:order' as doc_type, h.id as doc_id, h.code as doc_code, h.code as "order",
    h.organize_code as organize, h.dept_code as dept, h.salesman_code as salesman, h.customer_code as customer,
    h.customer_name, h.channel_code as channel, h.storage_code as storage, l.product_code as material,
    l.product_name as material_name, l.line_type, l.policy_code as activity, l.tax_rate, m.brand_code as brand,
    m.class_code as product_class, l.number as ordered_number, coalesce(l.amount, 0) as ordered_amount,
    coalesce(l.released_number, 0) as released_number, coalesce(l.out_number, 0) as out_number,
    coalesce(l.signed_number, 0) as signed_number, coalesce(l.returned_number, 0) as back_number,
    coalesce(l.list_price, l.retail_price, 0) as usual_price, coalesce(l.invoiced_number, 0) as invoiced_number,
    coalesce(l.closed_number, 0) as closed_number
  from app.order_order h
  join app.order_order_line l on l.parent_id = h.id
  left join app.data_material m on m.code = l.product_code
  where h.bill_date between ${values.next(from)}::date and ${values.next(to)}::date
    and h.bill_status in ('1', '2')
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
    and ${orderInScope}`;

export const orders: Source = {
  rows: (wanted) => withCustomer(orderLines(wanted)),
  measures: {
    orderedNumber: 'sum(s.ordered_number)',
    orderedAmount: 'sum(s.ordered_amount)',
    releasedNumber: 'sum(s.released_number)',
    outNumber: 'sum(s.out_number)',
    signedNumber: 'sum(s.signed_number)',
    invoicedNumber: 'sum(s.invoiced_number)',
    closedNumber: 'sum(s.closed_number)',
    orderCount: 'count(distinct s.doc_id)::numeric',
    customerCount: 'count(distinct s.customer)::numeric',
    executionRate: 'round(100 * sum(s.out_number) / nullif(sum(s.ordered_number - s.closed_number), 0), 1)',
  },
};
export const ordersDetail: DetailSource = {
  rows: (wanted) => withCustomer(orderLines(wanted)),
  sum: 'sum(s.ordered_amount)',
};
