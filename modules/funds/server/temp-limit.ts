import { refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { creditChange } from '#funds/model/credit-change.ts';

export const limitDate = refusal('E-LIMIT-DATE', 20331, [
  '临时额度须填写起止日期，截止日期不能早于开始日期和今天',
  '臨時額度須填寫起訖日期，截止日期不能早於開始日期和今天',
  'A temporary limit needs both dates; the end may not be before the start or today',
]);

/** Changes that lend for a time and stand: neither closed nor taken back. */
const lent = (change: string): string => `
  ${change}.change_type = '1'
  and ${change}.bill_status = '${creditChange.states.audited.code}'
  and ${change}.cancel_flag = '0'
  and ${change}.deleted_flag = '0'`;

/**
 * What is lent to an account today. A temporary limit counts on its days and on no other (A6): posted by a job it would
 * count until that job has run, and not at all on a first day that is over when it is audited.
 */
export const tempLimitSql = (account: string): string => `
  coalesce((
    select sum(lent.change_amount)
    from app.sale_creditchange lent
    where lent.tenant_code = ${account}.tenant_code
      and lent.account_code = ${account}.account_code
      and ${lent('lent')}
      and ${todaySql} between lent.start_date and lent.end_date
  ), 0)`;

/** Temporary limits of the same customer on the same days, whatever his account (A6a). */
export const overlapRead = (ids: readonly string[]) =>
  statement(
    { id: 'uuid', code: 'text', accountCode: 'text?' },
    `
      select c.id, x.code, x.account_code
      from app.sale_creditchange c
      join app.sale_creditchange x on x.tenant_code = c.tenant_code
        and x.organize_code = c.organize_code
        and x.customer_code = c.customer_code
        and x.id <> c.id
        and ${lent('x')}
        and x.start_date <= c.end_date
        and x.end_date >= c.start_date
      where c.id = any($1::uuid[]) and c.change_type = '1'`,
    [ids],
  );
