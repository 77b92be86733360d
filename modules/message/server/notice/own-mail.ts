import { z } from 'zod';
import { mailKinds, type MailKind } from '#message/model/mail-kind.ts';
import { textOf } from '#platform/model/label.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';

const path = '/sys/user/mail';
const kinds = Object.keys(mailKinds) as [MailKind, ...MailKind[]];
const wish = z.strictObject({ kind: z.enum(kinds), isWanted: z.boolean() });

/** What comes to oneself by mail: everybody decides it for himself, and for nobody else. */
export const ownMailRoutes: readonly Route[] = [
  {
    method: 'GET',
    path,
    permission: 'session',
    effect: 'none',
    summary: 'Where mail reaches the session user, and which kinds he wants',
    handle: readWishes,
  },
  {
    method: 'PUT',
    path,
    permission: 'session',
    effect: 'idempotent',
    body: wish,
    summary: 'Whether the session user wants mails of a kind',
    handle: keepWish,
  },
];

interface OwnMail {
  readonly email: string | null;
  readonly kinds: readonly { readonly kind: MailKind; readonly label: string; readonly isWanted: boolean }[];
}

async function readWishes(call: Call): Promise<OwnMail> {
  const {
    rows: { users, unwanted },
  } = await call.read({
    users: statement({ email: 'text?' }, 'select u.email from app.sys_user u where u.id = sec.user_id()'),
    unwanted: statement(
      { kind: 'text' },
      'select w.kind from app.message_mail_unwanted w where w.user_id = sec.user_id()',
    ),
  });
  const off = new Set(unwanted.map(({ kind }) => kind));
  return {
    email: users[0]?.email || null,
    kinds: kinds.map((kind) => ({ kind, label: textOf(mailKinds[kind], call.language), isWanted: !off.has(kind) })),
  };
}

async function keepWish(call: Call): Promise<null> {
  const given = wish.safeParse(call.body);
  if (!given.success) {
    await call.read({});
    const place = String(given.error.issues[0]?.path[0] ?? 'kind');
    throw invalidAt([{ path: place, field: ['邮件提醒', '郵件提醒', 'Mail notices'], reason: reasons.format }]);
  }
  const { kind, isWanted } = given.data;
  await call.each([
    isWanted
      ? { text: 'delete from app.message_mail_unwanted where user_id = sec.user_id() and kind = $1', values: [kind] }
      : {
          text: 'insert into app.message_mail_unwanted (kind) values ($1) on conflict do nothing',
          values: [kind],
        },
  ]);
  return null;
}
