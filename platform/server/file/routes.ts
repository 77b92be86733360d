import {
  downloadPath,
  fileTypeNamed,
  imagePath,
  labelPath,
  maxAttachments,
  uploadPath,
  urlOfFile,
} from '#platform/model/file.ts';
import type { Module, Noun } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { fileFieldsOf } from './link.ts';
import { receive } from './receive.ts';
import { fileGone } from './refusals.ts';
import { openableFiles, sendFile } from './send.ts';
import type { FileStores } from './store.ts';

/** Files of fields (logos, pictures, avatars). */
export function fileRoutes(models: readonly Module[], stores: FileStores): readonly Route[] {
  const nouns: readonly Noun[] = models.flatMap(({ entities, documents }) => [...entities, ...documents]);
  // Whoever may save a record with a picture in it may upload the picture.
  const savers = nouns
    .filter((noun) => fileFieldsOf(noun).length > 0)
    .flatMap((noun) =>
      (['save', 'update'] as const)
        .filter((action) => noun.kind === 'document' || noun.calls.includes(action))
        .map((action) => permissionOf(noun, action)),
    );
  const kept = nouns.find((noun) => noun.kind === 'entity' && noun.knownAs === 'file');
  const keeping = kept === undefined ? {} : { soft: permissionOf(kept, 'save') };
  return [
    {
      method: 'POST',
      path: uploadPath,
      permission: [...Object.values(keeping), ...savers],
      ...keeping,
      effect: 'command',
      ticket: 'upload',
      takesFile: true,
      summary:
        'Upload one file (multipart, field "file"); ?extraParams={"accepts":"image"} takes pictures only, ' +
        '{"keep":"1"} keeps a file that no record shows',
      handle: (call) => upload(call, stores, kept?.name),
    },
    {
      method: 'GET',
      path: imagePath,
      permission: 'session',
      effect: 'none',
      ticket: 'image',
      summary: 'A picture (?id=), shown in place',
      handle: (call) => answerFile(call, stores, true),
    },
    {
      method: 'GET',
      path: downloadPath,
      permission: 'session',
      effect: 'none',
      ticket: 'download',
      summary: 'A file (?id=), handed over',
      handle: (call) => answerFile(call, stores, false),
    },
    {
      method: 'GET',
      path: labelPath,
      permission: 'session',
      effect: 'none',
      summary: 'What files are called (?ids=, comma-joined)',
      handle: labels,
    },
  ];
}

function upload(call: Call, stores: FileStores, keptAs: string | undefined): Promise<unknown> {
  const { accepts, keep } = wishesIn(call.query['extraParams']);
  return receive(call, {
    stores,
    control: '3',
    accepts: accepts === 'image' ? 'image' : 'any',
    // Whoever maintains the store may put something there for its own sake; what others upload waits for its record.
    join: async (ctx, file) => {
      if (keep === '1' && keptAs !== undefined && ctx.identity.isFull)
        ctx.later({
          text: `insert into app.sys_file_link (noun, record_id, file_id, creator_name) values ($1, $2, $2, $3)`,
          values: [keptAs, file.id, ctx.identity.realName],
        });
    },
  });
}

function wishesIn(extraParams: string | undefined): { readonly accepts?: unknown; readonly keep?: unknown } {
  try {
    return (JSON.parse(extraParams ?? '{}') ?? {}) as { accepts?: unknown; keep?: unknown };
  } catch {
    return {};
  }
}

/** A field holds addresses; a person reads names. */
async function labels(call: Call): Promise<unknown> {
  const ids = (call.query['ids'] ?? '').split(',').filter(isId).slice(0, maxAttachments);
  const {
    rows: { rows },
  } = await call.read({ rows: openableFiles(ids) });
  return rows.map(({ id, name, type, size }) => ({
    id,
    url: urlOfFile(id, fileTypeNamed(type ?? '')),
    fileName: name,
    fileSize: size,
    fileType: type,
  }));
}

async function answerFile(call: Call, stores: FileStores, isInline: boolean): Promise<unknown> {
  const id = call.query['id'] ?? '';
  const {
    rows: { files = [] },
  } = await call.read(isId(id) ? { files: openableFiles([id]) } : {});
  const [row] = files;
  if (row === undefined || (isInline && fileTypeNamed(row.type ?? '')?.isPicture !== true)) throw fileGone();
  return sendFile(call, stores, row, isInline);
}
