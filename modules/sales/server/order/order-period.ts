import { todaySql } from '#platform/server/db/today.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { refuseClosed } from '#platform/server/document/period.ts';

const closedPeriod = {
  period: 'text?',
  before: 'date?',
  organizeCode: 'text?',
  startDate: 'date?',
  endDate: 'date',
} as const;

/**
 * The closed periods that these orders or today lie in, held like those of any document that posts, and the cut-over
 * day. Orders are not accounted themselves: one that was never audited keeps no period from being closed, and one of a
 * closed period can still be closed, today.
 */
export const orderPeriods = (ids: readonly string[]) =>
  statement(
    closedPeriod,
    `
      with held as (
        select p.year, p.month, p.status, p.organize_code, p.start_date, p.end_date
        from app.sys_accountperiod p
        where exists (
          select from app.order_order t
          where t.id = any($1::uuid[])
            and (t.bill_date between p.start_date and p.end_date or ${todaySql} between p.start_date and p.end_date)
            and (p.organize_code is null or p.organize_code = t.organize_code)
        )
        for key share of p
      )
      select year || '-' || lpad(month::text, 2, '0') as period, null as before, organize_code, start_date, end_date
      from held
      where status = '2'
      union all
      select null, c.cut_over_date, null, null, c.cut_over_date - 1
      from app.sys_cutover c
      where c.lock_date is not null`,
    [ids],
  );

/** Nothing is posted on a day of a closed period, nor taken back from one (domain C9). */
export function refuseOnClosed(rows: readonly RowOf<typeof closedPeriod>[], organizeCode: string, day: string): void {
  refuseClosed(
    rows.filter(
      ({ organizeCode: of, startDate, endDate }) =>
        (of === null || of === organizeCode) && (startDate === null || startDate <= day) && day <= endDate,
    ),
  );
}
