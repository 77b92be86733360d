import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import type { Door } from '#platform/server/db/door.ts';
import { statement } from '#platform/server/db/statement.ts';
import { makeSleeper, type Sleeper } from '#platform/server/job/sleeper.ts';
import { keptDays } from '#sales/model/simulation/background.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import type { SimulationOrder, SimulationReport } from './process.ts';

export interface SimulationHost {
  readonly door: Door;
  /** Of the database: each simulation is a process with a connection of its own. */
  readonly url: string;
  readonly log: Readonly<Record<'error' | 'warn', (about: object, text: string) => void>>;
}

interface Taken {
  readonly id: string;
  readonly key: string;
  readonly language: Language;
  readonly asked: unknown;
  readonly attempts: number;
}
interface Runner {
  readonly host: SimulationHost;
  readonly leaseMs: number;
  readonly stopping: AbortSignal;
}

const broken: Label = ['系统数据异常', '系統資料異常', 'system data error'];
const mostAttempts = 2;

/** Trying again would find the same: a text for whoever asked. */
class Hopeless extends Error {}

/**
 * Runs what waits, one after the other; any number of processes may. A simulation whose process died is run by another.
 */
export function startSimulations(
  host: SimulationHost,
  { leaseMs = 15_000 }: { readonly leaseMs?: number } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const sleeper = makeSleeper(() => stopping.signal.aborted);
  host.door.listen('qudao_simulation', sleeper.wake, () => undefined);
  const forgetting = setInterval(() => {
    host.door
      .gate(statement({ forgetSimulations: 'integer' }, 'select sec.forget_simulations($1)', [keptDays]))
      .catch((error: unknown) => {
        host.log.error({ err: error }, 'old simulations could not be forgotten');
      });
  }, 3_600_000);
  const running = runAll({ host, leaseMs, stopping: stopping.signal }, sleeper);
  return {
    stop: async () => {
      clearInterval(forgetting);
      stopping.abort();
      sleeper.wake();
      await running;
    },
  };
}

async function runAll(runner: Runner, sleeper: Sleeper): Promise<void> {
  const { log } = runner.host;
  while (!runner.stopping.aborted) {
    const taken = await take(runner).catch((error: unknown) => {
      log.error({ err: error }, 'no simulation could be taken');
      return null;
    });
    if (taken === null) await sleeper.rest(2000);
    else
      await perform(runner, taken).catch((error: unknown) => {
        log.error({ err: error }, 'the end of a simulation could not be written');
      });
  }
}

async function take({ host, leaseMs }: Runner): Promise<Taken | null> {
  const key = randomBytes(32).toString('base64url');
  const [row] = await host.door.gate(
    statement(
      { id: 'uuid', language: 'text', asked: 'json', attempts: 'integer' },
      'select * from sec.take_simulation($1, $2)',
      [key, leaseMs],
    ),
  );
  return row === undefined ? null : { ...row, key, language: row.language as Language };
}

async function perform(runner: Runner, taken: Taken): Promise<void> {
  const { host, stopping } = runner;
  try {
    const answer = await tried(runner, taken);
    // Null: it was cancelled, or is another's.
    if (answer !== null) await end(host, taken, { result: JSON.stringify(answer) });
  } catch (error) {
    host.log.warn({ err: error }, 'simulation failed');
    if (error instanceof Hopeless) await end(host, taken, { error: error.message });
    else if (taken.attempts >= mostAttempts && !stopping.aborted)
      await end(host, taken, { error: textOf(broken, taken.language) });
    else await end(host, taken, { again: stopping.aborted ? 0 : 5 });
  }
}

interface Ending {
  readonly result?: string;
  readonly error?: string;
  readonly again?: number;
}
const end = ({ door }: SimulationHost, { id, key }: Taken, { result = '', error, again }: Ending): Promise<unknown> =>
  door.gate(
    statement({ endSimulation: 'boolean' }, `select sec.end_simulation($1, $2, nullif($3, '')::jsonb, $4, $5)`, [
      id,
      key,
      result,
      error ?? null,
      again ?? null,
    ]),
  );

/** The process lives as long as its run is ours: whoever cancels takes the key away, and reads fail without it. */
function tried({ host, leaseMs, stopping }: Runner, taken: Taken): Promise<PeriodSimulation | null> {
  const child = fork(new URL('process.ts', import.meta.url), { execArgv: flags, signal: stopping });
  if (child.pid !== undefined) giveWay(child.pid);
  let [done, total]: [number, number | null] = [0, null];
  let answer: PeriodSimulation | null = null;
  let isOurs = true;
  const keep = (): void => {
    host.door
      .gate(
        statement({ isOurs: 'boolean' }, 'select sec.keep_simulation($1, $2, $3, $4, $5) as is_ours', [
          taken.id,
          taken.key,
          leaseMs,
          done,
          total,
        ]),
      )
      .then(([row]) => {
        if (row?.isOurs === true || answer !== null) return;
        isOurs = false;
        child.kill();
      })
      .catch(() => undefined);
  };
  const keeping = setInterval(keep, 1000);
  return new Promise<PeriodSimulation | null>((resolve, reject) => {
    let error: Error | null = null;
    child.on('message', (message) => {
      const report = message as SimulationReport;
      if ('answer' in report) ({ answer } = report);
      else if ('error' in report) error = new (report.isRefusal ? Hopeless : Error)(report.error);
      else ({ done, total } = report);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (answer !== null || !isOurs) resolve(answer);
      else reject(error ?? new Error(`the process of a simulation ended with ${code}`));
    });
    child.send({
      url: host.url,
      caller: { run: taken.id, key: taken.key, permissions: null, soft: null },
      language: taken.language,
      asked: taken.asked,
    } satisfies SimulationOrder);
  }).finally(() => {
    clearInterval(keeping);
  });
}

/** Rows of two hundred thousand orders fit; what does not ends here and not in the process of the house. */
const flags = ['--max-old-space-size=512'];
/** People at their screens come first. */
const lowPriority = 5;

function giveWay(pid: number): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // It may have ended already; then its end says why.
  }
}
