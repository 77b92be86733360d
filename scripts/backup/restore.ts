// npm run restore -- --to '2026-11-17 09:30:00+08'     the database as it was at that moment
// npm run restore -- --to latest                      as much as the archive has
//   --start '<command>'   starts the server afterwards; pg_ctl on the data of pgBackRest's configuration unless told
//   --trial               does not archive what the restored server writes: a look at a moment, on another machine
// The server must be stopped. Afterwards: roles and flags again, files that are missing here, and a check of it all.
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { adminUrl, applicationUrl, databaseName, filesFolder, withDatabase } from '#apps/api/environment.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { installSchema } from '#scripts/install.ts';
import { serverPrograms } from '#scripts/server-programs.ts';
import { table } from '#scripts/rehearse/table.ts';
import { verdictText, verifyDatabase } from '#scripts/verify-audit.ts';
import { checkFiles, copyMissing } from './files.ts';
import { asOwnerOf, backupPlace, filesIn, pgbackrest, type BackupPlace } from './place.ts';

const { values: options } = parseArgs({
  options: { to: { type: 'string' }, start: { type: 'string' }, trial: { type: 'boolean', default: false } },
});
if (options.to === undefined) throw new Error(`usage: npm run restore -- --to <time | latest>`);
if (options.to !== 'latest' && Number.isNaN(Date.parse(options.to)))
  throw new Error(`--to: "${options.to}" is no time`);

const place = backupPlace();
const admin = withDatabase(adminUrl(), databaseName());
const began = performance.now();
const rows: string[][] = [];
const findings: string[] = [];
const step = async (name: string, work: () => Promise<string> | string): Promise<void> => {
  const at = performance.now();
  const what = await work();
  rows.push([name, what, `${((performance.now() - at) / 1000).toFixed(1)} s`]);
};

await step('database', () => bringBack(place, options.to ?? 'latest'));
await step('server', () => start(place));
// What a dump of rows would lose, and what a moment before the last deployment lacks.
await step(
  'roles, leakproof flags, migrations',
  async () => `${(await installSchema(admin, applicationUrl())).length} applied`,
);
await step('files', async () => `${await copyMissing(filesIn(place), filesFolder())} brought back`);
await step('check of files', async () => {
  const { known, missing, unknown, elsewhere } = await checkFiles(admin, filesFolder());
  findings.push(...missing.map((file) => `row without file: ${file}`));
  for (const path of unknown.slice(0, 5)) console.log(`file nobody knows: ${join(filesFolder(), path)}`);
  return `${known} rows, ${missing.length} without file, ${unknown.length} files nobody knows, ${elsewhere} elsewhere`;
});
await step('log of operations', async () => {
  const verdicts = [...(await verifyDatabase(admin))];
  const broken = verdicts.filter(([, verdict]) => verdict.findings.length > 0);
  findings.push(...broken.map(([tenant, verdict]) => verdictText(tenant, verdict)));
  return `${verdicts.length} chains, ${broken.length} broken`;
});
console.log(table(['part', 'what', 'took'], rows));
console.log(`restored to ${options.to} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
for (const finding of findings) console.log(`finding: ${finding}`);
process.exitCode = findings.length > 0 ? 1 : 0;

function bringBack(at: BackupPlace, to: string): string {
  const target =
    to === 'latest'
      ? ['--type=default']
      : [
          '--type=time',
          `--target=${new Date(to).toISOString().replace('T', ' ').replace('Z', '+00')}`,
          '--target-action=promote',
        ];
  pgbackrest(at, [...target, ...(options.trial === true ? ['--archive-mode=off'] : []), '--delta', 'restore']);
  return to === 'latest' ? 'to the end of the archive' : `to ${new Date(to).toISOString()}`;
}

/** It reads the archive up to the moment before it takes a write; nothing is changed in it before that. */
async function start({ data }: BackupPlace): Promise<string> {
  if (options.start === undefined) startServer(data);
  else execSync(options.start, { stdio: 'inherit' });
  for (let tries = 0; tries < 3600; tries += 1) {
    const isOut = await asAdministrator(
      withDatabase(admin, 'postgres'),
      async (client) =>
        (await client.query<{ out: boolean }>('select not pg_is_in_recovery() as out')).rows[0]?.out === true,
    ).catch(() => false);
    if (isOut) return 'takes writes';
    await sleep(500);
  }
  throw new Error('the server did not come out of its recovery within half an hour');
}

function startServer(data: string): void {
  const log = `${data}.restore.log`;
  try {
    asOwnerOf(data, [join(serverPrograms(), 'pg_ctl'), '-D', data, '-l', log, '-w', '-t', '3600', 'start']);
  } catch {
    const said = readFileSync(log, 'utf8').split('\n');
    const why = said.findLast((line) => line.includes('FATAL')) ?? `see ${log}`;
    // The archive may not reach the moment: what was not archived when the disk was lost cannot come back.
    throw new Error(`the server did not start: ${why}`);
  }
}
