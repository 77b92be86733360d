import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsOf } from '#tests/peers.ts';
import { isThorough } from '#tests/thorough.ts';
import { doubledIn, unequalIn } from './pair-check.ts';
import { pairStorm, type PairStorm, type PairStormPlan } from './pair-storm.ts';

const length = Number.parseInt(process.env['PROOF_PAIR_SECONDS'] ?? (isThorough ? '600' : '20'), 10);
const plan: PairStormPlan = {
  seconds: length,
  clients: isThorough ? 20 : 6,
  workerKills: Math.max(3, Math.ceil(length / 25)),
  stops: 1,
  pauseMs: isThorough ? 3000 : 300,
};

describe(`${plan.clients} clients in each of two tenants, ${length} s, ${plan.workerKills} kills of a worker, one immediate stop of the database`, () => {
  let weather: PairStorm;
  let left: readonly string[] = [];
  beforeAll(
    async () => {
      weather = await pairStorm(plan);
      left = await weather.settle();
      report(weather);
    },
    240_000 + length * 6000,
  );
  afterAll(() => weather.close());

  test('everything that was to die died, and nothing else did; every command was answered, and none with a fault', () => {
    expect(weather.kills).toEqual({ worker: plan.workerKills, database: plan.stops });
    expect(weather.deaths).toEqual([]);
    expect([...weather.asks].filter(([, answer]) => answer === null)).toEqual([]);
    const faults = [...weather.deeds.keys()].filter((key) => !/=(?:E-[A-Z-]+)?$/.test(key));
    expect(faults).toEqual([]);
    for (const deed of ['ship', 'receive', 'order.audit']) expect([...weather.deeds.keys()]).toContain(`${deed}=`);
  });

  test('nothing that was acknowledged is lost, and nothing else is there', async () => {
    const keys = await weather.world.sql<{ key: string }>(`select key from app.idempotency where key like 'pair-%'`);
    const done = [...weather.asks].flatMap(([key, answer]) => (answer === '' ? [key] : []));
    const kept = new Set(keys.map(({ key }) => key));
    expect(done.filter((key) => !kept.has(key))).toEqual([]);
    expect(keys.length).toBe(done.length);
  });

  test('when the queue is empty nothing is there twice, both sides are equal and every ledger adds up', async () => {
    // As a text: what waits, and why, is all that whoever reads a log of CI has.
    expect(left.join('\n')).toBe('');
    expect(await doubledIn(weather.world, weather.purchases)).toEqual([]);
    expect(await unequalIn(weather.world, weather.purchases)).toEqual([]);
    expect(await findingsOf(weather.world)).toEqual([]);
  });

  // What is promised holds for a machine that does nothing else; one that runs CI may be half as fast.
  const seconds = isThorough ? 60 : 120;
  test(`no message is older than five seconds again within ${seconds} s after whatever died`, () => {
    expect(weather.recoveries).toHaveLength(plan.workerKills + plan.stops);
    expect(Math.max(...weather.recoveries)).toBeLessThan(seconds);
  });
});

function report({ asks, kills, recoveries, deeds, purchases }: PairStorm): void {
  const done = [...deeds].map(([what, times]) => `${what}×${times}`).toSorted((a, b) => a.localeCompare(b));
  console.log(
    `pair storm: ${JSON.stringify({
      clients: 2 * plan.clients,
      kills,
      recovery: Math.max(...recoveries).toFixed(1),
      purchases: purchases.length,
      commands: asks.size,
      acknowledged: [...asks.values()].filter((answer) => answer === '').length,
    })} ${done.join(' ')}`,
  );
}
