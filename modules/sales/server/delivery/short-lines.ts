import { compare, minus, plus } from '#platform/model/decimal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { elsewhereSql } from '#stock/server/available.ts';

/** Another warehouse of the organisation that has some of what is short, where the reader may know it. */
const elsewhere = { otherName: 'text?', otherFree: 'decimal?' } as const;

/**
 * A line whose goods are not all there: what is still to leave, what of it no delivery has taken up, and what the
 * warehouse has for it.
 */
const shortLine = {
  id: 'uuid',
  lineNo: 'integer',
  productName: 'text?',
  unit: 'text?',
  storageName: 'text?',
  need: 'decimal',
  remaining: 'decimal',
  free: 'decimal',
  ...elsewhere,
} as const;
export type ShortLine = RowOf<typeof shortLine>;

const otherOfLine = elsewhereSql({
  organizeCode: 'x.organize_code',
  storageCode: 'x.storage_code',
  materialCode: 'x.product_code',
  short: 'x.need - x.free',
});

/**
 * Lines of orders that the warehouse cannot serve, in their order. An audited order has reserved its goods: what it
 * holds itself is free for it. Kits are left to the dialog of the verb, which knows their components.
 */
export const shortLines = (orders: readonly string[]) =>
  statement(
    shortLine,
    `
      select x.id, x.line_no, x.product_name, x.unit, x.storage_name, x.need, x.remaining, x.free, e.name as other_name,
        e.available as other_free
      from (
        select l.id, l.line_no, l.product_name, l.main_unit_name as unit,
          coalesce(d.name, l.storage_code) as storage_name, l.organize_code, l.storage_code, l.product_code, l.need,
          l.remaining,
          greatest(
            0, coalesce(b.available, 0) + case when l.is_held then l.all_need else 0 end - (l.so_far - l.need)
          ) as free
        from (
          select k.id, k.line_no, k.product_name, k.product_code, k.main_unit_name, o.organize_code,
            coalesce(k.out_storage_code, o.storage_code) as storage_code, o.bill_status = '1' as is_held,
            k.number - coalesce(k.closed_number, 0) - coalesce(k.out_number, 0) as need,
            greatest(0, k.number - coalesce(k.closed_number, 0) - coalesce(k.released_number, 0)) as remaining,
            sum(k.number - coalesce(k.closed_number, 0) - coalesce(k.out_number, 0)) over (
              partition by o.id, k.product_code, coalesce(k.out_storage_code, o.storage_code) order by k.line_no
            ) as so_far,
            sum(k.number - coalesce(k.closed_number, 0) - coalesce(k.out_number, 0))
              over (partition by o.id, k.product_code, coalesce(k.out_storage_code, o.storage_code)) as all_need
          from app.order_order o
          join app.order_order_line k on k.tenant_code = o.tenant_code and k.parent_id = o.id
          where o.id = any($1::uuid[])
            and o.bill_status in ('0', '1', '4')
            and exists (select from app.data_material m where m.code = k.product_code and m.group_flag <> '1')
        ) l
        left join app.data_depot d on d.code = l.storage_code
        left join lateral (
          select sum(s.on_hand - s.occupied - s.frozen) as available
          from app.stock_balance s
          where s.stock_organize_code = coalesce(d.stock_organize_code, d.organize_code)
            and s.storage_code = l.storage_code
            and s.material_code = l.product_code
        ) b on true
        where l.need > 0
      ) x
      left join lateral (${otherOfLine}) e on true
      where x.need > x.free
      order by x.line_no`,
    [orders],
  );

/** What of a short line can be delivered now: what lies there, less what deliveries have taken up already. */
export function deliverableOf({ need, remaining, free }: ShortLine): string {
  const left = minus(plus(free, remaining), need);
  if (compare(left, '0') <= 0) return '0';
  return compare(left, remaining) < 0 ? left : remaining;
}

/** Goods of a delivery that do not lie in its warehouse, by product. Kits are left to the dialog of the verb. */
export const shortGoods = (delivery: string) =>
  statement(
    { productName: 'text', unit: 'text?', storageName: 'text', need: 'decimal', free: 'decimal', ...elsewhere },
    `
      select x.product_name, x.unit, x.storage_name, x.need, x.free, e.name as other_name, e.available as other_free
      from (
        select l.organize_code, l.storage_code, l.product_code, l.product_name, l.unit, l.need, d.name as storage_name,
          greatest(0, coalesce(b.on_hand, 0)) as free
        from (
          select t.organize_code, t.storage_code, k.product_code, m.name as product_name, max(k.main_unit_name) as unit,
            sum(k.number - coalesce(k.out_number, 0)) as need, min(k.line_no) as first
          from app.order_delivery t
          join app.order_delivery_line k on k.tenant_code = t.tenant_code and k.parent_id = t.id
          join app.data_material m on m.code = k.product_code and m.group_flag <> '1'
          where t.id = $1 and t.bill_status in ('0', '1')
          group by t.organize_code, t.storage_code, k.product_code, m.name
        ) l
        join app.data_depot d on d.code = l.storage_code
        left join lateral (
          select sum(s.on_hand) as on_hand
          from app.stock_balance s
          where s.stock_organize_code = coalesce(d.stock_organize_code, d.organize_code)
            and s.storage_code = l.storage_code
            and s.material_code = l.product_code
        ) b on true
        order by l.first
      ) x
      left join lateral (${otherOfLine}) e on true
      where x.need > x.free`,
    [delivery],
  );
