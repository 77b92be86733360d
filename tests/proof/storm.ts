import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '#tests/world.ts';
import { freePort, openCluster, type Cluster } from './cluster.ts';
import { recordsIn, type ClientTask, type StormVerb } from './crash-client.ts';
import { openShop, saveOrder, type Line } from './shop.ts';
import { seeded } from './stepping-door.ts';

export interface StormPlan { readonly seconds: number; readonly processes: number; readonly clientsEach: number; readonly clientKills: number; readonly apiKills: number; readonly settings?: readonly string[] }
export interface Ask { readonly verb: StormVerb; readonly ids: readonly string[]; readonly results: readonly string[]; readonly tries: number }

export interface Storm {
  readonly world: World;
  /** Every request the clients ever meant to make, by key, with every answer they got. */
  readonly asks: ReadonlyMap<string, Ask>;
  readonly kills: { client: number; api: number; database: number };
  /** Processes that died and were not killed. */
  readonly deaths: readonly string[];
  readonly deadlocks: number;
  readonly recoverySeconds: number;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/** Ten hot materials, a hundred and fifty orders, and everything that can die, dying: the product runs as its own processes. */
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
    const { token } = world.first;
    await world.app.close();
    await world.door.close();
    const start = starter(children, join(folder, 'compiled'));
    const api = await startApi(world.url, start);
    const tasks = Array.from({ length: plan.processes }, (_, n): ClientTask => ({
      file: join(folder, `client-${n}.log`), stopFile: join(folder, 'stop'), name: `storm${n}`, ports: api.ports, token, clients: plan.clientsEach, all: orders, own: orders.filter((_id, i) => i % plan.processes === n),
    }));
    const clients = startClients(tasks, start);
    const result = await rage(plan, cluster, clients, api);
    await clients.finish();
    await api.finish();
    const asks = asksIn(tasks.map(({ file }) => file));
    for (const child of children) child.kill('SIGKILL');
    return {
      world, asks, ...result, deaths: [...api.deaths, ...clients.deaths],
      deadlocks: cluster.log().split('deadlock detected').length - 1,
      async close() { await cluster.drop(); rmSync(folder, { recursive: true, force: true }); },
    };
  } catch (error) {
    for (const child of children) child.kill('SIGKILL');
    await cluster.drop();
    throw error;
  }
}

/** About twice as much is ordered as there is, so that audits are refused for want of stock too. */
async function stock(world: World): Promise<string[]> {
  const hot = await openShop(world.first, 10, '60');
  const random = seeded(2026);
  const carts = Array.from({ length: 150 }, () => hot.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 4)).map((code): Line => [code, String(1 + Math.floor(random() * 5))]));
  const bills = await Promise.all(carts.map((cart) => saveOrder(world.first, cart)));
  return bills.map(({ id }) => id);
}

interface Api { readonly ports: readonly number[]; readonly deaths: readonly string[]; kill(): Promise<void>; finish(): Promise<void> }

/** Two processes of the product, each started again whenever it dies, as its service manager would. */
async function startApi(url: string, start: Start): Promise<Api> {
  const first = await freePort(8108);
  const ports = [first, await freePort(first + 1)];
  const deaths: string[] = [];
  const running = new Map<number, ChildProcess>();
  const up = new Set<number>();
  let isOver = false;
  const launch = (port: number): Promise<void> => new Promise((ready) => {
    const child = start(['apps/api/main.ts', '--only', 'api'], { DATABASE_URL: url, PORT: String(port), LOG_LEVEL: 'info' });
    let tail = '';
    const read = (part: Buffer): void => {
      tail = (tail + part.toString()).slice(-4000);
      if (!up.has(port) && tail.includes('listening')) { up.add(port); ready(); }
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
    ports, deaths,
    async kill() {
      // Both down would be a rest for the clients, not a trial.
      await until(() => up.size === ports.length);
      turn += 1;
      running.get(ports[turn % 2] as number)?.kill('SIGKILL');
    },
    async finish() { isOver = true; await Promise.all([...running.values()].map((child) => gone(child, 'SIGTERM'))); },
  };
}

interface Clients { readonly deaths: readonly string[]; kill(): Promise<void>; finish(): Promise<void> }

function startClients(tasks: readonly ClientTask[], start: Start): Clients {
  const running = new Map<number, ChildProcess>();
  const deaths: string[] = [];
  const asking: number[] = [];
  const launch = (n: number): void => {
    const child = start(['tests/proof/crash-client.ts'], { PROOF_TASK: JSON.stringify(tasks[n]) });
    let tail = '';
    child.stderr?.on('data', (part: Buffer) => { tail = (tail + part.toString()).slice(-1500); });
    child.stdout?.once('data', () => { asking.push(n); });
    running.set(n, child);
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') launch(n);
      else if (code !== 0) deaths.push(`client ${n}: exit ${code ?? signal}: ${tail}`);
    });
  };
  tasks.forEach((_task, n) => { launch(n); });
  return {
    deaths,
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

type Start = (args: readonly string[], environment: Readonly<Record<string, string>>) => ChildProcess;

/** Whatever is started is remembered, so that a failing test leaves nothing behind. Compiled code is kept: a restart should cost little. */
const starter = (children: Set<ChildProcess>, cache: string): Start => (args, environment) => {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...environment, NODE_COMPILE_CACHE: cache }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('exit', () => { children.delete(child); });
  return child;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });

async function until(holds: () => boolean): Promise<void> {
  for (let left = 1200; left > 0 && !holds(); left -= 1) await sleep(50);
  if (!holds()) throw new Error('waited a minute in vain');
}

async function gone(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const left = new Promise((resolve) => { child.once('exit', resolve); });
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await left;
  clearTimeout(timer);
}

async function rage(plan: StormPlan, cluster: Cluster, clients: Clients, api: Api): Promise<Pick<Storm, 'kills' | 'recoverySeconds'>> {
  const span = plan.seconds * 1000;
  const kills = { client: 0, api: 0, database: 0 };
  let recoverySeconds = 0;
  const repeat = async (times: number, what: 'client' | 'api'): Promise<void> => {
    for (; kills[what] < times; kills[what] += 1) {
      await sleep((span * 0.9) / times * (0.5 + Math.random()));
      await (what === 'api' ? api : clients).kill();
    }
  };
  await Promise.all([
    sleep(span),
    repeat(plan.clientKills, 'client'),
    repeat(plan.apiKills, 'api'),
    sleep(span / 2).then(async () => {
      await cluster.crash();
      kills.database += 1;
      const at = performance.now();
      await cluster.start();
      recoverySeconds = (performance.now() - at) / 1000;
    }),
  ]);
  return { kills, recoverySeconds };
}

function asksIn(files: readonly string[]): Map<string, Ask> {
  const asks = new Map<string, Ask>();
  for (const record of files.flatMap(recordsIn)) {
    if ('ask' in record) asks.set(record.ask, { verb: record.verb, ids: record.ids, results: [], tries: 0 });
    else {
      const known = asks.get(record.got);
      if (known !== undefined) asks.set(record.got, { ...known, results: [...known.results, record.result], tries: record.tries });
    }
  }
  return asks;
}
