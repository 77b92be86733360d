import { randomBytes } from 'node:crypto';
import { commandOn, unattended, type Command } from '#platform/server/command/command.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import type { Caller } from '#platform/server/db/door.ts';
import { counter } from '#platform/server/metrics/series.ts';
import { nextRuns } from './cron.ts';
import { JobFinding, paramsIn, type JobHandler, type JobHost } from './handler.ts';
import { makeSleeper } from './sleeper.ts';

export interface RunnerOptions {
  readonly host: JobHost;
  readonly handlers: readonly JobHandler[];
  /** How long a run stays with a process that is not heard of any more. */
  readonly leaseMs?: number;
  /** Runs under way in this process. */
  readonly slots?: number;
}

interface Run {
  readonly id: string;
  readonly scheduleId: string;
  readonly due: string;
  readonly attempts: number;
  readonly beanName: string;
  readonly params: string | null;
  readonly key: string;
}

const ended = counter('qudao_job_runs_total', 'Runs of jobs that ended in this process, by job and outcome.', [
  'job',
  'outcome',
]);

/** Waits after the first and second failure of a run; a third ends it. */
const pauses: readonly number[] = [10, 60];

/**
 * Plans what is due and runs what is planned; any number of processes may do so. Of several that see a due time one
 * plans it, of several that want a run one gets it, and a run whose process died is taken by another when its lease is
 * over.
 */
export function startJobs({ host, handlers, leaseMs = 15_000, slots = 2 }: RunnerOptions): { stop(): Promise<void> } {
  const { door, log } = host;
  const worker: Worker = { host, leaseMs, handlers: new Map(handlers.map((handler) => [handler.job.name, handler])) };
  let isStopped = false;
  const sleeper = makeSleeper(() => isStopped);
  door.listen('qudao_job', sleeper.wake, () => undefined);

  async function planning(): Promise<void> {
    while (!isStopped) {
      await plan(worker).catch((error: unknown) => {
        log.error({ err: error }, 'jobs could not be planned');
      });
      await sleeper.rest(1000);
    }
  }

  async function slot(): Promise<void> {
    while (!isStopped) {
      const run = await take(worker).catch((error: unknown) => {
        log.error({ err: error }, 'no job could be taken');
        return null;
      });
      if (run === null) await sleeper.rest(1000);
      else
        await perform(worker, run).catch((error: unknown) => {
          log.error({ err: error, job: run.beanName }, 'the end of a job could not be written');
        });
    }
  }

  const running = Promise.all([planning(), ...Array.from({ length: slots }, slot)]);
  return {
    stop: async () => {
      isStopped = true;
      sleeper.wake();
      await running;
    },
  };
}

/** What every step of a run in this process knows. */
interface Worker {
  readonly host: JobHost;
  readonly leaseMs: number;
  readonly handlers: ReadonlyMap<string, JobHandler>;
}

async function plan({ host: { door }, handlers }: Worker): Promise<void> {
  for (const { id, beanName, cronExpression, zone, nextTime } of await door.gate(
    statement(
      { id: 'uuid', beanName: 'text', cronExpression: 'text', zone: 'text', nextTime: 'instant?' },
      'select * from sec.due_schedules()',
    ),
  )) {
    await door.gate(
      statement({ planSchedule: 'boolean' }, 'select sec.plan_schedule($1, $2, $3, $4, $5)', [
        id,
        zone,
        nextTime,
        nextOf(cronExpression, zone),
        handlers.get(beanName)?.job.isPerTenant ?? false,
      ]),
    );
  }
}

async function take({ host, leaseMs }: Worker): Promise<Run | null> {
  const key = randomBytes(32).toString('base64url');
  const [row] = await host.door.gate(
    statement(
      {
        id: 'uuid',
        scheduleId: 'uuid',
        tenantCode: 'text?',
        due: 'instant',
        attempts: 'integer',
        beanName: 'text',
        params: 'text?',
      },
      'select * from sec.take_run($1, $2)',
      [key, leaseMs],
    ),
  );
  return row === undefined ? null : { ...(row as Row & Omit<Run, 'key'>), key };
}

async function perform(worker: Worker, run: Run): Promise<void> {
  const {
    host: { door, log },
    leaseMs,
  } = worker;
  const started = performance.now();
  const keeping = setInterval(() => {
    door
      .gate(statement({ keepRun: 'boolean' }, 'select sec.keep_run($1, $2, $3)', [run.id, run.key, leaseMs]))
      .catch(() => undefined);
  }, leaseMs / 3);
  let error: unknown = null;
  try {
    await work(worker, run);
  } catch (thrown) {
    error = thrown;
    log.warn({ err: thrown, job: run.beanName, due: run.due }, 'job failed');
  } finally {
    clearInterval(keeping);
  }
  ended.add({ job: run.beanName, outcome: error === null ? 'ok' : 'failed' });
  const again = error instanceof JobFinding ? null : (pauses[run.attempts - 1] ?? null);
  await door.gate(
    statement({ endRun: 'boolean' }, 'select sec.end_run($1, $2, $3, $4, $5)', [
      run.id,
      run.key,
      Math.round(performance.now() - started),
      error === null ? null : errorText(error),
      again,
    ]),
  );
}

async function work({ host, handlers }: Worker, run: Run): Promise<void> {
  const handler = handlers.get(run.beanName);
  if (handler === undefined) throw new JobFinding(`no job is called ${run.beanName}`);
  const params = paramsIn(handler, run.params);
  if (params === null) throw new JobFinding('the parameters are not those of the job');
  await handler.repeat?.(host, params as never, callerOf(run));
  await performOnce(host, run, async (ctx) => {
    await handler.once?.(ctx, params as never, host);
  });
}

/** The row and the effect commit together; whoever comes second finds the row and has nothing left to do. */
async function performOnce({ door }: JobHost, run: Run, effect: (ctx: Command) => Promise<void>): Promise<void> {
  const tx = door.transaction(callerOf(run));
  try {
    const [claimed] = await tx.run([
      statement(
        { scheduleId: 'uuid' },
        `
          insert into app.job_inbox (schedule_id, due)
          values ($1, $2)
          on conflict do nothing
          returning schedule_id`,
        [run.scheduleId, run.due],
      ),
    ]);
    if (claimed.length === 0) {
      await tx.rollback();
      return;
    }
    await effect(commandOn(tx, unattended(`job:${run.beanName}`, run.id)));
    await tx.commit();
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

const callerOf = ({ id, key }: Run): Caller => ({ run: id, key, permissions: null, soft: null });

/**
 * An expression that was good when it was saved; one that is not any more stops its schedule instead of all of them.
 */
function nextOf(expression: string, zone: string): Date | null {
  try {
    return nextRuns(expression, 1, { zone })[0] ?? null;
  } catch {
    return null;
  }
}

const errorText = (error: unknown): string =>
  (error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error))
    .toWellFormed()
    .replaceAll('\u0000', '')
    .slice(0, 2000);
