import { askedText, reportCalls, sourced } from '#platform/server/entity/report.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { invoiceSummary } from '#invoice/model/summary/summary.ts';

/** Of organisations that the user has power over; a customer sees his own, a salesperson his customers'. */
const visible = `
  coalesce(h.organize_code = any((select sec.organizations())::text[]), true)
  and coalesce(coalesce(h.customer_code, '') = (select sec.own(1)), true)
  and (select sec.own(2)) is null
  and coalesce(coalesce(h.customer_code, '') = any((select sec.team_customers_of(sec.own(3)))::text[]), true)`;

const issuedSql = `
  select h.customer_code, to_char(h.invoice_date, 'YYYY-MM') as month, h.invoice_type, 1 as invoices, h.total_amount,
    h.total_tax, 0 as uninvoiced
  from app.invoice_maintain h
  where h.bill_status = '1' and h.deleted_flag = '0' and ${visible}`;

/** Goods that left or came back, as far as no invoice is for them: parts by their number, like report R17. */
const openSql = `
  select h.customer_code, to_char(h.bill_date, 'YYYY-MM') as month, null as invoice_type, 0 as invoices,
    0 as total_amount, 0 as total_tax, round(l.amount * (s.sign - x.number / l.number), 2) as uninvoiced
  from app.stock_inout h
  join app.stock_inout_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
  cross join lateral (select case h.red_flag when '1' then -1 else 1 end as sign) s
  cross join lateral (
    select coalesce(sum(k.number), 0) as number
    from app.doc_link k
    where k.from_line_id = l.id and k.kind = '${linkKinds.invoice}' and k.is_active
  ) x
  where h.move_type = '4'
    and h.bill_status in ('1', '2')
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
    and h.customer_code is not null
    and l.number <> 0
    and l.amount <> 0
    and ${visible}`;

const calls = reportCalls(
  invoiceSummary,
  sourced({
    columns: `
      b.id, b.customer_code, c.name as customer_name, b.month, b.invoice_type, b.invoice_count, b.total_tax,
      b.uninvoiced_amount, b.total_amount`,
    from: (asked, values) => {
      const [customerCode, invoiceType] = (['customerCode', 'invoiceType'] as const).map((key) =>
        askedText(asked, key),
      );
      const wanted = [
        '(b.invoice_count > 0 or b.uninvoiced_amount <> 0)',
        ...(customerCode == null ? [] : [`b.customer_code = ${values.next(customerCode)}`]),
        ...(invoiceType == null ? [] : [`b.invoice_type = ${values.next(invoiceType)}`]),
      ];
      return `
        (
          select concat_ws('/', f.month, f.customer_code, f.invoice_type) as id, f.customer_code, f.month,
            f.invoice_type, sum(f.invoices)::integer as invoice_count, sum(f.total_tax) as total_tax,
            sum(f.uninvoiced) as uninvoiced_amount, sum(f.total_amount) as total_amount
          from (${issuedSql} union all ${openSql}) f
          group by f.customer_code, f.month, f.invoice_type
        ) b
        left join app.data_customer c on c.code = b.customer_code
        where ${wanted.join(' and ')}`;
    },
    order: 'b.month desc, b.customer_code, b.invoice_type nulls last',
  }),
);

export const summaryRoutes = calls.routes;
export const summaryExporter = calls.exporter;
