import { doorMemory } from '#platform/server/db/door-memory.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { networkOf } from '#platform/server/network/client-network.ts';
import { paramsOf } from '#system/server/setting/param.ts';

/** An account as whoever guesses at it from one network finds it. */
export interface Guessed {
  readonly userId: string;
  readonly passwordHash: string;
  /** Rests for this network: elsewhere its owner goes on. */
  readonly isLocked: boolean;
  readonly failedCount: number;
  readonly isActive: boolean;
}

export async function accountOf(call: Call, username: string): Promise<Guessed | undefined> {
  const [found] = await call.door.gate(
    statement(
      {
        userId: 'uuid',
        passwordHash: 'text',
        homeTenant: 'text',
        isLocked: 'boolean',
        failedCount: 'integer',
        isActive: 'boolean',
      },
      'select * from sec.login_lookup($1, $2)',
      [username, networkOf(call.ip)],
    ),
  );
  return found;
}

/** `unanswered`: the ERP that keeps the password said neither yes nor no. It counts and never locks. */
export type Failure = 'password' | 'locked' | 'disabled' | 'code' | 'confirm' | 'change' | 'unanswered';

/**
 * Every wrong proof counts here, wherever it was given: at the door, when the own password is changed, when somebody
 * shows again who he is. Says whether the account rests for this network now.
 */
export async function countFailure(call: Call, username: string, why: Failure): Promise<boolean> {
  const [failed] = await call.door.gate(
    statement({ locked: 'boolean' }, 'select sec.login_failed($1, $2, $3, $4, $5, $6) as locked', [
      username,
      await guessLimit(call),
      why,
      call.ip,
      call.agent,
      networkOf(call.ip),
    ]),
  );
  return failed?.locked === true;
}

/** Failures after which an account rests (SYS002). */
export async function guessLimit(call: Call): Promise<number> {
  const { SYS002 } = await paramsOf(call.door, ['SYS002']);
  return /^[1-9]\d{0,5}$/.test(SYS002) ? Number.parseInt(SYS002, 10) : 5;
}

interface Stranger {
  failures: number;
  until: number;
}
const rest = 15 * 60_000;
/** Failures of names that nobody has are counted here, so that they are answered like those of real ones. */
const strangersAt = doorMemory(() => new Map<string, Stranger>());
const keyOf = (call: Call, username: string): string => `${networkOf(call.ip)} ${username.toLowerCase()}`;

export function strangerOf(call: Call, username: string): number {
  const known = strangersAt(call.door).get(keyOf(call, username));
  return known === undefined || known.until < Date.now() ? 0 : known.failures;
}

export function countStranger(call: Call, username: string): number {
  const strangers = strangersAt(call.door);
  if (strangers.size > 10_000) strangers.clear();
  const failures = strangerOf(call, username) + 1;
  strangers.set(keyOf(call, username), { failures, until: Date.now() + rest });
  return failures;
}
