// npm run db:migrate: applies missing migrations, then permissions and menus follow the definitions. With nothing to do
// it is over before the product would be loaded. `--dry-run` says what it would do and writes nothing; `--bootstrap`
// goes in as DATABASE_ADMIN_URL although there is a migrator.
import { parseArgs } from 'node:util';
import { adminUrl, applicationUrl, databaseName, migratorUrl, withDatabase } from '#apps/api/environment.ts';
import { isKept, plannedIn } from '#scripts/installation.ts';

try {
  const { values: options } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, bootstrap: { type: 'boolean' } },
  });
  const url = (options.bootstrap === true ? undefined : migratorUrl()) ?? adminUrl();
  const admin = withDatabase(url, databaseName());
  console.log((options['dry-run'] === true ? await plannedIn(admin) : await applied(admin)).join('\n'));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function applied(admin: string): Promise<readonly string[]> {
  if (await isKept(admin, applicationUrl())) return ['nothing to apply'];
  const names = await (await import('#scripts/install.ts')).installSchema(admin, applicationUrl());
  return names.length === 0 ? ['nothing to apply'] : names;
}
