import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveToPostgres, runPostgres } from '#tests/server/postgres.ts';

/** A PostgreSQL of the test's own, that it may pull the plug of. */
export interface Cluster {
  readonly adminUrl: string;
  /** As if the power went: no checkpoint, no goodbye to the clients. */
  crash(): Promise<void>;
  start(): Promise<void>;
  log(): string;
  drop(): Promise<void>;
}

export async function openCluster(settings: readonly string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'qudao-proof-'));
  const data = join(folder, 'data');
  const logFile = join(folder, 'log');
  giveToPostgres(folder);
  const port = await freePort(55433);
  const postgres = (program: string, args: readonly string[]) => runPostgres(folder, [program, ...args]);
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
