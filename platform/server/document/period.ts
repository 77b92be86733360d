import type { Document } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { belongsTo } from '#platform/model/preset.ts';
import { dateAhead, dateBeforeSource, periodClosed, periodMissing } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';

const organization = snakeCase(belongsTo.organization);
const outside = { period: 'text?', before: 'date?', missing: 'date?', owner: 'text?' } as const;
type Outside = RowOf<typeof outside>;
const noneOutside = `
  select null::text as period, null::date as before, null::date as missing, null::text as owner
  where false`;

/**
 * The first of these documents that lies outside open periods, and why: in a closed one or before it, for what stood at
 * its end is settled; before the cut-over day, which is closed with the lock of the opening balances; or on a day that
 * no open period holds (A4). A period that was not opened yet holds nothing, of whichever books it is. Periods are held
 * until the verb commits: closing one waits for postings under way, and whoever comes later sees it closed.
 */
export function outsidePeriods(document: Document, ids: readonly string[]): TypedStatement<Outside> {
  if (document.isAccounted !== true) return statement(outside, noneOutside);
  return outsideOf(
    `select t.bill_date, t.${organization} from app.${tableOf(document)} t where t.id = any($1::uuid[])`,
    [ids],
  );
}

/** The same of a day that is not the one on the document: money leaves when it leaves. */
export const outsideOn = (document: Document, ids: readonly string[], day: string): TypedStatement<Outside> =>
  outsideOf(
    `
      select $2::date as bill_date, t.${organization}
      from app.${tableOf(document)} t
      where t.id = any($1::uuid[])`,
    [ids, day],
  );

function outsideOf(asked: string, values: readonly unknown[]): TypedStatement<Outside> {
  return statement(
    outside,
    `
      with asked as (${asked}),
      held as (
        select p.year, p.month, p.status, p.start_date, p.end_date, p.${organization}
        from app.sys_accountperiod p
        where exists (
          select from asked t
          where t.bill_date <= p.end_date and (p.${organization} is null or p.${organization} = t.${organization})
        )
        order by p.id
        for key share of p
      ) (
        select year || '-' || lpad(month::text, 2, '0') as period, null::date as before, null::date as missing,
          null as owner
        from held
        where status = '2'
        order by start_date
        limit 1
      )
      union all
      select null, c.cut_over_date, null, null
      from app.sys_cutover c
      where c.lock_date is not null and exists (select from asked t where t.bill_date < c.cut_over_date)
      union all
      select null, null, t.bill_date, t.${organization}
      from asked t
      where (
        select min(h.status)
        from held h
        where t.bill_date between h.start_date and h.end_date
          and (h.${organization} is null or h.${organization} = t.${organization})
      ) is distinct from '1'
      limit 1`,
    values,
  );
}

/** Posting needs an open period (A4). The month that has begun comes with its first posting, no other by itself. */
export async function refuseOutside(
  ctx: Command,
  [found]: readonly Outside[],
  again: TypedStatement<Outside>,
): Promise<void> {
  const missing = found?.missing ?? null;
  const rest = missing === null ? [found] : await openMonth(ctx, missing, found?.owner ?? null, again);
  refuseClosed(rest[0]);
}

/** Opens the month of today where it is missing, and asks again: one more round trip in a month, and in one only. */
export async function openMonth<Row extends object>(
  ctx: Command,
  day: string,
  owner: string | null,
  again: TypedStatement<Row>,
): Promise<readonly Row[]> {
  if (day > ctx.today) throw dateAhead();
  if (day.slice(0, 7) !== ctx.today.slice(0, 7)) throw periodMissing({ date: day });
  const { rows } = await ctx.all({
    opened: statement({ openMonth: 'integer' }, 'select app.open_month($1::date, $2::text, $3::text)', [
      ctx.today,
      owner,
      ctx.identity.realName,
    ]),
    rows: again,
  });
  return rows;
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

type Closed = Pick<Outside, 'period' | 'before'> & Partial<Pick<Outside, 'missing'>>;
export function refuseClosed(found: Closed | undefined): void {
  if (found === undefined) return;
  const { period, before, missing = null } = found;
  if (missing !== null) throw periodMissing({ date: missing });
  throw periodClosed({
    period: before === null ? (period ?? '') : [`${before}之前`, `${before}之前`, `before ${before}`],
  });
}
