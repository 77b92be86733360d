import { z } from 'zod';
import { times } from '#platform/model/decimal.ts';
import { isOutside } from '#platform/model/permission.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { giftPackage } from '#promotion/model/gift-package.ts';

const code = z.string().max(50).optional();

/** What a package holds for a customer, as the gift dialog shows it (001 §2.14): not paged. */
export const packageDetailsRoute: Route = {
  method: 'GET',
  path: `${giftPackage.path}/details`,
  permission: 'session',
  effect: 'none',
  query: z.object({
    packageCode: z.string().max(50),
    accountType: code,
    customerClassCode: code,
    customerCode: code,
    channelCode: code,
  }),
  summary: 'Gift package: what it holds for a customer (?packageCode=)',
  handle: readDetails,
};

const detail = {
  ofCustomer: 'text?',
  productCode: 'text',
  productName: 'text',
  tagName: 'text?',
  spec: 'text?',
  model: 'text?',
  mainUnitName: 'text?',
  erpStockNumber: 'decimal?',
  setNumber: 'decimal',
  rate: 'decimal?',
  price: 'decimal',
  retailPrice: 'decimal?',
  outStorageCode: 'text?',
  outStorageName: 'text?',
} as const;

/** Nothing is chosen yet; what one set holds is told beside it. */
async function readDetails(call: Call): Promise<readonly object[]> {
  const { identity, rows } = await call.read({ details: detailsOf(call.query) });
  const own = identity.customerCode;
  const isTold = ({ ofCustomer }: RowOf<typeof detail>): boolean =>
    !isOutside(identity) || (own !== null && (ofCustomer === null || ofCustomer === own));
  return rows.details.filter(isTold).map(({ ofCustomer: _customer, ...row }) => ({
    ...row,
    rate: row.rate ?? '1',
    number: '0',
    storeNumber: '0',
    amount: times(row.price, '0'),
    retailAmount: '0',
  }));
}

/**
 * Of an enabled package in its days: one for a class of customers is for the classes below it, too. What is free of
 * each is told for its own warehouse, or for all normal ones of the package's organisation.
 */
const detailsOf = (asked: Readonly<Record<string, string>>) =>
  statement(
    detail,
    `
      with recursive above as (
        select c.id, c.pid, c.code
        from app.data_customerclass c
        where c.code = $3
        union all
        select p.id, p.pid, p.code
        from app.data_customerclass p
        join above a on p.id = a.pid
      )
      select p.customer_code as of_customer, m.code as product_code, m.name as product_name, g.name as tag_name, m.spec,
        m.model, u.name as main_unit_name, s.free as erp_stock_number, (l.line->>'number')::numeric as set_number,
        m.rate, (l.line->>'price')::numeric as price, m.retail_price, l.line->>'outStorageCode' as out_storage_code,
        l.line->>'outStorageName' as out_storage_name
      from app.promotion_gift p
      cross join lateral jsonb_array_elements(p.lines) with ordinality as l(line, line_no)
      join app.data_material m on m.code = l.line->>'productCode'
      left join app.data_materialtag g on g.code = m.tag_code
      left join app.data_unit u on u.code = m.main_unit_code
      left join lateral (
        select sum(b.on_hand - b.occupied - b.frozen) as free
        from app.stock_balance b
        join app.data_depot d on d.code = b.storage_code
        where b.material_code = m.code
          and d.type = '0'
          and d.status = '1'
          and (l.line->>'outStorageCode' is null or d.code = l.line->>'outStorageCode')
          and (p.organize_code is null or d.organize_code = p.organize_code)
      ) s on true
      where p.code = $1
        and p.status = '1'
        and p.start_date <= ${todaySql}
        and p.end_date >= ${todaySql}
        and ($2::text is null or p.account_type is null or p.account_type = $2)
        and ($3::text is null or p.customer_class_code is null or p.customer_class_code in (select a.code from above a))
        and ($4::text is null or p.customer_code is null or p.customer_code = $4)
        and ($5::text is null or p.channel_code is null or p.channel_code = $5)
        and coalesce(p.organize_code = any((select sec.organizations())::text[]), true)
        and coalesce(p.channel_code = any((select sec.channels())::text[]), true)
      order by l.line_no`,
    [
      asked['packageCode'] ?? '',
      ...['accountType', 'customerClassCode', 'customerCode', 'channelCode'].map((key) => asked[key] || null),
    ],
  );
