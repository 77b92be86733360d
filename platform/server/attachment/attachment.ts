import { canEdit, type Document, type HeadOf } from '#platform/model/document.ts';
import type { Entity, RowOf } from '#platform/model/entity.ts';
import { fileTypeNamed, maxAttachments, urlOfFile } from '#platform/model/file.ts';
import type { Module, Noun } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, tooMany } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { headsOf } from '#platform/server/document/read.ts';
import { refusalFor } from '#platform/server/document/save.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { receive } from '#platform/server/file/receive.ts';
import { fileClosed, fileGone } from '#platform/server/file/refusals.ts';
import { fileColumns, fileEnds, fileShape, sendFile } from '#platform/server/file/send.ts';
import type { FileStores } from '#platform/server/file/store.ts';

/** Calls for the attachments of every noun that has them. */
export const attachmentRoutes = (models: readonly Module[], stores: FileStores): readonly Route[] =>
  models
    .flatMap(({ entities, documents }): readonly Noun[] => [...entities, ...documents])
    .filter((noun) => noun.attachments === true)
    .flatMap((noun) => routesOf(noun, stores));

/**
 * Files that hang on a record. Who may see the record may open them unless a rule for their kind says otherwise, who
 * may change it may add and remove; nobody else knows of them.
 */
function routesOf(noun: Noun, stores: FileStores): readonly Route[] {
  const path = `${noun.path}/:id/attachments`;
  const marks = { 'params.id': noun.name };
  const [view, update] = [[permissionOf(noun, 'view')], [permissionOf(noun, 'update')]];
  const en = noun.label[2];
  return [
    {
      method: 'GET',
      path,
      permission: view,
      effect: 'none',
      marks,
      summary: `${en}: its attachments`,
      handle: (call) => list(noun, call),
    },
    {
      method: 'POST',
      path,
      permission: update,
      effect: 'command',
      marks,
      ticket: 'upload',
      takesFile: true,
      summary: `${en}: attach one file (multipart, field "file")`,
      handle: (call) => add(noun, call, stores),
    },
    {
      method: 'GET',
      path: `${path}/:fileId`,
      permission: view,
      effect: 'none',
      marks,
      ticket: 'download',
      summary: `${en}: an attachment; ?inline=1 shows a picture in place`,
      handle: (call) => open(noun, call, stores),
    },
    {
      method: 'DELETE',
      path: `${path}/:fileId`,
      permission: update,
      effect: 'command',
      marks,
      summary: `${en}: take an attachment away`,
      handle: (call) => remove(noun, call),
    },
  ];
}

const attached = (noun: Noun, id: string, fileId: string | null) =>
  statement(
    { ...fileShape, creatorName: 'text', createDate: 'instant', isOpen: 'boolean' },
    `
      select ${fileColumns}, l.creator_name, l.create_date, app.may_open_file(f, $4::jsonb, true) as is_open
      from app.sys_file_link l
      join app.sys_file f on f.id = l.file_id
      where l.noun = $1 and l.record_id = $2 and l.field = '' and ($3::uuid is null or f.id = $3)
      order by l.create_date, f.id`,
    [noun.name, id, fileId, fileEnds],
  );

async function list(noun: Noun, call: Call): Promise<unknown> {
  const id = await idIn(call, 'id');
  const {
    rows: { records, files },
  } = await call.read({ records: recordOf(noun, id, false), files: attached(noun, id, null) });
  if (records.length === 0) throw notFound();
  return files.map(({ id: fileId, name, type, size, creatorName, createDate }) => ({
    id: fileId,
    url: urlOfFile(fileId, fileTypeNamed(type ?? '')),
    fileName: name,
    fileSize: size,
    fileType: type,
    creatorName,
    createDate,
  }));
}

async function open(noun: Noun, call: Call, stores: FileStores): Promise<unknown> {
  const [id, fileId] = [await idIn(call, 'id'), await idIn(call, 'fileId')];
  const {
    rows: { records, files },
  } = await call.read({ records: recordOf(noun, id, false), files: attached(noun, id, fileId) });
  if (records.length === 0) throw notFound();
  if (files[0] === undefined) throw fileGone();
  if (!files[0].isOpen) throw fileClosed();
  return sendFile(call, stores, files[0], call.query['inline'] === '1');
}

async function add(noun: Noun, call: Call, stores: FileStores): Promise<unknown> {
  const id = await idIn(call, 'id');
  let record: Owner | undefined;
  return receive(call, {
    stores,
    accepts: 'any',
    control: '0',
    reads: { records: recordOf(noun, id, false), counts: countOf(noun, id) },
    admit: ({ records, counts }) => {
      [record] = records;
      if (record === undefined) throw notFound();
      if ((counts[0]?.count ?? 0) >= maxAttachments) throw tooMany({ max: maxAttachments });
    },
    join: async (ctx, file) => {
      // The record may have gone while the bytes came.
      const { records } = await ctx.all({ records: recordOf(noun, id, true) });
      if (records.length === 0) throw notFound();
      ctx.later({
        text: `insert into app.sys_file_link (noun, record_id, file_id, creator_name) values ($1, $2, $3, $4)`,
        values: [noun.name, id, file.id, ctx.identity.realName],
      });
      ctx.log({
        noun: noun.name,
        recordId: id,
        recordCode: codeOf(noun, record),
        operation: 'attach',
        message: file.fileName,
      });
    },
  });
}

/** What an audit relied on stays: a document that can no longer be edited keeps its files, though more may be added. */
async function remove(noun: Noun, call: Call): Promise<null> {
  const [id, fileId] = [await idIn(call, 'id'), await idIn(call, 'fileId')];
  return command(
    call,
    async (ctx, { records, files }) => {
      const [record] = records;
      if (record === undefined) throw notFound();
      if (files[0] === undefined) throw fileGone();
      if (noun.kind === 'document' && isHead(noun, record) && !canEdit(noun, record))
        throw refusalFor(noun, record, ['删除附件', '刪除附件', 'remove attachments']);
      ctx.later({
        text: `delete from app.sys_file_link where noun = $1 and record_id = $2 and field = '' and file_id = $3`,
        values: [noun.name, id, fileId],
      });
      ctx.log({
        noun: noun.name,
        recordId: id,
        recordCode: codeOf(noun, record),
        operation: 'detach',
        message: files[0].name,
      });
      return null;
    },
    { reads: { records: recordOf(noun, id, true), files: attached(noun, id, fileId) } },
  );
}

/** The record that files hang on. */
type Owner = HeadOf<Document> | RowOf<Entity>;
const isHead = (noun: Noun, _record: Owner): _record is HeadOf<Document> => noun.kind === 'document';

const recordOf = (noun: Noun, id: string, isLocked: boolean) =>
  noun.kind === 'document' ? headsOf(noun, [id], isLocked) : recordsBy(noun, 'id', [id]);

const countOf = (noun: Noun, id: string) =>
  statement(
    { count: 'integer' },
    `select count(*) from app.sys_file_link where noun = $1 and record_id = $2 and field = ''`,
    [noun.name, id],
  );

const codeOf = (noun: Noun, record: Owner | undefined): string =>
  String(record?.[noun.kind === 'document' ? 'code' : noun.codeField] ?? record?.id);

/** Something that is no id names no record; who is not let in is told that first. */
async function idIn(call: Call, name: 'id' | 'fileId'): Promise<string> {
  const id = call.params[name] ?? '';
  if (isId(id)) return id;
  await call.read({});
  throw notFound();
}
