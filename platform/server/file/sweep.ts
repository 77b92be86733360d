import { statement } from '#platform/server/db/statement.ts';
import type { Door } from '#platform/server/db/door.ts';
import type { FileStore, FileStores } from './store.ts';

/**
 * Files that nobody linked for a day. First they are marked, so that nobody can link them any more; then their bytes
 * go; then their rows. Cut off anywhere, the next sweep goes on.
 */
export async function sweepFiles(door: Door, store: FileStore): Promise<number> {
  const marked = await door.gate(
    statement({ id: 'uuid', storageKey: 'text' }, 'select id, storage_key from sec.mark_files($1)', [store.provider]),
  );
  const removed: string[] = [];
  const failed: unknown[] = [];
  for (const { id, storageKey } of marked) {
    await store.remove(storageKey).then(
      () => {
        removed.push(id);
      },
      (error: unknown) => {
        failed.push(error);
      },
    );
    // A store that does not answer would be waited for once per file.
    if (failed.length === mostFailures) break;
  }
  if (removed.length > 0)
    await door.gate(statement({ forgetFiles: 'nothing' }, 'select sec.forget_files($1::uuid[])', [removed]));
  if (failed.length > 0) throw failed[0];
  return removed.length;
}

const mostFailures = 3;

/** Every store in turn; one that is down does not keep the others from being swept. */
export async function sweepStores(door: Door, stores: FileStores): Promise<number> {
  let count = 0;
  const failed: unknown[] = [];
  for (const store of await stores.configured())
    await sweepFiles(door, store).then(
      (swept) => {
        count += swept;
      },
      (error: unknown) => {
        failed.push(error);
      },
    );
  if (failed.length > 0) throw failed[0];
  return count;
}
