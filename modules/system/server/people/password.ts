import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { refusal } from '#platform/model/refusal.ts';

/** argon2id with 19 MiB, 2 passes, 1 lane. The figures are kept beside the hash, so they may grow later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const maxRunning = 2;
const maxWaiting = 20;

export const tooManyLogins = refusal('E-LOGIN-BUSY', 429, [
  '登录请求过多，请稍后再试',
  '登入請求過多，請稍後再試',
  'Too many sign-ins, try again shortly',
]);

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost);
  const [saltText, tagText] = [salt.toString('base64'), tag.toString('base64')];
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${saltText}$${tagText}`;
}

/** Takes as long for a name nobody has as for a wrong password: the caller passes a hash made of rubbish then. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (match === null) return false;
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number.parseInt(memory, 10),
    passes: Number.parseInt(passes, 10),
    parallelism: Number.parseInt(parallelism, 10),
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

let running = 0;
const waiting: (() => void)[] = [];

/** At most two at a time and twenty in line: a flood of sign-ins must not take the processor from those who work. */
async function derive(password: string, salt: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw tooManyLogins();
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  running += 1;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      argon2(
        'argon2id',
        { message: Buffer.from(password.normalize('NFKC')), nonce: salt, parallelism, tagLength: 32, memory, passes },
        (error, tag) => {
          if (error) reject(error);
          else resolve(tag);
        },
      );
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Long enough, and not one of the words every attacker tries first. */
export const weakPassword = refusal('E-PASSWORD', 10003, [
  '密码至少8位，且须包含字母和数字',
  '密碼至少8位，且須包含字母和數字',
  'A password needs 8 characters with letters and digits',
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

export function checkPassword(password: unknown, repeat: unknown): string {
  if (
    typeof password !== 'string' ||
    password.length < 8 ||
    password.length > 128 ||
    !/[a-zA-Z]/.test(password) ||
    !/\d/.test(password)
  )
    throw weakPassword();
  if (repeat !== password) throw passwordsDiffer();
  return password;
}
