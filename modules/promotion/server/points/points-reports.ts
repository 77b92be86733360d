import { snakeCase } from '#platform/model/envelope.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { isDay } from '#platform/model/time/day.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { askedText, reportCalls, sourced } from '#platform/server/entity/report.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { entriesOf, type EntryPage } from '#platform/server/ledger/entries.ts';
import { askedOf, type Asked, type Values } from '#platform/server/list/filter.ts';
import { integralBalance } from '#promotion/model/points/integral-balance.ts';
import { pointsAccount } from '#promotion/model/points/points-account.ts';
import { flowRemarks, flowTypeOf } from '#promotion/model/points/points-choices.ts';
import { pointsFlow } from '#promotion/model/points/points-flow.ts';
import { points } from '#promotion/model/points/points-ledger.ts';

/**
 * Accounts, and no batches. A customer sees his own, a salesperson those of his customers, everybody those of his
 * organisations; a supplier none.
 */
const visible = `
  b.batch_no = ''
  and (c.organize_code is null or coalesce(c.organize_code = any((select sec.organizations())::text[]), true))
  and ((select sec.own(1)) is null or b.customer_code = (select sec.own(1)))
  and (select sec.own(2)) is null
  and coalesce(b.customer_code = any((select sec.team_customers_of(sec.own(3)))::text[]), true)`;
const named = `
  app.points_balance b
  join app.data_customer c on c.tenant_code = b.tenant_code and c.code = b.customer_code`;

const is = (asked: Asked, values: Values, key: string, column = `b.${snakeCase(key)}`): string => {
  const value = askedText(asked, key);
  return value === null ? '' : ` and ${column} = ${values.next(value)}`;
};

/** An account goes by its customer. */
const accountColumns = `
  c.id, b.customer_code, c.name as customer_name, coalesce(m.total, 0) as total_points,
  coalesce(m.used, 0) as used_points, b.locked as frozen_points, b.balance as balance_points, b.debt as debt_points,
  coalesce(x.expiring, 0) as expiring_points, c.status, coalesce(f.creator_name, '') as creator_name, f.create_date`;
const accountFrom = `
  ${named}
  left join lateral (
    select sum(e.d_balance - e.d_debt) filter (where e.post_type in ('EARN', 'ADJ')) as total,
      -sum(e.d_balance) filter (where e.post_type in ('USE', 'RETURN')) as used
    from app.points_entry e
    where e.tenant_code = b.tenant_code and e.balance_id = b.id
  ) m on true
  left join lateral (
    select sum(p.balance - p.locked) as expiring
    from app.points_balance p
    where p.tenant_code = b.tenant_code
      and p.customer_code = b.customer_code
      and p.batch_no <> ''
      and p.expire_date <= (${todaySql} + 30)::text
  ) x on true
  left join lateral (
    select e.creator_name, e.create_date
    from app.points_entry e
    where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.version = 1
  ) f on true
  where ${visible}`;
const accounts = reportCalls(
  pointsAccount,
  sourced({
    columns: accountColumns,
    from: (asked, values) =>
      `${accountFrom}${is(asked, values, 'customerCode')}${is(asked, values, 'status', 'c.status')}`,
    order: 'b.customer_code',
  }),
);

const accountRow = {
  id: 'uuid',
  customerCode: 'text',
  customerName: 'text',
  totalPoints: 'decimal',
  usedPoints: 'decimal',
  frozenPoints: 'decimal',
  balancePoints: 'decimal',
  debtPoints: 'decimal',
  expiringPoints: 'decimal',
  status: 'text',
  creatorName: 'text',
  createDate: 'instant?',
} as const;

async function readAccount(call: Call): Promise<unknown> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { account, batches },
  } = await call.read({
    account: statement(accountRow, `select ${accountColumns} from ${accountFrom} and c.id = $1`, [id]),
    batches: statement(
      { batchNo: 'text', expireDate: 'text', balance: 'decimal', locked: 'decimal' },
      `
        select p.batch_no, p.expire_date, p.balance, p.locked
        from app.points_balance p
        where p.customer_code = (select b.customer_code from ${named} where c.id = $1 and ${visible})
          and p.batch_no <> ''
          and p.balance <> 0
        order by p.expire_date, p.batch_no
        limit 500`,
      [id],
    ),
  });
  if (account[0] === undefined) throw notFound();
  return { ...account[0], batches };
}

const kinds = Object.entries(flowTypeOf);
const flowTypes = `case e.post_type ${kinds.map(([post, type]) => `when '${post}' then '${type}'`).join(' ')} end`;
const remarks = `
  coalesce(
    e.remark,
    case e.post_type ${Object.entries(flowRemarks)
      .map(([post, [text]]) => `when '${post}' then '${text}'`)
      .join(' ')} end
  )`;
const flows = reportCalls(
  pointsFlow,
  sourced({
    columns: `
      e.id::text as id, b.customer_code, c.name as customer_name, ${flowTypes} as flow_type,
      e.d_balance - e.d_debt as points, e.balance_after - e.debt_after as balance_points, e.doc_code as source_code,
      ${remarks} as remark, e.creator_name, e.create_date`,
    from: (asked, values) => `
      ${named}
      join app.points_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
      where ${visible} and e.post_type not in ('LOCK', 'UNLOCK')${flowsAsked(asked, values)}`,
    order: 'e.id desc',
  }),
);

const flowsAsked = (asked: Asked, values: Values): string =>
  is(asked, values, 'customerCode') + is(asked, values, 'flowType', flowTypes) + between(asked, values);

/** Days as the tenant counts them. */
function between(asked: Asked, values: Values): string {
  const dayOf = (key: string): string => (askedText(asked, key) ?? '').slice(0, 10);
  const [start, end] = [dayOf('createDateStart'), dayOf('createDateEnd')];
  return [
    isDay(start) ? ` and e.biz_date >= ${values.next(start)}::date` : '',
    isDay(end) ? ` and e.biz_date <= ${values.next(end)}::date` : '',
  ].join('');
}

/** The month that is asked for, else the one that is. */
const monthOf = (asked: Asked, values: Values): string => {
  const month = askedText(asked, 'month');
  return month !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? `${values.next(`${month}-01`)}::date`
    : `date_trunc('month', ${todaySql})::date`;
};
const balances = reportCalls(
  integralBalance,
  sourced({
    columns: `
      b.id, b.customer_code, c.name as customer_name, c.channel_code, h.name as channel_name,
      to_char(s.first, 'YYYY-MM') as month, coalesce(m.begin, 0) as begin_points,
      coalesce(m.earned, 0) as earned_points, coalesce(m.used, 0) as used_points,
      coalesce(m.expired, 0) as expired_points, coalesce(m.locked, 0) as locked_points,
      coalesce(m.balance, 0) as balance_points`,
    from: (asked, values) => `
      ${named}
      left join app.data_channel h on h.tenant_code = c.tenant_code and h.code = c.channel_code
      cross join (select ${monthOf(asked, values)} as first) s
      left join lateral (
        select sum(e.d_balance) filter (where e.biz_date < s.first) as begin,
          sum(e.d_balance) filter (where e.biz_date >= s.first and e.post_type in ('EARN', 'ADJ', 'CLAW')) as earned,
          -sum(e.d_balance) filter (where e.biz_date >= s.first and e.post_type in ('USE', 'RETURN')) as used,
          -sum(e.d_balance) filter (where e.biz_date >= s.first and e.post_type = 'EXPIRE') as expired,
          sum(e.d_locked) as locked, sum(e.d_balance) as balance
        from app.points_entry e
        where e.tenant_code = b.tenant_code
          and e.balance_id = b.id
          and e.biz_date < (s.first + interval '1 month')::date
      ) m on true
      where ${visible}${is(asked, values, 'customerCode')}${is(asked, values, 'channelCode', 'c.channel_code')}`,
    order: 'b.customer_code',
  }),
);

/** What made a customer's points what they are. */
const readEntries = (call: Call): Promise<EntryPage> =>
  entriesOf(call, points, {
    within: `b.id = (select b.id from ${named} where b.customer_code = $1 and ${visible})`,
    values: [askedText(askedOf(call), 'customerCode')],
  });

export const pointsReportRoutes: readonly Route[] = [
  ...accounts.routes,
  ...flows.routes,
  ...balances.routes,
  {
    method: 'GET',
    path: `${pointsAccount.path}/:id`,
    permission: [permissionOf(pointsAccount, 'view')],
    effect: 'none',
    marks: { 'params.id': 'data:customer' },
    summary: 'Points account: one, with its batches',
    handle: readAccount,
  },
  {
    method: 'GET',
    path: `${integralBalance.path}/entries`,
    permission: [permissionOf(integralBalance, 'page')],
    effect: 'none',
    summary: 'Points: entries of one customer, latest first',
    handle: readEntries,
  },
];
export const pointsExporters = [accounts.exporter, flows.exporter, balances.exporter];
