import { expect } from 'vitest';
import { fileStores } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { invoicePollJob, type IssueOptions } from '#invoice/server/provider/issue-job.ts';
import type { RetryPlan } from '#invoice/model/provider/progress.ts';
import { restSystem } from '#platform/server/exchange/rest-system.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { taxAccount } from '#scripts/demo-data/sandbox.ts';
import type { World } from './world.ts';

/** As the usual plan goes, in hundredths of its time. */
export const quickPlan: RetryPlan = {
  faults: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
  polls: [0.02, 0.05, 0.1],
  // The last is longer than a run stays for what is due.
  buyerPolls: [0.02, 0.05, 0.1, 0.1, 3],
  mostPolls: 50,
};

/** The job with a provider on this machine that is given little time. */
export const quickJob = (more: Partial<IssueOptions> = {}) =>
  invoicePollJob({
    adapter: restSystem({ isPrivateAllowed: () => true, patience: 400 }),
    plan: quickPlan,
    leaseSeconds: 1.5,
    lingerMs: 2000,
    ...more,
  });

interface Asked {
  must(method: 'POST', path: string, body?: object): Promise<unknown>;
}

/** Names the provider of a tenant: an external system, and the parameter that says which. */
export async function nameProvider(session: Asked, url: string): Promise<void> {
  await session.must('POST', '/exchange/system', {
    code: 'TAX',
    name: '开票沙箱',
    interfaceType: '1',
    url,
    ...taxAccount,
  });
  const params = { code: 'IV008', name: 'IV008', typeCode: 'SD', value: 'TAX' };
  await session.must('POST', '/sys/tenant/params', params);
}

/**
 * Runs the job as its schedule would, until nothing waits for the provider any more (a buyer may) or `until` says so.
 */
export async function issuing(
  world: World,
  { until, ...more }: Partial<IssueOptions> & { readonly until?: () => Promise<boolean> } = {},
): Promise<void> {
  const idle = async (): Promise<boolean> => {
    const [row] = await world.sql<{ n: number }>(`
      select count(*)::integer as n
      from app.invoice_request r
      join app.invoice_maintain h on h.id = r.invoice_id
      where r.state in ('0', '1', '2', '7', '9') or (r.state = '8' and h.red_confirm_status <> '2')`);
    return row?.n === 0;
  };
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=invoicePoll');
  const jobs = startJobs({
    host: { door: world.door, stores: fileStores(world.door), log: world.app.log, models },
    handlers: [quickJob(more)],
    leaseMs: 3000,
  });
  try {
    await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
    await expect.poll(until ?? idle, { timeout: 20_000, interval: 50 }).toBe(true);
  } finally {
    await jobs.stop();
  }
}
