import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refusal } from '#platform/model/refusal.ts';
import { doorMemory } from '#platform/server/db/door-memory.ts';
import type { ExchangeAdapter } from '#platform/server/exchange/port.ts';
import type { Call } from '#platform/server/http/route.ts';
import { networkOf } from '#platform/server/network/client-network.ts';
import { hashPassword, verifyPassword } from '#system/server/people/password.ts';
import { askErp, erpOf } from './erp-password.ts';
import { countFailure, type Guessed } from './guess.ts';

export const erpSilent = refusal('E-LOGIN-ERP', 20047, [
  '您的密码由ERP验证，ERP目前没有应答，请稍后再试或联系管理员',
  '您的密碼由ERP驗證，ERP目前沒有回應，請稍後再試或聯絡管理員',
  'The ERP checks your password and does not answer now; try later or ask your administrator',
]);

/**
 * Whether the password is right: by the account's own hash, or by the ERP that keeps it (verifyType '1'). The hash is
 * made in any case, of a name nobody has as well, and whatever is wrong takes as long as a "no" of the ERP took lately:
 * else the wait would tell which names there are and whose password lies there. An ERP that does not answer is counted
 * and locks nobody.
 */
export async function isRightPassword(
  adapter: ExchangeAdapter,
  call: Call,
  given: { readonly username: string; readonly password: string; readonly account: Guessed | undefined },
): Promise<boolean> {
  const { username, password, account } = given;
  const isOwn = await verifyPassword(password, account?.passwordHash ?? (await decoy()), networkOf(call.ip));
  const erp = account === undefined ? undefined : await erpOf(call, account.userId);
  if (account === undefined || erp === undefined || password === '') {
    const isRight = isOwn && account !== undefined && erp === undefined;
    if (!isRight) await asLongAsErp(call);
    return isRight;
  }
  const verdict = await askErp(adapter, call, { userId: account.userId, erp, password });
  if (verdict === null) {
    await countFailure(call, username, 'unanswered');
    throw erpSilent();
  }
  remember(call, verdict.costTime);
  return verdict.isRight;
}

let made: Promise<string> | null = null;
const decoy = (): Promise<string> => (made ??= hashPassword(randomBytes(16).toString('hex')));

/** What the latest answers of ERPs took, in milliseconds; where no ERP is asked nobody waits. */
const tookAt = doorMemory((): number[] => []);

function remember(call: Call, took: number): void {
  const latest = tookAt(call.door);
  latest.push(took);
  if (latest.length > 20) latest.shift();
}

async function asLongAsErp(call: Call): Promise<void> {
  const latest = tookAt(call.door);
  if (latest.length > 0) await pause(latest[randomInt(latest.length)]);
}
