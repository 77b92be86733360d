import { todaySql } from '#platform/server/db/today.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { notFound } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { askedAsOf, askedText, reportCalls, sourced } from '#platform/server/entity/report.ts';
import { askedOf, type Asked, type Values } from '#platform/server/list/filter.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isId } from '#platform/server/db/id.ts';
import { entriesOf, type EntryPage } from '#platform/server/ledger/entries.ts';
import { accountKinds, capital } from '#funds/model/capital.ts';
import { creditInfo } from '#funds/model/credit-info.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';

/** Accounts of organisations the user has power over; a customer sees his own, a salesperson those of his customers. */
const visible = `
  coalesce(a.organize_code = any((select sec.organizations())::text[]), true)
  and ((select sec.own(1)) is null or a.customer_code = (select sec.own(1)))
  and (select sec.own(2)) is null
  and coalesce(a.customer_code = any((select sec.team_customers_of(sec.own(3)))::text[]), true)`;
const named = `
  left join app.sys_organization o on o.tenant_code = a.tenant_code and o.code = a.organize_code
  left join app.data_customer c on c.tenant_code = a.tenant_code and c.code = a.customer_code`;

function wanted(asked: Asked, values: Values): string {
  return (['organizeCode', 'customerCode', 'status'] as const)
    .map((key) => {
      const value = askedText(asked, key);
      return value === null ? '' : ` and a.${snakeCase(key)} = ${values.next(value)}`;
    })
    .join('');
}

/** What an account holds, or what its entries add up to at the end of a day: one that had none yet was not used. */
const heldSql = (day: string | null): string =>
  day === null
    ? 'left join app.capital_balance b on b.tenant_code = a.tenant_code and b.account_code = a.account_code'
    : `
      join lateral (
        select k.tenant_code, k.id, sum(x.d_balance) as balance, sum(x.d_frozen) as frozen
        from app.capital_balance k
        join app.capital_entry x on x.tenant_code = k.tenant_code and x.balance_id = k.id
        where k.tenant_code = a.tenant_code and k.account_code = a.account_code and x.biz_date <= ${day}
        group by 1, 2
      ) b on true`;

const balances = reportCalls(
  saleBalance,
  sourced({
    columns: `
      a.id, a.organize_code, o.name as organize_name, a.customer_code, c.name as customer_name, br.name as brand_name,
      ch.name as channel_name, a.account_code, a.account_name,
      coalesce(b.balance, 0) - coalesce(m.moved, 0) as begin_amount, coalesce(m.come, 0) as in_amount,
      coalesce(m.gone, 0) as out_amount, coalesce(b.frozen, 0) as frozen_amount,
      coalesce(b.balance, 0) as balance_amount, z.as_of_date`,
    // The month began with what the account holds now, less what has moved since.
    from: (asked, values) => {
      const asOf = askedAsOf(asked);
      const day = asOf === null ? null : `${values.next(asOf)}::date`;
      return `
        app.sale_capitalaccount a ${named}
        left join app.data_brand br on br.tenant_code = a.tenant_code and br.code = a.brand_code
        left join app.data_channel ch on ch.tenant_code = a.tenant_code and ch.code = a.channel_code ${heldSql(day)}
        left join lateral (
          select sum(e.d_balance) as moved, sum(e.d_balance) filter (where e.d_balance > 0) as come,
            -sum(e.d_balance) filter (where e.d_balance < 0) as gone
          from app.capital_entry e
          where e.tenant_code = b.tenant_code
            and e.balance_id = b.id
            and e.biz_date >= date_trunc('month', ${day ?? todaySql})
            and ${day === null ? 'true' : `e.biz_date <= ${day}`}
        ) m on true
        cross join (select ${day ?? 'null::date'} as as_of_date) z
        where ${visible}${wanted(asked, values)}`;
    },
    order: 'a.organize_code, a.customer_code, a.account_code',
  }),
);

const creditColumns = `
  a.id, a.organize_code, o.name as organize_name, a.customer_code, c.name as customer_name,
  coalesce(b.credit_limit, 0) + coalesce(t.lent, 0) as credit_amount,
  greatest(0, coalesce(b.occupied - least(b.balance, 0), 0)) as used_amount,
  coalesce(b.balance + b.credit_limit - b.occupied - b.frozen, 0) + coalesce(t.lent, 0) as balance_amount,
  c.credit_days, t.start_date, t.end_date, a.status, a.creator_name, a.create_date, a.remark`;
const creditRow = {
  id: 'uuid',
  organizeCode: 'text',
  organizeName: 'text?',
  customerCode: 'text',
  customerName: 'text?',
  creditAmount: 'decimal',
  usedAmount: 'decimal',
  balanceAmount: 'decimal',
  creditDays: 'integer?',
  startDate: 'date?',
  endDate: 'date?',
  status: 'text',
  creatorName: 'text',
  createDate: 'instant',
  remark: 'text?',
} as const;
/** Credit accounts `a` with their balances `b` and what is lent for a time `t`. */
export const creditFrom = `
  app.sale_capitalaccount a ${named}
  left join app.capital_balance b on b.tenant_code = a.tenant_code and b.account_code = a.account_code
  left join lateral (
    select x.start_date, x.end_date, case when x.start_date <= ${todaySql} then x.change_amount end as lent
    from app.sale_creditchange x
    where x.tenant_code = a.tenant_code
      and x.account_code = a.account_code
      and x.change_type = '1'
      and x.bill_status = '1'
      and x.cancel_flag = '0'
      and x.deleted_flag = '0'
      and x.end_date >= ${todaySql}
    order by x.start_date
    limit 1
  ) t on true
  where a.account_type = '${accountKinds.credit}' and ${visible}`;
const credits = reportCalls(
  creditInfo,
  sourced({
    columns: creditColumns,
    from: (asked, values) => `${creditFrom}${wanted(asked, values)}`,
    order: 'a.organize_code, a.customer_code, a.account_code',
  }),
);

async function readCredit(call: Call): Promise<unknown> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { rows },
  } = await call.read({ rows: statement(creditRow, `select ${creditColumns} from ${creditFrom} and a.id = $1`, [id]) });
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

/** What made a balance what it is. */
const readEntries = (call: Call): Promise<EntryPage> =>
  entriesOf(call, capital, {
    within: `
      b.account_code = (select a.account_code from app.sale_capitalaccount a where a.account_code = $1 and ${visible})`,
    values: [askedText(askedOf(call), 'accountCode')],
  });

export const accountRoutes: readonly Route[] = [
  ...balances.routes,
  ...credits.routes,
  {
    method: 'GET',
    path: `${saleBalance.path}/entries`,
    permission: [permissionOf(saleBalance, 'page')],
    effect: 'none',
    summary: 'Balance: entries of one account, latest first',
    handle: readEntries,
  },
  {
    method: 'GET',
    path: `${creditInfo.path}/:id`,
    permission: [permissionOf(creditInfo, 'view')],
    effect: 'none',
    marks: { 'params.id': 'sale:capitalaccount' },
    summary: 'Credit info: one',
    handle: readCredit,
  },
];
export const accountExporters = [balances.exporter, credits.exporter];
