import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { refusal } from '#platform/model/refusal.ts';
import { hashOf } from '#platform/server/http/app.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import type { ExchangeAdapter } from '#platform/server/exchange/port.ts';
import { networkOf } from '#platform/server/network/client-network.ts';
import { makeCaptcha } from './captcha.ts';
import { accountOf, countFailure, countStranger, guessLimit, strangerOf } from './guess.ts';
import { checkPassword, hashPassword, samePassword, verifyPassword } from '#system/server/people/password.ts';
import { paramsOf } from '#system/server/setting/param.ts';
import { refuseErpPassword } from './erp-password.ts';
import { isRightPassword } from './proof.ts';
import { codeWanted, hasSecondFactor, isRightCode, wrongCode } from './second-factor.ts';

export const wrongLogin = refusal('E-LOGIN', 10004, [
  '用户名或密码错误',
  '使用者名稱或密碼錯誤',
  'Wrong username or password',
]);
export const accountResting = refusal('E-LOCKED', 10005, [
  '账号已停用或锁定，请稍后再试',
  '帳號已停用或鎖定，請稍後再試',
  'The account is disabled or locked, try later',
]);
export const wrongCaptcha = refusal('E-CAPTCHA', 10007, ['验证码错误', '驗證碼錯誤', 'Wrong captcha']);

/** Failures after which a picture is asked for, when SYS001 is '1'. */
const captchaAfter = 3;

const ownRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/captcha',
    permission: 'public',
    effect: 'none',
    summary: 'Captcha picture',
    handle: sendCaptcha,
  },
  {
    method: 'POST',
    path: '/logout',
    permission: 'session',
    isForNarrow: true,
    effect: 'command',
    summary: 'Log out',
    handle: logOut,
  },
  {
    method: 'GET',
    path: '/sys/user/info',
    permission: 'session',
    isForNarrow: true,
    effect: 'none',
    summary: 'The session user',
    handle: sessionUser,
  },
  {
    method: 'GET',
    path: '/sys/menu/permissions',
    permission: 'session',
    effect: 'none',
    summary: 'Permissions of the session user',
    handle: permissions,
  },
  {
    method: 'PUT',
    path: '/sys/user/password',
    permission: 'session',
    isForNarrow: true,
    effect: 'command',
    summary: 'Change the own password',
    handle: changePassword,
  },
  {
    method: 'POST',
    path: '/sys/user/switchTenant',
    permission: 'session',
    effect: 'command',
    summary: 'Go on in another tenant',
    handle: switchTenant,
  },
  {
    method: 'POST',
    path: '/sys/ticket',
    permission: 'session',
    effect: 'command',
    summary: 'A ticket for one path, 60 s',
    handle: issueTicket,
  },
];

/** `adapter` asks the ERP of accounts whose password lies there. */
export const sessionRoutes = (adapter: ExchangeAdapter): readonly Route[] => [...ownRoutes, logInRoute(adapter)];

const logInRoute = (adapter: ExchangeAdapter): Route => ({
  method: 'POST',
  path: '/login',
  permission: 'public',
  effect: 'idempotent',
  summary: 'Log in',
  handle: (call) => logIn(adapter, call),
  body: z.object({
    username: z.string(),
    password: z.string(),
    captcha: z.string().optional(),
    uuid: z.string().optional(),
    tenantCode: z.string().optional(),
    code: z.string().optional(),
  }),
});

async function sendCaptcha(call: Call): Promise<typeof sent> {
  const uuid = call.query['uuid'] ?? '';
  const { answer, png } = makeCaptcha();
  if (/^[\w-]{8,64}$/.test(uuid))
    await call.door.gate(statement({ putCaptcha: 'nothing' }, 'select sec.put_captcha($1, $2)', [uuid, answer]));
  await call.reply.header('content-type', 'image/png').header('cache-control', 'no-store').send(png);
  return sent;
}

async function logIn(adapter: ExchangeAdapter, call: Call): Promise<unknown> {
  const given = (typeof call.body === 'object' && call.body !== null ? call.body : {}) as Record<string, unknown>;
  const text = (key: string): string =>
    typeof given[key] === 'string' ? given[key].slice(0, 200).replaceAll('\u0000', '') : '';
  const username = text('username').trim();
  const rules = await paramsOf(call.door, ['SYS001', 'SYS003']);
  const found = await accountOf(call, username);
  const failures = found?.failedCount ?? strangerOf(call, username);
  // Asked before the costly hash: whoever must rest takes no turn from those who log in.
  if (found?.isLocked ?? failures >= (await guessLimit(call))) {
    await countFailure(call, username, 'locked');
    throw accountResting();
  }
  if (rules.SYS001 !== '0' && failures >= captchaAfter) {
    const [taken] = await call.door.gate(
      statement({ passed: 'boolean' }, 'select sec.take_captcha($1, $2) as passed', [text('uuid'), text('captcha')]),
    );
    if (taken?.passed !== true) throw wrongCaptcha();
  }
  const isRight = await isRightPassword(adapter, call, { username, password: text('password'), account: found });
  if (found === undefined || !isRight) {
    const isLocked = await countFailure(call, username, 'password');
    // A name nobody has "rests" like a real one: otherwise five tries would tell which names exist.
    throw isLocked || (found === undefined && countStranger(call, username) >= (await guessLimit(call)))
      ? accountResting()
      : wrongLogin();
  }
  if (found.isActive !== true) {
    await countFailure(call, username, 'disabled');
    throw accountResting();
  }
  if (await hasSecondFactor(call, found.userId)) {
    if (text('code') === '') throw codeWanted();
    if (!(await isRightCode(call, found.userId, text('code'))))
      throw (await countFailure(call, username, 'code')) ? accountResting() : wrongCode();
  }
  const tenant = text('tenantCode') === '' ? null : text('tenantCode');
  return openSession(call, { userId: found.userId, tenant, minutes: positive(rules.SYS003, 720) });
}

async function openSession(
  call: Call,
  { userId, tenant, minutes }: { readonly userId: unknown; readonly tenant: string | null; readonly minutes: number },
): Promise<unknown> {
  const token = randomBytes(32).toString('base64url');
  const [opened] = await call.door.gate(
    statement(
      { tenantCode: 'text', expiresAt: 'instant', mustChange: 'boolean' },
      'select * from sec.login_open($1, $2, $3, $4, $5, $6, $7)',
      [userId, tenant, hashOf(token), minutes, call.ip, call.agent, networkOf(call.ip)],
    ),
  );
  setCookies(call, token, opened?.tenantCode ?? '');
  return {
    token,
    expire: opened?.expiresAt,
    tenantCode: opened?.tenantCode,
    mustChange: opened?.mustChange,
  };
}

/** The cookies only keep what the browser sends as headers; alone they authorise nothing. */
function setCookies(call: Call, token: string, tenantCode: string): void {
  const rest = `Path=/; SameSite=Lax${call.isByTls ? '; Secure' : ''}`;
  void call.reply.header('set-cookie', [
    `token=${token}; ${rest}`,
    `tenant_code=${encodeURIComponent(tenantCode)}; ${rest}`,
  ]);
}

/** Whoever signs out closes his tabs; whoever is thrown out finds them again. Drafts stay in both cases. */
async function logOut(call: Call): Promise<null> {
  await call.each([{ text: `delete from app.sys_setting where key = 'tabs'`, values: [] }]);
  if ('sid' in call.caller)
    await call.door.gate(statement({ logout: 'nothing' }, 'select sec.logout($1, $2)', [call.caller.sid, 'logout']));
  return null;
}

async function sessionUser(call: Call): Promise<Row> {
  const {
    identity,
    rows: { tenants, organizations, own },
  } = await call.read({
    tenants: statement(
      { tenantName: 'text', superTenant: 'text', sysTenant: 'text' },
      `
        select tenant_name, super_tenant, sys_tenant
        from app.tenant_tenant
        where tenant_code = (select sec.tenant())`,
    ),
    organizations: statement(
      { id: 'uuid', code: 'text', name: 'text' },
      `
        select id, code, name
        from app.sys_organization o
        where (select sec.organizations()) is null or o.code = any((select sec.organizations())::text[])
        order by code`,
    ),
    own: statement(
      { headUrl: 'text?', organizeId: 'uuid?', organizeName: 'text?' },
      `
        select u.head_url, o.id as organize_id, o.name as organize_name
        from app.sys_user u
        left join app.sys_organization o on o.tenant_code = u.tenant_code and o.code = u.organize_code
        where u.id = (select sec.user_id())`,
    ),
  });
  return {
    id: identity.userId,
    name: identity.username,
    realName: identity.realName,
    superAdmin: identity.superAdmin ? '1' : '0',
    superTenant: tenants[0]?.superTenant ?? '0',
    sysTenant: tenants[0]?.sysTenant ?? '0',
    tenantCode: identity.tenantCode,
    tenantName: tenants[0]?.tenantName ?? '',
    zone: identity.zone,
    accountType: identity.accountType,
    organizeId: own[0]?.organizeId ?? null,
    organizeCode: identity.organizeCode,
    organizeName: own[0]?.organizeName ?? null,
    organizationBOList: organizations,
    headUrl: own[0]?.headUrl ?? null,
  };
}

async function permissions(call: Call): Promise<string[]> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement({ permission: 'text' }, 'select sec.my_permissions() as permission order by 1'),
  });
  return rows.map((row) => row.permission);
}

async function changePassword(call: Call): Promise<null> {
  const given = (call.body ?? {}) as Record<string, unknown>;
  const { sid, username, userId } = await ownSession(call);
  await refuseErpPassword(call, userId);
  const next = checkPassword(given['newPassword'], given['confirmPassword']);
  if (next === given['password']) throw samePassword();
  if ((await accountOf(call, username))?.isLocked === true) throw accountResting();
  const [account] = await call.door.gate(
    statement({ userId: 'uuid', passwordHash: 'text' }, 'select * from sec.password_of($1)', [sid]),
  );
  const password = typeof given['password'] === 'string' ? given['password'] : '';
  if (!(await verifyPassword(password, String(account?.passwordHash), networkOf(call.ip)))) {
    await countFailure(call, username, 'change');
    throw wrongLogin();
  }
  const hash = await hashPassword(next, networkOf(call.ip));
  await call.door.gate(statement({ changePassword: 'nothing' }, 'select sec.change_password($1, $2)', [sid, hash]));
  return null;
}

async function switchTenant(call: Call): Promise<unknown> {
  const tenantCode = (call.body as { tenantCode?: unknown } | null)?.tenantCode;
  const { sid } = await ownSession(call);
  const token = randomBytes(32).toString('base64url');
  const [opened] = await call.door.gate(
    statement({ tenantCode: 'text', expiresAt: 'instant' }, 'select * from sec.switch_tenant($1, $2, $3)', [
      sid,
      hashOf(token),
      typeof tenantCode === 'string' ? tenantCode : '',
    ]),
  );
  setCookies(call, token, opened?.tenantCode ?? '');
  return { token, tenantCode: opened?.tenantCode, expire: opened?.expiresAt };
}

/**
 * Bound to this session and one path. Images may be asked for again during five minutes; an upload is let in first and
 * kept when it has arrived.
 */
async function issueTicket(call: Call): Promise<{ ticket: string }> {
  const path = (call.body as { path?: unknown } | null)?.path;
  const { image, upload } = (call.body ?? {}) as { image?: unknown; upload?: unknown };
  const isLong = image === true || upload === true;
  const ticket = `t.${randomBytes(24).toString('base64url')}`;
  const sid = 'sid' in call.caller ? call.caller.sid : '';
  await call.each([
    statement({ issueTicket: 'nothing' }, 'select sec.issue_ticket($1, $2, $3, $4, $5)', [
      sid,
      hashOf(ticket),
      typeof path === 'string' ? path.slice(0, 300) : '',
      isLong ? 300 : 60,
      isLong,
    ]),
  ]);
  return { ticket };
}

async function ownSession(call: Call): Promise<{ sid: string; username: string; userId: string }> {
  const { identity } = await call.read({});
  return { sid: 'sid' in call.caller ? call.caller.sid : '', username: identity.username, userId: identity.userId };
}

const positive = (text: string | undefined, fallback: number): number =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number.parseInt(text, 10) : fallback;
