import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileTypes, maxFileSize, urlOfFile, type Accepts, type StoredFile } from '#platform/model/file.ts';
import { Refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { isInDoubt } from '#platform/server/db/outage.ts';
import type { Reads, RowsOf, Statement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import { fileLabel } from './file-name.ts';
import { noFile, refusedSize, refusedType } from './refusals.ts';
import { inspect, type Seen } from './sniff.ts';
import type { FileStore, FileStores } from './store.ts';

export interface Receiving<Named extends Reads = Reads> {
  readonly stores: FileStores;
  readonly accepts: Accepts;
  /** Who may open it beside its record, as the dictionary file_permission_control numbers it. */
  readonly control: '0' | '3';
  /** Read when the call is let in, before a byte is taken; `admit` throws when they say no. */
  readonly reads?: Named;
  readonly admit?: (rows: RowsOf<Named>) => void;
  /** Joins the transaction in which the file becomes a file. */
  readonly join?: (ctx: Command, file: StoredFile) => Promise<void>;
}

/**
 * One file of one request. Its row is there before its bytes, so whatever is cut off (the browser, this process, the
 * database) leaves a row that the sweep finds, and never bytes that nobody knows of.
 */
export async function receive<Named extends Reads = Record<never, never>>(
  call: Call,
  { stores, accepts, control, reads, admit, join }: Receiving<Named>,
): Promise<StoredFile> {
  const { request } = call.reply;
  // Who is not let in hears that, and not that the store is not there.
  const store = await stores.current().catch(async (error: unknown) => {
    await call.read({});
    throw error;
  });
  const id = newId();
  const key = randomBytes(16).toString('hex');
  const announced: Statement = {
    text: `insert into app.sys_file (id, storage_key, provider, name, control) values ($1, $2, $3, '', $4)`,
    values: [id, key, store.provider, control],
  };
  const { rows } = await call.read({ ...reads, ...(request.isMultipart() ? { announced } : {}) });
  admit?.(rows as RowsOf<Named>);
  if (!request.isMultipart()) throw noFile();
  const { name, seen } = await taken(call, store, key);
  const { type, size, sha256 } = seen;
  // A store that is gone by now keeps what the sweep will take: the answer is about the file.
  const letGo = (): Promise<void> => store.remove(key).catch(() => undefined);
  try {
    if (
      type === null ||
      (accepts === 'image' && !('isPicture' in fileTypes[type])) ||
      (accepts === 'list' && type !== 'xlsx' && type !== 'text')
    )
      throw refusedType(accepts);
    const file: StoredFile = {
      id,
      url: urlOfFile(id, fileTypes[type]),
      fileName: fileLabel(name, type),
      fileSize: size,
      fileType: type,
    };
    const kept = await command({ ...call, body: { name, sha256 } }, async (ctx) => {
      ctx.later({
        text: `
          update app.sys_file
          set state = 'kept', name = $2, type = $3, size = $4, sha256 = $5, creator_name = $6, free_since = now()
          where id = $1`,
        values: [id, file.fileName, type, size, sha256, ctx.identity.realName],
      });
      await join?.(ctx, file);
      return file;
    });
    // The same file under the same key once more: what was answered stands, these bytes are a second copy.
    if (kept.id !== id) await letGo();
    return kept;
  } catch (error) {
    // A commit whose answer was lost may have been one: its bytes stay, and the sweep takes them if it was none.
    if (!isInDoubt(error)) await letGo();
    throw error;
  }
}

async function taken(call: Call, store: FileStore, key: string): Promise<{ name: string; seen: Seen }> {
  const { request } = call.reply;
  if (Number(request.headers['content-length'] ?? 0) > maxFileSize + roomForFields) throw refusedSize(); // not money
  const limits = {
    fileSize: maxFileSize,
    files: 1,
    fields: 10,
    fieldSize: 10_000,
    fieldNameSize: 100,
    headerPairs: 20,
  };
  // A body that is no form, or half of one, is the caller's fault and not ours.
  const part = await request.file({ limits }).catch(() => undefined);
  if (part === undefined || part.fieldname !== 'file') {
    part?.file.resume();
    throw noFile();
  }
  const inspection = inspect();
  await store.put(key, inspection.watch(bytesOf(part.file))).catch((error: unknown) => {
    // What still comes is read and dropped, so that the answer arrives and the connection serves the next request.
    part.file.resume();
    if (part.file.errored !== null) throw noFile();
    if (error instanceof Refusal) request.log.error({ err: error.cause ?? error }, 'the store took no file');
    throw error;
  });
  if (part.file.truncated) {
    await store.remove(key).catch(() => undefined);
    throw refusedSize();
  }
  return { name: part.filename, seen: inspection.seen() };
}

/** A store that gives up leaves the stream as it is: destroyed, nobody would read what the browser still sends. */
const bytesOf = (file: Readable): AsyncIterable<Uint8Array> => file.iterator({ destroyOnReturn: false });

const roomForFields = 200_000;
