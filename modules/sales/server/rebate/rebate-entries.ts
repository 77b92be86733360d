import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { windowOf } from '#platform/server/entity/report.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import { rebate } from '#sales/model/rebate/rebate.ts';
import { countedSql, moneyEntry, salesEntry } from './rebate-figures.ts';

/** What made the basis of a customer in a settlement: entry by entry, with the document that posted it. */
export const rebateEntriesRoute: Route = {
  method: 'GET',
  path: `${rebate.path}/entries`,
  permission: [permissionOf(rebate, 'entries')],
  effect: 'none',
  marks: { 'query.id': rebate.name },
  query: z.object({
    id: z.string(),
    customerCode: z.string().min(1).max(50),
    page: z.string().optional(),
    limit: z.string().optional(),
  }),
  summary: 'Rebate settlement: entries behind the basis of a customer, latest first (?id=&customerCode=)',
  handle: readEntries,
};

const mayRead = `
  r.deleted_flag = '0'
  and coalesce(r.organize_code = any((select sec.organizations())::text[]), true)
  and (select sec.own(1)) is null
  and (select sec.own(2)) is null`;

/**
 * Only of a line of a settlement of organisations that the reader has power over; a salesperson reads his customers.
 */
const entriesSql = `
  select e.id, e.biz_date, e.doc_type, e.doc_id, e.doc_code, e.post_type, e.reversal_of is not null as is_reversal,
    case when p.basis = '1' then -e.d_amount else ${countedSql} end as counted, e.creator_name, e.create_date
  from app.sale_rebate r
  join app.sale_rebate_line l on l.tenant_code = r.tenant_code and l.parent_id = r.id and l.customer_code = $2
  join app.sale_rebateprogramme p on p.tenant_code = r.tenant_code and p.code = r.programme_code
  join app.receivable_balance b on b.organize_code = r.organize_code and b.customer_code = l.customer_code
  join app.receivable_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
  where r.id = $1::uuid
    and ${mayRead}
    and coalesce(l.customer_code = any((select sec.team_customers_of(sec.own(3)))::text[]), true)
    and e.biz_date between r.start_date and r.end_date
    and e.id <= r.through_entry::bigint
    and case when p.basis = '1' then ${moneyEntry} else ${salesEntry} end`;

async function readEntries(call: Call): Promise<unknown> {
  const { id = '', customerCode = '' } = call.query;
  if (!isId(id)) {
    // Whoever may not ask is told that first.
    await call.read({});
    throw notFound();
  }
  const { limit, offset } = windowOf(askedOf(call));
  const {
    rows: {
      list,
      counted: [counted],
      settlements,
    },
  } = await call.read({
    settlements: statement({ id: 'uuid' }, `select r.id from app.sale_rebate r where r.id = $1::uuid and ${mayRead}`, [
      id,
    ]),
    list: statement(
      {
        id: 'text',
        bizDate: 'date',
        docType: 'text',
        docId: 'uuid',
        docCode: 'text',
        postType: 'text',
        isReversal: 'boolean',
        dAmount: 'decimal',
        amountAfter: 'decimal',
        creatorName: 'text',
        createDate: 'instant',
      },
      `
        select x.id::text as id, x.biz_date, x.doc_type, x.doc_id, x.doc_code, x.post_type, x.is_reversal,
          x.counted as d_amount, sum(x.counted) over (order by x.id) as amount_after, x.creator_name, x.create_date
        from (${entriesSql}) x
        where x.counted <> 0
        order by x.id desc
        limit $3 offset $4`,
      [id, customerCode, limit, offset],
    ),
    counted: statement(
      { total: 'integer', amount: 'decimal' },
      `
        select count(*)::integer as total, coalesce(sum(x.counted), 0) as amount
        from (${entriesSql}) x
        where x.counted <> 0`,
      [id, customerCode],
    ),
  });
  if (settlements.length === 0) throw notFound();
  return { list, total: counted?.total ?? 0, amount: counted?.amount ?? '0' };
}
