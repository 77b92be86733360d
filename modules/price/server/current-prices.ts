import { statement } from '#platform/server/db/statement.ts';

export const counts = (of: string): string =>
  `${of}.bill_status = '1' and ${of}.status = '1' and ${of}.deleted_flag = '0'`;
export const inForce = (day: string): string =>
  `b.start_date <= ${day}::date and (b.end_date is null or b.end_date >= ${day}::date)`;

interface Asked {
  readonly products: readonly string[];
  readonly organizeCode: string | null;
  readonly day: string | null;
}
/**
 * Base prices in force on a day: from everybody's to the organisation's own, the latest last, and the last one prices.
 */
export const currentPrices = ({ products, organizeCode, day }: Asked) =>
  statement(
    { productCode: 'text', priceClassCode: 'text?', price: 'decimal', unitType: 'text' },
    `
      select b.product_code, b.price_class_code, b.price, b.unit_type
      from app.sale_benchmarkprice b
      where b.product_code = any($1::text[])
        and (b.organize_code is null or b.organize_code = $2)
        and ${counts('b')}
        and ${inForce('$3')}
      order by b.organize_code nulls first, b.start_date, b.code desc`,
    [products, organizeCode, day],
  );
