import type { DetailSource, Source, Wanted } from './source.ts';
import { awaitedSql } from './purchases.ts';
import { withinScope } from './scope.ts';

const scope = withinScope({ organize: 'b.stock_organize_code', storage: 'b.storage_code' });
const goods = `
  m.brand_code as brand, m.class_code as product_class, m.material_line_code as material_line,
  m.external_standard_code as external_standard, m.recipe_no_code as recipe_no`;
const traits = `
  b.stock_organize_code as organize, b.storage_code as storage, b.material_code as material, ${goods}`;

/** What lies where now, and what is to come of it. */
const stockRows = (): string => `
  select ${traits}, b.on_hand, b.occupied, b.frozen, b.in_transit, 0::numeric as on_order,
    round(b.on_hand * c.amount / nullif(c.number, 0), 2) as value
  from app.stock_balance b
  left join app.cost_balance c on c.stock_organize_code = b.stock_organize_code and c.material_code = b.material_code
  left join app.data_material m on m.code = b.material_code
  where ${scope}
  union all
  select h.organize_code, h.storage_code, l.product_code, ${goods}, 0, 0, 0, 0, ${awaitedSql}, 0
  from app.order_purchase h
  join app.order_purchase_line l on l.parent_id = h.id
  left join app.data_material m on m.code = l.product_code
  where h.bill_status = '1'
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
    and ${withinScope({ organize: 'h.organize_code', storage: 'h.storage_code' })}`;

export const stock: Source = {
  rows: stockRows,
  measures: {
    onHand: 'sum(s.on_hand)',
    occupied: 'sum(s.occupied)',
    frozen: 'sum(s.frozen)',
    available: 'sum(s.on_hand - s.occupied - s.frozen)',
    inTransit: 'sum(s.in_transit)',
    onOrder: 'sum(s.on_order)',
    stockValue: 'coalesce(sum(s.value), 0)',
  },
};

/**
 * What every entry is: the type of its movement, and where no movement stands behind it, what was posted. Red ones
 * count against their own type.
 */
const kindSql = `
  case
    when h.move_type is not null then h.move_type
    when e.post_type in ('TOUT') then '6'
    when e.post_type in ('TIN') then '2'
    when e.d_on_hand > 0 then '3'
    else '7'
  end`;

const flow = ({ to, values }: Pick<Wanted, 'to' | 'values'>): string => `
  select e.biz_date as day, e.doc_type, e.doc_id, e.doc_code, ${traits}, m.name as material_name,
    (select n.name from app.data_depot n where n.code = b.storage_code) as storage_name, e.d_on_hand as number,
    case when e.post_type = 'LOSS' then -e.d_in_transit else 0 end as lost, ${kindSql} as kind
  from app.stock_balance b
  join app.stock_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
  left join app.stock_inout h on e.doc_type = 'stock:inout' and h.id = e.doc_id
  left join app.data_material m on m.code = b.material_code
  where e.biz_date <= ${values.next(to)}::date and (e.d_on_hand <> 0 or e.post_type = 'LOSS') and ${scope}`;

const cameIn = (kind: string): string => `coalesce(sum(s.number) filter (where s.is_within and s.kind = '${kind}'), 0)`;
const wentOut = (kind: string): string =>
  `coalesce(-sum(s.number) filter (where s.is_within and s.kind = '${kind}'), 0)`;

/** R11: what there was, what came and went by the type of its movement, and what there is. */
export const stockFlow: Source = {
  rows: (wanted) => `
    select f.*, f.day >= ${wanted.values.next(wanted.from)}::date as is_within
    from (${flow(wanted)}) f`,
  measures: {
    opening: 'coalesce(sum(s.number) filter (where not s.is_within), 0)',
    producedIn: cameIn('0'),
    purchasedIn: cameIn('1'),
    transferIn: cameIn('2'),
    otherIn: cameIn('3'),
    soldOut: wentOut('4'),
    usedOut: wentOut('5'),
    transferOut: wentOut('6'),
    otherOut: wentOut('7'),
    lost: 'coalesce(sum(s.lost) filter (where s.is_within), 0)',
    closing: 'coalesce(sum(s.number), 0)',
  },
};

export const stockFlowDetail: DetailSource = {
  rows: (wanted) => `
    select f.*
    from (${flow(wanted)}) f
    where f.day >= ${wanted.values.next(wanted.from)}::date and f.number <> 0`,
  sum: 'sum(s.number)',
};
