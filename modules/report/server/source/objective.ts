import type { Source } from './source.ts';
import { withinScope } from './scope.ts';
import { sales } from './sales.ts';

/** Days of all months that are aimed at, for every day that is gone (E2: by calendar days). */
const paceSql = (from: string, to: string): string => `
  (
    ((date_trunc('month', ${to}::date) + interval '1 month')::date - date_trunc('month', ${from}::date)::date)::numeric
      / (${to}::date - ${from}::date + 1)
  )`;

/**
 * R06: what was to be sold beside what was. Targets of customers count where customers are asked for; everywhere else
 * those of people and departments do, or the same money would be aimed at twice.
 */
export const objective: Source = {
  rows: (wanted) => {
    const [from, to] = [wanted.values.next(wanted.from), wanted.values.next(wanted.to)];
    const ofWhom = wanted.dimensions.has('customer') ? 'h.customer_code is not null' : 'h.customer_code is null';
    return `
      select make_date(h.year, l.month, 1) as day, h.organize_code as organize, h.dept_code as dept,
        h.salesman_code as salesman, h.customer_code as customer, l.target_amount as target, 0::numeric as amount,
        ${paceSql(from, to)} as pace
      from app.sale_objective h
      join app.sale_objective_line l on l.parent_id = h.id
      where h.bill_status in ('1', '2')
        and h.cancel_flag = '0'
        and h.deleted_flag = '0'
        and l.month between 1 and 12
        and make_date(h.year, l.month, 1) between date_trunc('month', ${from}::date) and ${to}::date
        and ${ofWhom}
        and ${withinScope({
          organize: 'h.organize_code',
          dept: 'h.dept_code',
          salesman: 'h.salesman_code',
          creator: 'h.creator_id',
          customer: 'h.customer_code',
        })}
      union all
      select s.day, s.organize, s.dept, s.salesman, s.customer, 0, s.amount, ${paceSql(from, to)}
      from (${sales.rows({ ...wanted, measures: new Set(['amount']) })}) s`;
  },
  measures: {
    target: 'sum(s.target)',
    amount: 'sum(s.amount)',
    achievement: 'round(100 * sum(s.amount) / nullif(sum(s.target), 0), 1)',
    forecast: 'round(sum(s.amount) * max(s.pace), 2)',
    gap: 'greatest(0, sum(s.target) - sum(s.amount))',
  },
};
