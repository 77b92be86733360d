import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { refusal } from '#platform/model/refusal.ts';
import { isCommonPassword } from './common-password.ts';

/** argon2id with 19 MiB, 2 passes, 1 lane. The figures are kept beside the hash, so they may grow later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const maxRunning = 2;
/** In line from one network, and from all of them. */
const maxWaiting = { ofOne: 20, ofAll: 120 };

export const tooManyLogins = refusal('E-LOGIN-BUSY', 429, [
  '登录请求过多，请稍后再试',
  '登入請求過多，請稍後再試',
  'Too many sign-ins, try again shortly',
]);

export async function hashPassword(password: string, network = ''): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inTurn(network, () => derive(password, salt, cost));
  const [saltText, tagText] = [salt.toString('base64'), tag.toString('base64')];
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${saltText}$${tagText}`;
}

/** Takes as long for a name nobody has as for a wrong password: the caller passes a hash made of rubbish then. */
export async function verifyPassword(password: string, stored: string, network = ''): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (match === null) return false;
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const actual = await inTurn(network, () =>
    derive(password, Buffer.from(salt, 'base64'), {
      memory: Number.parseInt(memory, 10),
      passes: Number.parseInt(passes, 10),
      parallelism: Number.parseInt(parallelism, 10),
    }),
  );
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

let running = 0;
/** Who waits, by network; a map keeps its order, so the network that was served last stands last. */
const waiting = new Map<string, (() => void)[]>();

/**
 * At most two at a time: a flood of sign-ins must not take the processor from those who work. Networks take turns, so
 * forty callers of one of them cost somebody of another one turn and not forty.
 */
async function inTurn<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
  if (running >= maxRunning) {
    const line = waiting.get(network) ?? [];
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (line.length >= maxWaiting.ofOne || all >= maxWaiting.ofAll) throw tooManyLogins();
    waiting.set(network, line);
    await new Promise<void>((resolve) => {
      line.push(resolve);
    });
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    callNext();
  }
}

function callNext(): void {
  const [next] = waiting;
  if (next === undefined) return;
  const [network, line] = next;
  waiting.delete(network);
  const first = line.shift();
  if (line.length > 0) waiting.set(network, line);
  first?.();
}

const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> =>
  new Promise<Buffer>((resolve, reject) => {
    argon2(
      'argon2id',
      { message: Buffer.from(password.normalize('NFKC')), nonce: salt, parallelism, tagLength: 32, memory, passes },
      (error, tag) => {
        if (error) reject(error);
        else resolve(tag);
      },
    );
  });

/** Long enough, and not one of the words every attacker tries first. */
export const weakPassword = refusal('E-PASSWORD', 10003, [
  '密码至少8位，且须包含字母和数字',
  '密碼至少8位，且須包含字母和數字',
  'A password needs 8 characters with letters and digits',
]);
export const commonPassword = refusal('E-PASSWORD-COMMON', 10003, [
  '密码过于常见，请换一个',
  '密碼過於常見，請換一個',
  'This password is among the first that are tried; choose another',
]);
export const passwordsDiffer = refusal('E-PASSWORD-REPEAT', 10003, [
  '两次输入的密码不一致',
  '兩次輸入的密碼不一致',
  'The two passwords differ',
]);

export const samePassword = refusal('E-PASSWORD-SAME', 10003, [
  '新密码不能与旧密码相同',
  '新密碼不能與舊密碼相同',
  'The new password must differ from the old one',
]);

export const erpKeepsPassword = refusal('E-PASSWORD-ERP', 20048, [
  '密码由ERP保管，请在ERP中修改',
  '密碼由ERP保管，請在ERP中修改',
  'The ERP keeps this password; change it there',
]);
export const administratorIsLocal = refusal('E-ADMIN-LOCAL', 20049, [
  '管理员须在本地验证：ERP无法访问时，要有人能登录修复',
  '管理員須在本地驗證：ERP無法存取時，要有人能登入修復',
  'Administrators keep a password here: somebody must be able to sign in when the ERP is down',
]);

export function checkPassword(password: unknown, repeat: unknown): string {
  if (
    typeof password !== 'string' ||
    password.length < 8 ||
    password.length > 128 ||
    !/[a-zA-Z]/.test(password) ||
    !/\d/.test(password)
  )
    throw weakPassword();
  if (isCommonPassword(password)) throw commonPassword();
  if (repeat !== password) throw passwordsDiffer();
  return password;
}
