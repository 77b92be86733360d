import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '#tests/world.ts';
import { openCustomer, orderFor } from './cash.ts';
import { freePort, openCluster, type Cluster } from './cluster.ts';
import { recordsIn, type ClientTask, type Deed } from './crash-client.ts';
import { addKit, openShop, orders as orderPath } from './shop.ts';
import { seeded } from './stepping-door.ts';

export interface StormPlan {
  /** How long it rages; or, where `commands` is given, until so many were acknowledged. */
  readonly seconds: number;
  readonly commands?: number;
  readonly processes: number;
  readonly clientsEach: number;
  readonly clientKills: number;
  readonly apiKills: number;
  readonly stops: number;
  readonly settings?: readonly string[];
  /** The process that writes the log behind commits that do not wait for it stands still. */
  readonly isWriterFrozen?: boolean;
}
export interface Ask {
  readonly deed: Deed;
  readonly ids: readonly string[];
  readonly results: readonly string[];
  readonly made: readonly string[];
  readonly tries: number;
}

export interface Storm {
  readonly world: World;
  /** What the log of operations knew before anybody asked for anything. */
  readonly before: ReadonlyMap<string, number>;
  /** Every request the clients ever meant to make, by key, with every answer they got. */
  readonly asks: ReadonlyMap<string, Ask>;
  readonly kills: { client: number; api: number; database: number };
  /** Processes that died and were not killed. */
  readonly deaths: readonly string[];
  readonly deadlocks: number;
  /** The longest. */
  readonly recoverySeconds: number;
  readonly minutes: number;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/**
 * Ten hot materials, five hot customers, a hundred and fifty orders, and everything that can die, dying: the product
 * runs as its own processes.
 */
export async function storm(plan: StormPlan): Promise<Storm> {
  const cluster = await openCluster(plan.settings);
  const folder = mkdtempSync(join(tmpdir(), 'qudao-storm-'));
  const children = new Set<ChildProcess>();
  try {
    // The world reads its server's address when it is imported.
    process.env['TEST_ADMIN_URL'] = cluster.adminUrl;
    const { openWorld } = await import('#tests/world.ts');
    const world = await openWorld('storm');
    const orders = await stock(world);
    const before = await deedsIn(world);
    if (plan.isWriterFrozen === true) await freezeWriter(world);
    const { token } = world.first;
    await world.app.close();
    await world.door.close();
    const start = starter(children, join(folder, 'compiled'));
    const api = await startProcesses(world.url, start);
    const tasks = Array.from({ length: plan.processes }, (_, n): ClientTask => ({
      file: join(folder, `client-${n}.log`),
      stopFile: join(folder, 'stop'),
      name: `storm${n}`,
      ports: api.ports,
      token,
      clients: plan.clientsEach,
      customers,
      all: orders,
      own: orders.filter((_id, i) => i % plan.processes === n),
    }));
    const clients = startClients(tasks, start);
    const result = await rage(plan, cluster, clients, api);
    await clients.finish();
    await api.finish();
    const asks = asksIn(tasks.map(({ file }) => file));
    for (const child of children) child.kill('SIGKILL');
    return {
      world,
      before,
      asks,
      ...result,
      deaths: [...api.deaths, ...clients.deaths],
      deadlocks: cluster.log().split('deadlock detected').length - 1,
      async close() {
        await cluster.drop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    for (const child of children) child.kill('SIGKILL');
    await cluster.drop();
    throw error;
  }
}

/** What the storm starts from is on disk; what comes after it stays in memory. */
async function freezeWriter(world: World): Promise<void> {
  await world.sql('checkpoint');
  const [writer] = await world.sql<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'walwriter'`,
  );
  if (writer === undefined) throw new Error('nobody writes the log');
  process.kill(writer.pid, 'SIGSTOP');
}

export const customers = ['HC1', 'HC2', 'HC3', 'HC4', 'HC5'];

const scarce = { onHand: '90', limit: '700', cash: '500' };

/** More is ordered than there is, of goods and of money, so that audits are refused for want of both. */
export async function stock(world: World, { onHand, limit, cash }: typeof scarce = scarce): Promise<string[]> {
  const hot = await openShop(world.first, 10, onHand);
  for (const code of customers) await openCustomer(world.first, code, { isControlled: true, limit, cash });
  // One in six carts has a kit of the same goods.
  await addKit(world.first, 'KIT01', [
    ['HOT01', '1'],
    ['HOT02', '2'],
    ['HOT03', '1'],
  ]);
  const random = seeded(2026);
  const carts = Array.from({ length: 150 }, () =>
    [...hot, 'KIT01']
      .toSorted(() => random() - 0.5)
      .slice(0, 1 + Math.floor(random() * 4))
      .map((code) => [code, String(1 + Math.floor(random() * 5)), '10'] as const),
  );
  const bills = await Promise.all(
    carts.map((cart, n) =>
      world.first.must<{ id: string }>('POST', orderPath, orderFor(customers[n % customers.length] ?? '', cart)),
    ),
  );
  return bills.map(({ id }) => id);
}

/** How often which operation was performed on which document, as the log of operations has it. */
export async function deedsIn(world: World): Promise<Map<string, number>> {
  const logged = await world.sql<{ deed: string; times: number }>(`
    select record_id || ' ' || operation as deed, count(*)::int as times
    from app.sys_operationlog
    where noun in ('order:order', 'order:delivery', 'stock:inout', 'sale:bill')
    group by 1`);
  return new Map(logged.map(({ deed, times }) => [deed, times]));
}

export interface Processes {
  readonly ports: readonly number[];
  readonly deaths: readonly string[];
  kill(): Promise<void>;
  finish(): Promise<void>;
}

/** Two processes of the product, each started again whenever it dies, as its service manager would. */
export async function startProcesses(url: string, start: Start, only: 'api' | 'worker' = 'api'): Promise<Processes> {
  const first = await freePort(only === 'api' ? 8108 : 8118);
  const ports = [first, await freePort(first + 1)];
  const deaths: string[] = [];
  const running = new Map<number, ChildProcess>();
  const up = new Set<number>();
  let isOver = false;
  const launch = (port: number): Promise<void> =>
    new Promise((ready) => {
      const child = start(['apps/api/main.ts', '--only', only], {
        DATABASE_URL: url,
        PORT: String(port),
        LOG_LEVEL: 'info',
        DRAIN_SECONDS: '0',
      });
      let tail = '';
      const read = (part: Buffer): void => {
        tail = (tail + part.toString()).slice(-4000);
        if (!up.has(port) && tail.includes('listening')) {
          up.add(port);
          ready();
        }
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      running.set(port, child);
      child.once('exit', (code, signal) => {
        const wasUp = up.delete(port);
        if (isOver) return;
        // Without a database it may refuse to start; once it serves, it must outlive the database.
        if (signal !== 'SIGKILL' && wasUp) deaths.push(`exit ${code ?? signal}: ${tail.slice(-1500)}`);
        setTimeout(() => void launch(port).then(ready), 200);
      });
    });
  await Promise.all(ports.map(launch));
  let turn = 0;
  return {
    ports,
    deaths,
    async kill() {
      // Both down would be a rest for the clients, not a trial.
      await until(() => up.size === ports.length);
      turn += 1;
      running.get(ports[turn % 2] as number)?.kill('SIGKILL');
    },
    async finish() {
      isOver = true;
      await Promise.all([...running.values()].map((child) => gone(child, 'SIGTERM')));
    },
  };
}

interface Clients {
  readonly deaths: readonly string[];
  /** How many requests were acknowledged so far. */ done(): number;
  kill(): Promise<void>;
  finish(): Promise<void>;
}

function startClients(tasks: readonly ClientTask[], start: Start): Clients {
  const running = new Map<number, ChildProcess>();
  const deaths: string[] = [];
  const asking: number[] = [];
  let done = 0;
  const launch = (n: number): void => {
    const child = start(['tests/proof/crash-client.ts'], { PROOF_TASK: JSON.stringify(tasks[n]) });
    let tail = '';
    child.stderr?.on('data', (part: Buffer) => {
      tail = (tail + part.toString()).slice(-1500);
    });
    child.stdout
      ?.once('data', () => {
        asking.push(n);
      })
      .on('data', (part: Buffer) => {
        done += part.toString().split('.').length - 1;
      });
    running.set(n, child);
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') launch(n);
      else if (code !== 0) deaths.push(`client ${n}: exit ${code ?? signal}: ${tail}`);
    });
  };
  tasks.forEach((_task, n) => {
    launch(n);
  });
  return {
    deaths,
    done: () => done,
    async kill() {
      await until(() => asking.length > tasks.length / 2);
      running.get(asking.shift() as number)?.kill('SIGKILL');
    },
    async finish() {
      writeFileSync(tasks[0]?.stopFile ?? '', '');
      await until(() => [...running.values()].every((child) => child.exitCode !== null));
    },
  };
}

export type Start = (args: readonly string[], environment: Readonly<Record<string, string>>) => ChildProcess;

/**
 * Whatever is started is remembered, so that a failing test leaves nothing behind. Compiled code is kept: a restart
 * should cost little.
 */
export const starter =
  (children: Set<ChildProcess>, cache: string): Start =>
  (args, environment) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...environment, NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('exit', () => {
      children.delete(child);
    });
    return child;
  };

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

export async function until(holds: () => boolean): Promise<void> {
  for (let left = 1200; left > 0 && !holds(); left -= 1) await sleep(50);
  if (!holds()) throw new Error('waited a minute in vain');
}

async function gone(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await left;
  clearTimeout(timer);
}

/** Whatever is to die dies as the work goes on, spread over it. */
async function rage(
  plan: StormPlan,
  cluster: Cluster,
  clients: Clients,
  api: Processes,
): Promise<Pick<Storm, 'kills' | 'recoverySeconds' | 'minutes'>> {
  const began = performance.now();
  const kills = { client: 0, api: 0, database: 0 };
  let recoverySeconds = 0;
  const progress = (): number =>
    plan.commands === undefined ? (performance.now() - began) / (plan.seconds * 1000) : clients.done() / plan.commands;
  let [last, moved] = [0, began];
  const reach = async (part: number): Promise<void> => {
    while (progress() < part) {
      if (clients.done() !== last) [last, moved] = [clients.done(), performance.now()];
      if (performance.now() - moved > 180_000)
        throw new Error(`nothing was acknowledged for three minutes, after ${last}`);
      await sleep(50);
    }
  };
  const repeat = async (what: keyof typeof kills, times: number, deed: () => Promise<void>): Promise<void> => {
    for (; kills[what] < times; kills[what] += 1) {
      await reach(((kills[what] + 0.3 + 0.6 * Math.random()) / times) * 0.95);
      await deed();
    }
  };
  await Promise.all([
    reach(1),
    repeat('client', plan.clientKills, () => clients.kill()),
    repeat('api', plan.apiKills, () => api.kill()),
    repeat('database', plan.stops, async () => {
      await cluster.crash();
      const at = performance.now();
      await cluster.start();
      recoverySeconds = Math.max(recoverySeconds, (performance.now() - at) / 1000);
    }),
  ]);
  return { kills, recoverySeconds, minutes: (performance.now() - began) / 60_000 };
}

export function asksIn(files: readonly string[]): Map<string, Ask> {
  const asks = new Map<string, Ask>();
  for (const record of files.flatMap(recordsIn)) {
    if ('ask' in record) asks.set(record.ask, { deed: record.deed, ids: record.ids, results: [], made: [], tries: 0 });
    else {
      const known = asks.get(record.got);
      if (known !== undefined)
        asks.set(record.got, {
          ...known,
          results: [...known.results, record.result],
          made: record.made ?? known.made,
          tries: record.tries,
        });
    }
  }
  return asks;
}
