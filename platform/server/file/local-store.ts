import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileGone, placeOf, type FileStore } from './store.ts';

/** A folder of this machine. A file appears under its key when every byte of it has arrived. */
export function localStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => join(root, placeOf(key));
  return {
    provider: '5',
    async put(key, source) {
      const place = pathOf(key);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      const part = `${place}.part`;
      try {
        // `flush`: the row that names the file must not outlive a power cut that the bytes did not.
        await pipeline(
          Readable.from(source, { objectMode: false }),
          createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
        );
        await rename(part, place);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
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
