import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { CombinationItem } from '#data/model/goods/combination.ts';
import type { Valued } from '#price/model/kit.ts';

/**
 * What the kits among these lines hold, with what decides how each component is weighed. `lines` answers line_id,
 * material_code, price_class_code, organize_code and day; goods that are no kits answer nothing.
 */
export const kitsRead = (lines: string, values: readonly unknown[]) =>
  statement(
    {
      lineId: 'uuid',
      productCode: 'text',
      productName: 'text',
      number: 'decimal',
      price: 'decimal?',
      priceClassCode: 'text?',
      benchmarks: 'json?',
      cost: 'decimal?',
    },
    `
      select k.line_id, i.code as product_code, x.name as product_name, i.number, i.price, k.price_class_code,
        (
          select jsonb_object_agg(c.class, c.price::text)
          from (
            select distinct on (coalesce(b.price_class_code, '')) coalesce(b.price_class_code, '') as class,
              case when b.unit_type = '1' and x.rate > 0 then round(b.price / x.rate, 4) else b.price end as price
            from app.sale_benchmarkprice b
            where b.product_code = i.code
              and b.bill_status = '1'
              and b.status = '1'
              and b.deleted_flag = '0'
              and b.start_date <= k.day
              and (b.end_date is null or b.end_date >= k.day)
              and (b.organize_code is null or b.organize_code = k.organize_code)
            order by 1, b.organize_code nulls last, b.start_date desc, b.code
          ) c
        ) as benchmarks,
        (
          select e.cost
          from app.sale_estimatedcost e
          where e.product_code = i.code
            and e.bill_status = '1'
            and e.status = '1'
            and e.deleted_flag = '0'
            and (e.organize_code is null or e.organize_code = k.organize_code)
            and (e.year, e.month) <= (extract(year from k.day), extract(month from k.day))
          order by e.year desc, e.month desc, e.organize_code nulls last, e.code desc
          limit 1
        ) as cost
      from (${lines}) k
      join app.data_material m on m.code = k.material_code and m.group_flag = '1' and m.combination is not null
      cross join lateral rows
      from (jsonb_to_recordset(m.combination) as ("productCode" text, number numeric, price numeric)) with
        ordinality as i(code, number, price, ord)
      join app.data_material x on x.code = i.code
      order by k.line_id, i.ord`,
    values,
  );
export type KitRow = RowsOf<{ kits: ReturnType<typeof kitsRead> }>['kits'][number];

/** The benchmark of the customer's class, else of the default one; a price without a class is of the default one. */
export function valuedItem(
  { priceClassCode, benchmarks, productCode, productName, number, price, cost }: KitRow,
  defaultClass: string,
): CombinationItem & Valued {
  const byClass = (benchmarks ?? {}) as Readonly<Record<string, string>>;
  const own = priceClassCode === null || priceClassCode === defaultClass ? undefined : byClass[priceClassCode];
  return {
    productCode,
    productName,
    number,
    price,
    cost,
    benchmark: own ?? byClass[defaultClass] ?? byClass[''] ?? null,
  };
}
