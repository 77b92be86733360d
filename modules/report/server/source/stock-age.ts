import type { Source } from './source.ts';
import { awaitedSql } from './purchases.ts';
import { orderInScope, withinScope } from './scope.ts';

const traits = `
  b.stock_organize_code as organize, b.storage_code as storage, b.material_code as material, m.brand_code as brand,
  m.class_code as product_class`;
const from = `app.stock_balance b left join app.data_material m on m.code = b.material_code`;
const scope = withinScope({ organize: 'b.stock_organize_code', storage: 'b.storage_code' });

/** Days over which it is counted how fast goods go. */
const pace = 90;

/**
 * R12: what lies there by the day on which it came: what came first has left first, so what is left is what came last.
 * An entry that was taken back, and what takes it back, is neither.
 */
export const stockAge: Source = {
  rows: ({ to, values }) => {
    const day = values.next(to);
    const onHand = `
      cross join lateral (
        select coalesce(sum(e.d_on_hand), 0) as number,
          -coalesce(
            sum(e.d_on_hand) filter (where i.move_type in ('4', '5') and e.biz_date > ${day}::date - ${pace}), 0
          ) as gone
        from app.stock_entry e
        left join app.stock_inout i on e.doc_type = 'stock:inout' and i.id = e.doc_id
        where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.biz_date <= ${day}::date and e.d_on_hand <> 0
      ) h`;
    return `
      select ${traits}, greatest(0, least(e.number, h.number - e.newer)) as lying, ${day}::date - e.biz_date as age,
        0::numeric as on_hand, 0::numeric as gone
      from ${from} ${onHand}
      cross join lateral (
        select n.biz_date, n.d_on_hand as number,
          sum(n.d_on_hand) over (order by n.biz_date desc, n.id desc) - n.d_on_hand as newer
        from app.stock_entry n
        where n.tenant_code = b.tenant_code
          and n.balance_id = b.id
          and n.biz_date <= ${day}::date
          and n.d_on_hand > 0
          and n.reversal_of is null
          and not exists (
            select from app.stock_entry r
            where r.tenant_code = n.tenant_code and r.reversal_of = n.id and r.biz_date <= ${day}::date
          )
      ) e
      where h.number > e.newer and ${scope}
      union all
      select ${traits}, 0, null, h.number, h.gone
      from ${from} ${onHand}
      where (h.number <> 0 or h.gone <> 0) and ${scope}`;
  },
  measures: {
    onHand: 'sum(s.on_hand)',
    lying30: 'coalesce(sum(s.lying) filter (where s.age <= 30), 0)',
    lying90: 'coalesce(sum(s.lying) filter (where s.age between 31 and 90), 0)',
    lying180: 'coalesce(sum(s.lying) filter (where s.age between 91 and 180), 0)',
    lyingLong: 'coalesce(sum(s.lying) filter (where s.age > 180), 0)',
    turnoverDays: `round(sum(s.on_hand) * ${pace} / nullif(greatest(0, sum(s.gone)), 0), 0)`,
  },
};

/** R13: what customers still wait for beside what is there, and what is to come. Each article is short by itself. */
export const shortage: Source = {
  rows: () => `
    select x.material, m.brand_code as brand, m.class_code as product_class, x.demand, x.available, x.on_order,
      greatest(0, x.demand - x.available) as short, greatest(0, x.demand - x.available - x.on_order) as short_after
    from (
      select y.material, sum(y.demand) as demand, sum(y.available) as available, sum(y.on_order) as on_order
      from (
        select l.product_code as material,
          greatest(0, l.number - coalesce(l.out_number, 0) - coalesce(l.closed_number, 0)) as demand,
          0::numeric as available, 0::numeric as on_order
        from app.order_order h
        join app.order_order_line l on l.parent_id = h.id
        where h.bill_status = '1' and h.cancel_flag = '0' and h.deleted_flag = '0' and ${orderInScope}
        union all
        select b.material_code, 0, b.on_hand - b.frozen, 0
        from app.stock_balance b
        where ${scope}
        union all
        select l.product_code, 0, 0, ${awaitedSql}
        from app.order_purchase h
        join app.order_purchase_line l on l.parent_id = h.id
        where h.bill_status = '1'
          and h.cancel_flag = '0'
          and h.deleted_flag = '0'
          and ${withinScope({ organize: 'h.organize_code', storage: 'h.storage_code' })}
      ) y
      group by y.material
    ) x
    left join app.data_material m on m.code = x.material
    where x.demand > 0`,
  measures: {
    demand: 'sum(s.demand)',
    available: 'sum(s.available)',
    onOrder: 'sum(s.on_order)',
    short: 'sum(s.short)',
    shortAfter: 'sum(s.short_after)',
  },
};
