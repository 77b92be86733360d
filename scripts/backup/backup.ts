// npm run backup                  the database by pgBackRest, then roles, files and configuration into BACKUP_FOLDER
// npm run backup -- --full        a whole copy of the database instead of what changed since the last one
// npm run backup -- --files       files alone: every few minutes, since the archive of the database is never older
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { adminUrl, filesFolder } from '#apps/api/environment.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { serverPrograms } from '#scripts/server-programs.ts';
import { table } from '#scripts/rehearse/table.ts';
import { configurationOf } from './configuration.ts';
import { copyMissing } from './files.ts';
import { asOwnerOf, backupPlace, filesIn, pgbackrest, type BackupPlace } from './place.ts';

const { values: options } = parseArgs({
  options: { full: { type: 'boolean', default: false }, files: { type: 'boolean', default: false } },
});
const place = backupPlace();
mkdirSync(place.folder, { recursive: true, mode: 0o700 });
const rows: string[][] = [];
const step = async (name: string, work: () => Promise<string> | string): Promise<void> => {
  const began = performance.now();
  const what = await work();
  rows.push([name, what, `${((performance.now() - began) / 1000).toFixed(1)} s`]);
};

if (options.files !== true) await step('database', () => backUpDatabase(place, options.full === true));
if (options.files !== true) await step('roles', () => keepRoles(place));
// After the database: a row that the backup knows has its bytes by now, and bytes without a row harm nobody.
await step('files', async () => `${await copyMissing(filesFolder(), filesIn(place))} copied`);
if (options.files !== true) await step('configuration', () => keepConfiguration(place));
console.log(table(['part', 'what', 'took'], rows));
if (options.files !== true) console.log('Secrets are not in it: QUDAO_SEAL_KEY and passwords are kept elsewhere.');

function backUpDatabase(at: BackupPlace, isFull: boolean): string {
  pgbackrest(at, [`--type=${isFull ? 'full' : 'incr'}`, 'backup']);
  const [known] = JSON.parse(pgbackrest(at, ['--output=json', 'info'])) as {
    readonly backup: readonly { readonly label: string; readonly info: { readonly size: number } }[];
  }[];
  const last = known?.backup.at(-1);
  return `${last?.label ?? 'nothing'}, ${Math.round((last?.info.size ?? 0) / 1e6)} MB`;
}

/** The copy of the database has them, too; whoever restores rows alone, elsewhere, needs them as a text. */
function keepRoles(at: BackupPlace): string {
  const program = join(serverPrograms(), 'pg_dumpall');
  const text = asOwnerOf(at.config, [program, '--roles-only', '--no-role-passwords', `--dbname=${adminUrl()}`]);
  writeFileSync(join(at.folder, 'roles.sql'), text, { mode: 0o600 });
  return `${text.split('\n').filter((line) => line.startsWith('CREATE ROLE')).length} roles without passwords`;
}

async function keepConfiguration(at: BackupPlace): Promise<string> {
  const { rows: found } = await asAdministrator(adminUrl(), (client) =>
    client.query<{ version: string }>('show server_version'),
  );
  const kept = {
    madeAt: new Date().toISOString(),
    postgres: found[0]?.version,
    environment: configurationOf(process.env),
  };
  writeFileSync(join(at.folder, 'configuration.json'), `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  return `${Object.keys(kept.environment).length} settings`;
}
