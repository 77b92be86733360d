import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { composeRoutes, serverModules } from '#apps/api/compose.ts';
import { adminUrl, withDatabase } from '#apps/api/environment.ts';
import { models } from '#apps/api/modules.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { menuRows, permissionRows } from '#platform/server/module/menu.ts';
import { distributablesOf } from '#platform/server/entity/distribute.ts';
import { databaseExists, dropDatabase } from '#scripts/install.ts';
import { furnishingsOf } from '#system/server/furniture.ts';
import { urlsOf, type Urls } from '#tests/e2e/product.ts';

/** What a template holds, and the files that say so: a change of one of them makes another template. */
export interface Template {
  readonly name: string;
  readonly sources: readonly string[];
  /** The day that its rows are about, where they are about one. */
  readonly day?: string;
  /** Makes the database, too. */
  readonly fill: (urls: Urls) => Promise<void>;
}

/**
 * A database that nobody connects to, to be cloned: made once per state of the schema and of the template's sources.
 */
export async function templateDatabase(
  { name, sources, day = '', fill }: Template,
  /** A cluster of its own is not where the other templates are. */
  own?: string,
): Promise<string> {
  const database = `qudao_${name}_${stampOf(sources, day)}`;
  const server = withDatabase(own ?? adminUrl(), 'postgres');
  return asAdministrator(server, async (client) => {
    // Two runs at once: the second waits for the first to make it.
    await client.query(`select pg_advisory_lock(7003, hashtext($1))`, [name]);
    if (await databaseExists(server, database)) return database;
    const draft = `${database}_draft`;
    await dropDatabase(server, draft);
    const urls = urlsOf(draft, own);
    await fill(urls);
    // A clone inherits the statistics: plans do not change while the first test of a file runs.
    await asAdministrator(urls.admin, (inside) => inside.query('vacuum (freeze, analyze)'));
    await client.query(`alter database ${draft} rename to ${database}`);
    await client.query(`alter database ${database} with allow_connections false`);
    return database;
  });
}

function stampOf(sources: readonly string[], day: string): string {
  const hash = createHash('sha1').update(day);
  for (const path of globSync(['database/**/*.sql', 'scripts/seed/**', 'scripts/install.ts', ...sources]).sort())
    if (/\.\w+$/.test(path)) hash.update(path).update(readFileSync(path));
  stampOfHouse ??= declared();
  return hash.update(stampOfHouse).digest('hex').slice(0, 12);
}

/** Files of one worker ask for the same house: to put its routes together for each took a fifth of a short file. */
let stampOfHouse: string | undefined;

/** What the declarations put into a database. */
function declared(): string {
  const routes = composeRoutes(null);
  return JSON.stringify([
    routes.map(({ method, path, permission, soft }) => [method, path, permission, soft]),
    menuRows(models, routes),
    permissionRows(models, routes),
    distributablesOf(models),
    furnishingsOf(serverModules),
  ]);
}
