import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { folderRefusal } from './refusals.ts';
import { FileGone, placeOf, type FileStore } from './store.ts';

/** A folder of this machine. A file appears under its key when every byte of it has arrived. */
export function localStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => join(root, placeOf(key));
  let isFailing = false;
  return {
    provider: '5',
    async put(key, source) {
      const place = pathOf(key);
      const part = `${place}.part`;
      try {
        await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        // `flush`: the row that names the file must not outlive a power cut that the bytes did not.
        await pipeline(
          Readable.from(source, { objectMode: false }),
          createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
        );
        await rename(part, place);
        isFailing = false;
      } catch (error) {
        await rm(part, { force: true });
        const refused = folderRefusal(error);
        isFailing ||= refused !== error;
        throw refused;
      }
    },
    // A folder that had no room is tried with a small file before it is believed again.
    isTaking: async () => !isFailing || hasRoom(root),
    async open(key) {
      try {
        return (await open(pathOf(key), 'r')).createReadStream();
      } catch (error) {
        throw (error as { code?: string }).code === 'ENOENT' ? new FileGone(key) : error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
      await rm(`${pathOf(key)}.part`, { force: true });
    },
  };
}

/** Less than this is no room: the next file would fail as well. */
const leastRoom = 64 * 1024;

async function hasRoom(root: string): Promise<boolean> {
  const trial = join(root, `trial-${process.pid}.part`);
  try {
    await writeFile(trial, Buffer.alloc(leastRoom), { mode: 0o600 });
    return true;
  } catch {
    return false;
  } finally {
    await rm(trial, { force: true });
  }
}
