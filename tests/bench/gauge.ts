import { readdirSync, readFileSync } from 'node:fs';
import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';

/** Microseconds of CPU per request. */
export interface Cpu {
  readonly nodeCpu: number;
  readonly pgCpu: number;
}

/** One measured stretch: what was done in it, and the CPU it took. */
export interface Stretch extends Cpu {
  readonly perSecond: number;
  /** Median answer time in milliseconds. */
  readonly p50: number;
}

export interface Work {
  readonly ends: readonly number[];
  readonly times: readonly number[];
}

/**
 * Measures the middle of a run: connections are made and plans are warm when it begins, and nothing has ended when it
 * ends. Only our own backends count: other databases of the server are at work too. What runs before `warm` seconds
 * have passed is not looked at.
 */
export async function measure(
  {
    run,
    adminUrl,
    application,
    pid,
    warm = 0,
  }: { run: Promise<Work>; adminUrl: string; application: string; pid: number | null; warm?: number },
  seconds: number,
): Promise<Stretch> {
  const finished = { yet: false };
  const done = run.finally(() => {
    finished.yet = true;
  });
  done.catch(() => undefined);
  const marks = await asAdministrator(adminUrl, async (client) => {
    await wait(warm * 1000 + seconds * 250);
    let backends = await backendsOf(client, application);
    while (backends.length === 0 && !finished.yet) {
      await wait(50);
      backends = await backendsOf(client, application);
    }
    const taken: Mark[] = [];
    for (; !finished.yet; await wait(100)) {
      const mark = markOf(pid, backends);
      if (mark !== null) taken.push(mark);
    }
    return taken;
  });
  const { ends, times } = await done;
  const [before, after] = [marks[0], marks.at(-1)];
  if (before === undefined || after === undefined || after === before) throw new NothingMeasured(application);
  const inside = times.filter((_time, i) => (ends[i] ?? 0) >= before.at && (ends[i] ?? 0) < after.at);
  if (inside.length === 0) throw new NothingMeasured(application);
  return {
    perSecond: inside.length / ((after.at - before.at) / 1000),
    p50: median(inside),
    nodeCpu: (after.node - before.node) / inside.length,
    pgCpu: (after.pg - before.pg) / inside.length,
  };
}

async function backendsOf(client: AdminClient, application: string): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `
      select pid
      from pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1)`,
    [application],
  );
  return rows.map((row) => row.pid);
}

/**
 * What all of some work takes, from its first call to its last. A connection made meanwhile counts from its beginning;
 * one that was closed had nothing to do.
 */
export async function cpuFor(
  work: () => Promise<number>,
  { adminUrl, application, pid }: { adminUrl: string; application: string; pid: number },
): Promise<Cpu> {
  return asAdministrator(adminUrl, async (client) => {
    const marked = async (): Promise<Map<number, number>> =>
      new Map((await backendsOf(client, application)).map((backend) => [backend, cpuOf(backend) ?? 0]));
    const [before, node] = [await marked(), cpuOf(pid) ?? 0];
    const calls = await work();
    const nodeCpu = ((cpuOf(pid) ?? 0) - node) / calls;
    const spent = [...(await marked())].map(([backend, cpu]) => cpu - (before.get(backend) ?? 0));
    return { nodeCpu, pgCpu: spent.reduce((sum, each) => sum + each, 0) / calls };
  });
}

export class NothingMeasured extends Error {}

interface Mark {
  readonly at: number;
  readonly node: number;
  readonly pg: number;
}

/** Null once a backend has gone: its CPU went with it. */
function markOf(pid: number | null, backends: readonly number[]): Mark | null {
  const at = performance.timeOrigin + performance.now();
  const pg = backends.map(cpuOf);
  const node = pid === null ? 0 : cpuOf(pid);
  return node === null || pg.includes(null)
    ? null
    : { at, node, pg: pg.reduce<number>((sum, each) => sum + (each ?? 0), 0) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * CPU of all threads of a process in microseconds. schedstat counts nanoseconds; stat, where the kernel keeps no
 * schedstat, ticks of 10 ms.
 */
export function cpuOf(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number.parseInt(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'), 10) / 1000,
      0,
    );
  } catch {
    return ticksOf(pid);
  }
}

function ticksOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number.parseInt(fields[11] ?? '0', 10) + Number.parseInt(fields[12] ?? '0', 10)) * 10_000;
  } catch {
    return null;
  }
}
