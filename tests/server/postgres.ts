import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverPrograms } from '#scripts/server-programs.ts';

/** PostgreSQL refuses to run as root; then it runs as the user its packages made. */
const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

/** The folder of a cluster belongs to whoever runs its server. */
export function giveToPostgres(folder: string): void {
  if (isRoot) {
    const idOf = (flag: string): number =>
      Number.parseInt(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }), 10);
    chownSync(folder, idOf('-u'), idOf('-g'));
  }
  chmodSync(folder, 0o755);
}

/** A program of the server, run in the folder of its cluster. What `env` names is added to the environment. */
export async function runPostgres(
  folder: string,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const command = [join(serverPrograms(), program), ...args];
  // The environment is given behind `env`: runuser keeps a preloaded library from whoever it turns into.
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const all = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), 'env', ...settings, ...command];
  await run(all[0] ?? '', all.slice(1), { cwd: folder });
}
