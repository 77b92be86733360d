import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { redLink } from '#stock/model/inout.ts';
import { receiveLink } from '#purchase/model/links.ts';

const receivedSql = `
  select m.id as receipt_id, l.id as line_id, m.code as source_code, l.line_no as source_line_no, m.bill_date,
    m.organize_code, m.supplier_code, m.storage_code, l.product_code, l.product_name, p.tax_rate, l.number,
    coalesce(l.amount, 0) as amount, coalesce(r.number, 0) as red_number, coalesce(r.amount, 0) as red_amount,
    coalesce(v.number, 0) as invoiced_number, coalesce(v.amount, 0) as invoiced_amount
  from app.stock_inout m
  join app.stock_inout_line l on l.tenant_code = m.tenant_code and l.parent_id = m.id
  join app.doc_link k
    on k.tenant_code = l.tenant_code
    and k.to_line_id = l.id
    and k.kind = '${receiveLink}'
    and k.is_active
  join app.order_purchase_line p on p.tenant_code = k.tenant_code and p.id = k.from_line_id
  left join lateral (
    select sum(x.number) as number, sum(x.amount) as amount
    from app.doc_link d
    join app.stock_inout_line x on x.tenant_code = d.tenant_code and x.id = d.to_line_id
    join app.stock_inout h on h.tenant_code = x.tenant_code and h.id = x.parent_id
    where d.tenant_code = l.tenant_code
      and d.kind = '${redLink}'
      and d.is_active
      and d.from_line_id = l.id
      and h.bill_status in ('1', '2')
      and h.cancel_flag = '0'
      and h.deleted_flag = '0'
  ) r on true
  left join lateral (
    select sum(x.number) as number, sum(x.receipt_amount) as amount
    from app.order_purchaseinvoice_line x
    join app.order_purchaseinvoice h on h.tenant_code = x.tenant_code and h.id = x.parent_id
    where x.source_code = m.code
      and x.source_line_no = l.line_no
      and h.bill_status <> '3'
      and h.cancel_flag = '0'
      and h.deleted_flag = '0'
      and h.id <> all($2::uuid[])
  ) v on true
  where m.code = any($1::text[])
    and m.bill_status in ('1', '2')
    and m.cancel_flag = '0'
    and m.deleted_flag = '0'
    and m.red_flag = '0'
  order by m.code, l.line_no`;

/** Lines of receipts, by the number of the receipt: what came, what went back, and what other invoices were for. */
export const receivedReads = (codes: readonly string[], own: readonly string[], isHeld: boolean) => ({
  ...(isHeld
    ? {
        heldReceipts: statement(
          { id: 'uuid' },
          'select m.id from app.stock_inout m where m.code = any($1::text[]) order by m.id for update',
          [codes],
        ),
      }
    : {}),
  received: statement(
    {
      receiptId: 'uuid',
      lineId: 'uuid',
      sourceCode: 'text',
      sourceLineNo: 'integer',
      billDate: 'date',
      organizeCode: 'text',
      supplierCode: 'text?',
      storageCode: 'text',
      productCode: 'text',
      productName: 'text?',
      taxRate: 'text?',
      number: 'decimal',
      amount: 'decimal',
      redNumber: 'decimal',
      redAmount: 'decimal',
      invoicedNumber: 'decimal',
      invoicedAmount: 'decimal',
    },
    receivedSql,
    [codes, own],
  ),
});
export type Received = RowsOf<ReturnType<typeof receivedReads>>['received'][number];
