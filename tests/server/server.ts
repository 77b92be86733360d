import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { clockEnvironment, clockStamp, testClock } from './clock.ts';
import { giveToPostgres, runPostgres } from './postgres.ts';

/**
 * The PostgreSQL of the tests: a cluster of this machine's own that any number of test runs share. It never waits for
 * the disk, since nothing in it outlives a test, and its clock stands at `testClock` when it starts.
 */
interface Server {
  readonly adminUrl: string;
  readonly offset: number;
}

/**
 * The clock of a server may run this long before a new one is started: from ten in the morning to eight in the evening.
 */
const longestHours = 10;
const folder = join(tmpdir(), `qudao-tests-${userInfo().uid}-${clockStamp}`);
/** A port per clock, below those that the system gives away. */
const port = 24_000 + (Number.parseInt(clockStamp, 16) % 4000);
const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;

/**
 * Starts the server unless it runs, and moves this process's environment to it, so that every process which a test run
 * starts later (workers, products, the demo) has its database and its clock. A server named by TEST_ADMIN_URL is used
 * as it is.
 */
export async function moveToTestServer(): Promise<void> {
  if (process.env['TEST_ADMIN_URL'] !== undefined) {
    process.env['DATABASE_ADMIN_URL'] ??= process.env['TEST_ADMIN_URL'];
    return;
  }
  const { offset } = await underLock(startUnlessRunning);
  process.env['TEST_ADMIN_URL'] = adminUrl;
  process.env['DATABASE_ADMIN_URL'] = adminUrl;
  Object.assign(process.env, clockEnvironment(offset));
}

async function startUnlessRunning(): Promise<Server> {
  const running = await whatRuns();
  if (running !== null) return running;
  const offset = Math.round((Date.parse(testClock) - Date.now()) / 1000);
  const clock = clockEnvironment(offset);
  if (clock === null) {
    if (process.env['CI'] !== undefined) throw new Error('the clock of the tests needs a C compiler (cc)');
    console.warn('there is no C compiler: the tests run at the real time of day');
  }
  // A cluster without fsync does not survive a machine that fell over: it is made anew rather than mended.
  rmSync(join(folder, 'cluster'), { recursive: true, force: true });
  mkdirSync(join(folder, 'cluster'), { recursive: true });
  giveToPostgres(join(folder, 'cluster'));
  const data = join(folder, 'cluster', 'data');
  const locale = '--locale=C.UTF-8';
  await runPostgres(folder, ['initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', locale, '--no-sync']);
  const start = [
    'pg_ctl',
    '-D',
    data,
    '-l',
    join(folder, 'cluster', 'log'),
    '-w',
    '-t',
    '60',
    '-o',
    options(),
    'start',
  ];
  await runPostgres(folder, start, clock ?? {});
  const server = { adminUrl, offset: clock === null ? 0 : offset };
  writeFileSync(join(folder, 'server.json'), JSON.stringify(server));
  return server;
}

function options(): string {
  return [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${join(folder, 'cluster')}`,
    '-c max_connections=300',
    '-c shared_buffers=256MB',
    '-c fsync=off',
    '-c full_page_writes=off',
    '-c synchronous_commit=off',
    '-c wal_level=minimal',
    '-c max_wal_senders=0',
    '-c max_wal_size=2GB',
  ].join(' ');
}

/** The server that runs, unless its clock is close to midnight and nobody works in it: then it is stopped. */
async function whatRuns(): Promise<Server | null> {
  try {
    const server = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as Server;
    const { hours, guests } = await asAdministrator(adminUrl, async (client) => {
      const { rows } = await client.query<{ hours: number; guests: number }>(`
        select extract(epoch from now() - pg_postmaster_start_time())::float / 3600 as hours,
          (
            select count(*)::int
            from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid()
          ) as guests`);
      return rows[0] ?? { hours: 0, guests: 0 };
    });
    if (hours < longestHours || guests > 0) return server;
  } catch {
    // Nobody answers, or the file is not there: a new one is started.
  }
  if (existsSync(join(folder, 'cluster', 'data', 'postmaster.pid'))) {
    await runPostgres(folder, ['pg_ctl', '-D', join(folder, 'cluster', 'data'), '-m', 'immediate', 'stop']).catch(
      () => undefined,
    );
  }
  return null;
}

/** Two test runs that begin at once: the second waits until the first has started the server. */
async function underLock<Result>(work: () => Promise<Result>): Promise<Result> {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'lock');
  for (let tries = 0; !take(lock); tries += 1) {
    if (tries > 600) throw new Error(`${lock} is held by somebody who does not let go: remove it`);
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  // A lock of somebody who was killed is not waited for.
  if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 60_000) rmSync(lock, { force: true });
  try {
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch {
    return false;
  }
}
