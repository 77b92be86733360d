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

/**
 * What happens to everybody all the time: sessions are touched, refused log-ins counted, pictures drawn, beats beaten.
 */
const restless = ['sec.session', 'sec.captcha', 'sec.guess', 'sec.ticket', 'app.heartbeat', 'app.sys_loginlog'];

export async function watch(world: World): Promise<Watch> {
  const { client, close } = await heldOpen(world.adminUrl);
  await client.query('set synchronous_commit = off');
  const { rows } = await client.query<{
    name: string;
    tenant: string | null;
  }>(`
    select c.oid::regclass::text as name,
      (
        select a.attname::text
        from pg_attribute a
        where a.attrelid = c.oid and a.attname in ('tenant_code', 'home_tenant') and not a.attisdropped
        limit 1
      ) as tenant
    from pg_class c
    where c.relkind = 'r' and c.relnamespace in ('app'::regnamespace, 'sec'::regnamespace)
    order by 1`);
  const tables = rows.filter(({ name }) => !restless.includes(name));
  // Every row that is written is noted, even one that is written as it was; what is rolled back takes its note with it.
  await client.query(`create schema watched; create table watched.change (name text not null, tenant text);
    create function watched.note() returns trigger language plpgsql security definer set search_path = pg_catalog as $$ begin
      insert into watched.change values (tg_argv[0], case when tg_argv[1] <> '' then coalesce(to_jsonb(coalesce(new, old)) ->> tg_argv[1], '') end); return null;
    end $$`);
  for (const { name, tenant } of tables)
    await client.query(
      `create trigger watched after insert or update or delete on ${name} for each row execute function watched.note('${name}', '${tenant ?? ''}')`,
    );
  const looking = {
    name: 'look',
    text: `
      select name, count(*)::text as print
      from watched.change
      where $1::text is null or tenant is null or tenant <> $1
      group by name`,
  };
  const forgetting = { name: 'forget', text: 'delete from watched.change where tenant = $1' };
  let looks = 0;
  return {
    async look(except) {
      // Notes about whoever may change are asked for by nobody; thousands of them would make every look slower.
      looks += 1;
      if (except !== null && looks % 50 === 0) await client.query({ ...forgetting, values: [except] });
      const found = await client.query<{ name: string; print: string }>({ ...looking, values: [except] });
      return new Map(found.rows.map((row) => [row.name, row.print]));
    },
    query: async (text, values = []) =>
      (await (values.length === 0 ? client.query(text) : client.query(text, [...values]))).rows as never,
    close,
  };
}

export const changed = (before: Fingerprints, after: Fingerprints): string[] =>
  [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name);

type Client = Parameters<Parameters<typeof asAdministrator>[1]>[0];

/** One administrator's connection for a whole test file: a new one per look would cost more than the look. */
function heldOpen(url: string): Promise<{ client: Client; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const ending = Promise.withResolvers<void>();
    const ended = asAdministrator(url, async (client) => {
      resolve({
        client,
        close: async () => {
          ending.resolve();
          await ended;
        },
      });
      await ending.promise;
    });
    ended.catch(reject);
  });
}
