// npm run rehearse:failover: three PostgreSQL under Patroni behind HAProxy on this machine, two processes of the
// product, clients at work, and what goes wrong in a cell going wrong under them. Prints the seconds without writes of
// every event and ends with 1 when something acknowledged was lost, done twice, or does not add up. --short one kill,
// one switchover: about two minutes --kills 10 --switchovers 2 --etcd 1 --frozen 1 --standby 1 --acknowledged 30000 the
// whole of it (the default)
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { World } from '#tests/world.ts';
import { startCluster, until, type HaCluster } from './cluster.ts';
import { commit, faults, type Fault } from './faults.ts';
import { startLoad, type Load } from './load.ts';
import { requirePrograms } from './parts.ts';
import { table } from './table.ts';
import { judge, judgeFiles, type Verdict } from './verdict.ts';

const { values: given } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    kills: { type: 'string' },
    switchovers: { type: 'string' },
    etcd: { type: 'string' },
    frozen: { type: 'string' },
    standby: { type: 'string' },
    acknowledged: { type: 'string' },
  },
});
const times = (name: Exclude<keyof typeof given, 'short'>, whole: number, short: number): number =>
  Number.parseInt(given[name] ?? String(given.short === true ? short : whole), 10);
const plan: readonly Fault[] = interleaved([
  ['kill', times('kills', 10, 1)],
  ['switchover', times('switchovers', 2, 1)],
  ['etcd', times('etcd', 1, 0)],
  ['frozen', times('frozen', 1, 0)],
  ['standby', times('standby', 1, 0)],
]);
const leastAcknowledged = times('acknowledged', 30_000, 0);

requirePrograms(['patroni', 'etcd', 'haproxy', 'pgbackrest']);
const cluster = await startCluster();
process.once('SIGINT', () => void cluster.stop().then(() => process.exit(130)));
try {
  process.exitCode = await rehearse(cluster);
} finally {
  await cluster.stop();
}

/** Kills between the others, so that every fault meets a cluster with a history. */
function interleaved(counts: readonly (readonly [Fault, number])[]): readonly Fault[] {
  return counts
    .flatMap(([fault, count]) => Array.from({ length: count }, (_, n) => [fault, (n + 0.5) / count] as const))
    .toSorted((a, b) => a[1] - b[1])
    .map(([fault]) => fault);
}

async function rehearse(on: HaCluster): Promise<number> {
  // The world reads its server's address when it is imported; the product's secrets are sealed with some key.
  process.env['TEST_ADMIN_URL'] = on.adminUrl;
  process.env['DATABASE_ADMIN_URL'] = on.adminUrl;
  process.env['QUDAO_SEAL_KEY'] ??= Buffer.alloc(32, 7).toString('base64');
  const [{ openWorld }, { customers, deedsIn, stock }] = await Promise.all([
    import('#tests/world.ts'),
    import('#tests/proof/storm.ts'),
  ]);
  say('the cluster is whole; the product is installed');
  const world = await openWorld('failover');
  const orders = await stock(world, { onHand: '900', limit: '7000', cash: '5000' });
  const before = await deedsIn(world);
  const { token } = world.first;
  await world.app.close();
  await world.door.close();
  const load = await startLoad({ folder: on.folder, url: world.url, token, orders, customers });
  try {
    say(`${plan.length} events under load`);
    const rows: string[][] = [];
    for (const [n, fault] of plan.entries()) {
      const row = await event(on, load, fault);
      rows.push([String(n + 1), ...row]);
      say(`${n + 1}/${plan.length} ${row.join(', ')}; ${load.acks.length} acknowledged`);
    }
    await until('enough acknowledgements', () => load.acks.length >= leastAcknowledged, 3600);
    await load.finish();
    await until('a whole cluster', on.isWhole, 240);
    console.log(table(['#', 'event', 'from', 'to', 'seconds without writes', 'whole again after'], rows));
    return await conclude(load, await judge(world, before, load.records), world);
  } finally {
    await load.stop();
  }
}

/** Everything that was acknowledged is there, once, with its bytes, and adds up: 0, else 1. */
async function conclude(load: Load, verdict: Verdict, world: World): Promise<number> {
  const ids = load.files.map(({ id }) => id);
  const files = await judgeFiles(world, ids);
  const wrong = await load.checkFiles();
  const [lost, doubled] = [verdict.lost + files.lost, verdict.doubled + files.doubled];
  const findings = [...verdict.findings, ...load.faults, ...load.deaths, ...wrong];
  const figures = {
    acknowledged: verdict.acknowledged + ids.length,
    'asked again': verdict.askedAgain,
    lost,
    doubled,
    files: ids.length,
    'without bytes': wrong.length,
    findings: findings.length,
    'slowest /readyz': `${Math.round(load.slowestReady())} ms`,
  };
  console.log(table(Object.keys(figures), [Object.values(figures).map(String)]));
  for (const finding of findings.slice(0, 20)) console.log(`finding: ${finding}`);
  return lost + doubled + findings.length > 0 ? 1 : 0;
}

/** One event on a whole cluster with clients at work, until it is whole again; its row of the table. */
async function event(on: HaCluster, load: Load, fault: Fault): Promise<string[]> {
  const isFlowing = (): boolean => load.acks.filter((at) => at > Date.now() - 2000).length > 10;
  await until('a whole cluster', on.isWhole, 240);
  await until('clients at work', isFlowing, 120);
  await sleep(3000);
  const from = await on.holder('leader');
  const began = Date.now();
  await commit(fault, on);
  // Patroni looks around every five seconds: before that a cluster that lost a member still seems whole.
  await sleep(10_000);
  await until('clients at work again', isFlowing, 180);
  await until('a whole cluster', on.isWhole, 240);
  const seconds = (Date.now() - began) / 1000;
  const moments = [began, ...load.acks.filter((at) => at >= began)];
  const gap = Math.max(...moments.slice(1).map((at, n) => at - (moments[n] ?? at)));
  return [faults[fault], from, await on.holder('leader'), (gap / 1000).toFixed(1), `${seconds.toFixed(0)} s`];
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
