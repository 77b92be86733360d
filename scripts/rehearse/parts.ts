import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

/** Programs that a rehearsal starts, and the Debian package of each. */
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbackrest: 'pgbackrest',
} as const;
export type Program = keyof typeof packages;

export const root = join(import.meta.dirname, '../..');

/** A rehearsal installs nothing: it says what is missing and ends. */
export function requirePrograms(needed: readonly Program[]): void {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  const missing = needed.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (missing.length === 0) return;
  const names = missing.map((program) => packages[program]).join(' ');
  console.error(`missing: ${missing.join(', ')}. Install them first: apt-get install -y ${names}`);
  process.exit(2);
}

/** Whoever runs PostgreSQL: it refuses to run as root. */
export const postgres: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(flag: '-u' | '-g'): number {
  return Number.parseInt(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }), 10);
}

export function folderOfPostgres(path: string): string {
  mkdirSync(path, { recursive: true });
  if (postgres.uid !== undefined && postgres.gid !== undefined) chownSync(path, postgres.uid, postgres.gid);
  chmodSync(path, 0o700);
  return path;
}

/** A file of deploy/ with the values of this machine; a place without a value is a fault. */
export function fillIn(file: string, to: string, values: Readonly<Record<string, string | number>>): string {
  const text = readFileSync(join(root, 'deploy/cluster', file), 'utf8').replaceAll(
    /__([A-Z0-9_]+?)__/g,
    (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`deploy/cluster/${file}: nothing is known of ${name}`);
      return String(value);
    },
  );
  folderOfPostgres(dirname(to));
  writeFileSync(to, text);
  if (postgres.uid !== undefined && postgres.gid !== undefined) chownSync(to, postgres.uid, postgres.gid);
  return to;
}

/** Starts a part of the cluster as the user of PostgreSQL; what it says is kept beside its files. */
export function startPart(folder: string, name: string, [program = '', ...args]: readonly string[]): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  return spawn(program, args, {
    ...postgres,
    cwd: folder,
    detached: true,
    env: { ...process.env, HOME: folder, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', log, log],
  });
}

/** Runs a program to its end as the user of PostgreSQL. */
export function runAsPostgres(folder: string, [program = '', ...args]: readonly string[]): string {
  return execFileSync(program, args, {
    ...postgres,
    cwd: folder,
    env: { ...process.env, HOME: folder },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ports that nobody has; all are held until the last is known, so that none is given twice. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => {
            resolve(server);
          });
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** A process and all below it, by one look at the table of processes. A process that is not known has no family. */
export function familyOf(pid: number): number[] {
  if (!(pid > 1)) return [];
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) =>
      row
        .trim()
        .split(/\s+/)
        .map((word) => Number.parseInt(word, 10)),
    );
  const below = (of: number): number[] => [
    of,
    ...rows.filter(([, parent]) => parent === of).flatMap(([child = 0]) => below(child)),
  ];
  return below(pid);
}

/** Who is gone already needs no signal. Zero would be every process of this group, and 1 the machine. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids.filter((each) => each > 1))
    try {
      process.kill(pid, name);
    } catch {
      continue;
    }
}
