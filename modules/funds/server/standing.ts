import { plus } from '#platform/model/decimal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { accountKinds } from '#funds/model/capital.ts';
import type { Means } from '#funds/model/means.ts';
import { paramIn, paramStatement, type ParamRow } from '#system/server/setting/param.ts';
import { accountFor, accountsIn, availableOf, cashBeforeDelivery, type AccountRow } from './capital.ts';
import { tempLimitSql } from './temp-limit.ts';

export const standingRow = {
  creditControlFlag: 'text',
  receiveType: 'text?',
  accounts: 'json?',
  params: 'json?',
  late: 'json?',
} as const;
/** What the place of `params` in the text stands for. */
export const standingParams = paramStatement(['SD014', 'SD021']);

/**
 * The same without a lock, for whoever only looks: how his accounts stand, whether anybody minds, and what is owed past
 * its day.
 */
export const standingOf = (organizeCode: string | null, customerCode: string | null) =>
  statement(standingRow, standingSql({ organizeCode: '$1', customerCode: '$2', params: '$3' }), [
    organizeCode,
    customerCode,
    ...standingParams.values,
  ]);

/** The same as a part of another statement, of an organisation and a customer of its own. */
export const standingSql = ({
  organizeCode,
  customerCode,
  params,
}: Readonly<Record<'organizeCode' | 'customerCode' | 'params', string>>): string => `
  select c.credit_control_flag, c.receive_type,
    (
      select jsonb_agg(
        jsonb_build_object(
          'accountCode', a.account_code, 'accountName', a.account_name, 'accountType', a.account_type,
          'organizeCode', a.organize_code, 'customerCode', a.customer_code, 'brandCode', a.brand_code,
          'channelCode', a.channel_code, 'status', a.status, 'balance', b.balance::text, 'occupied', b.occupied::text,
          'frozen', b.frozen::text, 'creditLimit', b.credit_limit::text, 'tempLimit', (${tempLimitSql('a')})::text
        )
      )
      from app.sale_capitalaccount a
      join app.capital_balance b on b.account_code = a.account_code
      where a.customer_code = ${customerCode} and a.organize_code = ${organizeCode}
    ) as accounts,
    (
      select jsonb_agg(
        jsonb_build_object('level', p.level, 'organizeCode', p.organize_code, 'code', p.code, 'value', p.value)
      )
      from (${standingParams.text.replaceAll('$1', params)}) p
    ) as params,
    (
      select jsonb_agg(jsonb_build_object('days', ${todaySql} - r.due_date, 'amount', r.open_amount::text))
      from app.receivable_balance o
      cross join lateral app.receivable_open(o.organize_code, o.customer_code) r
      where o.organize_code = ${organizeCode}
        and o.customer_code = ${customerCode}
        and o.amount > 0
        and r.open_amount > 0
        and r.due_date < ${todaySql}
    ) as late
  from app.data_customer c
  where c.code = ${customerCode}`;

interface Asker {
  readonly organizeCode: string | null;
  readonly customerCode: string | null;
  readonly brandCode: string | null;
  readonly channelCode: string | null;
}

/** What such an order could be paid with, out of the pockets that its audit would take from. */
export function meansIn(
  [row]: readonly RowOf<typeof standingRow>[],
  { organizeCode, customerCode, brandCode, channelCode }: Asker,
): Means | null {
  if (row === undefined) return null;
  const params = (row.params ?? []) as readonly ParamRow[];
  const allowed = Number.parseInt(paramIn(params, 'SD014', organizeCode), 10);
  const late = ((row.late ?? []) as readonly { readonly days: number; readonly amount: string }[]).filter(
    ({ days }) => days > allowed,
  );
  const accounts = accountsIn((row.accounts ?? []) as readonly AccountRow[]);
  const owner = { organizeCode: organizeCode ?? '', customerCode: customerCode ?? '', brandCode, channelCode };
  const freeOf = (kind: string): string => {
    const account = accountFor(accounts, kind, owner);
    return account === undefined ? '0' : availableOf(account);
  };
  return {
    cash: freeOf(accountKinds.cash),
    rebate: freeOf(accountKinds.rebate),
    credit: freeOf(accountKinds.credit),
    isControlled: row.creditControlFlag === '1',
    isCashOnly: row.receiveType === cashBeforeDelivery,
    rebateShare: paramIn(params, 'SD021', organizeCode),
    overdue:
      late.length === 0
        ? null
        : { days: Math.max(...late.map(({ days }) => days)), amount: plus(...late.map(({ amount }) => amount)) },
  };
}
