import { randomBytes } from 'node:crypto';
import { fileTypes, type FileTypeName } from '#platform/model/file.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Caller, Door } from '#platform/server/db/door.ts';
import { newId } from '#platform/server/db/id.ts';
import { fileLabel } from './file-name.ts';
import { inspect } from './sniff.ts';
import type { FileStores } from './store.ts';

/** Bytes that lie in the store and belong to nobody yet; what is not kept the sweep takes. */
export interface MadeFile {
  readonly id: string;
  readonly name: string;
  readonly storageKey: string;
  readonly provider: string;
  /** Makes it an attachment of a record, in the transaction that says why. */
  keep(ctx: Command, owner: { readonly noun: string; readonly id: string }): void;
  letGo(): Promise<void>;
}

/**
 * A file that comes from a system and not from a person. Its row is there before its bytes, as with one that is sent.
 * Null where its bytes are not what was asked for.
 */
export async function putMade(
  { door, stores }: { readonly door: Door; readonly stores: FileStores },
  caller: Caller,
  { name, bytes, type }: { readonly name: string; readonly bytes: Buffer; readonly type: FileTypeName },
): Promise<MadeFile | null> {
  const inspection = inspect();
  // Looked at before anything is stored: it is whole in memory as it is.
  for await (const piece of inspection.watch(pieces(bytes))) void piece;
  const { size, sha256, type: found } = inspection.seen();
  if (found !== type) return null;
  const store = await stores.current();
  const [id, storageKey] = [newId(), randomBytes(16).toString('hex')];
  const label = fileLabel(`${name}.${fileTypes[type].extensions[0]}`, type);
  await door.read(caller, [
    {
      text: `insert into app.sys_file (id, storage_key, provider, name, control) values ($1, $2, $3, $4, '0')`,
      values: [id, storageKey, store.provider, label],
    },
  ]);
  await store.put(storageKey, pieces(bytes));
  return {
    id,
    name: label,
    storageKey,
    provider: store.provider,
    keep(ctx, owner) {
      ctx.later({
        text: `
          update app.sys_file
          set state = 'kept', type = $2, size = $3, sha256 = $4, creator_name = $5, free_since = now()
          where id = $1`,
        values: [id, type, size, sha256, ctx.identity.realName],
      });
      ctx.later({
        text: 'insert into app.sys_file_link (noun, record_id, file_id, creator_name) values ($1, $2, $3, $4)',
        values: [owner.noun, owner.id, id, ctx.identity.realName],
      });
    },
    letGo: () => store.remove(storageKey).catch(() => undefined),
  };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
