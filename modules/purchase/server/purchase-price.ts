import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { purchasePrice } from '#purchase/model/purchase-price.ts';
import type { purchasePriceSource } from '#purchase/model/choices.ts';

export const purchasePriceService = serveEntity(purchasePrice, {
  beforeSave(_ctx, record) {
    const { price, startDate, endDate } = record;
    if (compare(price, '0') < 0)
      throw invalidAt([{ path: 'price', field: purchasePrice.fields.price.label, reason: reasons.format }]);
    if (endDate !== null && endDate < startDate)
      throw invalidAt([{ path: 'endDate', field: purchasePrice.fields.endDate.label, reason: reasons.format }]);
    return record;
  },
});

interface Asked {
  readonly supplierCode: string | null;
  readonly day: string;
  readonly materials: readonly string[];
}

/** What was agreed with the supplier on a day, what was last paid to him, and whether he prices his orders himself. */
export const priceReads = ({ supplierCode, day, materials }: Asked) => ({
  pricesItself: statement(
    { peerTenant: 'text' },
    `
      select s.rel_tenant_code as peer_tenant
      from app.data_supplier s
      where s.code = $1 and s.rel_tenant_code is not null and s.rel_tenant_code <> sec.tenant()`,
    [supplierCode],
  ),
  agreed: statement(
    { productCode: 'text', price: 'decimal', leastNumber: 'decimal?' },
    `
      select a.product_code, a.price, a.least_number
      from app.order_purchaseprice a
      where a.supplier_code = $1
        and a.product_code = any($2::text[])
        and a.status = '1'
        and a.start_date <= $3::date
        and (a.end_date is null or a.end_date >= $3::date)
      order by a.product_code, coalesce(a.least_number, 0) desc, a.start_date desc, a.code`,
    [supplierCode, materials, day],
  ),
  lastPaid: statement(
    { productCode: 'text', price: 'decimal' },
    `
      select distinct on (l.product_code) l.product_code, l.price
      from app.order_purchase p
      join app.order_purchase_line l on l.tenant_code = p.tenant_code and l.parent_id = p.id
      where p.supplier_code = $1
        and l.product_code = any($2::text[])
        and l.price is not null
        and p.bill_status in ('1', '2')
        and p.cancel_flag = '0'
        and p.deleted_flag = '0'
      order by l.product_code, p.bill_date desc, p.create_date desc, l.line_no desc`,
    [supplierCode, materials],
  ),
});
export type PriceRows = RowsOf<ReturnType<typeof priceReads>>;

interface Found {
  /** Null until the supplier has said it. */
  readonly price: string | null;
  readonly source: keyof typeof purchasePriceSource;
}

/**
 * The price of goods that nobody typed: the agreement for the largest quantity that is reached, else the last one paid.
 * A supplier in a tenant of his own prices the order there, and the buyer agrees to it (B16).
 */
export function priceOf(
  { agreed, lastPaid, pricesItself }: PriceRows,
  { productCode, number }: { readonly productCode: string; readonly number: string },
): Found | undefined {
  const agreement = agreed.find(
    (row) => row.productCode === productCode && compare(row.leastNumber ?? '0', number) <= 0,
  );
  if (agreement !== undefined) return { price: agreement.price, source: 1 };
  const last = lastPaid.find((row) => row.productCode === productCode);
  if (last !== undefined) return { price: last.price, source: 2 };
  return pricesItself.length === 0 ? undefined : { price: null, source: 3 };
}
