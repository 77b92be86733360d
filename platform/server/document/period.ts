import type { Document } from '#platform/model/document.ts';
import { periodClosed } from '#platform/model/refusal.ts';
import type { Row, Statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';

/**
 * The first closed period that one of these documents lies in. The period is held until the verb commits: closing it
 * waits for postings under way, and whoever comes later sees it closed. What lies before the cut-over day is closed
 * with the lock of the opening balances.
 */
export function closedPeriodOf(document: Document, ids: readonly string[]): Statement {
  if (document.isAccounted !== true) return { text: 'select 1 where false', values: [] };
  return {
    text: `
      with held as (
        select p.year, p.month, p.status
        from app.sys_accountperiod p
        where exists (
          select from app.${tableOf(document)} t
          where t.id = any($1::uuid[])
            and t.bill_date between p.start_date and p.end_date
            and (p.organize_code is null or p.organize_code = t.organize_code)
        )
        for key share of p
      )
      select year || '-' || lpad(month::text, 2, '0') as period, null as before
      from held
      where status = '2'
      union all
      select null, c.cut_over_date
      from app.sys_cutover c
      where c.lock_date is not null
        and exists (
          select from app.${tableOf(document)} t
          where t.id = any($1::uuid[]) and t.bill_date < c.cut_over_date
        )
      limit 1`,
    values: [ids],
  };
}

export function refuseClosed([closed]: readonly Row[]): void {
  if (closed === undefined) return;
  const before = closed['before'];
  throw periodClosed({
    period:
      before == null
        ? String(closed['period'])
        : [`${String(before)}之前`, `${String(before)}之前`, `before ${String(before)}`],
  });
}
