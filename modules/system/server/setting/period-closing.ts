import { notFound } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { monthsAround, type ClosingMonths, type PeriodRow } from '#system/model/period/period-closing.ts';
import { nameOf } from './period-check.ts';

/** Twenty years of one organisation; nobody closes what is older. */
const most = 240;

/** GET /sys/accountperiod/closing: the months around the one to close, and whose books they are. */
export async function closingMonths(call: Call): Promise<ClosingMonths> {
  const {
    rows: { periods },
  } = await call.read({
    periods: statement(
      {
        id: 'uuid',
        year: 'integer',
        month: 'integer',
        status: 'text',
        organizeCode: 'text?',
        organizeName: 'text?',
        closerName: 'text?',
        closeDate: 'instant?',
      },
      `
        select p.id, p.year, p.month, p.status, p.organize_code, o.name as organize_name, p.closer_name, p.close_date
        from app.sys_accountperiod p
        left join app.sys_organization o on o.code = p.organize_code
        order by p.start_date desc, p.id
        limit ${most}`,
    ),
  });
  const asked = call.query['id'] ?? null;
  if (asked !== null && !periods.some(({ id }) => id === asked)) throw notFound();
  const rows = periods.map((row): PeriodRow => ({ ...row, period: nameOf(row) })).toReversed();
  return monthsAround(rows, asked);
}
