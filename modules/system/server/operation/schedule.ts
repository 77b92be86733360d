import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { cronFault, nextRuns } from '#platform/server/job/cron.ts';
import { paramsIn, type JobHandler } from '#platform/server/job/handler.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { scheduleJob } from '#system/model/schedule.ts';

const { beanName: beanField, params: paramsField, cronExpression: cronField } = scheduleJob.fields;

/**
 * A schedule names a job of the registry, tells it what its schema allows, and is due when its cron says. Anything else
 * is not saved.
 */
export function scheduleService(handlers: () => readonly JobHandler[]): EntityService {
  const named = (name: string): JobHandler | undefined => handlers().find(({ job }) => job.name === name);
  return serveEntity(scheduleJob, {
    beforeSave: async (ctx, next, previous) => {
      const handler = named(next.beanName);
      const params = handler === undefined ? null : paramsIn(handler, next.params);
      const fault = cronFault(next.cronExpression);
      const places: Place[] = [
        ...(handler === undefined ? [{ path: 'beanName', field: beanField.label, reason: reasons.notChosen }] : []),
        ...(handler !== undefined && params === null
          ? [{ path: 'params', field: paramsField.label, reason: reasons.format }]
          : []),
        ...(fault === null ? [] : [{ path: 'cronExpression', field: cronField.label, reason: fault }]),
      ];
      if (handler === undefined || places.length > 0) throw invalidAt(places);
      const status = previous?.status ?? '1';
      const jobId =
        previous?.jobId ??
        String(
          (
            await ctx.rows(statement({ no: 'text' }, `select app.take_number('JOB', $1::date, 4) as no`, [ctx.today]))
          )[0]?.no,
        );
      return {
        ...next,
        jobId,
        status,
        jobName: next.jobName ?? handler.job.label[0],
        params: JSON.stringify(params),
        nextTime: status === '1' ? (nextRuns(next.cronExpression, 1, ctx.identity)[0]?.toISOString() ?? null) : null,
      };
    },
    verbs: {
      run: (ctx, rows) => {
        for (const { id, beanName } of rows)
          ctx.later(
            statement({ askRun: 'nothing' }, 'select sec.ask_run($1, $2)', [
              id,
              named(beanName)?.job.isPerTenant ?? false,
            ]),
          );
      },
      pause: () => ({ status: '0' as const, nextTime: null }),
      // When it is due next is computed by whoever plans: a schedule that comes back does not make up for what it
      // missed.
      resume: () => ({ status: '1' as const, nextTime: null }),
    },
  });
}

export const scheduleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${scheduleJob.path}/preview`,
    permission: [permissionOf(scheduleJob, 'page')],
    effect: 'none',
    summary: 'Scheduled job: the next five runs of ?cron=, in the zone they are read in',
    handle: preview,
  },
];

async function preview(call: Call): Promise<{ zone: string; runs: readonly string[] }> {
  const {
    identity: { zone },
  } = await call.read({});
  const cron = (call.query['cron'] ?? '').trim();
  const fault = cronFault(cron);
  if (fault !== null) throw invalidAt([{ path: 'cron', field: cronField.label, reason: fault }]);
  return { zone, runs: nextRuns(cron, 5, { zone }).map((run) => run.toISOString()) };
}
