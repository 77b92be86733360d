import type { Source } from './source.ts';
import { withinScope } from './scope.ts';

const within = 's.is_within';
const sum = (what: string, where: string): string => `coalesce(sum(${what}) filter (where ${where}), 0)`;

/** R23: points of customers between two days; what was taken back counts against what it takes back. */
export const points: Source = {
  rows: ({ from, to, values }) => `
    select e.biz_date as day, e.biz_date >= ${values.next(from)}::date as is_within, b.customer_code as customer,
      c.salesman_code as salesman, c.channel_code as channel, c.organize_code as organize, e.post_type as kind,
      e.d_balance as number
    from app.points_balance b
    join app.points_entry e on e.tenant_code = b.tenant_code and e.balance_id = b.id
    join app.data_customer c on c.code = b.customer_code
    where b.batch_no = ''
      and e.d_balance <> 0
      and e.biz_date <= ${values.next(to)}::date
      and ${withinScope({ organize: 'c.organize_code', customer: 'b.customer_code', customerOf: 'b.customer_code' })}`,
  measures: {
    pointsBefore: sum('s.number', 'not s.is_within'),
    pointsEarned: sum('s.number', `${within} and s.kind in ('EARN', 'ADJ', 'CLAW')`),
    pointsUsed: sum('-s.number', `${within} and s.kind not in ('EARN', 'ADJ', 'CLAW', 'EXPIRE')`),
    pointsExpired: sum('-s.number', `${within} and s.kind = 'EXPIRE'`),
    pointsAfter: 'coalesce(sum(s.number), 0)',
  },
};
