import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { redLink } from '#stock/model/inout.ts';
import { receiveLink } from '#purchase/model/links.ts';
import { piecesOf } from './peer-receipt.ts';
import { paramStatement } from '#system/server/setting/param.ts';

/** Lines of purchases that these movements bring, or, being red, take back. */
const boughtSql = `
  select k.to_id as doc_id, k.to_line_id as line_id, k.from_id as purchase_id, k.from_line_id as purchase_line_id,
    null::uuid as receipt_id
  from app.doc_link k
  where k.kind = '${receiveLink}' and k.is_active and k.to_id = any($1::uuid[])
  union all
  select r.to_id, r.to_line_id, k.from_id, k.from_line_id, r.from_id
  from app.doc_link r
  join app.doc_link k on k.tenant_code = r.tenant_code
    and k.to_id = r.from_id
    and k.to_line_id = r.from_line_id
    and k.kind = '${receiveLink}'
    and k.is_active
  where r.kind = '${redLink}' and r.is_active and r.to_id = any($1::uuid[])`;

/** Purchases are held first: their lines are read behind whoever takes in something of them at the same time. */
export const purchaseInReads = (ids: readonly string[]) => ({
  heldPurchases: statement(
    { id: 'uuid' },
    `
      select p.id
      from app.order_purchase p
      where p.id = any(array(select b.purchase_id from (${boughtSql}) b))
      order by p.id
      for update`,
    [ids],
  ),
  bought: statement(
    {
      docId: 'uuid',
      lineId: 'uuid',
      purchaseId: 'uuid',
      purchaseLineId: 'uuid',
      receiptCode: 'text?',
      purchaseCode: 'text',
      purchaseStatus: 'text',
      purchaseDate: 'date',
      productCode: 'text',
      price: 'decimal?',
      taxRate: 'text?',
      number: 'decimal',
      arrivedNumber: 'decimal?',
      returnedNumber: 'decimal?',
      closedNumber: 'decimal?',
      payDays: 'integer?',
      decimals: 'integer',
    },
    `
      select b.doc_id, b.line_id, b.purchase_id, b.purchase_line_id, m.code as receipt_code, p.code as purchase_code,
        p.bill_status as purchase_status, p.bill_date as purchase_date, l.product_code, l.price, l.tax_rate, l.number,
        l.arrived_number, l.returned_number, l.closed_number, s.pay_days, coalesce(u.precision, 0) as decimals
      from (${boughtSql}) b
      join app.order_purchase p on p.id = b.purchase_id
      join app.order_purchase_line l on l.tenant_code = p.tenant_code and l.id = b.purchase_line_id
      left join app.stock_inout m on m.tenant_code = p.tenant_code and m.id = b.receipt_id
      left join app.data_supplier s on s.tenant_code = p.tenant_code and s.code = p.supplier_code
      left join app.data_material g on g.tenant_code = p.tenant_code and g.code = l.product_code
      left join app.data_unit u on u.tenant_code = p.tenant_code and u.code = g.main_unit_code
      order by b.doc_id, b.line_id`,
    [ids],
  ),
  tolerance: paramStatement(['PU003']),
  pieces: piecesOf(ids),
});
export type PurchaseInRows = RowsOf<ReturnType<typeof purchaseInReads>>;
export type Bought = PurchaseInRows['bought'][number];
