import { z } from 'zod';
import { snakeCase } from '#platform/model/envelope.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { askedText, reportCalls, sourced, windowOf } from '#platform/server/entity/report.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { expiringDays, rebateStatement } from '#funds/model/statement/rebate-statement.ts';

/** Batches of organisations the user has power over; a customer sees his own, a salesperson those of his customers. */
const visible = `
  coalesce(a.organize_code = any((select sec.organizations())::text[]), true)
  and ((select sec.own(1)) is null or a.customer_code = (select sec.own(1)))
  and (select sec.own(2)) is null
  and coalesce(a.customer_code = any((select sec.team_customers_of(sec.own(3)))::text[]), true)`;

/** The batch's own grant is its first move, and of the size of the batch. */
const movesSql = `
  select m.amount, e.post_type
  from app.rebate_move m
  join app.capital_entry e on e.tenant_code = m.tenant_code and e.id = m.entry_id
  where m.tenant_code = r.tenant_code
    and m.batch_id = r.id
    and not m.is_lapsed
    and not (
      m.amount = r.granted
      and m.entry_id = (select min(f.entry_id) from app.rebate_move f where f.batch_id = r.id)
    )`;

const statusSql = `
  case
    when r.remaining = 0 and r.expire_date < ${todaySql} then '2'
    when r.remaining = 0 then '3'
    when r.expire_date < ${todaySql} then '2'
    when r.expire_date <= ${todaySql} + ${expiringDays} then '1'
    else '0'
  end`;

const calls = reportCalls(
  rebateStatement,
  sourced({
    columns: `
      r.id, a.organize_code, o.name as organize_name, a.customer_code, c.name as customer_name, r.source_code,
      r.give_date, r.expire_date, r.granted as granted_amount, x.used as used_amount, x.expired as expired_amount,
      r.granted - x.used - x.expired - r.remaining as taken_amount, r.remaining as balance_amount,
      ${statusSql} as batch_status`,
    from: (asked, values) => {
      const equals = (['organizeCode', 'customerCode'] as const).map((key) => {
        const value = askedText(asked, key);
        return value === null ? '' : ` and a.${snakeCase(key)} = ${values.next(value)}`;
      });
      const status = askedText(asked, 'batchStatus');
      return `
        app.rebate_batch r
        join app.sale_capitalaccount a on a.tenant_code = r.tenant_code and a.account_code = r.account_code
        left join app.sys_organization o on o.tenant_code = a.tenant_code and o.code = a.organize_code
        left join app.data_customer c on c.tenant_code = a.tenant_code and c.code = a.customer_code
        left join lateral (
          select coalesce(-sum(v.amount) filter (where v.post_type in ('DED', 'RTN')), 0) as used,
            coalesce(-sum(v.amount) filter (where v.post_type = 'EXP'), 0) as expired
          from (${movesSql}) v
        ) x on true
        where ${visible}${equals.join('')}${status === null ? '' : ` and ${statusSql} = ${values.next(status)}`}`;
    },
    order: 'a.customer_code, r.expire_date nulls last, r.give_date, r.id',
  }),
);

/** What became of a batch, latest first, with what was left of it then. */
const entriesRoute: Route = {
  method: 'GET',
  path: `${rebateStatement.path}/entries`,
  permission: [permissionOf(rebateStatement, 'page')],
  effect: 'none',
  query: z.object({ id: z.string(), page: z.string().optional(), limit: z.string().optional() }),
  summary: 'Rebate statement: what became of one batch, latest first (?id=)',
  handle: readEntries,
};

async function readEntries(call: Call): Promise<unknown> {
  const { id = '' } = call.query;
  if (!isId(id)) {
    // Whoever may not ask is told that first.
    await call.read({});
    throw notFound();
  }
  const { limit, offset } = windowOf(askedOf(call));
  const source = `
    from app.rebate_batch r
    join app.sale_capitalaccount a on a.tenant_code = r.tenant_code and a.account_code = r.account_code
    join app.rebate_move m on m.tenant_code = r.tenant_code and m.batch_id = r.id and not m.is_lapsed
    join app.capital_entry e on e.tenant_code = m.tenant_code and e.id = m.entry_id
    where r.id = $1::uuid and ${visible}`;
  const {
    rows: {
      list,
      counted: [counted],
    },
  } = await call.read({
    list: statement(
      {
        id: 'text',
        bizDate: 'date',
        docType: 'text',
        docId: 'uuid',
        docCode: 'text',
        postType: 'text',
        isReversal: 'boolean',
        dBalance: 'decimal',
        balanceAfter: 'decimal',
        creatorName: 'text',
        createDate: 'instant',
      },
      `
        select m.id::text as id, e.biz_date, e.doc_type, e.doc_id, e.doc_code, e.post_type,
          e.reversal_of is not null as is_reversal, m.amount as d_balance,
          sum(m.amount) over (order by m.entry_id, m.id) as balance_after, e.creator_name, e.create_date ${source}
        order by m.entry_id desc, m.id desc
        limit $2 offset $3`,
      [id, limit, offset],
    ),
    counted: statement({ total: 'integer' }, `select count(*)::integer as total ${source}`, [id]),
  });
  return { list, total: counted?.total ?? 0 };
}

export const rebateStatementRoutes: readonly Route[] = [...calls.routes, entriesRoute];
export const rebateStatementExporter = calls.exporter;
