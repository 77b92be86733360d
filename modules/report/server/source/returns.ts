import type { DetailSource, Source, Wanted } from './source.ts';
import { everyDay, scopeOfLines, soldLines } from './sales.ts';

/** Lines of red movements with the return that brought them. */
const returned = (wanted: Wanted): string => `
  select s.day, 'stock:inout' as doc_type, s.doc_id, s.doc_code, s.organize, s.dept, s.salesman, s.customer, s.storage,
    s.channel, s.order_brand, s.creator_id, s.material, -s.number as returned_number, -s.amount as returned_amount,
    0::numeric as sold_amount, rt.return_reason as reason
  from (${soldLines(everyDay(wanted))}) s
  left join lateral (
    select r.return_reason
    from app.doc_link k
    join app.order_refund r on r.id = k.from_id
    where k.to_id = s.doc_id and k.to_line_id = s.line_id and k.is_active and k.kind = 'inbound'
    limit 1
  ) rt on true
  where s.red_flag = '1'`;
const sold = (wanted: Wanted): string => `
  select s.day, 'stock:inout', s.doc_id, s.doc_code, s.organize, s.dept, s.salesman, s.customer, s.storage, s.channel,
    s.order_brand, s.creator_id, s.material, 0::numeric, 0::numeric, s.amount, null::text
  from (${soldLines(everyDay(wanted))}) s
  where s.red_flag = '0'`;

const seen = (rows: string): string => `
  select s.*, m.brand_code as brand, m.class_code as product_class, m.name as material_name,
    (select n.name from app.data_customer n where n.code = s.customer) as customer_name
  from (${rows}) s
  left join app.data_material m on m.code = s.material
  where ${scopeOfLines}`;

/** R19: what came back beside what left in the same days. */
export const returns: Source = {
  rows: (wanted) => seen(`${returned(wanted)} union all ${sold(wanted)}`),
  measures: {
    returnedNumber: 'sum(s.returned_number)',
    returnedAmount: 'sum(s.returned_amount)',
    soldAmount: 'sum(s.sold_amount)',
    returnRate: 'round(100 * sum(s.returned_amount) / nullif(sum(s.sold_amount), 0), 1)',
  },
};
export const returnsDetail: DetailSource = {
  rows: (wanted) => seen(returned(wanted)),
  sum: 'sum(s.returned_amount)',
};
