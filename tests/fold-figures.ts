import { expect } from 'vitest';
import { startJobs } from '#platform/server/job/runner.ts';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import type { World } from './world.ts';

/** Runs the job that adds up figures, as its schedule would, until nothing is left to add up. */
export async function foldFigures(world: World): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=foldFigures');
  const jobs = startJobs({
    host: { door: world.door, stores: fileStores(world.door), log: world.app.log, models },
    handlers: jobHandlers(),
  });
  try {
    await expect
      .poll(
        async () => {
          const [left] = await world.sql<{ n: number }>('select count(*)::integer as n from app.report_pending');
          if (left?.n !== 0) await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
          return left?.n;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(0);
  } finally {
    await jobs.stop();
  }
}
