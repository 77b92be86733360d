import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseName } from '#apps/api/environment.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { monthsBefore } from '#report/model/span.ts';
import { password } from '#tests/house-places.ts';
import { compareWithLedgers, declaredMeasures } from '#tests/ledger-truth/ledger-truth.ts';
import { openShopOn, type Shop } from '#tests/world.ts';

let shop: Shop;
let today = '';
const server = process.env['TEST_ADMIN_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

beforeAll(async () => {
  // No browser: it stands here because the demo is made here.
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/e2e/make-template.ts', 'demo']);
  shop = await openShopOn('report_demo', async (adminUrl) => {
    await asAdministrator(server, (client) =>
      client.query(`create database ${databaseName(adminUrl)} template ${stdout.trim()}`),
    );
  });
  [{ day: today } = { day: '' }] = await shop.sql<{ day: string }>(
    'select max(bill_date)::text as day from app.stock_inout',
  );
}, 600_000);
afterAll(() => shop.close());

test('every measure of every report of the demo is what documents and ledgers say, to the cent', async () => {
  const [wrong, seen] = [[] as string[], new Set<string>()];
  for (const [tenant, username] of [
    ['1000', 'lancai'],
    ['1001', 'huadong'],
  ] as const) {
    const session = await shop.login(username, password);
    for (const [from, to] of [
      [monthsBefore(today, 3), today],
      [`${today.slice(0, 7)}-01`, today],
      [monthsBefore(today, 2), monthsBefore(today, 1)],
    ] as const) {
      const found = await compareWithLedgers(session, (text) => shop.sql(text), { tenant, from, to });
      wrong.push(...found.wrong.map((each) => `${tenant}: ${each}`));
      for (const each of found.seen) seen.add(each);
    }
  }
  console.log(`reports of the demo: ${seen.size} of ${declaredMeasures().length} measures have something to compare`);
  expect(wrong).toEqual([]);
}, 600_000);
