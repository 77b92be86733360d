import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { World } from '#tests/world.ts';

/** What the database holds, seen by a superuser: row security does not hide a silent write from it. */
export interface Watch {
  /** One fingerprint per table of everything that does not belong to `except`; with null, of everything. */
  look(except: string | null): Promise<Fingerprints>;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}
export type Fingerprints = ReadonlyMap<string, string>;

/** What happens to everybody all the time: sessions are touched, refused log-ins counted, pictures drawn, beats beaten. */
const restless = ['sec.session', 'sec.captcha', 'sec.ticket', 'app.heartbeat', 'app.sys_loginlog'];

export async function watch(world: World): Promise<Watch> {
  const { client, close } = await heldOpen(world.adminUrl);
  await client.query('set synchronous_commit = off');
  const { rows } = await client.query<{ name: string; tenant: string | null }>(`select c.oid::regclass::text as name, (select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attname in ('tenant_code', 'home_tenant') and not a.attisdropped limit 1) as tenant
    from pg_class c where c.relkind = 'r' and c.relnamespace in ('app'::regnamespace, 'sec'::regnamespace) order by 1`);
  const tables = rows.filter(({ name }) => !restless.includes(name));
  // A row's version in the file changes with every write, even one that writes what was there.
  const of = ({ name, tenant }: (typeof tables)[number]): string => `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t.xmin::text || t.ctid::text, 0)), 0) as print from ${name} t${tenant === null ? '' : ` where $1::text is null or t.${tenant} <> $1`}`;
  const looking = { name: 'look', text: tables.map(of).join('\nunion all ') };
  return {
    async look(except) {
      const found = await client.query<{ name: string; print: string }>({ ...looking, values: [except] });
      return new Map(found.rows.map((row) => [row.name, row.print]));
    },
    query: async (text, values = []) => (await (values.length === 0 ? client.query(text) : client.query(text, [...values]))).rows as never,
    close,
  };
}

export const changed = (before: Fingerprints, after: Fingerprints): string[] => [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name);

type Client = Parameters<Parameters<typeof asAdministrator>[1]>[0];

/** One administrator's connection for a whole test file: a new one per look would cost more than the look. */
function heldOpen(url: string): Promise<{ client: Client; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const ending = Promise.withResolvers<void>();
    const ended = asAdministrator(url, async (client) => {
      resolve({ client, close: async () => { ending.resolve(); await ended; } });
      await ending.promise;
    });
    ended.catch(reject);
  });
}
