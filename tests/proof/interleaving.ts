import { composeRoutes } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { buildApp } from '#platform/server/http/app.ts';
import { sessionOf, type Session, type World } from '#tests/world.ts';
import { refusals } from './cash.ts';
import { checkLedgers } from './ledger-check.ts';
import { outcome } from './shop.ts';
import { explorer, seeded, steppingDoor } from './stepping-door.ts';

/**
 * What one person asks for, one call after the other; what depends on how things are then is read when its turn comes.
 */
export type Calls = readonly (readonly [method: 'PUT' | 'POST', path: string, body: unknown])[];

/** A moment at which two or more people want the same money, goods or document. */
export interface Scenario {
  readonly name: string;
  readonly people: (customer: string) => Promise<readonly Calls[]>;
  /** What must be true when all are done. */
  readonly check?: (customer: string, answers: readonly string[]) => Promise<string | null>;
  /** Takes away what the next one should not meet. */
  readonly after?: (customer: string) => Promise<unknown>;
}

interface Plan {
  readonly world: World;
  readonly scenarios: readonly Scenario[];
  readonly seeds: number;
  readonly killRate: number;
  readonly open: (customer: string) => Promise<void>;
  /** Begins the codes of customers. */
  readonly mark: string;
  /** What may be answered beside the usual refusals. */
  readonly alsoRefused?: readonly string[];
  readonly rewrite?: (text: string) => string;
}

interface Found {
  readonly bad: readonly string[];
  readonly told: string;
}

/** Every scenario with every seed, the books read after each; stops at the first that leaves something wrong. */
export async function interleave(plan: Plan): Promise<Found> {
  const { world, scenarios, seeds, killRate, open, mark, rewrite } = plan;
  const allowed = new Set([...refusals, 'E-VERSION', ...(plan.alsoRefused ?? [])]);
  const { gate, explore } = explorer({
    terminate: (pid) => world.sql('select pg_terminate_backend($1)', [pid]),
    killRate,
  });
  const inner = openDoor({ url: world.url, connections: 12, waitMs: 5000 });
  const app = buildApp({
    door: steppingDoor(inner, { gate, ...(rewrite === undefined ? {} : { rewrite }) }),
    modules: models,
    routes: composeRoutes(null),
    logLevel: 'silent',
  });
  const person = sessionOf(app, world.first.token, world.first.tenantCode);
  const bad: string[] = [];
  const sums = { done: 0, refused: 0, replayed: 0, kills: 0 };
  const began = performance.now();
  try {
    for (const [index, scenario] of scenarios.entries())
      for (let seed = 1; seed <= seeds && bad.length === 0; seed += 1) {
        const customer = `${mark}${index}_${seed}`;
        await open(customer);
        const wanted = await scenario.people(customer);
        const answers: string[] = [];
        const { trace, kills } = await explore(
          seed,
          wanted.map((calls, who) => async () => {
            const random = seeded(seed * 7919 + who);
            for (const [n, call] of calls.entries())
              answers.push(
                await act(person, call, `${mark}${index}-${seed}-${who}-${n}-${Math.floor(random() * 1e6)}`, sums),
              );
          }),
        );
        sums.kills += kills;
        const strange = answers.filter((answer) => !allowed.has(answer));
        const findings = await asAdministrator(world.adminUrl, checkLedgers);
        const missed = (await scenario.check?.(customer, answers)) ?? null;
        if (strange.length > 0 || findings.length > 0 || missed !== null)
          bad.push(
            `${scenario.name}, seed ${seed}, order ${trace}: ${[...strange, ...findings.map((finding) => JSON.stringify(finding)), missed].join('; ')}`,
          );
        await scenario.after?.(customer);
      }
  } finally {
    await app.close();
    await inner.close();
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  return {
    bad,
    told: `${scenarios.length} scenarios × seeds 1 to ${seeds}, ${JSON.stringify(sums)}, ${bad.length} violations, ${minutes} minutes`,
  };
}

/** Repeats what was not answered, under the same key. */
async function act(
  person: Session,
  [method, path, body]: Calls[number],
  key: string,
  sums: Record<'done' | 'refused' | 'replayed', number>,
): Promise<string> {
  const given: unknown = typeof body === 'function' ? await (body as () => unknown)() : body;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const result = outcome(await person.call(method, path, given, { 'idempotency-key': key }));
    if (result === 'E-BUSY') {
      sums.replayed += 1;
      // A backend that was ended holds what it held until it has noticed.
      if (attempt >= 5)
        await new Promise((resolve) => {
          setTimeout(resolve, 20 * attempt);
        });
      continue;
    }
    sums[result === '' ? 'done' : 'refused'] += 1;
    return result;
  }
  return 'never answered';
}
