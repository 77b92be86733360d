import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the programs of the newest PostgreSQL are: Debian keeps them off the path. */
export function serverPrograms(): string {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  const [newest] = versions.toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
  return newest === undefined
    ? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
    : join(folder, newest, 'bin');
}
