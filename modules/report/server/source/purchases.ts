import type { DetailSource, Source, Wanted } from './source.ts';
import { withinScope } from './scope.ts';

/** What of a line is to come; what went back to the supplier is to come again. */
export const awaitedSql = `
  greatest(
    0, l.number - coalesce(l.closed_number, 0) - coalesce(l.arrived_number, 0) + coalesce(l.returned_number, 0)
  )`;

/** Lines of purchases that were audited, with the day on which the last of their goods came. */
const rows = ({ from, to, values }: Wanted): string => `
  select h.bill_date as day, 'order:purchase' as doc_type, h.id as doc_id, h.code as doc_code,
    h.organize_code as organize, h.storage_code as storage, h.supplier_code as supplier, h.supplier_name,
    l.product_code as material, l.product_name as material_name, m.class_code as product_class,
    l.number as purchased_number, coalesce(l.amount, 0) as purchased_amount,
    coalesce(l.arrived_number, 0) - coalesce(l.returned_number, 0) as received_number, ${awaitedSql} as open_number,
    h.arrival_date is not null as is_dated,
    came.day <= h.arrival_date
      and l.number <= coalesce(l.closed_number, 0) + coalesce(l.arrived_number, 0) as is_in_time
  from app.order_purchase h
  join app.order_purchase_line l on l.parent_id = h.id
  left join app.data_material m on m.code = l.product_code
  left join lateral (
    select max(i.bill_date) as day
    from app.doc_link k
    join app.stock_inout i on i.id = k.to_id
    where k.from_line_id = l.id and k.is_active and k.kind = 'receive' and i.bill_status <> '0' and i.red_flag = '0'
  ) came on true
  where h.bill_date between ${values.next(from)}::date and ${values.next(to)}::date
    and h.bill_status in ('1', '2')
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
    and ${withinScope({ organize: 'h.organize_code', storage: 'h.storage_code', supplier: 'h.supplier_code' })}`;

export const purchases: Source = {
  rows,
  measures: {
    purchasedNumber: 'sum(s.purchased_number)',
    receivedNumber: 'sum(s.received_number)',
    openNumber: 'sum(s.open_number)',
    onTimeRate: `
      round(
        100.0 * count(*) filter (where s.is_in_time) / nullif(count(*) filter (where s.is_dated), 0), 1
      )`,
    purchasedAmount: 'sum(s.purchased_amount)',
  },
};
export const purchasesDetail: DetailSource = { rows, sum: 'sum(s.purchased_number)' };
