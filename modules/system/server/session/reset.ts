import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import { refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { doorMemory } from '#platform/server/db/door-memory.ts';
import type { Door } from '#platform/server/db/door.ts';
import { networkOf } from '#platform/server/network/client-network.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { checkPassword, hashPassword } from '#system/server/people/password.ts';
import { refuseErpPassword } from './erp-password.ts';
import { accountOf } from './guess.ts';

export const wrongResetCode = refusal('E-RESET-CODE', 20045, [
  '验证码错误或已失效',
  '驗證碼錯誤或已失效',
  'The code is wrong or no longer good',
]);

export const resetRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/sys/user/forgot',
    permission: 'public',
    effect: 'idempotent',
    summary: 'Mail a code to whoever has this name; the answer is always the same',
    body: z.object({ username: z.string() }),
    handle: forgot,
  },
  {
    method: 'POST',
    path: '/sys/user/restore',
    permission: 'public',
    effect: 'idempotent',
    summary: 'With the mailed code: set a new password, or only unlock the account',
    handle: restore,
    body: z.object({
      username: z.string(),
      code: z.string(),
      newPassword: z.string().optional(),
      confirmPassword: z.string().optional(),
    }),
  },
];

const mail = {
  subject: ['Qudao 验证码', 'Qudao 驗證碼', 'Qudao: your code'],
  content: [
    '<p>{name}，您好：</p><p>您（或他人）请求重置密码或解锁账号。验证码：<strong>{code}</strong></p>' +
      '<p>15分钟内有效，只能使用一次。若非本人操作，请忽略本邮件，密码不会改变。</p>',
    '<p>{name}，您好：</p><p>您（或他人）請求重設密碼或解鎖帳號。驗證碼：<strong>{code}</strong></p>' +
      '<p>15分鐘內有效，只能使用一次。若非本人操作，請忽略本郵件，密碼不會改變。</p>',
    '<p>Dear {name},</p><p>you, or somebody else, asked to reset your password or unlock your account. The ' +
      'code: <strong>{code}</strong></p><p>It is good for 15 minutes and once. If it was not you, ignore this ' +
      'mail: the password stays as it is.</p>',
  ],
} as const satisfies Readonly<Record<string, Label>>;

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 59 bits, in groups that can be read aloud. */
const newCode = (): string =>
  Array.from(
    { length: 12 },
    (_, i) => (i > 0 && i % 4 === 0 ? '-' : '') + (letters[randomInt(letters.length)] ?? ''),
  ).join('');
const hashOfCode = (username: string, code: string): string =>
  createHash('sha256')
    .update(`${username.toLowerCase()} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
    .digest('hex');

/** Answered before the database is asked: neither the words nor the time tell whether the name exists. */
async function forgot(call: Call): Promise<null> {
  const username = textIn(call.body, 'username').trim();
  if (username !== '' && isUnderLimit(call.door, call.ip)) {
    const code = newCode();
    const content = textOf(mail.content, call.language);
    void call.door
      .gate(
        statement({ askReset: 'nothing' }, 'select sec.ask_reset($1, $2, $3, $4, $5)', [
          username,
          hashOfCode(username, code),
          textOf(mail.subject, call.language),
          fill(content, { code }),
          fill(content, { code: '***' }),
        ]),
      )
      .catch((error: unknown) => {
        call.reply.log.error({ err: error }, 'reset code not mailed');
      });
  }
  return null;
}

/** The costly hash is made only for who has the code. */
async function restore(call: Call): Promise<null> {
  const username = textIn(call.body, 'username').trim();
  const hash = hashOfCode(username, textIn(call.body, 'code'));
  const given = (call.body ?? {}) as Record<string, unknown>;
  const password =
    given['newPassword'] === undefined ? null : checkPassword(given['newPassword'], given['confirmPassword']);
  const [tried] = await call.door.gate(
    statement({ passed: 'boolean' }, 'select sec.try_reset($1, $2) as passed', [username, hash]),
  );
  if (tried?.passed !== true) throw wrongResetCode();
  // Only whoever read the mail learns where the password lies.
  const account = password === null ? undefined : await accountOf(call, username);
  if (account !== undefined) await refuseErpPassword(call, account.userId);
  const [taken] = await call.door.gate(
    statement({ passed: 'boolean' }, 'select sec.take_reset($1, $2, $3, $4, $5) as passed', [
      username,
      hash,
      password === null ? null : await hashPassword(password, networkOf(call.ip)),
      call.ip,
      call.agent,
    ]),
  );
  if (taken?.passed !== true) throw wrongResetCode();
  return null;
}

/** Twenty mails in ten minutes for one address; more are not sent, and the answer stays the same. */
const most = 20;
const askedAt = doorMemory(() => new Map<string, { count: number; until: number }>());
function isUnderLimit(door: Door, ip: string): boolean {
  const asked = askedAt(door);
  const now = Date.now();
  if (asked.size > 10_000) asked.clear();
  const seen = asked.get(ip);
  const entry = seen === undefined || seen.until < now ? { count: 0, until: now + 600_000 } : seen;
  entry.count += 1;
  asked.set(ip, entry);
  return entry.count <= most;
}

const textIn = (body: unknown, key: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' ? value.slice(0, 200).replaceAll('\u0000', '') : '';
};
