import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeRoutes } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { timesOf } from '#tests/thorough.ts';
import { openWorld, sessionOf, type Session, type World } from '#tests/world.ts';
import { checkLedgers } from './ledger-check.ts';
import { deadlocksIn, openShop, orders, outcome, saveOrder, undoOrders, type Bill } from './shop.ts';
import { explorer, seeded, steppingDoor } from './stepping-door.ts';

const seeds = timesOf(400, 'PROOF_SEEDS');
const killRate = 0.05;
const patience = Math.max(180_000, seeds * 3000);

let world: World;
beforeAll(async () => {
  world = await openWorld('interleave');
  await openShop(world.first, 3, '10');
});
afterAll(() => world.close());

test(
  `${seeds} seeds with ${killRate * 100} % of the backends ended: the ledgers add up after each, and what was answered was done once`,
  async () => {
    const began = performance.now();
    const { bad, sums } = await explore(seeds, (text) => text);
    console.log(
      `interleavings: seeds 1 to ${seeds}, ${JSON.stringify(sums)}, ${bad.length} violations, ${((performance.now() - began) / 60_000).toFixed(1)} minutes`,
    );
    expect(bad).toEqual([]);
    expect(sums.kills).toBeGreaterThan(0);
    expect(await deadlocksIn(world)).toBe(0);
  },
  patience,
);

test('control: without the lock on the head the explorer finds a violation', async () => {
  const {
    bad: [first],
  } = await explore(200, (text) => text.replace(/ for update$/, ''));
  console.log(`without the lock: seed ${first?.seed}, order ${first?.trace}, ${String(first?.findings[0])}`);
  expect(first).toBeDefined();
});

interface Violation {
  readonly seed: number;
  readonly trace: string;
  readonly findings: readonly string[];
}

/**
 * Four people and three orders on scarce stock; each does three things and repeats what was not answered. Ends at the
 * first violation.
 */
async function explore(count: number, rewrite: (text: string) => string) {
  const { gate, explore: interleave } = explorer({
    terminate: (pid) => world.sql('select pg_terminate_backend($1)', [pid]),
    killRate,
  });
  const inner = openDoor({ url: world.url, connections: 12, waitMs: 5000 });
  const app = buildApp({
    door: steppingDoor(inner, { gate, rewrite }),
    modules: models,
    routes: composeRoutes(null),
    logLevel: 'silent',
  });
  const person = sessionOf(app, world.first.token, world.first.tenantCode);
  const bad: Violation[] = [];
  const sums = { writes: 0, kills: 0, done: 0, refused: 0, replayed: 0 };
  try {
    for (let seed = 1; seed <= count && bad.length === 0; seed += 1) {
      await undoOrders(world);
      const bills: Bill[] = [];
      for (const lines of [
        [
          ['HOT01', '6'],
          ['HOT02', '3'],
        ],
        [
          ['HOT02', '6'],
          ['HOT01', '3'],
        ],
        [
          ['HOT03', '5'],
          ['HOT01', '4'],
        ],
      ] as const)
        bills.push(await saveOrder(world.first, lines));
      const findings: string[] = [];
      const done = new Map(bills.map(({ id }) => [id, 0]));
      const sessions = [0, 1, 2, 3].map((who) => async () => {
        const random = seeded(seed * 7919 + who);
        for (const n of [0, 1, 2])
          await act(person, bills, random, `${count}-${seed}-${who}-${n}`, { sums, done, findings });
      });
      const { trace, kills } = await interleave(seed, sessions);
      sums.writes += trace.split(' ').length;
      sums.kills += kills;
      findings.push(...(await asAdministrator(world.adminUrl, checkLedgers)).map((finding) => JSON.stringify(finding)));
      for (const { id, code } of bills) {
        const { opSeq } = await world.first.must<Bill>('GET', `${orders}/${id}`);
        if (opSeq !== done.get(id)) findings.push(`${code} counts ${opSeq} operations, ${done.get(id)} were answered`);
      }
      if (findings.length > 0) bad.push({ seed, trace, findings });
    }
  } finally {
    await app.close();
    await inner.close();
  }
  return { bad, sums };
}

interface Book {
  readonly sums: Record<'done' | 'refused' | 'replayed', number>;
  readonly done: Map<string, number>;
  readonly findings: string[];
}

async function act(
  person: Session,
  bills: readonly Bill[],
  random: () => number,
  key: string,
  { sums, done, findings }: Book,
): Promise<void> {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const verb = pick(['audit', 'audit', 'audit', 'unaudit', 'close', 'unclose', 'edit'] as const);
  const chosen = random() < 0.25 ? [pick(bills), pick(bills)] : [pick(bills)];
  const ids = [...new Set(chosen.map(({ id }) => id))];
  const [path, body] =
    verb === 'edit' ? [orders, edited(chosen[0] as Bill, pick(['2', '3', '4']))] : [`${orders}/${verb}`, ids];
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const result = outcome(await person.call('PUT', path, body, { 'idempotency-key': key }));
    if (result === 'E-BUSY') {
      sums.replayed += 1;
      continue;
    }
    if (!['', 'E-STATE', 'E-STOCK'].includes(result)) findings.push(`${verb} was answered ${result}`);
    if (result === '' && verb !== 'edit') for (const id of ids) done.set(id, (done.get(id) ?? 0) + 1);
    sums[result === '' ? 'done' : 'refused'] += 1;
    return;
  }
  findings.push(`${verb} ${key} was never answered`);
}

/** Without a row version: whoever saves last wins, and only the lock keeps it from the audit's way. */
const edited = ({ rowVersion: _any, lines, ...bill }: Bill, number: string): object => ({
  ...bill,
  lines: lines.map((line) => ({ ...line, number })),
});
