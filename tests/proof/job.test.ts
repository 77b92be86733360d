import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timesOf } from '#tests/thorough.ts';
import { openWorld, type World } from '#tests/world.ts';

/** Due jobs, worker processes, and how many of them are killed -9 on the way. */
const plan = { jobs: timesOf(1000), workers: 3, kills: timesOf(50) };

let world: World;
const crew = new Set<ChildProcess>();
beforeAll(async () => {
  world = await openWorld('job');
  await world.sql(`update app.job_schedule set status = '0'`);
});
afterAll(async () => {
  for (const worker of crew) worker.kill('SIGKILL');
  await world.close();
});

const hire = (way: 'inbox' | 'careless'): void => {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'job-worker.ts'), world.url, way], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  crew.add(worker);
  worker.once('exit', () => crew.delete(worker));
};

interface Outcome {
  readonly effects: number;
  readonly doubled: number;
  readonly seconds: number;
  readonly kills: number;
  readonly logged: number;
  readonly lost: number;
}

/** All due at one moment; workers are killed while they are at it and replaced, until nothing waits any more. */
async function storm(way: 'inbox' | 'careless'): Promise<Outcome> {
  await world.sql(`delete from app.sys_operationlog where noun = 'test:effect'`);
  await world.sql(`delete from app.job_schedule where bean_name = 'mark'`);
  await world.sql(
    `
      insert into app.job_schedule (id, bean_name, job_name, params, cron_expression, job_id, next_time)
      select gen_random_uuid(), 'mark', 'job ' || n, '{}', '0 3 1 1 *', $2 || n, now()
      from generate_series(1, $1::int) n`,
    [plan.jobs, way],
  );
  const started = performance.now();
  const left = async (): Promise<number> =>
    Number(
      (
        await world.sql<{ count: string }>(`
          select (select count(*) from sec.job_run) + (
            select count(*)
            from app.job_schedule
            where status = '1' and next_time <= now()
          ) as count`)
      )[0]!.count,
    );
  for (let n = 0; n < plan.workers; n += 1) hire(way);
  let kills = 0;
  for (let waiting = await left(); waiting > 0; waiting = await left()) {
    // Evenly over the work, so that the last kill still meets some.
    if (kills < plan.kills && waiting < plan.jobs * (1 - (kills + 0.5) / (plan.kills + 1))) {
      const [victim] = crew;
      if (victim !== undefined) {
        const gone = once(victim, 'exit');
        victim.kill('SIGKILL');
        await gone;
        kills += 1;
        hire(way);
      }
    }
    await wait(50);
  }
  for (const worker of crew) worker.kill('SIGKILL');
  const [counted] = await world.sql<{ effects: number; doubled: number }>(`
    select count(*)::int as effects, (count(*) - count(distinct record_code))::int as doubled
    from app.sys_operationlog
    where noun = 'test:effect'`);
  const [logged] = await world.sql<{ logged: number; lost: number }>(
    `
      select count(*)::int as logged, count(*) filter (where error like '%was lost')::int as lost
      from app.job_schedulelog
      where job_id like $1 || '%'`,
    [way],
  );
  const outcome = { ...counted!, ...logged!, seconds: (performance.now() - started) / 1000, kills };
  console.log(`jobs, ${way}: ${JSON.stringify({ ...plan, ...outcome, seconds: outcome.seconds.toFixed(1) })}`);
  return outcome;
}

describe(`${plan.jobs} due jobs, ${plan.workers} worker processes, ${plan.kills} of them killed -9`, () => {
  test('leave exactly one effect each; runs that were cut off are repeated and logged', async () => {
    const { effects, doubled, kills, logged, lost } = await storm('inbox');
    expect([kills, effects, doubled]).toEqual([plan.kills, plan.jobs, 0]);
    expect(logged - lost).toBe(plan.jobs);
    expect(lost).toBeGreaterThan(0);
  });

  // Meant to go wrong: without the inbox row the same harness counts too many.
  test('control: effects that commit apart from their inbox row happen more than once', async () => {
    await world.sql(`create function sec.mark_effect() returns void language plpgsql security definer set search_path = pg_catalog as $$ begin
      perform sec.bind('1', null, ''); insert into app.sys_operationlog (id, noun, operation, record_code) values (gen_random_uuid(), 'test:effect', 'save', gen_random_uuid()); end $$;
      alter function sec.mark_effect() owner to qudao_owner; grant execute on function sec.mark_effect() to qudao_gate`);
    expect((await storm('careless')).effects).toBeGreaterThan(plan.jobs);
  });
});
