/**
 * npm run demo -- [--small] [--anchor yyyy-MM-dd] [--force] [--json]
 * Makes the demo database anew and fills it by the product's own calls. It drops the database it is pointed at, so it
 * refuses one that it did not make.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Refusal } from '#platform/model/refusal.ts';
import { defaultZone } from '#platform/model/zone.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { adminUrl, applicationUrl, databaseName, withDatabase } from '#apps/api/environment.ts';
import { createDatabase, databaseExists, dropDatabase, installPlatform, installSchema } from '#scripts/install.ts';
import { full, loadDemo, small } from '#scripts/demo-data/load.ts';
import { firstPassword, type Account } from '#scripts/demo-data/people.ts';
import { startProduct } from '#scripts/demo-data/product.ts';
import { checkPassword } from '#system/server/people/password.ts';

// The sandbox ERP that the demo knows lives on this machine.
process.env['EXCHANGE_ALLOW_PRIVATE'] ??= '1';

const marker = 'qudao demo';
const { values: options } = parseArgs({
  options: {
    small: { type: 'boolean' },
    anchor: { type: 'string' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const started = performance.now();

try {
  await run();
} catch (error) {
  console.error(error instanceof Refusal ? `DEMO_PASSWORD: ${error.textIn('en-US')}` : (error as Error).message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const name = databaseName();
  const admin = withDatabase(adminUrl(), name);
  const anchor = options.anchor ?? todayIn(defaultZone);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(anchor) || Number.isNaN(Date.parse(anchor)))
    throw new Error('--anchor is a day, yyyy-MM-dd');
  const password = process.env['DEMO_PASSWORD'] ?? generated();
  checkPassword(password, password);
  await renewDatabase(admin, name);
  const administrator = { username: 'admin', password: firstPassword() };
  await installSchema(admin, applicationUrl());
  await installPlatform(admin, administrator);
  say('schema');

  const product = await startProduct(applicationUrl());
  try {
    const accounts = await loadDemo(
      product,
      { size: options.small === true ? small : full, anchor, password, administrator },
      {
        say,
        analyse: () =>
          asAdministrator(admin, async (client) => {
            await client.query('analyze');
          }),
      },
    );
    say('done');
    console.log(
      options.json === true ? JSON.stringify({ database: name, anchor, accounts }, null, 2) : table(accounts),
    );
  } finally {
    await product.close();
  }
}

/** A database without the marker may be somebody's books. */
async function renewDatabase(admin: string, name: string): Promise<void> {
  if (await databaseExists(admin, name)) {
    const isDemo = await asAdministrator(
      admin,
      async (client) =>
        (
          await client.query<{ text: string | null }>(`
            select shobj_description(oid, 'pg_database') as text
            from pg_database
            where datname = current_database()`)
        ).rows[0]?.text === marker,
    );
    if (!isDemo && options.force !== true)
      throw new Error(`database "${name}" exists and is no demo database; --force drops it all the same`);
    await dropDatabase(admin, name);
  }
  await createDatabase(admin, name);
  // At once, so that a run that failed half-way can be repeated.
  await asAdministrator(admin, (client) =>
    client.query(`comment on database "${name.replaceAll('"', '""')}" is '${marker}'`),
  );
}

/** Letters and digits that are not mistaken for each other when read aloud. */
function generated(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const word = [...randomBytes(8)].map((byte) => letters[byte % letters.length]);
  return [...word, ...[...randomBytes(4)].map((byte) => 2 + (byte % 8))].join('');
}

function table(accounts: readonly Account[]): string {
  const rows = [
    ['tenant', '', 'username', 'role', 'password'],
    ...accounts.map(({ tenantCode, tenantName, username, role, password }) => [
      tenantCode,
      tenantName,
      username,
      role,
      password,
    ]),
  ];
  const widths = rows[0]?.map((_cell, i) => Math.max(...rows.map((row) => width(row[i] ?? '')))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Chinese characters take two places of a terminal. */
function width(text: string): number {
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 2 : 1), 0);
}

function say(step: string): void {
  console.error(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${step}`);
}
