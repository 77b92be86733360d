/**
 * npm run bench -- --beside <commit>: what list, save, audit and its undoing cost today and on an earlier commit. Both
 * products run side by side, each on data that its own services made, and do the same calls in turns: CPU of Node and
 * of its PostgreSQL connections, never the clock, so that neighbours take from both alike.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { auditedOrders, clients, listVariants, savedVariants, tenantOf } from './calls.ts';
import { appUrlOf, openBench, openCopy } from './data.ts';
import { median, type Cpu } from './gauge.ts';
import { unique } from './load.ts';
import { root, startProduct } from './product.ts';
import { smokeSize } from './scale.ts';
import { analyze, request, standOn, type Stand } from './stand.ts';

const bar = 1.05;
const rounds = 9;
const port = Number.parseInt(process.env['BENCH_PORT'] ?? '8107', 10);
const calls = ['list', 'save', 'audit', 'unaudit'] as const;
type Call = (typeof calls)[number];
/** Calls of one stretch, half a second of CPU each: short and often, because neighbours come and go. */
const stretch: Readonly<Record<Call, number>> = { list: 400, save: 80, audit: 160, unaudit: 160 };
/** V8 goes on compiling for thousands of calls. */
const warmRounds = 6;

const commit = process.argv[process.argv.indexOf('--beside') + 1] ?? '';
const before = checkedOut(commit);
const own = await openBench(smokeSize, console.log);
const old = await openCopy(templateOf(before.folder), `qudao_bench_${process.pid}_before`);
try {
  process.exitCode = (await besideEachOther()) ? 0 : 1;
} finally {
  await Promise.all([own.close(), old.close()]);
}

/** A clone below .tmp that is kept for the next time, with our packages if it wants the same ones. */
function checkedOut(name: string): { folder: string; hash: string } {
  const git = (folder: string, ...words: string[]): string =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim();
  const hash = git(root, 'rev-parse', '--short', '--verify', `${name}^{commit}`);
  const folder = join(root, '.tmp', `beside-${hash}`);
  if (!existsSync(folder)) git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, folder);
  git(folder, 'checkout', '--quiet', '--force', hash);
  const lock = (where: string): string => readFileSync(join(where, 'package-lock.json'), 'utf8');
  if (!existsSync(join(folder, 'node_modules'))) {
    if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    else execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  }
  return { folder, hash };
}

/** The earlier commit fills its template itself; a family of its own, or it would drop ours. */
function templateOf(folder: string): string {
  const made = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { templateDatabase } = await import('#tests/bench/data.ts');
       console.log(await templateDatabase(${JSON.stringify({ ...smokeSize, name: 'before' })}, console.error));`,
    ],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return made.trim();
}

interface Side {
  /** One stretch of a call, all its connections in turn. */
  run(call: Call): Promise<Cpu>;
  settle(): Promise<void>;
  stop(): Promise<void>;
}

async function sideOf(database: string, at: number, folder: string): Promise<Side> {
  const product = await startProduct(appUrlOf(database), at, [], { folder });
  const stand = standOn(database, product);
  const load = (call: Call): ReturnType<Stand['http']> => stand.http({ lanes: lanesOf(call), expected: '{"code":0,' });
  const loads = { list: load('list'), save: load('save'), audit: load('audit'), unaudit: load('unaudit') };
  return {
    run: (call) => loads[call].calls(stretch[call]),
    settle: () => analyze(stand.adminUrl),
    stop: async () => {
      for (const load of Object.values(loads)) load.stop();
      await product.stop();
    },
  };
}

/**
 * The same bodies for both: what an earlier commit does not know yet (periods, stamps of the book) lies in the data.
 */
function lanesOf(call: Call): string[][] {
  const headers = { 'idempotency-key': unique };
  return Array.from({ length: clients }, (_lane, client) => {
    const tenant = tenantOf(client);
    if (call === 'list')
      return listVariants(true)
        .filter((_variant, i) => i % clients === client)
        .map((variant) => request('GET', variant.path, variant.tenant));
    if (call === 'save')
      return savedVariants(client).map((body) => request('POST', '/channelsale/order', tenant, { body, headers }));
    return auditedOrders(smokeSize, client).map((id) =>
      request('PUT', `/channelsale/order/${call}`, tenant, { body: [id], headers }),
    );
  });
}

async function besideEachOther(): Promise<boolean> {
  const sides = {
    before: await sideOf(old.database, port, before.folder),
    now: await sideOf(own.database, port + 1, root),
  };
  const none = (): Record<keyof typeof sides, Cpu[]> => ({ before: [], now: [] });
  const taken = { list: none(), save: none(), audit: none(), unaudit: none() };
  try {
    for (const side of Object.values(sides)) {
      for (let n = 0; n < warmRounds; n += 1) for (const call of calls) await side.run(call);
      await side.settle();
    }
    console.log(`warm; ${rounds} rounds`);
    for (let round = 0; round < rounds; round += 1)
      for (const call of calls)
        // Whoever goes second has the warmer machine: they take turns.
        for (const name of round % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const))
          taken[call][name].push(await sides[name].run(call));
  } finally {
    await Promise.all(Object.values(sides).map((side) => side.stop()));
  }
  return calls.map((call) => told(call, taken[call].before, taken[call].now)).every((isOk) => isOk);
}

function onNode({ nodeCpu }: Cpu): number {
  return nodeCpu;
}

function onPg({ pgCpu }: Cpu): number {
  return pgCpu;
}

function sum(cpu: Cpu): number {
  return onNode(cpu) + onPg(cpu);
}

function told(call: Call, earlier: readonly Cpu[], now: readonly Cpu[]): boolean {
  const of = (list: readonly Cpu[], what: (cpu: Cpu) => number): number => median(list.map(what));
  const figures = (list: readonly Cpu[]): string =>
    `${of(list, onNode).toFixed(0)} + ${of(list, onPg).toFixed(0)} = ${of(list, sum).toFixed(0)}`;
  const ratioOf = (what: (cpu: Cpu) => number): number => of(now, what) / of(earlier, what);
  const ratios = now.map((cpu, i) => sum(cpu) / sum(earlier[i] ?? cpu)).toSorted((a, b) => a - b);
  const isOk = ratioOf(sum) <= bar;
  console.log(
    `${isOk ? 'ok  ' : 'WARN'} ${call.padEnd(8)} ${ratioOf(sum).toFixed(3)}  <= ${bar}  ` +
      `CPU us node + pg: ${before.hash} ${figures(earlier)}, now ${figures(now)}; ` +
      `node ${ratioOf(onNode).toFixed(3)}, pg ${ratioOf(onPg).toFixed(3)}; ` +
      `rounds ${(ratios[0] ?? 0).toFixed(3)} to ${(ratios.at(-1) ?? 0).toFixed(3)}`,
  );
  return isOk;
}
