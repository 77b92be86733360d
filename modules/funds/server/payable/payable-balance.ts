import { z } from 'zod';
import { snakeCase } from '#platform/model/envelope.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { askedAsOf, askedText, reportCalls, sourced } from '#platform/server/entity/report.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { entriesOf, type EntryPage } from '#platform/server/ledger/entries.ts';
import { payableBalance } from '#funds/model/payable/payable-balance.ts';
import { payable } from '#funds/model/payable/payable-ledger.ts';

/** Organisations the user has power over; a supplier sees what is owed to him, customers and salespeople nothing. */
export const visiblePayables = `
  coalesce(b.organize_code = any((select sec.organizations())::text[]), true)
  and (select sec.own(1)) is null
  and ((select sec.own(2)) is null or b.supplier_code = (select sec.own(2)))
  and (select sec.own(3)) is null`;

/** What is open of a balance by how late it is on the day; credits beyond it stand in a column of their own (E2). */
const agedSql = (day: string | null): string => `
  select coalesce(sum(r.open_amount), 0) as open, coalesce(sum(r.open_amount) filter (where late <= 0), 0) as not_due,
    coalesce(sum(r.open_amount) filter (where late between 1 and 30), 0) as up_to30,
    coalesce(sum(r.open_amount) filter (where late between 31 and 60), 0) as up_to60,
    coalesce(sum(r.open_amount) filter (where late between 61 and 90), 0) as up_to90,
    coalesce(sum(r.open_amount) filter (where late > 90), 0) as beyond,
    min(r.due_date) filter (where r.open_amount > 0) as next_due
  from (
    select o.*, ${day ?? todaySql} - o.due_date as late
    from app.payable_open(b.organize_code, b.supplier_code, ${day ?? `'9999-12-31'`}) o
  ) r`;

/** Balances as they stand, or what the entries of those that had any add up to at the end of a day. */
const heldSql = (day: string | null): string =>
  day === null
    ? 'app.payable_balance'
    : `
      (
        select k.tenant_code, k.id, k.organize_code, k.supplier_code, e.amount, e.prepaid
        from app.payable_balance k
        cross join lateral (
          select coalesce(sum(x.d_amount), 0) as amount, coalesce(sum(x.d_prepaid), 0) as prepaid
          from app.payable_entry x
          where x.tenant_code = k.tenant_code and x.balance_id = k.id and x.biz_date <= ${day}
          having count(*) > 0
        ) e
      )`;

const calls = reportCalls(
  payableBalance,
  sourced({
    columns: `
      b.id, b.organize_code, o.name as organize_name, b.supplier_code, s.name as supplier_name,
      b.amount as balance_amount, b.prepaid as prepaid_amount, x.not_due as not_due_amount,
      x.up_to30 as up_to30_amount, x.up_to60 as up_to60_amount, x.up_to90 as up_to90_amount,
      x.beyond as beyond_amount, x.open - b.amount as unsettled_amount, x.next_due as next_due_date, z.as_of_date`,
    from: (asked, values) => {
      const wanted = (['organizeCode', 'supplierCode'] as const).map((key) => {
        const value = askedText(asked, key);
        return value === null ? '' : ` and b.${snakeCase(key)} = ${values.next(value)}`;
      });
      const asOf = askedAsOf(asked);
      const day = asOf === null ? null : `${values.next(asOf)}::date`;
      return `
        ${heldSql(day)} b
        left join app.sys_organization o on o.tenant_code = b.tenant_code and o.code = b.organize_code
        left join app.data_supplier s on s.tenant_code = b.tenant_code and s.code = b.supplier_code
        cross join lateral (${agedSql(day)}) x
        cross join (select ${day ?? 'null::date'} as as_of_date) z
        where ${visiblePayables}${wanted.join('')}`;
    },
    order: 'b.supplier_code, b.organize_code',
  }),
);

/** What made a balance what it is, latest first. */
const entriesRoute: Route = {
  method: 'GET',
  path: `${payableBalance.path}/entries`,
  permission: [permissionOf(payableBalance, 'page')],
  effect: 'none',
  query: z.object({
    organizeCode: z.string(),
    supplierCode: z.string(),
    asOfDate: z.string().optional(),
    page: z.string().optional(),
    limit: z.string().optional(),
  }),
  summary: 'Payables: entries of one balance, latest first (?organizeCode= &supplierCode=)',
  handle: (call: Call): Promise<EntryPage> => {
    const asked = askedOf(call);
    return entriesOf(call, payable, {
      within: `b.organize_code = $1 and b.supplier_code = $2 and ${visiblePayables}`,
      values: [askedText(asked, 'organizeCode'), askedText(asked, 'supplierCode')],
    });
  },
};

export const payableRoutes: readonly Route[] = [...calls.routes, entriesRoute];
export const payableExporter = calls.exporter;
