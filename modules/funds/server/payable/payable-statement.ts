import { snakeCase } from '#platform/model/envelope.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { askedText, reportCalls, sourced } from '#platform/server/entity/report.ts';
import type { Asked, Values } from '#platform/server/list/filter.ts';
import { payableStatement } from '#funds/model/payable/payable-statement.ts';
import { visiblePayables } from './payable-balance.ts';

/** The month that is asked for, else the one that is. */
function monthOf(asked: Asked, values: Values): string {
  const month = askedText(asked, 'month');
  return month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? `${values.next(`${month}-01`)}::date`
    : `date_trunc('month', ${todaySql})::date`;
}
const within = (types: string): string => `sum(e.d_amount) filter (where e.biz_date >= s.first and ${types})`;

/** Every entry of the month is in one column: opening and columns sum to the closing. */
const movedSql = `
  select sum(e.d_amount) filter (where e.biz_date < s.first) as opening, ${within(`e.post_type = 'PUR'`)} as purchased,
    ${within(`e.post_type = 'PRT'`)} as returned, ${within(`e.post_type in ('ADJ', 'OPN', 'PRE')`)} as adjusted,
    ${within(`e.post_type = 'PAY'`)} as paid, ${within(`e.post_type = 'OFS'`)} as offset_part,
    sum(e.d_amount) as closing, sum(e.d_prepaid) as prepaid
  from app.payable_entry e
  where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.biz_date < (s.first + interval '1 month')::date`;

const calls = reportCalls(
  payableStatement,
  sourced({
    columns: `
      b.id, b.organize_code, o.name as organize_name, b.supplier_code, p.name as supplier_name,
      to_char(s.first, 'YYYY-MM') as month, coalesce(m.opening, 0) as opening_amount,
      coalesce(m.purchased, 0) as purchase_amount, coalesce(m.returned, 0) as return_amount,
      coalesce(m.adjusted, 0) as adjust_amount, coalesce(m.paid, 0) as paid_amount,
      coalesce(m.offset_part, 0) as offset_amount, coalesce(m.closing, 0) as closing_amount,
      coalesce(m.prepaid, 0) as prepaid_amount`,
    from: (asked, values) => {
      const wanted = (['organizeCode', 'supplierCode'] as const).map((key) => {
        const value = askedText(asked, key);
        return value === null ? '' : ` and b.${snakeCase(key)} = ${values.next(value)}`;
      });
      return `
        app.payable_balance b
        left join app.sys_organization o on o.tenant_code = b.tenant_code and o.code = b.organize_code
        left join app.data_supplier p on p.tenant_code = b.tenant_code and p.code = b.supplier_code
        cross join (select ${monthOf(asked, values)} as first) s
        cross join lateral (${movedSql}) m
        where ${visiblePayables}${wanted.join('')}`;
    },
    order: 'b.supplier_code, b.organize_code',
  }),
);

export const payableStatementRoutes = calls.routes;
export const payableStatementExporter = calls.exporter;
