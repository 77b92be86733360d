import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A PostgreSQL of the test's own, that it may pull the plug of. */
export interface Cluster {
  readonly adminUrl: string;
  /** As if the power went: no checkpoint, no goodbye to the clients. */
  crash(): Promise<void>;
  start(): Promise<void>;
  log(): string;
  drop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; then it runs as the user its packages made. */
const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

export async function openCluster(settings: readonly string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'qudao-proof-'));
  const data = join(folder, 'data');
  const logFile = join(folder, 'log');
  if (isRoot) {
    const idOf = (flag: string): number =>
      Number.parseInt(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }), 10);
    chownSync(folder, idOf('-u'), idOf('-g'));
  }
  chmodSync(folder, 0o755);
  const port = await freePort(55433);
  const postgres = (program: string, args: readonly string[]) => {
    const path = join(programs(), program);
    return isRoot
      ? run('runuser', ['-u', 'postgres', '--', path, ...args], { cwd: folder })
      : run(path, [...args], { cwd: folder });
  };
  // An immediate stop ends processes, not the machine: what was handed to the system survives it without fsync, which
  // would only measure the disk. A commit is still written before it is acknowledged.
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    '-c max_connections=120',
    '-c shared_buffers=64MB',
    '-c fsync=off',
    ...settings.map((setting) => `-c ${setting}`),
  ].join(' ');
  const cluster: Cluster = {
    adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: async () => {
      await postgres('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    },
    start: async () => {
      await postgres('pg_ctl', ['-D', data, '-l', logFile, '-w', '-t', '60', '-o', options, 'start']);
    },
    log: () => readFileSync(logFile, 'utf8'),
    async drop() {
      if (existsSync(join(data, 'postmaster.pid'))) await cluster.crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await postgres('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']);
  await cluster.start();
  return cluster;
}

/** Debian keeps the server's programs off the path. */
function programs(): string {
  const root = '/usr/lib/postgresql';
  const newest = existsSync(root)
    ? readdirSync(root).toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0]
    : undefined;
  return newest === undefined
    ? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
    : join(root, newest, 'bin');
}

/** The first free port from here on. */
export async function freePort(from: number): Promise<number> {
  for (let port = from; port < from + 7; port += 1) if (await isFree(port)) return port;
  throw new Error(`no free port from ${from} on`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () =>
      server.close(() => {
        resolve(true);
      }),
    );
  });
