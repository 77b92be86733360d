import { readFileSync } from 'node:fs';
import type { AdminClient } from '#platform/server/db/migrate.ts';

/**
 * What PostgreSQL works on it and what the clock says: on a machine that does other things too the clock also tells of
 * those. Milliseconds.
 */
export interface Time {
  readonly work: number;
  readonly clock: number;
}

const repeats = 20;
let prepared = 0;

/**
 * These statements one after the other, prepared as the product prepares them: the mean work and the median time of
 * twenty rounds.
 */
export async function timeOf(
  client: AdminClient,
  statements: readonly { readonly text: string; readonly values: readonly unknown[] }[],
  pid: number,
): Promise<Time> {
  const named = statements.map(({ text, values }) => ({
    name: `measured_${(prepared += 1)}`,
    text,
    values: [...values],
  }));
  const run = async (): Promise<void> => {
    for (const statement of named) await client.query(statement);
  };
  await run();
  const times: number[] = [];
  const before = workOf(pid);
  for (let n = 0; n < repeats; n += 1) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  return { work: (workOf(pid) - before) / repeats, clock: times.toSorted((a, b) => a - b)[repeats / 2] ?? 0 };
}

/** The settings of the application's role, for an administrator who measures with its eyes; then its context. */
export async function asApplication(
  client: AdminClient,
  { tenant, userId, flags = '' }: { readonly tenant: string; readonly userId: string; readonly flags?: string },
): Promise<number> {
  await client.query('begin');
  await client.query('select sec.bind($1, $2, $3)', [tenant, userId, flags]);
  await client.query(
    `set local role qudao_app; set local plan_cache_mode = force_generic_plan; set local max_parallel_workers_per_gather = 0; set local jit = off; set local random_page_cost = 1.1; set local search_path = app`,
  );
  const {
    rows: [backend],
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return backend?.pid ?? 0;
}

/** CPU milliseconds that a process on this machine has used, in steps of ten. */
export function workOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number.parseInt(fields[11] ?? '0', 10) + Number.parseInt(fields[12] ?? '0', 10)) * 10;
}
