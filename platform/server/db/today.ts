import type { ByDays } from '#platform/model/field.ts';
import { snakeCase } from '#platform/model/envelope.ts';

/**
 * The zone where the tenant of the context keeps its books, as SQL: `create_date at time zone ${zoneSql}`. Asked once a
 * statement, however many rows it looks at.
 */
export const zoneSql = '(select sec.zone())';

/**
 * The day it is where the books are kept, as SQL: the database's own day begins hours late or early, and a debt would
 * be overdue a day too few until the morning. Not in a subselect: the planner knows what day it is, and how many rows
 * follow.
 */
export const todaySql = '(now() at time zone sec.zone())::date';

/** What a field that is told by the day says of the row `t`. */
export const byDaysSql = ({ from, to, enabled }: ByDays): string => `
  (case
    when ${enabled === undefined ? `t.bill_status = '2'` : `t.${snakeCase(enabled)} = '0'`} then '3'
    when t.${snakeCase(from)} > ${todaySql} then '0'
    when t.${snakeCase(to)} < ${todaySql} then '2'
    else '1'
  end)`;
