import type { Door } from './door.ts';
import { migrationNames } from './migration.ts';
import { statement } from './statement.ts';

/** The last migration that the code knows, and the last that the database has. */
export interface Versions {
  readonly code: string;
  readonly schema: string;
}

const applied = statement({ name: 'text', needs: 'text?' }, 'select name, needs from sec.migrations()');
type Applied = Awaited<ReturnType<typeof ask>>[number];
const ask = (door: Door) => door.open(applied);

/**
 * Code on a schema that lacks what it needs answers with faults, one by one; so it does not start. Code on a schema
 * that is ahead does: during an upgrade both are there, and every migration works with the code of the release before.
 * One that does not says which migration code must know, and one of which nobody knows anything is refused.
 */
export async function refuseOtherSchema(door: Door, known: readonly string[] = migrationNames()): Promise<Versions> {
  const has = await ask(door).catch((error: unknown) => {
    // The schema is older than the question.
    if (['42883', '42501'].includes((error as { code?: string }).code ?? '')) return [];
    throw error;
  });
  const complaint = complaintOf(has, known);
  if (complaint !== null) throw new Error(complaint);
  return { code: known.at(-1) ?? '', schema: has.at(-1)?.name ?? '' };
}

/** Why code that knows these migrations must not run on a database that has those; null when it may. */
export function complaintOf(has: readonly Applied[], known: readonly string[]): string | null {
  const names = new Set(has.map(({ name }) => name));
  const missing = known.filter((name) => !names.has(name));
  if (missing.length > 0)
    return `the database lacks ${counted(missing)} of this code; run npm run db:migrate and start again`;
  const ahead = has.filter(({ name }) => !known.includes(name));
  const unheard = ahead.filter(({ needs }) => needs === null).map(({ name }) => name);
  if (unheard.length > 0)
    return `the database has ${counted(unheard)} that this code does not know; start the release that it belongs to`;
  const tooNew = ahead.find(({ needs }) => needs !== null && needs !== '' && !known.includes(needs));
  return tooNew === undefined
    ? null
    : `the database has ${tooNew.name}, which needs code that knows ${tooNew.needs}; start that release or a newer one`;
}

function counted(names: readonly string[]): string {
  const [first = ''] = names;
  return names.length === 1 ? `migration ${first}` : `${names.length} migrations (${first} to ${names.at(-1)})`;
}

/** What /readyz names. The schema is looked at again while the process runs: an upgrade passes under it. */
export function versionsOf(door: Door, atStart: Versions, everyMs = 10_000): () => Versions {
  let versions = atStart;
  let asked = performance.now();
  return () => {
    if (performance.now() - asked > everyMs) {
      asked = performance.now();
      ask(door).then(
        (has) => {
          versions = { ...versions, schema: has.at(-1)?.name ?? '' };
        },
        () => undefined,
      );
    }
    return versions;
  };
}
