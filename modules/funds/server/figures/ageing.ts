import { z } from 'zod';
import { isOutside, permissionOf } from '#platform/model/permission.ts';
import { notPermitted } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { Ageing } from '#funds/model/ageing.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';

/** What a customer owes by how late it is, for the people of the house who may list balances. */
export const ageingRoute: Route = {
  method: 'GET',
  path: `${saleBalance.path}/ageing`,
  permission: [permissionOf(saleBalance, 'page')],
  effect: 'none',
  query: z.object({ customerCode: z.string().min(1).max(50) }),
  summary: 'Balance: what a customer owes by how late it is (?customerCode=)',
  handle: readAgeing,
};

/** A list is asked for so many by their numbers at most: more stand in no address. */
const mostCodes = 100;

/** Organisations the reader has power over; a salesperson reads his customers. */
export const ageingScope = `
  coalesce(b.organize_code = any((select sec.organizations())::text[]), true)
  and (select sec.own(1)) is null
  and (select sec.own(2)) is null
  and coalesce(b.customer_code = any((select sec.team_customers_of(sec.own(3)))::text[]), true)`;

/** By how late it is: which documents are owed. */
const countedSql = `
  select bucket, doc_type, count(distinct doc_code) as count,
    (array_agg(distinct doc_code order by doc_code))[1:${mostCodes}] as codes
  from owed
  cross join lateral (
    select case
      when late <= 0 then 'current'
      when late <= 30 then 'upTo30'
      when late <= 60 then 'upTo60'
      when late <= 90 then 'upTo90'
      else 'beyond'
    end as bucket
  ) b
  group by 1, 2`;

const ageingOf = (customerCode: string) =>
  statement(
    {
      total: 'decimal',
      current: 'decimal',
      upTo30: 'decimal',
      upTo60: 'decimal',
      upTo90: 'decimal',
      beyond: 'decimal',
      earliest: 'text?',
      charged: 'decimal',
      days: 'integer',
      documents: 'json',
    },
    `
      with balance as (
        select b.tenant_code, b.id, b.organize_code, b.customer_code
        from app.receivable_balance b
        where b.customer_code = $1 and ${ageingScope}
      ),
      charged as (
        select e.d_amount, e.biz_date
        from balance b
        join app.receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
        where e.d_amount > 0 and e.reversal_of is null and e.biz_date > ${todaySql} - 365
      ),
      owed as (
        select r.doc_type, r.doc_code, r.due_date, r.open_amount as amount, ${todaySql} - r.due_date as late
        from balance b
        cross join lateral app.receivable_open(b.organize_code, b.customer_code) r
        where r.open_amount > 0
      ),
      counted as (${countedSql})
      select coalesce(sum(amount), 0) as total, coalesce(sum(amount) filter (where late <= 0), 0) as current,
        coalesce(sum(amount) filter (where late between 1 and 30), 0) as up_to30,
        coalesce(sum(amount) filter (where late between 31 and 60), 0) as up_to60,
        coalesce(sum(amount) filter (where late between 61 and 90), 0) as up_to90,
        coalesce(sum(amount) filter (where late > 90), 0) as beyond,
        (select doc_code from owed where late > 0 order by due_date, doc_code limit 1) as earliest,
        (select coalesce(sum(d_amount), 0) from charged) as charged,
        (select coalesce(${todaySql} - min(biz_date), 0) from charged) as days,
        (
          select coalesce(
            jsonb_agg(jsonb_build_object('bucket', bucket, 'type', doc_type, 'count', count, 'codes', codes)), '[]'
          )
          from counted
        ) as documents
      from owed`,
    [customerCode],
  );

type Read = Omit<Ageing, 'documents'> & { readonly documents: unknown };

async function readAgeing(call: Call): Promise<Read | null> {
  const { identity, rows } = await call.read({ ageing: ageingOf(call.query['customerCode'] ?? '') });
  if (isOutside(identity)) throw notPermitted();
  return rows.ageing[0] ?? null;
}
