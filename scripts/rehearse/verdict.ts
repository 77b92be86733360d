import { asAdministrator } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { refusals } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { asksIn, deedsIn } from '#tests/proof/storm.ts';
import type { World } from '#tests/world.ts';

export interface Verdict {
  readonly requests: number;
  readonly acknowledged: number;
  readonly askedAgain: number;
  readonly lost: number;
  readonly doubled: number;
  readonly findings: readonly string[];
}

/** What the clients were told against what the database knows: by key, by the log of operations, and by the ledgers. */
export async function judge(
  world: World,
  before: ReadonlyMap<string, number>,
  records: readonly string[],
): Promise<Verdict> {
  const asks = [...asksIn(records)];
  const done = asks.filter(([, { results }]) => results.includes(''));
  const keys = new Set(
    (await world.sql<{ key: string }>(`select key from app.idempotency where key like 'storm%'`)).map(({ key }) => key),
  );
  const acknowledged = new Set(done.map(([key]) => key));
  const expected = new Map(before);
  const count = (deed: string): void => void expected.set(deed, (expected.get(deed) ?? 0) + 1);
  for (const [, { deed, ids, made }] of done) {
    const verb = deed.split('.')[1] ?? '';
    if (verb !== 'save' && verb !== 'pushDown') for (const id of ids) count(`${id} ${verb}`);
    for (const id of made) count(`${id} save`);
  }
  const logged = await deedsIn(world);
  const differences = [...new Set([...expected.keys(), ...logged.keys()])].map(
    (deed) => (logged.get(deed) ?? 0) - (expected.get(deed) ?? 0),
  );
  const lostKeys = done.filter(([key]) => !keys.has(key)).length;
  const answers = new Set(asks.flatMap(([, { results }]) => results));
  const unlike = asks.filter(([, { results }]) => results[0] === '' && results.some((result) => result !== ''));
  const unanswered = asks.filter(([, { results }]) => results.length === 0);
  return {
    requests: asks.length,
    acknowledged: done.length,
    askedAgain: asks.filter(([, { tries }]) => tries > 1).length,
    lost: Math.max(lostKeys, differences.filter((by) => by < 0).length),
    doubled: Math.max(
      [...keys].filter((key) => !acknowledged.has(key)).length,
      differences.filter((by) => by > 0).length,
    ),
    findings: [
      ...(unlike.length > 0 ? [`${unlike.length} keys were answered in two ways`] : []),
      ...(unanswered.length > 0 ? [`${unanswered.length} requests were never answered`] : []),
      ...[...answers].filter((answer) => !refusals.has(answer)).map((answer) => `a fault was answered: ${answer}`),
      ...(await ledgerFindings(world)),
    ],
  };
}

/** By the checks that know only tables, and by those that close the books (J09). */
export async function ledgerFindings(world: Pick<World, 'adminUrl'>): Promise<readonly string[]> {
  return asAdministrator(world.adminUrl, async (client) => {
    const found = (await checkLedgers(client)).map(({ rule, where, detail }) => `${rule}: ${where} ${detail}`);
    for (const { rule, statement } of bookChecks) {
      const { rows } = await client.query<{ place: string; detail: string }>(statement.text);
      found.push(...rows.map(({ place, detail }) => `${rule}: ${place} ${detail}`));
    }
    return found;
  });
}

/** Uploads by the keys and by the rows: each acknowledged one is there, and once. */
export async function judgeFiles(
  world: World,
  ids: readonly string[],
): Promise<Readonly<{ lost: number; doubled: number }>> {
  const rows = new Set(
    (
      await world.sql<{ id: string }>(`select id from app.sys_file where state = 'kept' and name like 'rehearsal-%'`)
    ).map(({ id }) => id),
  );
  return {
    lost: ids.filter((id) => !rows.has(id)).length,
    doubled: rows.size - new Set(ids).size + ids.length - new Set(ids).size,
  };
}
