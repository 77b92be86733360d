import { z } from 'zod';
import type { Document } from '#platform/model/document.ts';
import { textOf } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, notPermitted, reasons } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { heldRight } from '#platform/server/db/rights.ts';
import { statement } from '#platform/server/db/statement.ts';
import { headsOf } from '#platform/server/document/read.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import {
  minutesToTakeBack,
  mostLetters,
  mostMentions,
  type AsideCounts,
  type Comment,
  type Mentioned,
  type Reader,
} from '#message/model/comment.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { mailTo } from './mention-mail.ts';
import { readersOf } from './readers.ts';

const path = '/message/comment';
const text = z
  .string()
  .trim()
  .min(1)
  .max(mostLetters)
  .regex(/^[^\u0000]*$/);
const said = z.strictObject({
  noun: z.string().max(100),
  id: z.string().max(36),
  content: text,
  lineNo: z.int().min(1).max(100_000).nullish(),
  quote: text.max(200).nullish(),
  mentions: z.array(z.uuid()).max(mostMentions).default([]),
});
const contentLabel = ['内容', '內容', 'Content'] as const;
const asked = z.object({ noun: z.string().max(100), id: z.string().max(36) });

/**
 * What the people of a house say to each other about a document: read and written by whoever may read that document.
 * Accounts of customers and suppliers neither read nor write: what is said about them is not for them.
 */
export function commentRoutes(models: readonly Module[]): readonly Route[] {
  const documents = new Map(models.flatMap((module) => module.documents).map((each) => [each.name, each]));
  const read = (answer: (call: Call, document: Document, id: string) => Promise<unknown>) => async (call: Call) =>
    answer(call, ...(await whichIn(documents, call, call.query)));
  const of = (summary: string) => ({
    permission: 'session' as const,
    effect: 'none' as const,
    query: asked,
    summary: `Comments: ${summary} (?noun=&id=); needs the :view of the document`,
  });
  return [
    { method: 'GET', path, ...of('on a document, oldest first'), handle: read(listComments) },
    { method: 'GET', path: `${path}/people`, ...of('who may be mentioned'), handle: read(listReaders) },
    { method: 'GET', path: `${path}/counts`, ...of('how many, with files and changes'), handle: read(countAside) },
    {
      method: 'POST',
      path,
      permission: 'session',
      effect: 'command',
      body: said,
      summary: 'Comments: say something about a document; whoever is mentioned hears of it',
      handle: (call) => sayOn(documents, call),
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      permission: 'session',
      effect: 'command',
      marks: { 'params.id': 'order:order' },
      summary: 'Comments: take back what one said a moment ago',
      handle: takeBack,
    },
  ];
}

/** What names no document is not found; who is not let in is told that first. */
async function whichIn(
  documents: ReadonlyMap<string, Document>,
  call: Call,
  { noun, id }: { readonly noun?: string; readonly id?: string },
): Promise<readonly [Document, string]> {
  const document = documents.get(noun ?? '');
  if (document !== undefined && isId(id ?? '')) return [document, id ?? ''];
  await call.read({});
  throw notFound();
}

/** The document is read along, inside what the reader may see: the permission alone would open those of others. */
const accessTo = (document: Document, id: string) => ({
  held: heldRight(permissionOf(document, 'view')),
  heads: headsOf(document, [id], false),
});

interface Access {
  readonly held: readonly unknown[];
  readonly heads: readonly { readonly code: string }[];
}
function admitted(
  { accountType }: { readonly accountType: string },
  { held, heads }: Access,
): { readonly code: string } {
  if (held.length === 0 || accountType === '1' || accountType === '2') throw notPermitted();
  if (heads[0] === undefined) throw notFound();
  return heads[0];
}

const mostShown = 200;
const commentsOn = (document: Document, id: string) =>
  statement(
    {
      id: 'uuid',
      authorId: 'uuid',
      authorName: 'text',
      content: 'text',
      lineNo: 'integer?',
      quote: 'text?',
      mentions: 'json',
      createDate: 'instant',
      isRemovable: 'boolean',
    },
    `
      select x.*
      from (
        select c.id, c.author_id, c.author_name, c.content, c.line_no, c.quote, c.mentions, c.create_date,
          c.author_id = (select sec.user_id())
            and c.create_date > now() - interval '${minutesToTakeBack} minutes' as is_removable
        from app.message_comment c
        where c.record_id = $1 and c.noun = $2
        order by c.create_date desc, c.id desc
        limit ${mostShown}
      ) x
      order by x.create_date, x.id`,
    [id, document.name],
  );

async function listComments(call: Call, document: Document, id: string): Promise<readonly Comment[]> {
  const { identity, rows } = await call.read({ ...accessTo(document, id), comments: commentsOn(document, id) });
  admitted(identity, rows);
  return rows.comments.map((each) => ({ ...each, mentions: each.mentions as readonly Mentioned[] }));
}

async function listReaders(call: Call, document: Document, id: string): Promise<readonly Reader[]> {
  const { identity, rows } = await call.read({ ...accessTo(document, id), readers: readersOf(document, id) });
  admitted(identity, rows);
  return rows.readers.map(({ id: user, name, about, search }) => ({ id: user, name, about, search: search ?? '' }));
}

const countsOf = (document: Document, id: string) =>
  statement(
    { talk: 'integer', files: 'integer', changes: 'integer' },
    `
      select (
        select count(*)
        from (select 1 from app.message_comment c where c.record_id = $1 and c.noun = $2 limit ${mostShown}) x
      ) as talk,
        (select count(*) from app.sys_file_link l where l.noun = $2 and l.record_id = $1 and l.field = '') as files,
        (
          select count(*)
          from (select 1 from app.sys_operationlog o where o.record_id = $1 and o.noun = $2 limit ${mostShown}) x
        ) as changes`,
    [id, document.name],
  );

async function countAside(call: Call, document: Document, id: string): Promise<AsideCounts> {
  const { identity, rows } = await call.read({ ...accessTo(document, id), counts: countsOf(document, id) });
  admitted(identity, rows);
  return rows.counts[0] ?? { talk: 0, files: 0, changes: 0 };
}

async function sayOn(documents: ReadonlyMap<string, Document>, call: Call): Promise<{ readonly id: string }> {
  const body = said.safeParse(call.body);
  if (!body.success) {
    await call.read({});
    const path = String(body.error.issues[0]?.path[0] ?? 'content');
    throw invalidAt([{ path, field: contentLabel, reason: reasons.format }]);
  }
  const { noun, id, content, lineNo, quote, mentions } = body.data;
  const [document] = await whichIn(documents, call, { noun, id });
  return command(
    call,
    async (ctx, rows) => {
      const { code } = admitted(ctx.identity, rows);
      const called = rows.readers.filter((reader) => mentions.includes(reader.id));
      // A name that stands in the text of somebody who may not read the document would promise what does not happen.
      if (called.length < new Set(mentions).size)
        throw invalidAt([{ path: 'mentions', field: ['提到的人', '提到的人', 'Mentioned'], reason: reasons.unknown }]);
      const comment = newId();
      ctx.later({
        text: `
          insert into app.message_comment (id, noun, record_id, author_name, content, line_no, quote, mentions)
          values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`,
        values: [
          comment,
          noun,
          id,
          ctx.identity.realName,
          content,
          lineNo ?? null,
          quote ?? null,
          JSON.stringify(called.map((reader) => ({ id: reader.id, name: reader.name }))),
        ],
      });
      const others = called.filter((reader) => reader.id !== ctx.identity.userId);
      const what = `${textOf(document.label, ctx.language)} ${code}`;
      sendMessage(ctx, {
        to: others.map((reader) => reader.id),
        title: 'mentioned',
        type: '2',
        content: `${what} · ${content}`,
        routeName: document.screen.url.replaceAll('/', '-'),
        businessKey: id,
      });
      await mailTo(ctx, others, { what, content });
      ctx.log({ noun, recordId: id, recordCode: code, operation: 'comment' });
      return { id: comment };
    },
    { reads: { ...accessTo(document, id), readers: readersOf(document, id) } },
  );
}

/** Taken back it is gone; that something was said, and by whom, the log of the document keeps. */
async function takeBack(call: Call): Promise<null> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) {
    await call.read({});
    throw notFound();
  }
  return command(call, async (ctx) => {
    const [gone] = await ctx.rows(
      statement(
        { noun: 'text', recordId: 'uuid' },
        `
          delete from app.message_comment c
          where c.id = $1
            and c.author_id = (select sec.user_id())
            and c.create_date > now() - interval '${minutesToTakeBack} minutes'
          returning c.noun, c.record_id`,
        [id],
      ),
    );
    if (gone === undefined) throw notFound();
    ctx.log({ noun: gone.noun, recordId: gone.recordId, recordCode: '', operation: 'uncomment' });
    return null;
  });
}
