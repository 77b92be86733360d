import { invalidAt, notFound, notPermitted, reasons } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { sysMessage } from '#system/model/message.ts';
import { announceUnread } from './unread.ts';

export interface MessageOrder {
  /** Users of this tenant; who is none of them or disabled gets nothing. */
  readonly to: readonly string[];
  /** Values of the dictionaries message_title and message_type. */
  readonly title: string;
  readonly type: string;
  readonly content: string;
  /** The page and the record that a click opens: { routeName: 'channelsale-order', businessKey: id }. */
  readonly routeName?: string;
  readonly businessKey?: string;
}

/** Tells users of this tenant something inside the product, in the transaction of whatever it is about. */
export function sendMessage(ctx: Command, { to, title, type, content, routeName, businessKey }: MessageOrder): void {
  if (to.length === 0) return;
  ctx.later({
    text: `
      insert into app.sys_message (
        id, title, type, content, receiver_id, sender_name, send_date, business_key, route_name, creator_id,
        creator_name
      )
      select x.id, $3, $4, $5, u.id, $6, now(), $7, $8, $9, $6
      from unnest($1::uuid[], $2::uuid[]) x(id, user_id)
      join app.sys_user u on u.id = x.user_id and u.status = '1'`,
    values: [
      to.map(() => newId()),
      to,
      title,
      type,
      content.slice(0, sysMessage.fields.content.max),
      ctx.identity.realName,
      businessKey ?? null,
      routeName ?? null,
      ctx.identity.userId,
    ],
  });
  announceUnread(ctx, to);
}

export const messageService = serveEntity(sysMessage, {
  beforeSave(ctx, next) {
    if (next.receiverId === null)
      throw invalidAt([{ path: 'receiverId', field: sysMessage.fields.receiverId.label, reason: reasons.required }]);
    return {
      ...next,
      senderName: ctx.identity.realName,
      sendDate: new Date().toISOString(),
      readStatus: '0' as const,
      readDate: null,
    };
  },
  afterSave(ctx, { receiverId }) {
    if (receiverId !== null) announceUnread(ctx, [receiverId]);
  },
  afterDelete(ctx, rows) {
    announceUnread(
      ctx,
      rows.flatMap(({ receiverId, readStatus }) => (receiverId === null || readStatus === '1' ? [] : [receiverId])),
    );
  },
  verbs: {
    read(ctx, rows) {
      // Nobody reads what was written to another.
      if (rows.some(({ receiverId }) => receiverId !== ctx.identity.userId)) throw notPermitted();
      announceUnread(ctx, [ctx.identity.userId]);
      return { readStatus: '1' as const, readDate: new Date().toISOString() };
    },
  },
});

/** From the bell, by whoever received it: all, or one by its id. */
function readMine(call: Call): Promise<null> {
  const id = call.params['id'];
  if (id !== undefined && !isId(id)) throw notFound();
  return command(call, async (ctx) => {
    const read = await ctx.rows(
      statement(
        { id: 'uuid' },
        `
          update app.sys_message m
          set read_status = '1', read_date = coalesce(m.read_date, now())
          where m.receiver_id = (select sec.user_id()) and ${id === undefined ? `m.read_status = '0'` : 'm.id = $1'}
          returning m.id`,
        id === undefined ? [] : [id],
      ),
    );
    if (id !== undefined && read.length === 0) throw notFound();
    for (const row of read) ctx.log({ noun: sysMessage.name, recordId: row.id, recordCode: '', operation: 'read' });
    announceUnread(ctx, [ctx.identity.userId]);
    return null;
  });
}

export const messageRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: `${sysMessage.path}/mine/read`,
    permission: 'session',
    effect: 'command',
    summary: 'Message: all of the own are read',
    handle: readMine,
  },
  {
    method: 'PUT',
    path: `${sysMessage.path}/mine/read/:id`,
    permission: 'session',
    effect: 'command',
    marks: { 'params.id': sysMessage.name },
    summary: 'Message: one of the own is read',
    handle: readMine,
  },
];
