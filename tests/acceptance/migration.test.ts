import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator, migrate, migrations, type AdminClient } from '#platform/server/db/migrate.ts';
import { installSchema } from '#scripts/install.ts';
import { isKept } from '#scripts/installation.ts';
import { orders } from '#tests/proof/cash.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('migration');
});
afterAll(() => world.close());

const as = <Result>(work: (client: AdminClient) => Promise<Result>): Promise<Result> =>
  asAdministrator(world.adminUrl, work);
async function with9(name: string, sql: string): Promise<readonly string[]> {
  try {
    return await as((client) => migrate(client, [...migrations(), { name, sql }]));
  } finally {
    await world.sql('delete from sec.migration where name = $1', [name]);
  }
}

/** Seconds that somebody reads for: longer than a request waits for a lock. */
const held = process.env['PROOF_LONG'] === '1' ? 18 : 4;

describe('hardening §3: a migration', () => {
  test(`that adds a column behind a reader of ${held} s leaves every list answering`, async () => {
    let isDone = false;
    const answers: number[] = [];
    const slowest = { ms: 0 };
    const looking = Array.from({ length: 20 }, async () => {
      while (!isDone) {
        const begun = performance.now();
        const { status, code } = await world.first.call('GET', `${orders}/page?limit=10`);
        answers.push(status === 200 ? code : status);
        slowest.ms = Math.max(slowest.ms, performance.now() - begun);
        await pause(20);
      }
    });
    const reading = as(async (reader) => {
      await reader.query('begin');
      await reader.query('select from app.order_order limit 1');
      await pause(held * 1000);
      await reader.query('rollback');
    });
    await pause(100);
    const applied = await with9('9001-behind-a-reader', 'alter table app.order_order add column behind_reader integer');
    await reading;
    isDone = true;
    await Promise.all(looking);
    expect(applied).toEqual(['9001-behind-a-reader']);
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((answer) => answer !== 0)).toEqual([]);
    expect(slowest.ms).toBeLessThan(2500);
  });

  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );
  const first = migrations()[0] ?? { name: '', sql: '' };

  test('whose text changed after it was applied is refused in one sentence, and nothing is done', async () => {
    const list = [{ ...first, sql: `${first.sql}\n-- a thought` }, ...migrations().slice(1)];
    const more = { name: '9002-never', sql: 'create table app.never (id integer)' };
    const said = await refusal(as((client) => migrate(client, [...list, more])));
    expect(said).toBe(
      `${first.name} was applied with another text: ` +
        'take the file back as it was released and write the change as the next migration',
    );
    expect(await world.sql(`select to_regclass('app.never') as made`)).toEqual([{ made: null }]);
  });

  test('that a release without checksums applied is taken in, and compared from then on', async () => {
    // As the release before left it, and as it adds to it while both are there.
    await world.sql('alter table sec.migration drop column checksum, drop column needs');
    expect(await as((client) => migrate(client))).toEqual([]);
    await world.sql(`update sec.migration set checksum = null, needs = null where name = '${first.name}'`);
    expect(await as((client) => migrate(client))).toEqual([]);
    expect(await world.sql('select count(*)::int as bare from sec.migration where checksum is null')).toEqual([
      { bare: 0 },
    ]);
    expect(
      await refusal(as((client) => migrate(client, [{ ...first, sql: 'select 1' }, ...migrations().slice(1)]))),
    ).toContain('another text');
  });

  test('that these sources do not know is refused in one sentence', async () => {
    expect(await refusal(as((client) => migrate(client, migrations().slice(1))))).toBe(
      `the database has migrations that these sources do not know (${first.name}): ` +
        'it belongs to a newer release, whose npm run db:migrate is the one to run',
    );
  });

  test('marked so runs outside a transaction, again after a half-built index, behind a reader too', async () => {
    await world.sql(`
      insert into app.data_brand (tenant_code, id, code, name)
      select '1000', gen_random_uuid(), 'TWIN' || n, '双'
      from generate_series(1, 2) n`);
    const sql = `
-- outside a transaction
create unique index concurrently if not exists brand_twin on app.data_brand (tenant_code, (left(code, 4)));`.trim();
    expect(await refusal(with9('9003-twin', sql))).toContain('could not create unique index');
    await world.sql(`delete from app.data_brand where code = 'TWIN2'`);
    const reading = as(async (reader) => {
      await reader.query('begin isolation level repeatable read');
      await reader.query('select from app.data_brand limit 1');
      await pause(1000);
      await reader.query('rollback');
    });
    expect(await with9('9003-twin', sql)).toEqual(['9003-twin']);
    await reading;
    expect(await world.sql(`select indisvalid from pg_index where indexrelid = 'app.brand_twin'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });

  test('that finds its table held for longer than anybody waits is given up, whole', async () => {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = as(async (reader) => {
      await reader.query('begin');
      await reader.query('select from app.data_brand limit 1');
      begun.resolve();
      await over.promise;
      await reader.query('rollback');
    });
    await begun.promise;
    const heard: string[] = [];
    const list = [...migrations(), { name: '9004-held', sql: 'alter table app.data_brand add column held integer' }];
    const said = await refusal(
      as((client) => migrate(client, list, { say: (line) => heard.push(line), patience: 2000 })),
    );
    over.resolve();
    await reading;
    expect(said).toContain('migration 9004-held was given up');
    expect(heard[0]).toBe('9004-held: others hold what it changes; attempt 2 in 0.5 s');
  });
});

describe('db:migrate', () => {
  const root = join(import.meta.dirname, '../..');
  const run = (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): { said: string; code: number | null } => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/migrate.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_ADMIN_URL: world.adminUrl, DATABASE_URL: world.url, ...env },
    });
    return { said: (stdout + stderr).trim(), code: status };
  };
  const migrator = (): Record<string, string> => {
    const url = new URL(world.adminUrl);
    url.username = 'qudao_migrator';
    return { DATABASE_MIGRATOR_URL: url.href, DATABASE_ADMIN_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  };

  test('does all of a deploy as the migrator, who is no superuser', async () => {
    await installSchema(world.adminUrl, world.url);
    expect(
      await world.sql(`
        select rolsuper or rolbypassrls or rolcreaterole as mighty
        from pg_roles
        where rolname = 'qudao_migrator'`),
    ).toEqual([{ mighty: false }]);
    await asAdministrator(migrator()['DATABASE_MIGRATOR_URL'] ?? '', async (client) => {
      await client.query('set role qudao_owner');
      const more = { name: '9005-by-the-migrator', sql: 'alter table app.data_brand add column by_migrator integer' };
      expect(await migrate(client, [...migrations(), more])).toEqual([more.name]);
      await client.query('delete from sec.migration where name = $1', [more.name]);
    });
    // Something of each kind: an entry of a dictionary, the furniture of a tenant, a name without its pinyin.
    await world.sql(
      `delete from app.sys_dictdata where dict_type_id = (select min(dict_type_id) from app.sys_dictdata)`,
    );
    await world.sql(`delete from sec.furnished where tenant_code = '1000'`);
    await world.sql(`
      insert into app.data_brand (tenant_code, id, code, name)
      values ('2000', gen_random_uuid(), 'HAND9', '海星')`);
    expect(run([], migrator())).toEqual({ said: 'nothing to apply', code: 0 });
    expect(
      await world.sql(`select pinyin like '%haixing%' as spelled from app.data_brand where code = 'HAND9'`),
    ).toEqual([{ spelled: true }]);
    expect(await isKept(world.adminUrl, world.url)).toBe(true);
  });

  test('--dry-run says what would be done and does nothing', async () => {
    const { name: newest, sql } = migrations().at(-1) ?? { name: '', sql: '' };
    const way = /^-- outside a transaction$/m.test(sql) ? ', outside a transaction' : '';
    await world.sql('delete from sec.migration where name = $1', [newest]);
    await world.sql(`update sec.installation set sources = 'those of yesterday'`);
    for (const env of [{}, migrator()])
      expect(run(['--dry-run'], env)).toEqual({
        said: [
          `would apply ${newest}${way}`,
          'would apply permissions, menus, dictionaries, parameters, jobs and furniture of tenants, compared',
        ].join('\n'),
        code: 0,
      });
    expect(await world.sql('select from sec.migration where name = $1', [newest])).toEqual([]);
    await as(async (client) => client.query('insert into sec.migration (name) values ($1)', [newest]));
    await installSchema(world.adminUrl, world.url);
    expect(run(['--dry-run'], {})).toEqual({ said: 'nothing to apply', code: 0 });
  });

  test('as the migrator asks for a superuser where a restore lost what only he sets', async () => {
    await world.sql('alter function pg_catalog.textlike(text, text) not leakproof');
    expect(run([], migrator())).toEqual({
      said:
        'what only a superuser can set up (database/bootstrap.sql) is missing here or of another release: ' +
        'run npm run db:migrate -- --bootstrap once, with a superuser in DATABASE_ADMIN_URL',
      code: 1,
    });
    expect(run(['--bootstrap'], { ...migrator(), DATABASE_ADMIN_URL: world.adminUrl }).code).toBe(0);
    expect(run([], migrator())).toEqual({ said: 'nothing to apply', code: 0 });
  });
});
