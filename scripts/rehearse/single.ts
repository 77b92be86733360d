import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverPrograms } from '#scripts/server-programs.ts';
import { familyOf, fillIn, folderOfPostgres, freePorts, runAsPostgres, signal } from './parts.ts';

/** One PostgreSQL with its archive, as a small installation runs it. */
export interface SingleServer {
  readonly folder: string;
  readonly adminUrl: string;
  readonly config: string;
  /** Everything that is on its disk is gone, as after a fire. */
  destroy(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSingle(): Promise<SingleServer> {
  const folder = folderOfPostgres(mkdtempSync(join(tmpdir(), 'qudao-rehearsal-')));
  const home = folderOfPostgres(join(folder, 'n1'));
  const data = join(home, 'data');
  const [port = 0] = await freePorts(1);
  const config = fillIn('pgbackrest.conf', join(home, 'pgbackrest.conf'), {
    REPOSITORY: folderOfPostgres(join(folder, 'repository')),
    HOME: home,
    DATA: data,
    POSTGRES_PORT: port,
  });
  const program = (name: string): string => join(serverPrograms(), name);
  runAsPostgres(folder, [program('initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-k']);
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${home}'`,
      'max_connections = 120',
      `archive_mode = on`,
      'archive_timeout = 60',
      `archive_command = 'pgbackrest --config=${config} --stanza=qudao archive-push %p'`,
      '',
    ].join('\n'),
  );
  runAsPostgres(folder, [program('pg_ctl'), '-D', data, '-l', join(home, 'log'), '-w', 'start']);
  runAsPostgres(folder, ['pgbackrest', `--config=${config}`, '--stanza=qudao', 'stanza-create']);
  const kill = async (): Promise<void> => {
    const file = join(data, 'postmaster.pid');
    if (existsSync(file)) signal(familyOf(Number.parseInt(readFileSync(file, 'utf8'), 10)), 'SIGKILL');
    await sleep(1000);
  };
  return {
    folder,
    adminUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    config,
    async destroy() {
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
