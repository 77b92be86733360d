import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { driftOf } from '#platform/server/db/drift.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { shapesOf } from '#platform/server/db/shape.ts';
import { ledgerSql } from '#platform/server/db/ledger-ddl.ts';
import { openWorld, type World } from '#tests/world.ts';

type Client = Parameters<typeof driftOf>[0];

let world: World;
beforeAll(async () => {
  world = await openWorld('drift');
});
afterAll(() => world.close());

const shapes = shapesOf(models);
const ledgers = models.flatMap((module) => module.ledgers ?? []);

describe('a migrated database', () => {
  test('holds what the definitions ask for, and nothing else', async () => {
    expect(await asAdministrator(world.adminUrl, (client) => driftOf(client, shapes, ledgers))).toEqual({
      missing: [],
      surplus: [],
    });
  });

  test('starts every column at the value its definition names', async () => {
    expect(await asAdministrator(world.adminUrl, wrongDefaults)).toEqual([]);
  });

  test('lets the application change every column but tenant and id, and none of a log', async () => {
    expect(await asAdministrator(world.adminUrl, wrongRights)).toEqual([]);
  });

  test('posts to its ledgers with the functions that the code generates today', async () => {
    expect(ledgers.length).toBeGreaterThan(0);
    expect(await asAdministrator(world.adminUrl, storedFunctions)).toEqual(
      Object.fromEntries(ledgers.flatMap(generatedFunctions)),
    );
  });
});

describe('the comparison', () => {
  const faults: readonly [title: string, sql: string, seen: RegExp][] = [
    ['a column that is missing', 'alter table app.data_brand drop column en_name', /add column en_name text/],
    [
      'a column of another type',
      'alter table app.data_brand alter column sort type bigint',
      /alter column sort type integer/,
    ],
    [
      'a column that may be empty',
      'alter table app.data_brand alter column name drop not null',
      /alter column name set not null/,
    ],
    ['a column nobody declared', 'alter table app.data_brand add column colour text', /column app\.data_brand\.colour/],
    ['a table nobody declared', 'create table app.stray (id integer)', /table app\.stray/],
    ['an index that is missing', 'drop index app.order_order_recent', /create index order_order_recent/],
    [
      'an index on other columns',
      'drop index app.data_brand_recent; create index data_brand_recent on app.data_brand (tenant_code, name)',
      /index data_brand_recent is/,
    ],
    [
      'versions that are not kept',
      'drop trigger version_changed on app.data_brand',
      /^select sec.keep_versions\('data_brand'\);$/,
    ],
    [
      'a foreign key that is missing',
      'alter table app.data_material drop constraint data_material_class_code_fkey',
      /add constraint data_material_class_code_fkey/,
    ],
  ];
  test.each(faults)('sees %s', (_title, sql, seen) =>
    withFault(sql, async (client) => {
      const { missing, surplus } = await driftOf(client, shapes, ledgers);
      expect([...missing, ...surplus]).toHaveLength(1);
      expect([...missing, ...surplus][0]).toMatch(seen);
    }),
  );

  test('sees a default that is gone, and a right that a new column was not given', () =>
    withFault(
      `
    alter table app.data_brand alter column status drop default;
    alter table app.data_unit drop column search_text, add column search_text text not null generated always as (name) stored;
    revoke update (sort) on app.data_brand from qudao_app;
    grant update (tenant_code) on app.data_unit to qudao_app`,
      async (client) => {
        expect(await wrongDefaults(client)).toEqual([
          `data_brand.status starts at null instead of '1'`,
          'data_unit.search_text starts at name instead of app.search_textcode,name,pinyin',
        ]);
        expect(await wrongRights(client)).toEqual([
          'data_brand.sort cannot be changed',
          'data_unit.tenant_code can be changed',
        ]);
      },
    ));

  test('sees a ledger function that was edited in the database', () =>
    withFault(
      `
    create or replace function app.stock_reverse(p jsonb) returns jsonb language plpgsql security definer set search_path = app, pg_catalog as $$ begin return '[]'; end $$`,
      async (client) => {
        expect(await storedFunctions(client)).not.toEqual(Object.fromEntries(ledgers.flatMap(generatedFunctions)));
      },
    ));
});

/** The fault lives in a transaction that never commits: nobody else sees it. */
function withFault(sql: string, look: (client: Client) => Promise<void>): Promise<void> {
  return asAdministrator(world.adminUrl, async (client) => {
    await client.query('begin');
    await client.query(sql);
    await look(client);
    await client.query('rollback');
  });
}

async function wrongDefaults(client: Client): Promise<string[]> {
  const { rows } = await client.query<{
    name: string;
    value: string;
  }>(`
    select c.relname || '.' || a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attrdef d
    join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace = 'app'::regnamespace`);
  const real = new Map(rows.map((row) => [row.name, bare(row.value)]));
  return shapes.flatMap((table) =>
    table.columns.flatMap((column) => {
      const name = `${table.name}.${column.name}`;
      const wanted =
        column.generated !== undefined
          ? spelled(column.generated)
          : column.default === undefined
            ? 'null'
            : bare(column.default);
      const found = column.generated !== undefined ? spelled(real.get(name) ?? 'null') : (real.get(name) ?? 'null');
      return found === wanted ? [] : [`${name} starts at ${found} instead of ${wanted}`];
    }),
  );
}

/** '0'::text, 0::numeric and '0' are one value. */
const bare = (expression: string): string => {
  const plain = expression.replace(/::[a-z ]+(\([\d,]+\))?(\[\])?$/, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? `'${plain}'` : plain;
};

/** The database spells an expression with more brackets and casts than a person. */
const spelled = (expression: string): string =>
  expression
    .toLowerCase()
    .replace(/::text|[() ]/g, '')
    .replaceAll(`e'\\n'`, `'\n'`);

/** Worked out by the database. */
const generated: ReadonlySet<string> = new Set(
  shapes.flatMap((table) =>
    table.columns.filter((column) => column.generated !== undefined).map((column) => `${table.name}.${column.name}`),
  ),
);
/** Written once: no column of a log can be changed. */
const logs: ReadonlySet<string> = new Set(shapes.filter((table) => table.isAppendOnly).map((table) => table.name));

async function wrongRights(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    `
      select c.relname || '.' || a.attname as name, has_column_privilege('qudao_app', c.oid, a.attnum, 'UPDATE') as may
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname = any($1::text[])
      order by 1`,
    [shapes.map((table) => table.name)],
  );
  return rows.flatMap(({ name, may }) => {
    const isFixed =
      name.endsWith('.id') ||
      name.endsWith('.tenant_code') ||
      generated.has(name) ||
      logs.has(name.split('.')[0] ?? '');
    return may === !isFixed ? [] : [`${name} ${may ? 'can' : 'cannot'} be changed`];
  });
}

async function storedFunctions(client: Client): Promise<Record<string, unknown>> {
  const { rows } = await client.query<{
    name: string;
    source: string;
    definer: boolean;
    config: string[];
  }>(`
    select proname as name, prosrc as source, prosecdef as definer, proconfig as config
    from pg_proc
    where pronamespace = 'app'::regnamespace and prosecdef`);
  return Object.fromEntries(rows.map(({ name, ...rest }) => [name, rest]));
}

function generatedFunctions(ledger: (typeof ledgers)[number]): [string, unknown][] {
  return [
    ...ledgerSql(ledger).matchAll(
      /create function app\.(\w+)\(.*?\bsecurity definer set ([^\n]+)\nas \$\$(.*?)\$\$;/gs,
    ),
  ].map(([, name = '', settings = '', source = '']) => [
    name,
    { source, definer: true, config: settings.split(' set ').map((setting) => setting.replace(' = ', '=')) },
  ]);
}
