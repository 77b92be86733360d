import { zoneSql } from '#platform/server/db/today.ts';
import type { Source } from './source.ts';
import { withinScope } from './scope.ts';

const scope = withinScope({ organize: 'i.organize_code' });
const hours = (from: string, to: string): string => `extract(epoch from ${to} - ${from})::numeric / 3600`;

/** R22: what was decided, how long it took, and what is late. A step counts on the day on which it was decided. */
export const approvals: Source = {
  rows: ({ from, to, values }) => {
    const [first, last] = [values.next(from), values.next(to)];
    return `
      select (t.end_time at time zone ${zoneSql})::date as day, i.process_name as process, t.assignee_name as assignee,
        i.organize_code as organize, i.id as instance_id, ${hours('t.start_time', 't.end_time')} as hours,
        t.result in ('reject', 'rollback', 'terminate') as is_rejected, false as is_overdue
      from app.wf_history t
      join app.wf_instance i on i.tenant_code = t.tenant_code and i.id = t.instance_id
      where t.result is not null
        and t.action <> 'submit'
        and (t.end_time at time zone ${zoneSql})::date between ${first}::date and ${last}::date
        and ${scope}
      union all
      select (t.due_time at time zone ${zoneSql})::date, i.process_name,
        (select u.real_name from app.sys_user u where u.id = t.assignee_id), i.organize_code, i.id, null, false, true
      from app.wf_task t
      join app.wf_instance i on i.tenant_code = t.tenant_code and i.id = t.instance_id
      where t.due_time < now()
        and (t.due_time at time zone ${zoneSql})::date between ${first}::date and ${last}::date
        and ${scope}`;
  },
  measures: {
    stepCount: '(count(*) filter (where not s.is_overdue))::numeric',
    instanceCount: 'count(distinct s.instance_id)::numeric',
    averageHours: 'round(avg(s.hours), 1)',
    slowHours: 'round((percentile_cont(0.95) within group (order by s.hours))::numeric, 1)',
    rejectCount: '(count(*) filter (where s.is_rejected))::numeric',
    overdueCount: '(count(*) filter (where s.is_overdue))::numeric',
  },
};
