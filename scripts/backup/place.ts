import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where a backup of this installation is kept, and what pgBackRest knows of its server. */
export interface BackupPlace {
  /** Files, roles and configuration; the database is in the repository of pgBackRest. */
  readonly folder: string;
  readonly config: string;
  readonly stanza: string;
  readonly data: string;
}

export function backupPlace(given: Readonly<Record<string, string | undefined>> = process.env): BackupPlace {
  const folder = given['BACKUP_FOLDER'] ?? '';
  if (folder === '')
    throw new Error('BACKUP_FOLDER says where files, roles and configuration are kept, and is not set');
  const config = given['PGBACKREST_CONFIG'] ?? '/etc/pgbackrest.conf';
  if (!existsSync(config))
    throw new Error(`PGBACKREST_CONFIG names ${config}, which is not there; deploy/cluster/pgbackrest.conf is a model`);
  const stanza = given['PGBACKREST_STANZA'] ?? 'qudao';
  return { folder, config, stanza, data: settingIn(readFileSync(config, 'utf8'), stanza, 'pg1-path') };
}

/** One setting of one section; the general one where the section has none. */
export function settingIn(text: string, section: string, name: string): string {
  const sections = new Map<string, string>();
  let at = '';
  for (const line of text.split('\n')) {
    at = /^\[(.+)\]\s*$/.exec(line)?.[1] ?? at;
    const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === name && value !== undefined) sections.set(at, value);
  }
  const found = sections.get(section) ?? sections.get('global');
  if (found === undefined) throw new Error(`pgBackRest's configuration says nothing of ${name} in [${section}]`);
  return found;
}

/** pgBackRest runs as whoever owns the data: that is who may read it. */
export function pgbackrest({ config, stanza, data }: BackupPlace, args: readonly string[]): string {
  return asOwnerOf(existsSync(data) ? data : config, [
    'pgbackrest',
    `--config=${config}`,
    `--stanza=${stanza}`,
    ...args,
  ]);
}

export function asOwnerOf(path: string, [program = '', ...args]: readonly string[]): string {
  const { uid, gid } = statSync(path);
  return execFileSync(program, args, {
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export const filesIn = (place: BackupPlace): string => join(place.folder, 'files');
