import type { Document } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { belongsTo } from '#platform/model/preset.ts';
import { dateAhead, dateBeforeSource, periodClosed } from '#platform/model/refusal.ts';
import { derived, statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';

const organization = snakeCase(belongsTo.organization);
const closed = { period: 'text?', before: 'date?' } as const;
type Closed = RowOf<typeof closed>;

/**
 * The first closed period that one of these documents lies in. The period is held until the verb commits: closing it
 * waits for postings under way, and whoever comes later sees it closed. What lies before the cut-over day is closed
 * with the lock of the opening balances.
 */
export function closedPeriodOf(document: Document, ids: readonly string[]): TypedStatement<Closed> {
  if (document.isAccounted !== true) return derived('select 1 where false');
  return statement(
    closed,
    `
      with held as (
        select p.year, p.month, p.status
        from app.sys_accountperiod p
        where exists (
          select from app.${tableOf(document)} t
          where t.id = any($1::uuid[])
            and t.bill_date between p.start_date and p.end_date
            and (p.${organization} is null or p.${organization} = t.${organization})
        )
        for key share of p
      )
      select year || '-' || lpad(month::text, 2, '0') as period, null::date as before
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
    [ids],
  );
}

/** Books hold what has happened: nothing is posted on a day that has not come (A4). */
export function refuseAhead({ billDate }: { readonly billDate: string }, today: string): void {
  if (billDate > today) throw dateAhead();
}

/** What serves a document happens on its day or later (A4): goods do not leave before they were ordered. */
export function refuseBefore(
  { billDate }: { readonly billDate: string },
  source: { readonly code: string; readonly date: string },
): void {
  if (billDate < source.date) throw dateBeforeSource(source);
}

export function refuseClosed([found]: readonly Closed[]): void {
  if (found === undefined) return;
  const { period, before } = found;
  throw periodClosed({
    period: before === null ? (period ?? '') : [`${before}之前`, `${before}之前`, `before ${before}`],
  });
}
