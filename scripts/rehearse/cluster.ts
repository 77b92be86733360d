import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverPrograms } from '#scripts/server-programs.ts';
import { familyOf, fillIn, folderOfPostgres, freePorts, runAsPostgres, signal, startPart } from './parts.ts';

const names = ['n1', 'n2', 'n3'] as const;
export type NodeName = (typeof names)[number];

export interface Member {
  readonly name: NodeName;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

type Holder = 'leader' | 'sync_standby';

/** Three PostgreSQL under Patroni, one etcd and HAProxy on loopback, from the files of deploy/. */
export interface HaCluster {
  readonly folder: string;
  /** Through HAProxy, to whoever is the primary. */
  readonly adminUrl: string;
  readonly holder: (role: Holder) => Promise<NodeName>;
  /** All three follow one primary, and one of them synchronously. */
  readonly isWhole: () => Promise<boolean>;
  readonly postmaster: (name: NodeName) => number;
  /** PostgreSQL and its Patroni with every process of theirs. */
  readonly familyOf: (name: NodeName) => readonly number[];
  readonly etcd: number;
  readonly switchover: (from: NodeName) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const password = 'rehearsal';

export async function startCluster(): Promise<HaCluster> {
  const folder = folderOfPostgres(mkdtempSync(join(tmpdir(), 'qudao-rehearsal-')));
  const [write = 0, etcd = 0, peer = 0, ...rest] = await freePorts(9);
  const nodes = names.map((name, n) => ({ name, postgres: rest[2 * n] ?? 0, patroni: rest[2 * n + 1] ?? 0 }));
  const parts = startParts(folder, { write, etcd, peer, nodes });
  const { members, switchover } = patroniAt(nodes);
  const postmaster = (name: NodeName): number => postmasterIn(join(folder, name, 'data'));
  const processesOf = (name: NodeName): readonly number[] => [
    ...familyOf(parts[name].pid ?? 0),
    ...familyOf(postmaster(name)),
  ];
  const end = async (): Promise<void> => {
    const own = Object.values(parts).flatMap(({ pid = 0 }) => familyOf(pid));
    const pids = [...new Set([...names.flatMap((name) => processesOf(name)), ...own])];
    signal(pids, 'SIGCONT');
    signal(pids, 'SIGKILL');
    await sleep(500);
  };
  const isWhole = async (): Promise<boolean> => areWhole(await members());
  const holder = async (role: Holder): Promise<NodeName> => {
    const found = (await members()).find((member) => member.role === role);
    if (found === undefined) throw new Error(`nobody is ${role}`);
    return found.name;
  };
  try {
    await until('a whole cluster', isWhole, 180);
    makeRepository(folder, await holder('leader'));
  } catch (error) {
    console.error(`the parts of the cluster say why in ${folder}/*.log`);
    await end();
    throw error;
  }
  return {
    folder,
    adminUrl: `postgres://postgres@127.0.0.1:${write}/postgres`,
    holder,
    isWhole,
    postmaster,
    etcd: parts.etcd.pid ?? 0,
    familyOf: processesOf,
    switchover,
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function areWhole(members: readonly Member[]): boolean {
  return (
    members.length === names.length &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    members.some(({ role }) => role === 'leader') &&
    members.some(({ role }) => role === 'sync_standby') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  );
}

interface Patroni {
  readonly members: () => Promise<readonly Member[]>;
  readonly switchover: (from: NodeName) => Promise<void>;
}

/** What the members say of themselves; the first that answers knows all of them. */
function patroniAt(nodes: Ports['nodes']): Patroni {
  const authorization = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`;
  return {
    async members() {
      for (const { patroni } of nodes)
        try {
          const reply = await fetch(`http://127.0.0.1:${patroni}/cluster`, { signal: AbortSignal.timeout(1500) });
          return ((await reply.json()) as { readonly members: readonly Member[] }).members;
        } catch {
          continue;
        }
      return [];
    },
    async switchover(from) {
      const port = nodes.find(({ name }) => name === from)?.patroni ?? 0;
      const reply = await fetch(`http://127.0.0.1:${port}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from }),
        headers: { authorization },
        signal: AbortSignal.timeout(60_000),
      });
      if (!reply.ok) throw new Error(`no switchover: ${await reply.text()}`);
    },
  };
}

/** A file that a killed server left behind may name a process of somebody else by now. */
function postmasterIn(data: string): number {
  const file = join(data, 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  const command = `/proc/${pid}/cmdline`;
  return pid > 1 && existsSync(command) && readFileSync(command, 'utf8').includes(data) ? pid : 0;
}

type Parts = Readonly<Record<NodeName | 'etcd' | 'haproxy', ChildProcess>>;

interface Ports {
  readonly write: number;
  readonly etcd: number;
  readonly peer: number;
  readonly nodes: readonly { readonly name: NodeName; readonly postgres: number; readonly patroni: number }[];
}

function startParts(folder: string, { write, etcd, peer, nodes }: Ports): Parts {
  const place = { ADDRESS: '127.0.0.1', REPOSITORY: folderOfPostgres(join(folder, 'repository')) };
  const etcdFile = fillIn('etcd.yml', join(folder, 'etcd.yml'), {
    ...place,
    NODE: 'e1',
    ETCD_DATA: join(folder, 'etcd'),
    ETCD_PORT: etcd,
    ETCD_PEER_PORT: peer,
    ETCD_MEMBERS: `e1=http://127.0.0.1:${peer}`,
  });
  const haproxyFile = fillIn('haproxy.cfg', join(folder, 'haproxy.cfg'), {
    ...place,
    WRITE_PORT: write,
    ...Object.fromEntries(
      nodes.flatMap((node): [string, string | number][] => [
        [node.name.toUpperCase(), `127.0.0.1:${node.postgres}`],
        [`${node.name.toUpperCase()}_PATRONI_PORT`, node.patroni],
      ]),
    ),
  });
  const started = nodes.map(({ name, postgres: port, patroni }) => {
    const home = folderOfPostgres(join(folder, name));
    const own = { ...place, NODE: name, HOME: home, DATA: join(home, 'data'), POSTGRES_PORT: port };
    const pgbackrest = fillIn('pgbackrest.conf', join(home, 'pgbackrest.conf'), own);
    const file = fillIn('patroni.yml', join(home, 'patroni.yml'), {
      ...own,
      PATRONI_PORT: patroni,
      PATRONI_PASSWORD: password,
      ETCD_HOSTS: `127.0.0.1:${etcd}`,
      SHARED_BUFFERS: '96MB',
      NETWORK: '127.0.0.1/32',
      // One machine and nobody else's data: passwords would be rehearsed with the rest of an installation.
      METHOD: 'trust',
      LOCAL_METHOD: 'trust',
      PROGRAMS: serverPrograms(),
      PGBACKREST: pgbackrest,
      SUPERUSER_PASSWORD: password,
      REPLICATION_PASSWORD: password,
      REWIND_PASSWORD: password,
      WATCHDOG: 'off',
    });
    return [name, () => startPart(folder, name, ['patroni', file])] as const;
  });
  const etcdPart = startPart(folder, 'etcd', ['etcd', '--config-file', etcdFile]);
  const [n1, n2, n3] = started.map(([, start]) => start());
  const haproxy = startPart(folder, 'haproxy', ['haproxy', '-db', '-f', haproxyFile]);
  if (n1 === undefined || n2 === undefined || n3 === undefined) throw new Error('three nodes were meant to start');
  return { etcd: etcdPart, n1, n2, n3, haproxy };
}

/** The archive is refused until the repository knows the cluster. */
function makeRepository(folder: string, leader: NodeName): void {
  const config = `--config=${join(folder, leader, 'pgbackrest.conf')}`;
  runAsPostgres(folder, ['pgbackrest', config, '--stanza=qudao', 'stanza-create']);
}

export async function until(what: string, holds: () => Promise<boolean> | boolean, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await sleep(250))
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`);
}
