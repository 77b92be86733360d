import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examine } from '#scripts/doctor.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('doctor');
}, 120_000);
afterAll(() => world.close());

const findings = async (): Promise<readonly string[]> =>
  (await examine({ adminUrl: world.adminUrl, applicationUrl: world.url, files: tmpdir() })).flatMap(
    ({ name, findings: found }) => found.map((finding) => `${name}: ${finding}`),
  );

/** What breaks an installation, how it shows, and how it is put right again. */
const faults: readonly [title: string, broken: string, mended: string, found: RegExp][] = [
  [
    'leakproof flags that a dump lost',
    'alter function pg_catalog.textlike(text, text) not leakproof',
    'alter function pg_catalog.textlike(text, text) leakproof',
    /^policies: textlike: LIKE or @> is not leakproof/,
  ],
  [
    'a migration that is missing',
    `delete from sec.migration where name = '0001-security'`,
    `insert into sec.migration (name) values ('0001-security')`,
    /^migrations: 0001-security is missing/,
  ],
  [
    'a migration of another release',
    `insert into sec.migration (name) values ('9999-later')`,
    `delete from sec.migration where name = '9999-later'`,
    /^migrations: 9999-later is not of this release/,
  ],
  [
    'a wall that was taken down',
    'alter table app.data_brand disable row level security',
    'alter table app.data_brand enable row level security',
    /^policies: data_brand/,
  ],
  [
    'a message that nobody sends',
    `
      insert into sec.outbox (id, tenant_code, kind, payload, not_before)
      values (sec.new_id(), '1000', 'mail', '{}', clock_timestamp() - interval '1 hour')`,
    'delete from sec.outbox',
    /^queues: the oldest message has waited for 36\d\d s/,
  ],
  [
    'an index that was interrupted',
    `update pg_index set indisvalid = false where indexrelid = 'app.data_brand_pkey'::regclass`,
    `update pg_index set indisvalid = true where indexrelid = 'app.data_brand_pkey'::regclass`,
    /^indexes: app.data_brand_pkey is invalid/,
  ],
];

describe('npm run doctor', () => {
  test('finds nothing in an installation that is well', async () => {
    expect(await findings()).toEqual([]);
  });

  test.each(faults)('finds %s', async (_title, broken, mended, found) => {
    await world.sql(broken);
    const seen = await findings();
    await world.sql(mended);
    expect(seen).toEqual([expect.stringMatching(found)]);
  });
});
