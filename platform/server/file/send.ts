import { fileTypeNamed, fileTypes, type FileType } from '#platform/model/file.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { sent, type Call } from '#platform/server/http/route.ts';
import { fileGone } from './refusals.ts';
import { FileGone, type FileStores, type Provider } from './store.ts';

export const fileColumns = 'f.id, f.name, f.type, f.size, f.storage_key, f.provider';
export const fileShape = {
  id: 'uuid',
  name: 'text',
  type: 'text?',
  size: 'integer?',
  storageKey: 'text',
  provider: 'text',
} as const;
export type KeptFile = RowOf<typeof fileShape>;

/** Ends of names by type, as the tenant's rules for kinds of files name them. */
export const fileEnds = JSON.stringify(
  Object.fromEntries(Object.entries<FileType>(fileTypes).map(([name, { extensions }]) => [name, extensions])),
);

/**
 * Files of the tenant that this user may open: the own ones, and what a rule for their kind or else their own control
 * lets him.
 */
export const openableFiles = (ids: readonly string[]) =>
  statement(
    fileShape,
    `
      select ${fileColumns}
      from app.sys_file f
      where f.id = any($1::uuid[]) and f.state = 'kept' and app.may_open_file(f, $2::jsonb, false)
      order by array_position($1::uuid[], f.id)`,
    [ids, fileEnds],
  );

/** Only pictures are shown in place; everything else is handed to the desktop, and nothing of it runs in our name. */
export async function sendFile(
  call: Call,
  stores: FileStores,
  row: KeptFile,
  isInline: boolean,
  cache = 'private, no-store',
): Promise<typeof sent> {
  const type = fileTypeNamed(row.type ?? '') ?? fileTypes.zip;
  const store = await stores.of(row.provider as Provider);
  const stream = await store.open(row.storageKey).catch((error: unknown) => {
    throw error instanceof FileGone ? fileGone() : error;
  });
  const name = encodeURIComponent(row.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  await call.reply
    .header('content-type', type.mime)
    .header('content-length', String(row.size))
    .header(
      'content-disposition',
      `${isInline && 'isPicture' in type ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    )
    .header('content-security-policy', `default-src 'none'; sandbox`)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', cache)
    .header('filename', name)
    .header('access-control-expose-headers', 'filename')
    .send(stream);
  return sent;
}
