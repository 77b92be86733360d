import { periodMissing } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { openMonth, refuseClosed } from '#platform/server/document/period.ts';

const heldPeriod = {
  period: 'text?',
  before: 'date?',
  status: 'text',
  organizeCode: 'text?',
  startDate: 'date?',
  endDate: 'date',
} as const;
type Held = RowOf<typeof heldPeriod>;

/**
 * The periods that these orders or today lie in, held like those of any document that posts, and the cut-over day.
 * Orders are not accounted themselves: one that was never audited keeps no period from being closed, and one of a
 * closed period can still be closed, today.
 */
export const orderPeriods = (ids: readonly string[]) =>
  statement(
    heldPeriod,
    `
      with held as (
        select p.year, p.month, p.status, p.organize_code, p.start_date, p.end_date
        from app.sys_accountperiod p
        where exists (
          select from app.order_order t
          where t.id = any($1::uuid[])
            and (
              t.bill_date between p.start_date and p.end_date
              or (select ${todaySql}) between p.start_date and p.end_date
            )
            and (p.organize_code is null or p.organize_code = t.organize_code)
        )
        for key share of p
      )
      select year || '-' || lpad(month::text, 2, '0') as period, null as before, status, organize_code, start_date,
        end_date
      from held
      union all
      select null, c.cut_over_date, '2', null, null, c.cut_over_date - 1
      from app.sys_cutover c
      where c.lock_date is not null`,
    [ids],
  );

/**
 * Nothing is posted on a day of a closed period, nor taken back from one (domain C9), nor where no period is open (A4);
 * the month that has begun comes with its first posting.
 */
export async function refuseOnDay(
  ctx: Command,
  rows: readonly Held[],
  { id, organizeCode }: { readonly id: string; readonly organizeCode: string },
  day: string,
): Promise<void> {
  const isOpen = (periods: readonly Held[]): boolean => {
    const found = periods.filter(
      ({ organizeCode: of, startDate, endDate }) =>
        (of === null || of === organizeCode) && (startDate === null || startDate <= day) && day <= endDate,
    );
    refuseClosed(found.find(({ status }) => status === '2'));
    return found.length > 0 && found.every(({ status }) => status === '1');
  };
  if (!isOpen(rows) && !isOpen(await openMonth(ctx, day, organizeCode, orderPeriods([id]))))
    throw periodMissing({ date: day });
}
