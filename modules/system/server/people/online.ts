import { notFound } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { askedOf, containing, scopeOf } from '#platform/server/list/filter.ts';
import { idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { user } from '#system/model/user.ts';
import { refuseMightier } from './user.ts';

const page = {
  permission: ['sys:user:view'],
  effect: 'none',
  path: '/sys/user/session/page',
  summary: 'Who is logged in: where from, since when, last seen (?username=&userIds=)',
  handle: onlinePage,
} as const;

export const onlineRoutes: readonly Route[] = [
  { method: 'GET', ...page },
  { method: 'POST', ...page },
  {
    method: 'PUT',
    path: '/sys/user/session/end',
    permission: ['sys:user:disable'],
    effect: 'command',
    summary: 'Throw sessions out ({ ids } of the list)',
    handle: endSessions,
  },
];

/** Inside what the caller may see of users: the session of a user he cannot see is not told. */
async function onlinePage(call: Call): Promise<{ list: readonly Row[]; total: number }> {
  const asked = askedOf(call);
  const text = (key: string): string =>
    typeof asked[key] === 'string' ? asked[key].trim().slice(0, 100).replaceAll('\u0000', '') : '';
  const number = (key: string, fallback: number, most: number): number => {
    const value = asked[key];
    return (typeof value === 'string' || typeof value === 'number') && /^[1-9]\d{0,4}$/.test(`${value}`)
      ? Math.min(Number.parseInt(`${value}`, 10), most)
      : fallback;
  };
  const limit = number('limit', 20, 500);
  const users = text('userIds')
    .split(',')
    .filter((id) => /^[0-9a-f-]{36}$/i.test(id));
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      {
        id: 'text',
        userId: 'uuid',
        username: 'text',
        realName: 'text',
        ip: 'text?',
        userAgent: 'text?',
        createdAt: 'instant',
        seenAt: 'instant',
        isOwn: 'boolean',
        total: 'integer',
      },
      `
        select s.*, count(*) over ()::integer as total
        from sec.open_sessions($1::uuid[]) s
        where (s.username like $2 or s.real_name like $2)
          and s.user_id in (select t.id from app.sys_user t where ${scopeOf(user, null).join(' and ')})
        order by s.seen_at desc, s.id
        limit $3 offset $4`,
      [users.length === 0 ? null : users, containing(text('username')), limit, (number('page', 1, 10_000) - 1) * limit],
    ),
  });
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

function endSessions(call: Call): Promise<{ count: number }> {
  const ids = [...new Set(idsIn(call.body))].filter((id) => /^[0-9a-f]{64}$/.test(id)).slice(0, 500);
  return command(call, async (ctx) => {
    if (ids.length === 0) throw notFound();
    const people = await ctx.rows(
      statement(
        { userId: 'uuid' },
        'select distinct s.user_id from sec.open_sessions(null) s where s.id = any($1::text[])',
        [ids],
      ),
    );
    const userIds = people.map((row) => row.userId);
    const rows = userIds.length === 0 ? [] : await ctx.rows(recordsBy(user, 'id', userIds));
    if (rows.length === 0 || rows.length !== userIds.length) throw notFound();
    await refuseMightier(ctx, rows);
    ctx.later(statement({ userId: 'uuid', username: 'text' }, 'select * from sec.end_sessions($1::text[])', [ids]));
    for (const row of rows)
      ctx.log({
        noun: user.name,
        recordId: row.id,
        recordCode: row.username,
        operation: 'forceLogout',
      });
    return { count: ids.length };
  });
}
