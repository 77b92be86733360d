import { minus } from '#platform/model/decimal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Activity, Question } from '#promotion/model/engine/rule.ts';
import { meant } from '#promotion/model/engine/scope.ts';
import type { KeptActivity } from './activity-version.ts';

const activeRow = {
  id: 'uuid',
  versionNo: 'integer',
  status: 'text',
  content: 'json',
  times: 'decimal?',
  spent: 'decimal?',
} as const;
export type ActiveRow = RowOf<typeof activeRow>;

/**
 * Every published activity in force on a day for an organisation, with its rules and scope rows, and what the customer
 * and everybody have used of it: one statement, to join whatever write an order makes anyway. A version is one row, so
 * a hundred activities are one walk over an index. Switched off ones are told, too: the trace says why they did not
 * apply.
 */
export const activeActivities = (organizeCode: string | null, day: string, customerCode: string | null = null) =>
  statement(
    activeRow,
    `
      select v.activity_id as id, v.version_no, h.status, v.content, u.times, b.spent
      from app.promotion_version v
      join app.promotion_activity h on h.tenant_code = v.tenant_code and h.id = v.activity_id
      left join app.promotion_usage_balance u
        on u.tenant_code = v.tenant_code
        and u.activity_code = v.code
        and u.customer_code = $3
      left join app.promotion_budget_balance b on b.tenant_code = v.tenant_code and b.activity_code = v.code
      where v.is_current
        and h.publish_status = '1'
        and v.end_date >= $2::date
        and v.start_date <= $2::date
        and (v.organize_code is null or v.organize_code = $1)
      order by v.code`,
    [organizeCode, day, customerCode],
  );

/** The rows as the engine asks for them: what other orders have used is used, what they have spent is gone. */
export const activitiesIn = (rows: readonly ActiveRow[]): readonly Activity[] =>
  rows.map(({ status, content, times, spent }) => {
    // Only an audit writes it.
    const { name: _name, ...activity } = content as KeptActivity;
    const { budgetAmount } = activity;
    return {
      ...activity,
      isEnabled: status === '1',
      usedTimes: Number(times ?? '0'), // not money
      budgetLeft: budgetAmount === null ? null : minus(budgetAmount, spent ?? '0'),
    };
  });

const otherDayRow = { code: 'text', startDate: 'date', endDate: 'date', content: 'json' } as const;
type OtherDayRow = RowOf<typeof otherDayRow>;

/** Whoever asks why hears of what ended last week, as with prices; more of them would hide the reasons of today. */
const nearDays = 30;
const most = 10;

/** Published activities whose days ended shortly before a day or begin shortly after it, the nearest first. */
export const otherDaysRead = (organizeCode: string | null, day: string) =>
  statement(
    otherDayRow,
    `
      select v.code, v.start_date, v.end_date, v.content
      from app.promotion_version v
      join app.promotion_activity h on h.tenant_code = v.tenant_code and h.id = v.activity_id
      where v.is_current
        and h.publish_status = '1'
        and h.status = '1'
        and v.end_date >= $2::date - $3::integer
        and v.start_date <= $2::date + $3::integer
        and (v.end_date < $2::date or v.start_date > $2::date)
        and (v.organize_code is null or v.organize_code = $1)
      order by greatest(v.start_date - $2::date, $2::date - v.end_date), v.code
      limit $4`,
    [organizeCode, day, nearDays, most],
  );

/** Those of them that are meant for the customer: what others got is no reason. */
export const otherDaysIn = (rows: readonly OtherDayRow[], { customer, date }: Pick<Question, 'customer' | 'date'>) =>
  rows.flatMap(({ code, startDate, endDate, content }) => {
    // Only an audit writes it.
    const { name, scope } = content as KeptActivity;
    const isHis = meant(scope.filter(({ side }) => side === 'customer'))(customer);
    return isHis ? [{ activity: code, name, startDate, endDate, isOver: endDate < date }] : [];
  });
