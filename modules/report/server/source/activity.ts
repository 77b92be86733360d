import { monthsBefore } from '#report/model/span.ts';
import type { Source } from './source.ts';
import { everyDay, scopeOfLines, soldLines, withCustomer } from './sales.ts';

/**
 * R04: who bought, who began to and who no longer does. A customer is new who bought nothing in the year before the
 * first day, and lost who did and has bought nothing since.
 */
export const activity: Source = {
  rows: (wanted) => {
    const from = wanted.values.next(wanted.from);
    const to = wanted.values.next(wanted.to);
    return withCustomer(`
      select s.customer, coalesce(sum(s.amount) filter (where s.day >= ${from}::date), 0) as amount,
        count(distinct s.order_id) filter (where s.day >= ${from}::date) as orders,
        ${to}::date - max(s.day) filter (where s.red_flag = '0') as last_days,
        coalesce(bool_or(s.day >= ${from}::date and s.red_flag = '0'), false) as is_active,
        coalesce(bool_or(s.day < ${from}::date and s.red_flag = '0'), false) as was_active
      from (${soldLines(everyDay({ ...wanted, from: monthsBefore(wanted.from, 12) }))}) s
      where ${scopeOfLines}
      group by s.customer`);
  },
  measures: {
    amount: 'sum(s.amount)',
    orderCount: 'sum(s.orders)',
    lastDays: 'min(s.last_days)::numeric',
    activeCount: '(count(*) filter (where s.is_active))::numeric',
    newCount: '(count(*) filter (where s.is_active and not s.was_active))::numeric',
    lostCount: '(count(*) filter (where s.was_active and not s.is_active))::numeric',
  },
};
