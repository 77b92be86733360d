import { z } from 'zod';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob, type JobHandler } from '#platform/server/job/handler.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { taskTimeout } from '#workflow/model/timer.ts';
import { waitedFor } from './people.ts';

const mostAtOnce = 2000;

/**
 * Tasks that have waited for WF003 hours since they were opened, or since the last reminder: whoever could act is told
 * again. 0 hours is never.
 */
export const reminderJob: JobHandler = serveJob(taskTimeout, z.strictObject({}), {
  once: async (ctx) => {
    const { params, waiting } = await ctx.all({
      params: paramStatement(['WF003']),
      waiting: statement(
        {
          id: 'uuid',
          name: 'text',
          processName: 'text',
          billCode: 'text',
          routeName: 'text',
          businessKey: 'text',
          organizeCode: 'text?',
          hours: 'integer',
        },
        `
          select t.id, t.name, i.process_name, i.bill_code, i.route_name, i.business_key, i.organize_code,
            floor(extract(epoch from now() - coalesce(t.remind_time, t.create_time)) / 3600)::integer as hours
          from app.wf_task t
          join app.wf_instance i on i.id = t.instance_id
          where t.phase = 'open'
            and t.kind <> 'starter'
            and not i.is_suspended
            and coalesce(t.remind_time, t.create_time) <= now() - interval '1 hour'
          order by coalesce(t.remind_time, t.create_time)
          limit ${mostAtOnce}`,
      ),
    });
    const hoursFor = (organizeCode: string | null): number =>
      Number.parseInt(paramIn(params, 'WF003', organizeCode), 10);
    const late = waiting.filter(
      ({ organizeCode, hours }) => hoursFor(organizeCode) > 0 && hours >= hoursFor(organizeCode),
    );
    if (late.length === 0) return;
    const ids = late.map(({ id }) => id);
    const people = Map.groupBy(await ctx.rows(waitedFor('id', ids)), ({ taskId }) => taskId);
    for (const { id, name, processName, billCode, routeName, businessKey } of late) {
      sendMessage(ctx, {
        to: (people.get(id) ?? []).map((person) => person.id),
        title: 'overdue',
        type: '0',
        content: `${processName} ${billCode} · ${name}`,
        routeName,
        businessKey,
      });
    }
    ctx.later({ text: 'update app.wf_task set remind_time = now() where id = any($1::uuid[])', values: [ids] });
  },
});
