import { z } from 'zod';
import { invalidAt, notFound, notPermitted, reasons, refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { command } from '#platform/server/command/command.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { ExchangeAdapter } from '#platform/server/exchange/port.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import {
  enrolmentOf,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  stepOf,
  type Enrolment,
} from '#platform/server/secret/one-time-code.ts';
import { seal, unseal } from '#platform/server/secret/seal.ts';
import { user } from '#system/model/user.ts';
import { refreshGrants } from '#system/server/people/grant.ts';
import { administratorIsLocal } from '#system/server/people/password.ts';
import { refuseMightier } from '#system/server/people/user.ts';
import { accountOf, countFailure } from './guess.ts';
import { isRightPassword } from './proof.ts';

export const codeWanted = refusal('E-CODE-WANTED', 20042, [
  '请输入动态验证码',
  '請輸入動態驗證碼',
  'Enter the code of your authenticator app',
]);
export const wrongCode = refusal('E-CODE', 20043, [
  '动态验证码错误或已使用',
  '動態驗證碼錯誤或已使用',
  'The code is wrong or was used before',
]);
export const wrongConfirmation = refusal('E-CONFIRM', 20044, [
  '密码或动态验证码错误',
  '密碼或動態驗證碼錯誤',
  'Wrong password or code',
]);

/** What a second factor was sealed for; a storage key does not open as one. */
export const totpSecret = 'totp';

const ownRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/user/totp',
    permission: 'session',
    effect: 'none',
    summary: 'Whether the own account has a second factor',
    handle: ownState,
  },
  {
    method: 'POST',
    path: '/sys/user/totp',
    permission: 'session',
    effect: 'command',
    stepUp: true,
    summary: 'Begin to enrol an authenticator app',
    handle: begin,
  },
  {
    method: 'PUT',
    path: '/sys/user/totp',
    permission: 'session',
    effect: 'command',
    stepUp: true,
    summary: 'Finish enrolling with the first code; answers the recovery codes',
    body: z.object({ code: z.string() }),
    handle: settle,
  },
  {
    method: 'DELETE',
    path: '/sys/user/totp',
    permission: 'session',
    effect: 'command',
    stepUp: true,
    summary: 'Give the second factor up',
    handle: drop,
  },
  {
    method: 'PUT',
    path: '/sys/user/totp/reset',
    permission: ['sys:user:update'],
    effect: 'command',
    stepUp: true,
    marks: { 'body[]': user.name },
    summary: 'Take the second factor off users who lost it',
    handle: reset,
  },
  {
    method: 'PUT',
    path: '/sys/user/superAdmin',
    permission: ['sys:user:update'],
    effect: 'command',
    stepUp: true,
    marks: { 'body[]': user.name },
    summary: 'Make users administrators of the tenant, or no longer ({ ids, superAdmin })',
    handle: grantAdministration,
  },
];

/** `adapter` asks the ERP of accounts whose password lies there. */
export const secondFactorRoutes = (adapter: ExchangeAdapter): readonly Route[] => [...ownRoutes, confirmRoute(adapter)];

const confirmRoute = (adapter: ExchangeAdapter): Route => ({
  method: 'POST',
  path: '/sys/user/confirm',
  permission: 'session',
  effect: 'command',
  summary: 'Show again who is there, by password or code; good for five minutes',
  body: z.object({ password: z.string().optional(), code: z.string().optional() }),
  handle: (call) => confirm(adapter, call),
});

async function ownState(call: Call): Promise<{ isOn: boolean; recoveryLeft: number; since: unknown }> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { isOn: 'boolean', recoveryLeft: 'integer', confirmedAt: 'instant?', pending: 'text?' },
      'select * from sec.own_totp()',
    ),
  });
  const [row] = rows;
  return {
    isOn: row?.isOn === true,
    recoveryLeft: row?.recoveryLeft ?? 0,
    since: row?.confirmedAt ?? null,
  };
}

/** Whatever was there stays in force until the first code of the new one was right. */
function begin(call: Call): Promise<Enrolment> {
  return command(unrepeated(call), async (ctx) => {
    const secret = newSecret();
    ctx.later(statement({ beginTotp: 'nothing' }, 'select sec.begin_totp($1)', [seal(secret, totpSecret)]));
    return enrolmentOf(secret, 'Qudao', ctx.identity.username);
  });
}

/** An answer that holds a secret is not kept for a repeated request: it would lie in the database as it is. */
const unrepeated = (call: Call): Call => ({ ...call, idempotencyKey: null });

function settle(call: Call): Promise<{ recoveryCodes: string[] }> {
  const code = textIn(call.body, 'code');
  return command(
    unrepeated(call),
    async (ctx, { rows }) => {
      const pending = rows[0]?.pending;
      const step = typeof pending === 'string' ? stepOf(unseal(pending, totpSecret), code) : null;
      if (step === null)
        throw invalidAt([{ path: 'code', field: ['动态验证码', '動態驗證碼', 'Code'], reason: reasons.format }]);
      const recoveryCodes = newRecoveryCodes();
      ctx.later(
        statement({ settleTotp: 'nothing' }, 'select sec.settle_totp($1, $2)', [
          step,
          recoveryCodes.map((each) => recoveryHash(ctx.identity.userId, each)),
        ]),
      );
      ctx.log({
        noun: user.name,
        recordId: ctx.identity.userId,
        recordCode: ctx.identity.username,
        operation: 'enrolTotp',
      });
      return { recoveryCodes };
    },
    {
      reads: {
        rows: statement(
          { isOn: 'boolean', recoveryLeft: 'integer', confirmedAt: 'instant?', pending: 'text?' },
          'select * from sec.own_totp()',
        ),
      },
    },
  );
}

function drop(call: Call): Promise<null> {
  return command(call, async (ctx) => {
    ctx.later(statement({ dropTotp: 'nothing' }, 'select sec.drop_totp()'));
    ctx.log({
      noun: user.name,
      recordId: ctx.identity.userId,
      recordCode: ctx.identity.username,
      operation: 'dropTotp',
    });
    return null;
  });
}

/**
 * Guessing here counts like guessing at the door. Where there is a second factor the password is not enough: whoever
 * knows it and sits at an open screen could take the second factor off with it.
 */
async function confirm(adapter: ExchangeAdapter, call: Call): Promise<{ until: unknown }> {
  const { identity } = await call.read({});
  const sid = 'sid' in call.caller ? call.caller.sid : '';
  const code = textIn(call.body, 'code');
  const password = textIn(call.body, 'password');
  if (code === '' && password === '') throw wrongConfirmation();
  if (code === '' && (await hasSecondFactor(call, identity.userId))) throw codeWanted();
  const account = await accountOf(call, identity.username);
  const isRight =
    account?.isLocked !== true &&
    (code === ''
      ? await isRightPassword(adapter, call, { username: identity.username, password, account })
      : await isRightCode(call, identity.userId, code));
  if (!isRight) {
    await countFailure(call, identity.username, 'confirm');
    throw wrongConfirmation();
  }
  const [row] = await call.door.gate(statement({ until: 'instant' }, 'select sec.confirm_session($1) as until', [sid]));
  return { until: row?.until };
}

/**
 * A code of the app, or one of the recovery codes; either counts once. False also when the user has no second factor.
 */
export async function isRightCode(call: Call, userId: unknown, code: string): Promise<boolean> {
  const [row] = await call.door.gate(statement({ secret: 'text?' }, 'select * from sec.totp_of($1)', [userId]));
  if (typeof row?.secret !== 'string') return false;
  const step = stepOf(unseal(row.secret, totpSecret), code.trim());
  const [taken] =
    step === null
      ? await call.door.gate(
          statement({ passed: 'boolean' }, 'select sec.totp_recover($1, $2) as passed', [
            userId,
            recoveryHash(String(userId), code),
          ]),
        )
      : await call.door.gate(
          statement({ passed: 'boolean' }, 'select sec.totp_take($1, $2) as passed', [userId, step]),
        );
  return taken?.passed === true;
}

export async function hasSecondFactor(call: Call, userId: unknown): Promise<boolean> {
  return (
    (await call.door.gate(statement({ has: 'integer' }, 'select 1 as has from sec.totp_of($1)', [userId]))).length > 0
  );
}

function reset(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { rows }) => {
      if (rows.length !== ids.length) throw notFound();
      await refuseMightier(ctx, rows);
      ctx.later(statement({ resetTotp: 'nothing' }, 'select sec.reset_totp($1::uuid[])', [ids]));
      for (const row of rows)
        ctx.log({
          noun: user.name,
          recordId: row.id,
          recordCode: row.username,
          operation: 'resetTotp',
        });
      return null;
    },
    { reads: { rows: recordsBy(user, 'id', ids) } },
  );
}

/** An administrator alone makes administrators, and nobody makes or unmakes himself: there is always one left. */
function grantAdministration(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  const superAdmin = textIn(call.body, 'superAdmin');
  return command(
    call,
    async (ctx, { rows }) => {
      if (rows.length !== ids.length) throw notFound();
      if (superAdmin !== '0' && superAdmin !== '1')
        throw invalidAt([{ path: 'superAdmin', field: user.fields.superAdmin.label, reason: reasons.notChosen }]);
      if (
        !ctx.identity.superAdmin ||
        ids.includes(ctx.identity.userId) ||
        (superAdmin === '1' && rows.some((row) => row.accountType !== '0' || row.accountRank === '1'))
      )
        throw notPermitted();
      if (superAdmin === '1' && rows.some((row) => row.verifyType === '1')) throw administratorIsLocal();
      ctx.later({
        text: `
          update app.sys_user
          set super_admin = $2, row_version = row_version + 1, updater_name = $3, update_date = now()
          where id = any($1::uuid[])`,
        values: [ids, superAdmin, ctx.identity.realName],
      });
      for (const row of rows)
        ctx.log({
          noun: user.name,
          recordId: row.id,
          recordCode: row.username,
          operation: superAdmin === '1' ? 'grantAdmin' : 'revokeAdmin',
          changes: { superAdmin: [row.superAdmin, superAdmin] },
        });
      refreshGrants(ctx);
      return null;
    },
    { reads: { rows: recordsBy(user, 'id', ids) } },
  );
}

const textIn = (body: unknown, key: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' ? value.slice(0, 200).replaceAll('\u0000', '') : '';
};
