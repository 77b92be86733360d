import { existsSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { placeOf } from '#platform/server/file/store.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';

/**
 * Files are written once under random keys. What is missing is copied, nothing is ever deleted or overwritten: a
 * deletion that followed into the backup would be missing from a restore to a moment before it.
 */
export async function copyMissing(from: string, to: string): Promise<number> {
  let count = 0;
  for (const path of await pathsIn(from)) {
    const target = join(to, path);
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const part = `${target}.copy`;
    try {
      await copyFile(join(from, path), part);
    } catch (error) {
      // The sweep took it between the look and the copy.
      if ((error as { code?: string }).code === 'ENOENT') continue;
      throw error;
    }
    const { uid, gid } = await stat(join(from, path)).catch(() => stat(part));
    if (process.getuid?.() === 0) await chown(part, uid, gid);
    await rename(part, target);
    count += 1;
  }
  return count;
}

/** Uploads that are under way have a name of their own and are no files yet. */
async function pathsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(part|copy)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

export interface FileFindings {
  readonly known: number;
  /** Rows that promise a file which is not there: somebody will miss it. */
  readonly missing: readonly string[];
  /** Bytes that no row knows: of uploads after the moment, or swept since. They cost room and harm nobody. */
  readonly unknown: readonly string[];
  /** In an object store or on an FTP server, which have backups of their own. */
  readonly elsewhere: number;
}

/** Rows against the folder of this machine, both ways. */
export async function checkFiles(adminUrl: string, folder: string): Promise<FileFindings> {
  const { rows } = await asAdministrator(adminUrl, (client) =>
    client.query<{ id: string; key: string; state: string; local: boolean }>(`
      select id, storage_key as key, state, provider = '5' as local
      from app.sys_file`),
  );
  const there = new Set(await pathsIn(folder));
  const local = rows.filter((row) => row.local);
  const known = new Set(local.map(({ key }) => placeOf(key)));
  return {
    known: local.length,
    missing: local
      .filter(({ key, state }) => state === 'kept' && !there.has(placeOf(key)))
      .map(({ id, key }) => `${id} ${key}`),
    unknown: [...there].filter((path) => !known.has(path)),
    elsewhere: rows.length - local.length,
  };
}
