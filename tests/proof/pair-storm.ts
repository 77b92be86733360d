import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';
import { pairTenants } from '#tests/peers.ts';
import type { Reply, Session, World } from '#tests/world.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { pairTrade, stockPair } from './pair-trade.ts';
import { seeded } from './stepping-door.ts';
import { sleep, starter, startProcesses, type Processes } from './storm.ts';

export interface PairStormPlan {
  readonly seconds: number;
  /** In each tenant; the n-th buyer and the n-th seller know each other's documents. */
  readonly clients: number;
  readonly workerKills: number;
  readonly stops: number;
  /** Between two deeds of a client, on the average. */
  readonly pauseMs: number;
}

export interface PairStorm {
  readonly world: World;
  /** Every command that was ever meant, by its key, with its last answer; none while nobody answered. */
  readonly asks: ReadonlyMap<string, string | null>;
  readonly deeds: ReadonlyMap<string, number>;
  readonly kills: { worker: number; database: number };
  readonly deaths: readonly string[];
  /** Seconds after each kill and stop until no message that is due was older than five seconds. */
  readonly recoveries: readonly number[];
  readonly purchases: readonly string[];
  /** What is done after the storm: the last messages are taken, and whatever waits for a person is done. */
  settle(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Two tenants at once with everything between them dying: the product runs as its own processes. */
export async function pairStorm(plan: PairStormPlan): Promise<PairStorm> {
  const cluster = await openCluster();
  const folder = mkdtempSync(join(tmpdir(), 'qudao-pair-storm-'));
  const children = new Set<ChildProcess>();
  const away = async (): Promise<void> => {
    for (const child of children) child.kill('SIGKILL');
    await cluster.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // The world reads its server's address when it is imported.
    process.env['TEST_ADMIN_URL'] = cluster.adminUrl;
    const { openWorld } = await import('#tests/world.ts');
    const world = await openWorld('pair_storm');
    await pairTenants(world);
    await stockPair(world);
    await world.app.close();
    await world.door.close();
    const start = starter(children, join(folder, 'compiled'));
    const [api, workers] = await Promise.all([
      startProcesses(world.url, start),
      startProcesses(world.url, start, 'worker'),
    ]);
    const asks = new Map<string, string | null>();
    const sides = {
      first: httpSession(api.ports, world.first, asks),
      second: httpSession(api.ports, world.second, asks),
    };
    const { sql, hangUp } = keptOpen(world.adminUrl);
    const trades = Array.from({ length: plan.clients }, (_, n) =>
      pairTrade({ world: { ...world, ...sides, sql }, random: seeded(n + 1), mark: `S${n}` }),
    );
    await Promise.all(trades.map(({ begin }) => begin()));
    await trades[0]?.promote();
    const deeds = new Map<string, number>();
    const weather = { isOver: false };
    const clients = trades.flatMap((trade, n) =>
      [isOfBuyer, (name: string) => !isOfBuyer(name)].map((isOf, side) =>
        client(
          trade.deeds.filter(([name]) => isOf(name)),
          { random: seeded(1000 * (side + 1) + n), pauseMs: plan.pauseMs, weather, deeds },
        ),
      ),
    );
    const { kills, recoveries } = await rage(plan, { cluster, workers, world });
    weather.isOver = true;
    await Promise.all(clients);
    return {
      world,
      asks,
      deeds,
      kills,
      recoveries,
      deaths: [...api.deaths, ...workers.deaths],
      purchases: trades.flatMap(({ mine }) => mine),
      async settle() {
        await Promise.all(trades.map(({ map }) => map()));
        const failed: string[] = [];
        let left = await calm(world);
        // Each round makes the messages of the next.
        for (let round = 0; round < 3; round += 1) {
          for (const { settle } of trades) failed.push(...(await settle()));
          left = await calm(world);
        }
        return [...failed, ...left];
      },
      async close() {
        hangUp();
        await Promise.all([api.finish(), workers.finish()]);
        await away();
      },
    };
  } catch (error) {
    await away();
    throw error;
  }
}

const isOfBuyer = (name: string): boolean => /^(buy|confirm|askClose|receive|giveBack)/.test(name);

/** A clerk who goes on until the storm is over; a database that is away is waited for. */
async function client(
  deeds: readonly (readonly [string, number, () => Promise<string | null>])[],
  {
    random,
    pauseMs,
    weather,
    deeds: done,
  }: { random: () => number; pauseMs: number; weather: { isOver: boolean }; deeds: Map<string, number> },
): Promise<void> {
  const total = deeds.reduce((sum, [, weight]) => sum + weight, 0);
  while (!weather.isOver) {
    let at = random() * total;
    const [name, , deed] = deeds.find(([, weight]) => (at -= weight) < 0) ?? deeds[0]!;
    const answer = await deed().catch((error: unknown) => (isAway(error) ? null : `failed ${String(error)}`));
    if (answer !== null) done.set(`${name}=${answer}`, (done.get(`${name}=${answer}`) ?? 0) + 1);
    await sleep(answer === null ? 50 : pauseMs * (0.5 + random()));
  }
}

/** One connection of all clerks, opened again when the database is back: one for each question is a load by itself. */
function keptOpen(url: string): { readonly sql: World['sql']; readonly hangUp: () => void } {
  let held: Promise<AdminClient> | null = null;
  let hangUp = (): void => undefined;
  const open = (): Promise<AdminClient> =>
    new Promise((hand, fail) => {
      asAdministrator(url, (client) => {
        hand(client);
        return new Promise<void>((end) => {
          hangUp = end;
        });
      }).catch(fail);
    });
  return {
    async sql(text, values = []) {
      held ??= open();
      try {
        return (await (await held).query(text, [...values])).rows as never;
      } catch (error) {
        if (isAway(error)) held = null;
        throw error;
      }
    },
    hangUp: () => {
      hangUp();
    },
  };
}

/** The clerk asks the database himself where things stand; while it is away, or comes back, he waits. */
const isAway = (error: unknown): boolean =>
  /ECONNREFUSED|ECONNRESET|terminat|starting up|shutting down|not queryable|not yet accepting|in recovery mode|Connection ended/.test(
    String(error),
  );

/** A person in a process of his own: what he meant is asked until somebody answers, with the same key. */
function httpSession(
  ports: readonly number[],
  { token, tenantCode }: Session,
  asks: Map<string, string | null>,
): Session {
  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    const key = `pair-${randomUUID()}`;
    const isCommand = method !== 'GET';
    if (isCommand) asks.set(key, null);
    for (let tries = 0; ; tries += 1) {
      const reply = await fetch(`http://127.0.0.1:${ports[tries % ports.length]}/api${path}`, {
        method,
        headers: { token, ...(isCommand ? { 'content-type': 'application/json', 'idempotency-key': key } : {}) },
        signal: AbortSignal.timeout(10_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
        .then(async (answer) => ({
          ...((await answer.json()) as Reply<{ key?: string } | null>),
          status: answer.status,
        }))
        .catch(() => null);
      if (reply !== null && reply.code !== 503) {
        if (isCommand) asks.set(key, reply.code === 0 ? '' : (reply.data?.key ?? `${reply.code} ${reply.msg}`));
        return { ...reply, headers: {}, text: '' } as unknown as Reply;
      }
      await sleep(50 + Math.random() * 150);
    }
  }
  return {
    token,
    tenantCode,
    call,
    must: async (method, path, body) => {
      const { code, msg, data } = await call(method, path, body);
      if (code !== 0) throw new Error(`${method} ${path}: ${code} ${msg} ${JSON.stringify(data)}`);
      return data;
    },
  };
}

/** What waits for nobody but the worker: not behind one that was refused for what a person must mend. */
const oldest = `
  select coalesce(extract(epoch from clock_timestamp() - min(m.create_date)), 0)::float as seconds
  from sec.peer_message m
  where m.state = '0'
    and not exists (
      select from sec.peer_message o
      where o.tenant_code = m.tenant_code and o.subject_id = m.subject_id and o.seq < m.seq and o.state = '2'
    )`;
const oldestSeconds = async (world: World): Promise<number> => {
  const [row] = await world.sql<{ seconds: number }>(oldest);
  return row?.seconds ?? 0;
};

interface Field {
  readonly cluster: Cluster;
  readonly workers: Processes;
  readonly world: World;
}

/** Whatever is to die dies spread over the storm; the stop of the database in the middle. */
async function rage(
  { seconds, workerKills, stops }: PairStormPlan,
  { cluster, workers, world }: Field,
): Promise<Pick<PairStorm, 'kills' | 'recoveries'>> {
  const began = performance.now();
  const kills = { worker: 0, database: 0 };
  const recoveries: number[] = [];
  const reach = async (part: number): Promise<void> => {
    while (performance.now() - began < part * seconds * 1000) await sleep(50);
  };
  /** The worst is over when nothing that is due is older than five seconds. */
  const recovered = async (): Promise<void> => {
    const at = performance.now();
    await sleep(1000);
    while ((await oldestSeconds(world).catch(() => 99)) > 5) {
      if (performance.now() - at > 180_000) break;
      await sleep(250);
    }
    recoveries.push((performance.now() - at) / 1000);
  };
  const waits: Promise<void>[] = [];
  const dying = async (): Promise<void> => {
    for (; kills.worker < workerKills; kills.worker += 1) {
      await reach(((kills.worker + 0.3 + 0.6 * Math.random()) / workerKills) * 0.95);
      await workers.kill();
      waits.push(recovered());
    }
  };
  const stopping = async (): Promise<void> => {
    for (; kills.database < stops; kills.database += 1) {
      await reach((kills.database + 0.5) / stops);
      await cluster.crash();
      await cluster.start();
      waits.push(recovered());
    }
  };
  await Promise.all([reach(1), dying(), stopping()]);
  await Promise.all(waits);
  return { kills, recoveries };
}

/** Hours go by, until the workers have taken what can be taken; answers what nobody takes for a minute. */
async function calm(world: World): Promise<readonly string[]> {
  for (let tries = 0, before = 0; tries < 240; tries += 1) {
    if (tries % 8 === 0)
      await world.sql(`
        update sec.peer_message
        set not_before = least(not_before, clock_timestamp() - interval '1 second'), lease_until = null
        where state in ('0', '2') and (not_before > clock_timestamp() or lease_until is not null)`);
    const [row] = await world.sql<{ left: number }>(
      `select count(*)::int as left from sec.peer_message where state in ('0', '2')`,
    );
    const left = row?.left ?? 0;
    if (left === 0) return [];
    // A slow machine takes as long as it takes.
    if (left !== before) tries = 0;
    before = left;
    await sleep(250);
  }
  const left = await world.sql(`select kind, state, refusal from sec.peer_message where state in ('0', '2') limit 20`);
  return left.map((each) => JSON.stringify(each));
}
