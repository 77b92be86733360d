// npm run rehearse:restore: a PostgreSQL with its archive on this machine, the product and writers on it, a backup, a
// moment, and a fire that takes database and files. The database comes back to the end of the archive (what is lost
// when nobody chose a moment), then to the moment. Ends with 1 when something is missing or too much.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { World } from '#tests/world.ts';
import { until } from './cluster.ts';
import { freePorts, requirePrograms, root } from './parts.ts';
import { startSingle, type SingleServer } from './single.ts';
import { table } from './table.ts';
import type { Acknowledged } from './writers.ts';

// The moment must be older than the archive may be behind (archive_timeout): nobody can come back to what burnt.
const { values: given } = parseArgs({
  options: { before: { type: 'string', default: '30' }, after: { type: 'string', default: '75' } },
});
requirePrograms(['pgbackrest']);
const server = await startSingle();
const children = new Set<ChildProcess>();
try {
  process.exitCode = await rehearse(server);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await server.stop();
}

/** The installation that burns: its database, its files and its one process. */
interface Stage {
  readonly server: SingleServer;
  readonly world: World;
  readonly token: string;
  readonly materials: readonly string[];
  readonly port: number;
  readonly files: string;
  readonly environment: NodeJS.ProcessEnv;
}

async function rehearse(on: SingleServer): Promise<number> {
  const stage = await openStage(on);
  const before = await shapeOf(stage);
  const { acks, moment, burnt } = await writeAndBurn(stage);
  const findings: string[] = [];
  const rows: string[][] = [];

  await run(stage, 'restore', '--to', 'latest', '--trial');
  const archived = await keysIn(stage);
  const last = Math.max(0, ...acks.filter(({ key }) => archived.has(key)).map(({ got }) => got));
  const rpo = (burnt - last) / 1000;
  rows.push([
    'everything lost, archive only',
    `RPO ${rpo.toFixed(1)} s (bound 60 s)`,
    `${archived.size} of ${acks.length} kept`,
  ]);
  if (rpo > 75) findings.push(`RPO ${rpo.toFixed(1)} s: the archive was further behind than it may be`);
  await burn(stage);

  const began = performance.now();
  await run(stage, 'restore', '--to', new Date(moment).toISOString());
  await startProduct(stage);
  const rto = (performance.now() - began) / 1000;
  const kept = await keysIn(stage);
  const [due, late] = [acks.filter(({ got }) => got <= moment), acks.filter(({ sent }) => sent > moment)];
  const missing = due.filter(({ key }) => !kept.has(key));
  const extra = late.filter(({ key }) => kept.has(key));
  rows.push(['restore to a moment', `RTO ${rto.toFixed(1)} s`, `${due.length} before it, ${late.length} after it`]);
  rows.push(['acknowledged before the moment and lost', String(missing.length), '']);
  rows.push(['acknowledged after the moment and kept', String(extra.length), '']);
  findings.push(...missing.map(({ key }) => `lost: ${key}`), ...extra.map(({ key }) => `kept: ${key}`));
  const { ledgerFindings } = await import('./verdict.ts');
  const books = await ledgerFindings(stage.world);
  rows.push(['ledgers', `${books.length} findings`, '']);
  const after = await shapeOf(stage);
  rows.push(['leakproof flags, roles and their settings', after === before ? 'as they were' : 'differ', '']);
  findings.push(...books, ...(after === before ? [] : [`roles or flags differ: ${before} against ${after}`]));
  console.log(table(['what', 'figure', 'of'], rows));
  for (const finding of findings.slice(0, 20)) console.log(`finding: ${finding}`);
  return findings.length > 0 ? 1 : 0;
}

async function openStage(on: SingleServer): Promise<Stage> {
  // The world reads its server's address when it is imported.
  process.env['TEST_ADMIN_URL'] = on.adminUrl;
  process.env['DATABASE_ADMIN_URL'] = on.adminUrl;
  process.env['QUDAO_SEAL_KEY'] ??= Buffer.alloc(32, 7).toString('base64');
  const [{ openWorld }, { openShop }] = await Promise.all([import('#tests/world.ts'), import('#tests/proof/shop.ts')]);
  const world = await openWorld('restore');
  const materials = await openShop(world.first, 4, '900000');
  await world.app.close();
  await world.door.close();
  const [port = 0] = await freePorts(1);
  const files = join(on.folder, 'files');
  const environment = {
    ...process.env,
    DATABASE_ADMIN_URL: world.adminUrl,
    DATABASE_URL: world.url,
    FILES_FOLDER: files,
    BACKUP_FOLDER: join(on.folder, 'backup'),
    PGBACKREST_CONFIG: on.config,
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  return { server: on, world, token: world.first.token, materials, port, files, environment };
}

async function writeAndBurn(
  stage: Stage,
): Promise<{ readonly acks: readonly Acknowledged[]; readonly moment: number; readonly burnt: number }> {
  const { startWriters } = await import('./writers.ts');
  mkdirSync(stage.files);
  const product = await startProduct(stage);
  const writers = startWriters(stage);
  await sleep(3000);
  await run(stage, 'backup', '--full');
  await sleep(Number.parseInt(given.before, 10) * 1000);
  const moment = Date.now();
  await sleep(Number.parseInt(given.after, 10) * 1000);
  await run(stage, 'backup', '--files');
  await writers.stop();
  const burnt = Date.now();
  product.kill('SIGKILL');
  await burn(stage);
  return { acks: writers.acks, moment, burnt };
}

async function burn({ server: on, files }: Stage): Promise<void> {
  await on.destroy();
  rmSync(files, { recursive: true, force: true });
}

async function startProduct({ server: { folder }, environment, port }: Stage): Promise<ChildProcess> {
  const log = openSync(join(folder, 'product.log'), 'a');
  const child = spawn(process.execPath, ['apps/api/main.ts', '--no-web'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', log, log],
  });
  children.add(child);
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the product', isReady, 120);
  return child;
}

/** A command as an operator gives it; its own table is part of the output. */
async function run({ environment }: Stage, script: 'backup' | 'restore', ...args: string[]): Promise<void> {
  console.log(`${new Date().toISOString().slice(11, 19)} npm run ${script} -- ${args.join(' ')}`);
  const child = spawn(process.execPath, [`scripts/backup/${script}.ts`, ...args], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}`);
}

async function keysIn({ world }: Stage): Promise<ReadonlySet<string>> {
  const rows = await world.sql<{ key: string }>(`select key from app.idempotency where key like 'moment%'`);
  return new Set(rows.map(({ key }) => key));
}

/** What a dump of rows would not bring back: functions marked leakproof, roles, and what is set for them. */
async function shapeOf({ world }: Pick<Stage, 'world'>): Promise<string> {
  const [row] = await asAdministrator(world.adminUrl, async (client) => {
    const { rows } = await client.query<{ shape: string }>(`
      select jsonb_build_object(
        'leakproof', (select count(*) from pg_proc where proleakproof),
        'roles', (
          select jsonb_agg(to_jsonb(r) - 'oid' order by r.rolname)
          from (
            select rolname, rolsuper, rolinherit, rolbypassrls, rolcanlogin, rolconfig
            from pg_roles
            where rolname like 'qudao%'
          ) r
        ),
        'members', (
          select jsonb_agg(roleid::regrole || ' ' || member::regrole order by roleid::regrole::text)
          from pg_auth_members
          where member::regrole::text like 'qudao%'
        )
      )::text as shape`);
    return rows;
  });
  return row?.shape ?? '';
}
