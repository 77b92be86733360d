import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { mine } from './notice-reader.ts';

/** More than this is told as this and a plus. */
const mostCounted = 99;
const newestShown = 6;

/** Open pages of this person, or of everybody in the tenant, ask again how much they have not read. */
export function announceUnread(ctx: Command, userIds: readonly string[] | '*'): void {
  // Beyond a handful one word to all costs less than a word to each.
  const whom = userIds === '*' || userIds.length > 50 ? ['*'] : userIds;
  ctx.later(
    statement(
      { pgNotify: 'nothing' },
      `select pg_notify('qudao', 'unread ' || $1 || ' ' || x.whom) from unnest($2::text[]) x(whom)`,
      [ctx.identity.tenantCode, whom],
    ),
  );
}

/** Everything the bell shows, in one answer. */
const counts = statement(
  { notices: 'integer', messages: 'integer' },
  `
    select (
      select count(*)::integer
      from (select 1 from ${mine} and r.read_date is null limit ${mostCounted + 1}) x
    ) as notices,
      (
        select count(*)::integer
        from (
          select 1
          from app.sys_message m
          where m.receiver_id = (select sec.user_id()) and m.read_status = '0'
          limit ${mostCounted + 1}
        ) x
      ) as messages`,
);
const newestNotices = statement(
  { id: 'uuid', title: 'text', type: 'text', senderName: 'text?', date: 'instant?' },
  `
    select n.id, n.title, n.type, n.sender_name, n.sender_date as date
    from ${mine} and r.read_date is null
    order by n.sender_date desc, n.id desc
    limit ${newestShown}`,
);
const newestMessages = statement(
  {
    id: 'uuid',
    title: 'text',
    content: 'text',
    senderName: 'text?',
    date: 'instant?',
    routeName: 'text?',
    businessKey: 'text?',
  },
  `
    select m.id, m.title, m.content, m.sender_name, m.send_date as date, m.route_name, m.business_key
    from app.sys_message m
    where m.receiver_id = (select sec.user_id()) and m.read_status = '0'
    order by m.create_date desc, m.id desc
    limit ${newestShown}`,
);

async function unread(call: Call): Promise<unknown> {
  const {
    rows: {
      counted: [counted],
      notices,
      messages,
    },
  } = await call.read({ counted: counts, notices: newestNotices, messages: newestMessages });
  return {
    notices: counted?.notices ?? 0,
    messages: counted?.messages ?? 0,
    newestNotices: notices,
    newestMessages: messages,
  };
}

export const unreadRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/unread',
    permission: 'session',
    effect: 'none',
    summary: 'What whoever is logged in has not read: counts and the newest',
    handle: unread,
  },
];
